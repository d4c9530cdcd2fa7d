/// A row to write of an image that is stored already.
struct ImageUpdate: Equatable, Sendable {
    enum What: Equatable, Sendable {
        /// Its size differs, or another file has its name: then `isReplaced`.
        case changed(isReplaced: Bool)
        case touched
        /// It was missing or excluded; its item may have facts, those it had or others, or an error.
        case returned(isChanged: Bool)
        case excluded
        /// It is not there: held until the run ends.
        case absent
        /// It was excluded and is not there.
        case missing
        /// It could not be inspected: only the error is written, the facts stay.
        case failed
        /// It could be inspected again and is as it was: only the error is cleared.
        case recovered
    }

    let what: What
    let id: Int64
    /// The position of its item in the folder; nil if it has none.
    let position: Int?
}
