/// What a run looks at of a folder whose times are as they are stored: the words of the column `runs.look`.
public enum FolderLook: String, Sendable {
    /// Everything: it is listed, and each image inspected.
    case all
    /// Its images: each that is known is inspected, and the folder not listed.
    case images
    /// Nothing: images that were edited in place are not noticed.
    case nothing
    /// Everything in the folders that a store on the network named when it was asked what has happened, nothing in
    /// others.
    case events
}
