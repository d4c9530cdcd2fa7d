import Glibc
import TestSupport

/// A user who is not root: root sees no missing permissions.
enum OtherUser {
    /// What is put in front of a command line to run it as that user; nothing if this process is not root.
    static let prefix: [[UInt8]] =
        geteuid() == 0
        ? ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "--"].map { bytes($0) } : []

    /// Whether that user can run the built command, which may lie in a folder that only root enters.
    static let canRun: Bool = {
        do {
            let program = try builtProgram("imgindex")
            let end = try runProcess(bytes("/usr/bin/env"), prefix + [program, bytes("--version")])
            if end.exitCode == 0 { return true }
            print("skipped what root cannot see: another user cannot run the command: \(end.errorText)")
        } catch {
            print("skipped what root cannot see: \(error)")
        }
        return false
    }()
}

extension Scene {
    /// Lets the other user into the temporary folder, and makes a folder there in
    /// which that user may write, where the index is from now on.
    mutating func letOtherUserIn() throws {
        try place.folder.setMode(0o755, of: bytes("."))
        try tree.setMode(0o755, of: bytes("."))
        try place.folder.makeFolder(bytes("others"))
        try place.folder.setMode(0o777, of: bytes("others"))
        index = place.path(of: bytes("others/index.db"))
    }

    /// Makes 15 folders in the tree that nobody but root may list: a prefix and a number each.
    func makeShutFolders(_ prefix: String) throws {
        for number in 10..<25 {
            try tree.makeFolder(bytes("\(prefix)\(number)"))
            try tree.setMode(0o000, of: bytes("\(prefix)\(number)"))
        }
    }

    /// Runs the command as a user who is not root.
    @discardableResult
    func commandAsOtherUser(
        _ arguments: [[UInt8]],
        environment more: [String: [UInt8]?] = [:]
    ) throws -> ProcessEnd {
        try runProcess(
            bytes("/usr/bin/env"),
            OtherUser.prefix + [try builtProgram("imgindex")] + arguments,
            // That user cannot write a coverage profile.
            environment: environment(more.merging(["LLVM_PROFILE_FILE": bytes("/dev/null")]) { $1 }),
            folder: place.path
        )
    }

    /// Runs `imgindex index` on the tree as a user who is not root.
    @discardableResult
    func runAsOtherUser(_ options: String..., roots: [[UInt8]]? = nil) throws -> ProcessEnd {
        try commandAsOtherUser(
            indexArguments(
                options + (options.contains("--quiet") || options.contains("--width=1") ? [] : ["-v"]),
                roots
            )
        )
    }
}
