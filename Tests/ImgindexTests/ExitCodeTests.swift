import Testing

@testable import imgindex

@Suite("The exit codes")
struct ExitCodeTests {
    @Test("are the documented numbers")
    func numbers() {
        #expect(ExitCode.allCases.map(\.rawValue) == [0, 1, 64, 66, 70, 73, 75, 129, 130, 143])
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
