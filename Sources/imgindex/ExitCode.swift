/// What the command says to the shell when it ends.
///
/// The numbers from 64 to 78 are those of `sysexits.h`; a number above 128 is
/// 128 plus the signal that ended the run, as shells count.
enum ExitCode: Int32, CaseIterable {
    /// Everything was listed and recorded.
    case complete = 0
    /// The run came to its end, but some folders or files could not be read.
    case problems = 1
    /// The run came to its end, but so many images are absent that a person has to say whether that is right.
    case held = 2
    /// The path asked about was never seen.
    static let neverSeen = problems
    /// The command line was wrong; nothing was done.
    case usage = 64
    /// A root cannot be read at all.
    case rootUnreadable = 66
    /// A fault of the program itself.
    case internalError = 70
    /// The index cannot be written, or the file is not an index of ours.
    case indexUnusable = 73
    /// What was to be printed could not be written; what was asked for is done.
    case outputLost = 74
    /// Another run is writing this index.
    case busy = 75
    /// A store on the network does not take the login.
    case loginRefused = 77
    /// The terminal went away (SIGHUP); what was listed is in the index.
    case hangup = 129
    /// Interrupted (SIGINT); what was listed is in the index.
    case interrupted = 130
    /// Asked to end (SIGTERM); what was listed is in the index.
    case terminated = 143

    /// The meaning in words, for help; README has the same.
    var meaning: String {
        switch self {
        case .complete: "complete"
        case .problems:
            """
            complete, but some folders or files had problems: see the view 'problems'; or a root was removed or replaced \
            while it was walked; of 'why': the path was never seen
            """
        case .held:
            "complete, but images are held, see 'imgindex accept' (there may be problems as well)"
        case .usage: "the command line is wrong, or nothing says where the index is; nothing was done"
        case .rootUnreadable:
            """
            a root cannot be read at all, does not answer, is on another volume than it was, has rules that cannot be \
            read, or is not known to 'accept'; other roots were indexed
            """
        case .internalError: "a fault of the program itself (a trap ends it by a signal: 132 or 133)"
        case .indexUnusable:
            """
            the index cannot be written or read, was removed or replaced while it was in use, or the file is not an \
            imgindex index; it was left as it is; or too few files may be open ('ulimit -n')
            """
        case .outputLost:
            """
            done, but standard output is closed or could not be written; a pipe whose reader went away does not count
            """
        case .busy: "another run has the index"
        case .loginRefused: "a store on the network does not take the login; what was listed is kept"
        case .hangup: "ended by SIGHUP; what was listed is in the index; a second signal ends at once"
        case .interrupted: "ended by SIGINT; the same"
        case .terminated: "ended by SIGTERM; the same"
        }
    }

    /// Which of several codes tells most of what a person has to do.
    var severity: Int {
        switch self {
        case .complete: 0
        case .problems: 1
        case .outputLost: 2
        case .held: 3
        case .rootUnreadable: 4
        case .loginRefused: 5
        case .hangup, .interrupted, .terminated: 6
        case .busy: 7
        case .indexUnusable: 8
        case .usage: 9
        case .internalError: 10
        }
    }

    /// The code that tells most of what a person has to do; `complete` if there is none.
    static func worst(of codes: [ExitCode]) -> ExitCode {
        codes.max { $0.severity < $1.severity } ?? .complete
    }

    /// The section of help that explains every code, lowest first.
    static let table = HelpSection(
        "EXIT CODES",
        rows: allCases.map { HelpRow(label: "\($0.rawValue)", text: $0.meaning) }
    ).text
}
