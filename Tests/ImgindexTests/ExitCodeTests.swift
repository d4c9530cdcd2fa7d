import Indexing
import TestSupport
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

    @Test("mean in help what they mean in README")
    func readme() throws {
        let file =
            Array(#filePath.utf8).dropLast("Tests/ImgindexTests/ExitCodeTests.swift".utf8.count) + "README.md".utf8
        let lines = String(decoding: try readFile(Array(file)), as: UTF8.self).split(separator: "\n")
        for code in ExitCode.allCases {
            let row = "| \(code.rawValue) | \(code.meaning) |"
            #expect(lines.contains { $0.replacing("`", with: "'") == row }, "\(row)")
        }
    }

    @Test("that the index knows runs by are the same there")
    func indexing() {
        #expect(RunEnd.codeOfUnreadableRoot == ExitCode.rootUnreadable.rawValue)
        #expect(RunEnd.codeOfRefusedLogin == ExitCode.loginRefused.rawValue)
        #expect(RunEnd.codeOfUnusableIndex == ExitCode.indexUnusable.rawValue)
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
