import Indexing

extension IndexError {
    /// What the command exits with because of it.
    var exitCode: ExitCode {
        switch self {
        case .busy: .busy
        case .cannotOpen, .foreign, .newer, .sqlite: .indexUnusable
        }
    }
}

extension ExitCode {
    /// What a run says the command exits with.
    init(_ end: RunEnd) {
        self = ExitCode(rawValue: end.exitCode) ?? .internalError
    }
}
