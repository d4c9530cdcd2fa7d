/// What the walk does after a folder's visit.
public enum VisitReply: Sendable {
    /// Walk its subfolders, if it could be listed.
    case goOn
    /// Walk nothing below it. It counts as not finished: what is below it stays unknown.
    case leave
}
