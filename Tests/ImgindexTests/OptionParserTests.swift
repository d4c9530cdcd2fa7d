import TestSupport
import Testing

@testable import imgindex

/// Reads words as the command line after `imgindex`.
private func parse(_ words: String...) throws -> Invocation {
    try Invocation(arguments: words.map { [UInt8]($0.utf8) })
}

private let photos = [UInt8]("photos".utf8)

@Suite("A command line")
struct OptionParserTests {
    @Test("with roots alone leaves every option at its default")
    func rootsAlone() throws {
        let options = IndexOptions(roots: [photos, [UInt8]("scans".utf8)])
        #expect(try parse("index", "photos", "scans") == .index(options))
        #expect(options.defaultExcludes)
        #expect(options.width == nil)
    }

    @Test(
        "takes a value in each of the ways of GNU",
        arguments: [
            ["--width=8"], ["--width", "8"], ["-w8"], ["-w", "8"], ["-qw8"], ["-qw", "8"], ["-w", "3", "--width=8"],
            ["--width=0008"],
        ]
    )
    func values(words: [String]) throws {
        let invocation = try Invocation(arguments: (["index"] + words + ["photos"]).map { [UInt8]($0.utf8) })
        var expected = IndexOptions(roots: [photos], width: 8)
        expected.quiet = words[0].hasPrefix("-q")
        #expect(invocation == .index(expected))
    }

    @Test("takes flags of one letter in a bundle")
    func bundle() throws {
        #expect(try parse("index", "-qq", "photos") == .index(IndexOptions(roots: [photos], quiet: true)))
        #expect(try parse("index", "-vw2", "photos") == .index(IndexOptions(roots: [photos], width: 2, verbose: true)))
    }

    @Test("may mix options and operands")
    func mixed() throws {
        let expected = IndexOptions(roots: [photos, [UInt8]("b".utf8)], json: true, quiet: true)
        #expect(try parse("index", "photos", "--json", "b", "-q") == .index(expected))
    }

    @Test("has only operands after two hyphens, and a lone hyphen is one")
    func operandsThatLookLikeOptions() throws {
        let roots = ["-", "-d", "--help", "--"].map { [UInt8]($0.utf8) }
        #expect(try parse("index", "-", "--", "-d", "--help", "--") == .index(IndexOptions(roots: roots)))
    }

    @Test("keeps every --extensions as it stands, also with a hyphen in front")
    func extensions() throws {
        let expected = IndexOptions(roots: [photos], extensions: arguments("-psd", "+x,y", ""))
        let invocation = try parse("index", "--extensions", "-psd", "--extensions=+x,y", "photos", "--extensions=")
        #expect(invocation == .index(expected))
    }

    @Test("keeps the bytes of paths, whatever they are")
    func bytes() throws {
        let name: [UInt8] = [0x2F, 0xFF, 0x0A, 0x80]
        let file = [UInt8]("--index=".utf8) + name
        let invocation = try Invocation(arguments: [[UInt8]("index".utf8), file, name])
        #expect(invocation == .index(IndexOptions(roots: [name], indexFile: name)))
    }

    @Test("keeps what follows the first equals sign of a long option")
    func equalsSigns() throws {
        let expected = IndexOptions(roots: [photos], indexFile: [UInt8]("a=b".utf8))
        #expect(try parse("index", "--index=a=b", "photos") == .index(expected))
    }

    @Test("asks for status with its options")
    func status() throws {
        #expect(try parse("status") == .status(StatusOptions()))
        let expected = StatusOptions(indexFile: [UInt8]("f".utf8), json: true)
        #expect(try parse("status", "--json", "--index", "f") == .status(expected))
    }

    @Test(
        "asks for help in each of these ways",
        arguments: [
            (["--help"], nil), (["-h"], nil), (["help"], nil), (["help", "help"], nil), (["help", "--help"], nil),
            (["help", "index"], .index), (["help", "status"], .status), (["index", "--help"], .index),
            (["index", "-qh", "--bogus"], .index), (["index", "--width=junk", "--help"], .index),
            (["status", "-h", "x"], .status), (["--help", "bogus"], nil),
        ] as [([String], Command?)]
    )
    func help(words: [String], command: Command?) throws {
        #expect(try Invocation(arguments: words.map { [UInt8]($0.utf8) }) == .help(command))
    }

    @Test(
        "asks for the version before and after a command",
        arguments: [["--version"], ["index", "--version"], ["status", "--version"], ["help", "--version"]]
    )
    func version(words: [String]) throws {
        #expect(try Invocation(arguments: words.map { [UInt8]($0.utf8) }) == .version)
    }

    @Test("of random bytes is read or refused, and never traps")
    func randomArguments() {
        var random = SeededGenerator()
        let known =
            OptionTable.rows.map(\.name.typed) + Command.allCases.map(\.rawValue)
            + ["help", "--", "-", "-q", "-w", "-v", "--width=", "--json=", "=", "", "7"]
        let likely = [UInt8]("-=wqvh0123".utf8)
        var read = 0
        for _ in 0..<10_000 {
            // Most begin with the command, or too few of them would be read.
            var words = random.chance(3, in: 4) ? arguments("index") : []
            for _ in 0..<Int.random(in: 0...6, using: &random) {
                let start = Bool.random(using: &random) ? known.randomElement(using: &random) ?? "" : ""
                let junk = Bool.random(using: &random) ? random.bytes(upTo: 12, likely: likely) : []
                words.append([UInt8](start.utf8) + junk)
            }
            do {
                let invocation = try Invocation(arguments: words)
                if case .index(let options) = invocation {
                    read += 1
                    #expect(!options.roots.isEmpty && !options.roots.contains([]), "seed \(random.seed)")
                    #expect(options.width.map { (1...128).contains($0) } ?? true, "seed \(random.seed)")
                }
            } catch {
                let lines = error.description.split(separator: "\n", omittingEmptySubsequences: false)
                #expect(
                    lines.count == (error.mistake == .noCommand ? Command.allCases.count + 1 : 2),
                    "seed \(random.seed): \(error)"
                )
            }
        }
        #expect((500..<9_500).contains(read), "seed \(random.seed): the arguments show too little")
    }
}
