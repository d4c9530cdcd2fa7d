public import SQLite

/// Why an index cannot be used: what, where, and why.
public enum IndexError: Error, Sendable {
    /// The file cannot be opened, made or locked; `call` failed with `errno`.
    case cannotOpen(call: String, reason: String)
    /// Its path has more bytes than SQLite takes.
    case tooLong(Int)
    /// Another run has it.
    case busy
    /// The run that made it was killed before it was an index; only a run can complete it.
    case cutShort
    /// What was written last is in the log, which cannot be read without a right to write beside it.
    case logUnreadable
    /// It is a file of something else.
    case foreign(String)
    /// It was written by an older version of this command; only a run, or what changes it, brings it up to date.
    case older
    /// It was written by a newer version of this command.
    case newer(found: Int64, known: Int64)
    /// The path does not lead any more to the file that is locked.
    case replaced
    /// SQLite failed.
    case sqlite(SQLiteError)
}

extension IndexError: CustomStringConvertible {
    /// Why, and what to do.
    public var description: String {
        switch self {
        case .cannotOpen(let call, let reason):
            "\(call): \(reason)"
        case .tooLong(let count):
            "its path without links has \(count) bytes, and SQLite takes \(IndexFile.longestPath) at most; name another file"
        case .busy:
            "another run has it; wait until it has ended"
        case .cutShort:
            "a run was killed while it made the index; 'imgindex index' completes it"
        case .logUnreadable:
            "its log, the file with -wal at the end, can be read only where SQLite may write; "
                + "copy both files to such a folder and name the copy"
        case .foreign(let what):
            "it is not an index of imgindex: \(what); it was left as it is, name another file"
        case .older:
            "an older imgindex wrote it; the next 'imgindex index' brings it up to date"
        case .newer(let found, let known):
            "a newer imgindex wrote it (version \(found), this one knows \(known)); it was left as it is, use that one"
        case .replaced:
            "the index file was removed or replaced while it was in use; run again"
        case .sqlite(let error) where .busy ~= error.code:
            "another program has held the index locked for \(IndexFile.busyTimeout / 1_000) s; run again when it has ended"
        case .sqlite(let error):
            error.description
        }
    }
}

/// Calls a closure; what SQLite throws becomes an ``IndexError``.
func indexing<Result>(_ body: () throws(SQLiteError) -> Result) throws(IndexError) -> Result {
    do { return try body() } catch { throw .sqlite(error) }
}
