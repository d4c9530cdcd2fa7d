import SQLite

extension RunWriter {
    /// Looks for moves among what the run found, and decides on what it found absent.
    ///
    /// In a transaction that the caller began. A run that was interrupted has not seen enough to call anything
    /// missing that others of its kind may join: what it found absent stays held, for the next run to decide on. So
    /// does a run that found something new and could not look at it: that may be what is absent.
    ///
    /// - Parameters:
    ///   - isWhole: Whether the walk came to its end.
    ///   - isComplete: Whether it found no problem on the way.
    /// - Throws: What SQLite does.
    func settle(isWhole: Bool, isComplete: Bool) throws(SQLiteError) {
        let totals = try FolderTotals(connection)
        if try MoveSearch(connection, run: run.id).fill() {
            try MoveWriter(connection, run: run.id).apply(&counts, totals)
        }
        let held = HeldImages(connection, run: run.id, top: run.top)
        let absent = try held.count()
        if isWhole && !isUnsure && absent > 0 {
            if try !held.isToBeHeld(absent, run.hold) {
                counts.missing += try held.release(minimumRuns: 1, totals)
            } else if let runs = run.hold.acceptAfter {
                counts.missing += try held.release(minimumRuns: runs, isComplete: isComplete, totals)
            }
        }
        counts.held = absent == 0 ? 0 : Int(try held.count())
        if isUnsure { return }
        // What was here may be in another root now, and is looked for there until this root runs again.
        try connection.run("DELETE FROM replaced WHERE (SELECT count(*) FROM root) < 2")
        try connection.run("UPDATE run SET settled = 1 WHERE settled = 0")
    }
}
