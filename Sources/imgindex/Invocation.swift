/// What a command line asks for.
enum Invocation: Equatable {
    /// Print help: that of a command, or the general one.
    case help(Command?)
    /// Print the version.
    case version
    /// Walk trees and bring the index up to date.
    case index(IndexOptions)
    /// Tell what the index knows.
    case status(StatusOptions)
    /// Tell what the index knows of a path.
    case why(WhyOptions)
    /// Call held images missing.
    case accept(AcceptOptions)
    /// Remove rows of what has long been missing.
    case prune(PruneOptions)
    /// Print what runs the command regularly.
    case cron(CronOptions)
}
