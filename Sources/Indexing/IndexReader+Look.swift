extension IndexReader {
    /// Looks into an index as it is at one moment, whatever runs begin or end meanwhile.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - body: Reads. It is called again, and what it did the first time is dropped,
    ///     if a run began while the file was read as one that nobody changes.
    /// - Returns: What `body` returned last.
    /// - Throws: Why the index cannot be read, or what `body` threw last.
    public static func look<Result>(
        into path: [UInt8],
        _ body: (IndexReader) throws(IndexError) -> Result
    ) throws(IndexError) -> Result {
        let reader = try IndexReader(path)
        guard let file = reader.quietFile else { return try reader.atOneMoment(body) }
        do throws(IndexError) {
            let result = try reader.atOneMoment(body)
            if file.isStillQuiet { return result }
        } catch {
            // What is read of a file that changes may look like damage.
            if file.isStillQuiet { throw error }
        }
        return try IndexReader(path, mayBeQuiet: false).atOneMoment(body)
    }
}
