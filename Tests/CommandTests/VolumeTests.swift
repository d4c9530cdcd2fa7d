import Testing

/// Volumes that come, go and change their places.
@Suite(.enabled(if: MountScene.canMount)) struct VolumeTests {
    @Test("a root whose volume is gone, or another in its place, is offline, and nothing below it changes")
    func root() throws {
        let lines = try MountScene()(
            """
            cd /; mount -t tmpfs one "$root"; touch "$root/a.jpg"; mkdir "$root/sub"; touch "$root/sub/b.jpg"; run
            umount "$root"; run; status ../tree; ask "SELECT status FROM folders"; images
            mount -t tmpfs two "$root"; touch "$root/c.jpg"; run; images; umount "$root"
            """
        )
        let images = ["1|a.jpg|present", "2|sub/b.jpg|present"]
        #expect(lines == ["exit 0", "exit 66", "offline", "listed"] + images + ["exit 66"] + images)
    }

    @Test("a subfolder whose volume is gone is offline, and all is as before when it is back")
    func subfolder() throws {
        let lines = try MountScene()(
            """
            mkdir m; touch top.jpg; mount -t tmpfs one m; touch m/a.jpg; mkdir m/s; touch m/s/b.jpg; run
            mkdir ../aside; mount --bind m ../aside; umount m; run; status m; status m/s; images
            mount --bind ../aside m; run; status m; ask "SELECT unchanged, errors FROM last_run"
            """
        )
        let images = ["1|top.jpg|present", "2|m/a.jpg|present", "3|m/s/b.jpg|present"]
        #expect(lines == ["exit 0", "exit 1", "offline", "listed"] + images + ["exit 0", "listed", "3|0"])
    }

    @Test("of a subfolder whose volume is gone it is told which that is, which is there, and what to do")
    func subfolderTold() throws {
        let lines = try MountScene()(
            """
            mkdir m; touch top.jpg; mount -t tmpfs one m; touch m/a.jpg; run; umount m
            "$command" index --index="$index" "$root" 2>&1
            "$command" index --index="$index" -v "$root" 2>&1 | grep -o 'cannot take folder: .*/m'; ask "SELECT what, problem FROM problems"
            "$command" status --index="$index" | tail -n 1
            """
        )
        let told = lines.dropFirst().filter { !$0.hasPrefix("cannot take folder: /") }.map {
            $0.contains(", and was on '") && $0.contains("; mount that one, or 'imgindex accept'")
        }
        #expect(lines.count == 5 && told == [true, true, false], "\(lines)")
        for line in lines.dropFirst(1).prefix(1) + lines.suffix(1) {
            #expect(line.contains(": imgindex accept --index=/") && line.hasSuffix("/tree"), "\(line)")
        }
    }

    @Test("with --one-file-system a mount is left out whatever rules lie in it")
    func rulesOnOtherVolume() throws {
        let lines = try MountScene()(
            """
            mkdir m; touch top.jpg; mount -t tmpfs one m; touch m/a.jpg; echo '*.png' >m/.imgindexignore
            run --one-file-system; status m; images; umount m
            """
        )
        #expect(lines == ["exit 0", "other-volume", "1|top.jpg|present"])
    }

    @Test("another volume mounted over a folder makes it offline, until it is gone again")
    func over() throws {
        let lines = try MountScene()(
            """
            mkdir m; touch m/a.jpg; run
            mount -t tmpfs one m; touch m/x.jpg; run; status m; images; umount m
            run; status m; images
            """
        )
        #expect(
            lines == ["exit 0", "exit 1", "offline", "1|m/a.jpg|present", "exit 0", "listed", "1|m/a.jpg|present"]
        )
    }

    @Test("a folder of the tree that is mounted at a second place in it is no loop and steals no rows")
    func bind() throws {
        let lines = try MountScene()(
            """
            mkdir x y loop; touch x/a.jpg; run
            mount --bind x y; mount --bind . loop; run; images; run
            ask "SELECT unchanged, moved, added, errors FROM last_run"; umount loop; umount y
            """
        )
        #expect(
            lines == [
                "exit 0", "exit 0", "1|x/a.jpg|present", "2|loop/x/a.jpg|present", "3|y/a.jpg|present", "exit 0",
                "3|0|0|0",
            ]
        )
    }

    @Test("a volume that is mounted elsewhere in the tree takes its rows with it")
    func elsewhere() throws {
        let lines = try MountScene()(
            """
            mkdir m n; mount -t tmpfs one m; touch m/a.jpg; mkdir m/s; touch m/s/b.jpg; run
            mount --bind m n; umount m; run; images; run; images
            """
        )
        let moved = ["1|n/a.jpg|present", "2|n/s/b.jpg|present"]
        #expect(lines.filter { !$0.hasPrefix("exit") } == moved + moved)
        #expect(lines.last { $0.hasPrefix("exit") } == "exit 0")
    }

    @Test("with --one-file-system a mount is not entered, and what was known below it is excluded until it is again")
    func oneFileSystem() throws {
        let lines = try MountScene()(
            """
            mkdir m; touch a.jpg; mount -t tmpfs one m; touch m/b.jpg; mkdir m/s; touch m/s/c.jpg; run
            run --one-file-system; status m; status m/s; images
            ask "SELECT state, folders_excluded, excluded, errors, one_file_system FROM last_run"
            run --one-file-system; ask "SELECT excluded, unchanged FROM last_run"
            run; status m; ask "SELECT returned, one_file_system FROM last_run"
            """
        )
        #expect(
            lines == [
                "exit 0", "exit 0", "other-volume", "excluded", "1|a.jpg|present", "2|m/b.jpg|excluded",
                "3|m/s/c.jpg|excluded", "complete|1|2|0|1", "exit 0", "0|1", "exit 0", "listed", "2|0",
            ]
        )
    }

    @Test("images that were kept out with their volume do not become missing when it is gone")
    func excludedAndGone() throws {
        let lines = try MountScene()(
            """
            mkdir m; touch a.jpg; mount -t tmpfs one m; touch m/b.jpg; run; run --one-file-system; umount m
            run; status m; images; run; status m; images
            """
        )
        let gone = ["exit 1", "offline", "1|a.jpg|present", "2|m/b.jpg|excluded"]
        #expect(lines == ["exit 0", "exit 0"] + gone + gone)
    }

    @Test("a mount that was never entered has one row, and none below it; a bind mount of the same volume is entered")
    func neverEntered() throws {
        let lines = try MountScene()(
            """
            mkdir m x y; touch x/a.jpg; mount -t tmpfs one m; touch m/b.jpg; mount --bind x y
            run --one-file-system; status m; images; ask "SELECT count(*) FROM folders"; umount m; run; status m
            """
        )
        #expect(
            lines == ["exit 0", "other-volume", "1|x/a.jpg|present", "2|y/a.jpg|present", "4", "exit 0", "listed"]
        )
    }
}
