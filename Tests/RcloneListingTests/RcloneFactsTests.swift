import Listing
import Testing

@testable import RcloneListing

/// What differs from store to store, and what rclone is given.
@Suite struct RcloneFactsTests {
    private func item(_ text: String) throws -> RcloneItem {
        try #require(RcloneItem.all(in: Array("[{\(text)}]".utf8))?.items.first)
    }

    private func facts(_ type: String, _ text: String, precision: Int64? = 1, folder: String = "") throws -> FileFacts {
        RcloneFacts(.of(type), precision: precision, folder: Array(folder.utf8)).facts(of: try item(text))
    }

    @Test("each kind of store is in the table once, and says why")
    func table() {
        let types = RcloneBackend.table.map(\.type)
        #expect(Set(types).count == types.count)
        for backend in RcloneBackend.table + [.other] { #expect(!backend.reason.isEmpty && backend.precision > 0) }
        #expect(RcloneBackend.of("crypt") == .other && RcloneBackend.of(nil) == .other)
    }

    @Test("where ids last they number the items, elsewhere their paths do")
    func numbers() throws {
        let (one, other) = (
            #""Name": "a.jpg", "IsDir": false, "ID": "1""#, #""Name": "b.jpg", "IsDir": false, "ID": "1""#
        )
        #expect(try facts("drive", one).inode == facts("drive", other, folder: "x").inode)
        #expect(try facts("s3", one).inode != facts("s3", other).inode)
        #expect(try facts("s3", one, folder: "x/y").inode == facts("s3", one, folder: "x/y").inode)
        #expect(try facts("s3", one, folder: "x").inode != facts("s3", one, folder: "y").inode)
        // The same file, whichever of the folders above it the root is.
        let name = #""Name": "y", "IsDir": true"#
        #expect(
            try facts("s3", name, folder: "x").inode
                == RcloneFacts(.of("s3"), precision: 1, folder: Array("x/y".utf8)).facts.inode
        )
    }

    @Test("the time of a folder that is the moment of asking makes nothing changed")
    func folderTimes() throws {
        let times = ["2026-12-03T06:39:40.863719486Z", "2026-12-03T06:39:41.1Z"]
        for type in ["s3", "dropbox", ""] {
            let found = try times.map {
                try facts(type, #""Name": "a", "IsDir": true, "Size": 0, "ModTime": "\#($0)""#)
            }
            #expect(found[0] == found[1] && found[0].modified == FileFacts.unknownTime)
        }
    }

    @Test("times are as exact as the store and no more; a store without times has none")
    func precision() throws {
        let text = #""Name": "a", "IsDir": false, "Size": 1, "ModTime": "2020-01-01T00:00:00.123456789Z""#
        #expect(try facts("", text).modified == 1_577_836_800_123_456_789)
        #expect(try facts("", text, precision: 1_000_000_000).modified == 1_577_836_800_000_000_000)
        #expect(try facts("", text, precision: nil).modified == FileFacts.unknownTime)
        var none = RcloneFeatures()
        none.precision = nil
        // Times of WebDAV cannot be set; there are some all the same.
        #expect(
            RcloneBackend.of("webdav").precision(none) == 1_000_000_000 && RcloneBackend.other.precision(none) == nil
        )
        #expect(RcloneBackend.of("drive").precision(RcloneFeatures()) == 1_000_000)
    }

    @Test("the stamp differs with size, time and digest, and with nothing else")
    func stamps() throws {
        let base = #""Name": "a", "IsDir": false, "Size": 1, "ModTime": "2020-01-01T00:00:00Z""#
        let same = try facts("s3", base + #", "Tier": "COLD", "MimeType": "x""#)
        #expect(try facts("s3", base) == same)
        for other in [
            base + #", "Hashes": {"md5": "1"}"#, base.replacing("Size\": 1", with: "Size\": 2"),
            base.replacing("2020", with: "2021"), base.replacing("Size\": 1", with: "Size\": -1"),
        ] {
            #expect(try facts("s3", other).changed != same.changed)
        }
    }

    @Test("what rclone says of a store is taken: a digest only if it is cheap, times only if it has some")
    func features() {
        let read = { (text: String) in RcloneFeatures(Array(text.utf8)) }
        let fast = read(#"{"Features": {"SlowHash": false}, "Hashes": ["crc32", "sha1"], "Precision": 1000}"#)
        #expect(fast?.hash == "sha1" && fast?.precision == 1_000)
        #expect(read(#"{"Features": {"SlowHash": true}, "Hashes": ["md5"], "Precision": 1}"#)?.hash == nil)
        #expect(read(#"{"Features": {}, "Precision": 3153600000000000000}"#)?.precision == .some(nil))
        #expect(read("{}") == nil)
    }

    @Test("rclone is given what it needs to log in and find the way, and no option that changes what is listed")
    func environment() {
        let given = [
            "HOME=/h", "PATH=/bin:relative:/usr/bin", "XDG_CONFIG_HOME=/x", "RCLONE_CONFIG=/c",
            "RCLONE_CONFIG_NAS_TYPE=sftp",
            "RCLONE_CONFIG_PASS=p", "HTTPS_PROXY=http://p", "SSL_CERT_FILE=/ca",
        ]
        let kept = [
            "AWS_CA_BUNDLE=/ca", "RCLONE_EXCLUDE=*.jpg", "RCLONE_MAX_AGE=1d", "RCLONE_RC_PASS=x", "BOX_TOKEN=t",
            "LD_PRELOAD=/x.so", "RCLONE_FILTER=- *", "odd", "=", "RCLONE_VERBOSE=9", "RCLONE_SFTP_SKIP_LINKS=false",
        ]
        let environment = RcloneEnvironment(of: (given + kept).map { Array($0.utf8) })
        #expect(environment.entries == (given + RcloneEnvironment.fixed).map { Array($0.utf8) })
        #expect(environment.option("type", of: "nas") == "sftp" && environment.option("host", of: "nas") == nil)
        #expect(environment.program("rclone") { $0 == Array("/usr/bin/rclone".utf8) } == Array("/usr/bin/rclone".utf8))
        #expect(environment.program("rclone") { _ in false } == nil)
    }

    @Test(
        "a root has one spelling, and is handed to rclone as it was meant",
        arguments: [
            ("rclone:nas:", "rclone:nas:.", "nas:", "sftp"), ("rclone:nas", "rclone:nas:.", "nas:", "sftp"),
            ("rclone:nas:a//b/", "rclone:nas:./a/b", "nas:a/b", "sftp"),
            ("rclone:nas:./a/b", "rclone:nas:./a/b", "nas:a/b", "sftp"),
            ("rclone:nas:./a/b", "rclone:nas:/a/b", "nas:a/b", "alias"),
            ("rclone:nas:/a/b", "rclone:nas:/a/b", "nas:/a/b", "alias"),
            ("rclone:nas:/a/b", "rclone:nas:/a/b", "nas:/a/b", "sftp"),
            ("rclone:nas:/", "rclone:nas:", "nas:/", "sftp"),
            ("rclone:nas:/a/../b/.", "rclone:nas:/b", "nas:b", "s3"),
        ]
    )
    func roots(typed: String, path: String, place: String, type: String) throws {
        let root = try #require(RemoteRoot(Array(typed.utf8)))
        let name = try #require(RcloneRootName(root))
        #expect(String(decoding: name.path(.of(type)), as: UTF8.self) == path)
        #expect(name.problem == nil)
        #expect(String(decoding: name.place(.of(type)), as: UTF8.self) == place)
        #expect(try #require(RemoteRoot(root.typed)).typed == root.typed)
        #expect(RemoteRoot(root.typed)?.isAbsolute == root.isAbsolute)
    }

    @Test(
        "what makes a remote on the command line is not taken",
        arguments: ["rclone::local:/x", "rclone:s3,secret=x:b"]
    )
    func connectionStrings(typed: String) throws {
        #expect(RcloneRootName(try #require(RemoteRoot(Array(typed.utf8))))?.problem != nil)
    }

    @Test("a remote of another host or account is another volume; one whose token was refreshed is not")
    func volumes() throws {
        let name = try #require(RemoteRoot(Array("rclone:nas:/x".utf8)).flatMap(RcloneRootName.init))
        let volume = { (options: [String: String]) in About { options["\($0)"] }.volume(name).identity }
        let base = ["type": "sftp", "host": "h", "token": "1"]
        #expect(volume(base) == volume(base.merging(["token": "2"]) { $1 }))
        #expect(volume(base) != volume(base.merging(["host": "i"]) { $1 }))
        #expect(String(decoding: volume([:]), as: UTF8.self) == "rclone:nas:")
    }

    @Test("the place on a command line is the remote with the folder behind it")
    func places() {
        for (remote, folder, place) in [
            ("r:", "", "r:"), ("r:", "a/b", "r:a/b"), ("r:x", "a", "r:x/a"), ("r:/", "a", "r:/a"),
        ] {
            #expect(RcloneServer.place(Array(remote.utf8), Array(folder.utf8)) == Array(place.utf8))
        }
    }
}
