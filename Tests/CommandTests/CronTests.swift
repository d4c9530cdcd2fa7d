import Glibc
import TestSupport
import Testing

@testable import imgindex

/// `imgindex cron`: what it prints runs the words that were given, whatever they are.
@Suite struct CronTests {
    private let scene: Scene

    init() throws {
        scene = try Scene()
    }

    @Test("what cron prints is taken by systemd, whatever the root is called")
    func cronText() throws {
        try scene.tree.makeFolder(bytes("o 5%d 'q' \"$x\\"))
        let root = scene.path("o 5%d 'q' \"$x\\")
        let end = try scene.command([bytes("cron"), bytes("--index=index.db"), bytes("--width=2"), root])
        #expect(end.exitCode == 0 && end.errors == [])
        #expect(end.outputText.contains(" --width=2 -- '") && end.outputText.contains("5\\%d"))
        #expect(try scene.command([bytes("cron"), bytes("a\nb")]).exitCode == 64)
        guard isProgram(bytes("/usr/bin/systemd-analyze")) else {
            print("skipped systemd-analyze verify: there is no such program")
            return
        }
        let service = end.outputText.split(separator: "\n", omittingEmptySubsequences: false)
            .drop { !$0.hasSuffix(".service") }.prefix { !$0.hasSuffix(".timer") }.joined(separator: "\n")
        try writeFile(scene.place.path(of: bytes("imgindex.service")), bytes(service + "\n"))
        let timer = end.outputText.split(separator: "\n", omittingEmptySubsequences: false)
            .drop { !$0.hasSuffix(".timer") }.joined(separator: "\n")
        try writeFile(scene.place.path(of: bytes("imgindex.timer")), bytes(timer + "\n"))
        let verdict = try scene.shell("systemd-analyze verify ./imgindex.service ./imgindex.timer")
        #expect(verdict.exitCode == 0 && verdict.errors == [] && verdict.output == [], "\(verdict.errorText)")
    }

    @Test(
        "options that every run would refuse are refused at once",
        arguments: ["--extensions=a/b", "--exclude=[a", "--width=0"]
    )
    func badOptions(option: String) throws {
        let end = try scene.command([bytes("cron"), bytes(option), scene.root])
        #expect(
            end.exitCode == 64 && end.output == [] && end.errorText.contains(option.prefix { $0 != "=" }.dropFirst(2))
        )
    }

    @Test("a root on Box gets the network, and its login by a path that holds everywhere; without one it is refused")
    func box() throws {
        let end = try scene.command("cron", "--index=index.db", "--box-config=box.json", "box:/Photos/")
        #expect(end.exitCode == 0 && end.errors == [])
        let file = text(scene.place.path(of: bytes("box.json")))
        #expect(end.outputText.contains(" --box-config=\(file) -- 'box:/Photos'\n"))
        #expect(!end.outputText.contains("PrivateNetwork") && !end.outputText.contains("ReadOnlyPaths"))
        let none = try scene.command("cron", "--index=index.db", "box:")
        #expect(none.exitCode == 64 && none.errorText.contains("give '--box-config=FILE'"))
        for odd in ["box:#x", "rclone::s3,secret=x:b"] {
            #expect(try scene.command("cron", "--index=index.db", "--box-config=box.json", odd).exitCode == 64)
        }
    }

    @Test("a root through rclone gets its remotes, and may write there the tokens that it refreshes")
    func rclone() throws {
        let end = try scene.command(
            ["cron", "--index=index.db", "rclone:nas:/vol"].map { bytes($0) },
            environment: ["RCLONE_CONFIG": bytes("/etc/my rclone/r.conf"), "XDG_CONFIG_HOME": bytes("/x")]
        )
        #expect(end.exitCode == 0, "\(end.errorText)")
        #expect(end.outputText.contains("17 3 * * *  /usr/bin/env 'RCLONE_CONFIG=/etc/my rclone/r.conf' /"))
        #expect(end.outputText.contains("\nEnvironment=\"RCLONE_CONFIG=/etc/my rclone/r.conf\"\n"))
        #expect(end.outputText.contains("\nReadWritePaths=-\"/etc/my rclone\"\n"))
        let login = try scene.command(
            ["cron", "--index=index.db", "--box-login=mybox", "box:"].map { bytes($0) },
            environment: ["RCLONE_CONFIG": nil, "XDG_CONFIG_HOME": nil, "HOME": bytes("/home/me")]
        )
        #expect(login.outputText.contains("\nReadWritePaths=-/home/me/.config/rclone\n"), "\(login.errorText)")
        #expect(!login.outputText.contains("Environment="))
    }

    @Test("a root that is not there is told, and the lines are printed all the same")
    func noRoot() throws {
        let end = try scene.command([bytes("cron"), bytes("--index=index.db"), scene.root, scene.path("none")])
        let none = text(scene.path("none"))
        #expect(
            end.exitCode == 0 && end.errorText == "imgindex: cannot find root now: \(none): No such file or directory\n"
        )
        #expect(end.outputText.contains(" \(none)\n"))
    }

    @Test("a program in a folder of its version is named by the link beside that folder, if it leads there")
    func link() throws {
        let program = try builtProgram("imgindex")
        let script = """
            mkdir -p ready/0a ready/0b; cp "$1" ready/0a/imgindex; ln -s 0a/imgindex ready/imgindex
            ready/0a/imgindex cron --index=index.db tree; ln -sfn 0b/imgindex ready/imgindex
            ready/0a/imgindex cron --index=index.db tree
            """
        let lines = try scene.shell(script, [program]).outputText.split(separator: "\n").filter { $0.hasPrefix("17 ") }
        let place = text(scene.place.path)
        #expect(lines.count == 2, "\(lines)")
        #expect(lines.first?.contains("  \(place)/ready/imgindex index ") == true, "\(lines)")
        #expect(lines.last?.contains("  \(place)/ready/0a/imgindex index ") == true, "\(lines)")
    }

    @Test("the service runs as the user who asked for it", .enabled(if: OtherUser.canRun))
    func user() throws {
        var scene = scene
        try scene.letOtherUserIn()
        let end = try scene.commandAsOtherUser([bytes("cron"), bytes("--index=") + scene.index, scene.root])
        let asRoot = try scene.command([bytes("cron"), bytes("--index=") + scene.index, scene.root])
        #expect(end.outputText.contains("\nUser=") && end.exitCode == 0)
        #expect(asRoot.outputText.contains("\nUser=") == (geteuid() != 0))
    }

    @Test("cron and its shell make of the line the very words that were given")
    func shellWords() throws {
        var names = OddName.all.filter { !CronText.isUnfit($0) && !$0.contains(UInt8(ascii: "/")) }
        names += ["%", "\\%", "\\\\%", "'%'", "\\'%", "`id`$(id)", "a\\", "%%", "* ? [x]", "~", "#x"].map { bytes($0) }
        for name in Set(names) { _ = try? scene.tree.makeFolder(name) }
        let roots = try entryNames(of: scene.tree).map { scene.root + bytes("/") + $0 }
        #expect(roots.count > 20)
        let end = try scene.command([bytes("cron"), bytes("--index=a 'b' 50%.db")] + roots)
        let lines = end.outputText.split(separator: "\n").filter { $0.hasPrefix("17 3 * * *  ") }
        let line = try #require(lines.first?.dropFirst("17 3 * * *  ".count))
        let command = try #require(Self.commandOfCron(Array(line.utf8)))
        let program = try #require(command.firstIndex(of: UInt8(ascii: " ")))
        let words = try scene.shell("printf '%s\\0'\(text(Array(command[program...])))").output
        let index = bytes("--index=") + scene.place.path(of: bytes("a 'b' 50%.db"))
        #expect(
            words.split(separator: 0, omittingEmptySubsequences: false).dropLast().map(Array.init)
                == [bytes("index"), index, bytes("--")] + roots
        )
    }

    /// What cron hands to the shell, as Debian's cron does it; nil: a part of the line is taken for input.
    private static func commandOfCron(_ line: [UInt8]) -> [UInt8]? {
        var command: [UInt8] = []
        var isEscaped = false
        for byte in line {
            if isEscaped {
                if byte == UInt8(ascii: "%") { command.removeLast() }
                isEscaped = false
            } else if byte == UInt8(ascii: "%") {
                return nil
            } else {
                isEscaped = byte == UInt8(ascii: "\\")
            }
            command.append(byte)
        }
        return command
    }
}
