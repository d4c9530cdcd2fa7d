import Listing

/// The texts that run `imgindex index` by cron or by systemd.
struct CronText {
    /// The absolute path of this program.
    let program: [UInt8]
    /// The absolute path of the index.
    let index: [UInt8]
    /// Options as words.
    let options: [[UInt8]]
    /// Absolute paths.
    let roots: [[UInt8]]
    /// As whom the service runs; nil: as root.
    let user: String?
    /// Where rclone keeps its remotes and their tokens; nil: it is not needed.
    var rclone: RcloneFiles?

    /// Where rclone keeps what it was told.
    struct RcloneFiles: Equatable {
        /// The variable that says so, with its value; nil: it is where rclone looks.
        let variable: [UInt8]?
        /// The folder; rclone writes there when it has refreshed a token.
        let folder: [UInt8]

        /// Finds them as rclone does, see `rclone help flags` on `--config`.
        ///
        /// Nil if it has none.
        init?(_ environment: (String) -> [UInt8]?) {
            let slash = UInt8(ascii: "/")
            func given(_ name: String) -> [UInt8]? { environment(name).flatMap { $0.isEmpty ? nil : $0 } }
            if let file = given("RCLONE_CONFIG"), let end = file.lastIndex(of: slash), file.first == slash {
                variable = Array("RCLONE_CONFIG=".utf8) + file
                folder = end == 0 ? [slash] : Array(file[..<end])
            } else if let configuration = given("XDG_CONFIG_HOME"), configuration.first == slash {
                variable = Array("XDG_CONFIG_HOME=".utf8) + configuration
                folder = configuration + Array("/rclone".utf8)
            } else if let home = given("HOME"), home.first == slash {
                variable = nil
                folder = home + Array("/.config/rclone".utf8)
            } else {
                return nil
            }
        }
    }

    /// Whether a word has bytes that neither crontab nor systemd can hold, a line feed above all, or is not UTF-8.
    static func isUnfit(_ word: [UInt8]) -> Bool {
        word.contains { $0 < 0x20 || $0 == 0x7F }
            || !Array(String(decoding: word, as: UTF8.self).utf8).elementsEqual(word)
    }

    /// The line for crontab(5), with a comment before.
    var crontab: String {
        let environment = rclone?.variable.map { [Array("/usr/bin/env".utf8), $0] } ?? []
        return "# crontab -e\n17 3 * * *  \((environment + words).map(Self.cron).joined(separator: " "))\n"
    }

    /// The service, as systemd.service(5) and systemd.exec(5) describe.
    ///
    /// Codes 2 and 1 are a success to systemd, and 75 too: the run came to its end, or another one is under way; what a
    /// person has to look at is in the journal and in `imgindex status`. A root that cannot be read (66) is a failure.
    var service: String {
        var lines = [
            "# /etc/systemd/system/imgindex.service",
            "# Run the command once by hand before: the service may write only into the folder of the index, which has to be there.",
            "[Unit]", "Description=Index of image files", "", "[Service]",
            "Type=oneshot",
        ]
        if let user { lines.append("User=\(user)") }
        if let variable = rclone?.variable { lines.append("Environment=" + Self.path(variable)) }
        lines += [
            "ExecStart=" + words.map(Self.command).joined(separator: " "), "SuccessExitStatus=1 2 75",
            "Nice=10", "CPUWeight=20", "IOSchedulingClass=idle", "NoNewPrivileges=yes",
        ]
        // A root on the network needs it.
        if roots.allSatisfy({ RemoteRoot($0) == nil }) { lines.append("PrivateNetwork=yes") }
        lines += [
            "ProtectSystem=strict", "ProtectKernelTunables=yes", "ProtectKernelModules=yes",
            "ProtectControlGroups=yes", "RestrictSUIDSGID=yes", "LockPersonality=yes",
        ]
        lines += roots.filter { RemoteRoot($0) == nil }.map { "ReadOnlyPaths=-" + Self.path($0) }
        // After the roots: the index may lie inside one.
        lines.append("ReadWritePaths=" + Self.path(indexFolder))
        if let rclone { lines.append("ReadWritePaths=-" + Self.path(rclone.folder)) }
        return lines.map { $0 + "\n" }.joined()
    }

    /// The timer, as systemd.timer(5) describes.
    let timer = """
        # /etc/systemd/system/imgindex.timer
        # When both files are there: systemctl daemon-reload && systemctl enable --now imgindex.timer
        [Unit]
        Description=Index image files every night

        [Timer]
        OnCalendar=*-*-* 03:17
        RandomizedDelaySec=15min
        Persistent=yes

        [Install]
        WantedBy=timers.target

        """

    private var words: [[UInt8]] {
        [program, Array("index".utf8), Array("--index=".utf8) + index] + options + [Array("--".utf8)] + roots
    }

    private var indexFolder: [UInt8] {
        let slash = index.lastIndex(of: UInt8(ascii: "/")) ?? 0
        return slash == 0 ? [UInt8(ascii: "/")] : Array(index[..<slash])
    }

    /// A word for the shell that cron starts; cron itself takes `%` for a line feed unless a backslash is before it,
    /// and removes that backslash, also between quotation marks.
    static func cron(_ word: [UInt8]) -> String {
        let text = String(decoding: word, as: UTF8.self)
        let plain = word.allSatisfy(isPlainInShell)
        if plain && !word.isEmpty { return text }
        var quoted = "'"
        for scalar in text.unicodeScalars {
            switch scalar {
            case "'": quoted += "'\\''"
            // A backslash of the name must not be taken for the one that is for cron.
            case "%": quoted += quoted.last == "\\" ? "''\\%" : "\\%"
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "'"
    }

    /// A word of a command line of systemd: in quotation marks, with `$` and `%` doubled.
    static func command(_ word: [UInt8]) -> String {
        quoted(word, doubling: ["%", "$"])
    }

    /// A path in a list of systemd's: there `$` means nothing.
    static func path(_ path: [UInt8]) -> String {
        quoted(path, doubling: ["%"])
    }

    private static func quoted(_ word: [UInt8], doubling doubled: Set<Unicode.Scalar>) -> String {
        let text = String(decoding: word, as: UTF8.self)
        if word.allSatisfy(isPlainInShell) && !word.isEmpty { return text }
        var quoted = "\""
        for scalar in text.unicodeScalars {
            if scalar == "\"" || scalar == "\\" { quoted += "\\" }
            if doubled.contains(scalar) { quoted.unicodeScalars.append(scalar) }
            quoted.unicodeScalars.append(scalar)
        }
        return quoted + "\""
    }
}
