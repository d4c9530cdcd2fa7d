import Testing

@testable import Listing

/// Which mount a folder is on.
@Suite struct MountTreeTests {
    private func mounts(_ lines: [String], root: String = "/srv/r") -> MountTree {
        MountTree(root: Array(root.utf8), table: lines.compactMap { Mount(line: Array($0.utf8)) })
    }

    private func path(_ names: String..., root: String = "/srv/r") -> TreePath {
        names.reduce(TreePath(root: Array(root.utf8))) { TreePath(Array($1.utf8), in: $0) }
    }

    private let disk = "20 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw"

    @Test("a line with tags and octal digits is taken apart, and one that is cut short is none")
    func line() throws {
        let mount = try #require(
            Mount(
                line: Array(
                    #"36 35 98:0 /sub /mnt\0401\134x rw,noatime master:1 shared:7 - fuse.sshfs me@host:/a\040b rw"#.utf8
                )
            )
        )
        #expect(mount.point == Array(#"/mnt 1\x"#.utf8) && mount.type == "fuse.sshfs" && mount.canHang)
        #expect(mount.number == Array("36".utf8) && mount.source == Array(#"me@host:/a\040b"#.utf8))
        for text in ["", "36 35 98:0 / /mnt rw", "36 35 98:0 / /mnt rw - nfs", "36 35 98:0 / /mnt rw x y z"] {
            #expect(Mount(line: Array(text.utf8)) == nil)
        }
    }

    @Test("mounts at, above and below a root count, those beside it do not")
    func around() {
        for point in ["/", "/srv", "/srv/r", "/srv/r/a/b"] {
            #expect(mounts([disk, "21 20 0:9 / \(point) rw - cifs //x/y rw"]).canHang)
            for kind in ["nfs", "nfs4", "virtiofs", "prl_fs", "fuse", "fuseblk", "fuse.sshfs", "autofs"] {
                #expect(mounts([disk, "21 20 0:9 / \(point) rw - \(kind) x rw"]).canHang, "\(kind)")
            }
        }
        for point in ["/srv/rr", "/srv/q", "/sr"] {
            #expect(!mounts([disk, "21 20 0:9 / \(point) rw - cifs //x/y rw"]).canHang)
        }
        #expect(!mounts([disk, "21 20 0:9 / /srv rw - nfs x:/ rw", "22 21 8:2 / /srv/r rw - xfs /dev/b rw"]).canHang)
    }

    @Test("a folder is on the nearest mount above it, and what is below one that can hang can hang")
    func nearest() {
        let tree = mounts([
            disk, "21 20 0:9 / /srv/r/net rw - nfs4 x:/ rw", "22 21 8:2 / /srv/r/net/in rw - xfs /dev/b rw",
            "23 20 8:3 / /srv/r/disk rw - xfs /dev/c rw",
        ])
        #expect(tree.place(of: path()) == .init(mount: 0, canHang: false))
        #expect(tree.place(of: path("other", "net")) == .init(mount: 0, canHang: false))
        #expect(tree.place(of: path("net")) == .init(mount: 1, canHang: true))
        #expect(tree.place(of: path("net", "in")) == .init(mount: 2, canHang: true))
        #expect(tree.place(of: path("net", "in", "a", "b")) == .init(mount: 2, canHang: true))
        #expect(tree.place(of: path("disk", "a", "b", "c")) == .init(mount: 3, canHang: false))
    }

    @Test("of two mounts at one place the later one counts, also at the root")
    func over() {
        let tree = mounts([
            disk, "21 20 0:9 / /srv/r rw - nfs4 x:/ rw", "22 21 8:2 / /srv/r rw - xfs /dev/b rw",
            "23 22 8:3 / /srv/r/a rw - xfs /dev/c rw", "24 23 0:8 / /srv/r/a rw - nfs y:/ rw",
        ])
        #expect(tree.place(of: path()) == .init(mount: 2, canHang: false))
        #expect(tree.place(of: path("a")) == .init(mount: 4, canHang: true))
    }

    @Test("a folder far below all mounts is on the mount that its ancestors are on")
    func deep() {
        let tree = mounts([disk, "21 20 0:9 / /srv/r/net rw - nfs4 x:/ rw"])
        for (top, place) in [("net", MountTree.Place(mount: 1, canHang: true)), ("x", .init(mount: 0, canHang: false))]
        {
            var folder = path(top)
            for _ in 0..<1_000 {
                folder = TreePath(Array("d".utf8), in: folder)
                #expect(tree.place(of: folder) == place)
            }
            #expect(tree.place(of: folder) == place)
        }
    }

    @Test("with the root folder as root everything is below it")
    func rootFolder() {
        let tree = mounts([disk, "21 20 0:9 / /net rw - nfs4 x:/ rw"], root: "/")
        #expect(tree.canHang)
        #expect(tree.place(of: path("net", root: "/")) == .init(mount: 1, canHang: true))
        #expect(tree.place(of: path(root: "/")) == .init(mount: 0, canHang: false))
    }
}
