/// What the walk does at a subfolder.
public enum Decision<Folder: Sendable>: Sendable {
    /// List it; the value is handed to the calls that concern it.
    case descend(Folder)
    /// Do not list it.
    case skip
    /// Do not list it, and stop the walk.
    case stop
}
