import Indexing

extension IndexError {
    /// What the command exits with because of it.
    var exitCode: ExitCode {
        switch self {
        case .busy: .busy
        case .cannotOpen, .tooLong, .cutShort, .logUnreadable, .foreign, .older, .newer, .replaced, .sqlite:
            .indexUnusable
        }
    }
}

extension RunEnd {
    /// The end of a run whose index failed under it.
    init(_ error: IndexError) {
        self.init(state: .failed, exitCode: error.exitCode.rawValue, error: error.description)
    }
}
