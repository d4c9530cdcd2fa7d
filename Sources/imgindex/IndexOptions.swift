import Indexing

/// What `imgindex index` was told.
struct IndexOptions: Equatable {
    /// The trees to walk, as typed: at least one, none of them empty.
    var roots: [[UInt8]]
    /// The file given with `--index`, not empty.
    var indexFile: [UInt8]?
    /// The most tasks at once, within the bounds of the table; `nil`: choose.
    var width: Int?
    /// The values of `--extensions` in the order given, commas and all.
    var extensions: [[UInt8]] = []
    /// The values of `--exclude` in the order given.
    var excludes: [[UInt8]] = []
    /// Whether the default list of what is left out holds.
    var defaultExcludes = true
    /// What is looked at of a folder whose times are as stored.
    var look = FolderLook.all
    /// After how many seconds to stop; `nil`: never.
    var maxTime: Int?
    /// Whether to stay on the root's volume.
    var oneFileSystem = false
    /// After how many seconds a call is given up, 0 for never; `nil`: 60, and only on mounts that can hang.
    var stall: Int?
    /// Whether to print the order of the walk.
    var trace = false
    /// Whether to print the result as JSON.
    var json = false
    /// Whether to print nothing but errors.
    var quiet = false
    /// Whether to print every problem as it is met, not only the first few.
    var verbose = false
    /// When absent images are held.
    var hold = HoldRules()
    /// Whether to list all of a tree on the network, also where it says that nothing has happened.
    var full = false
    /// The most requests a second to a store on the network, 0 for any number; `nil`: as its rules say.
    var rate: Int?
    /// The file with the login of an application of Box.
    var boxConfig: [UInt8]?
    /// The remote of rclone whose token is taken for Box.
    var boxLogin: [UInt8]?
    /// How many seconds to wait for another run to end.
    var wait = standardWait
}

/// How many seconds to wait for another run when nobody says: one that was killed may still be about to end.
let standardWait = 1
