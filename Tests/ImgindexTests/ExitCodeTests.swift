import Testing

@testable import imgindex

@Suite("The exit codes")
struct ExitCodeTests {
    @Test("are the documented numbers")
    func numbers() {
        #expect(ExitCode.allCases.map(\.rawValue) == [0, 1, 2, 64, 66, 70, 73, 74, 75, 77, 129, 130, 143])
    }

    @Test("of several are the one that tells most, and output that is lost is worse than a folder that is")
    func worst() {
        #expect(ExitCode.worst(of: []) == .complete)
        #expect(ExitCode.worst(of: [.complete, .outputLost, .problems]) == .outputLost)
        for code in ExitCode.allCases where code != .complete && code != .problems {
            #expect(ExitCode.worst(of: [.outputLost, code, .complete]) == code)
        }
    }

    @Test("have one row each in their table")
    func table() {
        let lines = ExitCode.table.split(separator: "\n")
        #expect(lines.first == "EXIT CODES")
        for code in ExitCode.allCases {
            #expect(lines.count { $0.hasPrefix("  \(code.rawValue) ") } == 1)
        }
    }
}
