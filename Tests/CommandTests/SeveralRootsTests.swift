import TestSupport
import Testing

/// Several roots in one index; no file gets two rows.
@Suite struct SeveralRootsTests {
    @Test("a root spelled in another way is the same root")
    func spellings() throws {
        let scene = try Scene()
        try scene.add("x/a.jpg")
        try scene.place.folder.makeLink(bytes("link"), to: bytes("tree/x"))
        try scene.place.folder.makeLink(bytes("linked tree"), to: scene.root)
        let spellings = [
            ("tree/x", ""), ("tree/x/", ""), ("./tree/x", ""), ("tree//x/.", ""), ("tree/../tree/x", ""), ("link", ""),
            ("link/", ""), ("linked tree/x", ""), ("x", "tree"), (".", "tree/x"), ("../x", "tree/x"),
            ("./", "linked tree/x"),
        ]
        for (number, (spelling, folder)) in spellings.enumerated() {
            let arguments = scene.indexArguments(["-v"], [bytes(spelling)])
            let end = try scene.command(arguments, folder: scene.place.path(of: bytes(folder)))
            #expect(end.exitCode == 0 && end.changes == [number == 0 ? "added" : "unchanged": 1], "\(spelling)")
        }
        #expect(try scene.query("SELECT path FROM root") == [text(scene.path("x"))])
        let twice = try scene.run(roots: [scene.path("x"), scene.path("x/")])
        #expect(twice.exitCode == 0 && twice.outputText.split(separator: "\n").count == 2)
        #expect(try scene.value("SELECT count(*) FROM images") == "1")
    }

    @Test("two roots beside each other have a line, a run and rows of their own")
    func twoRoots() throws {
        let scene = try Scene()
        try scene.add("a/x.jpg", "b/y.jpg", "b/z.jpg", "ab/no.jpg")
        let end = try scene.run(roots: [scene.path("a"), scene.path("b")])
        let lines = end.outputText.split(separator: "\n")
        #expect(end.exitCode == 0 && lines.count == 2)
        #expect(lines.first?.hasPrefix("\(text(scene.path("a"))): 1 folders, 1 images, 1 added, ") == true)
        #expect(lines.last?.hasPrefix("\(text(scene.path("b"))): 1 folders, 2 images, 2 added, ") == true)
        #expect(
            try scene.query("SELECT root, images_seen FROM runs ORDER BY id") == [
                "\(text(scene.path("a")))|1", "\(text(scene.path("b")))|2",
            ]
        )
        #expect(
            try scene.query("SELECT root, count(*) FROM images GROUP BY root ORDER BY root") == [
                "\(text(scene.path("a")))|1", "\(text(scene.path("b")))|2",
            ]
        )
        // The name of one begins with that of the other, and still they are two.
        #expect(try scene.run(roots: [scene.path("ab")]).changes == ["added": 1])
        #expect(try scene.damage() == [])
    }

    @Test("a root inside another shares its rows, whichever came first", arguments: [false, true])
    func nested(innerFirst: Bool) throws {
        let scene = try Scene()
        try scene.add("p/a.jpg", "p/s/b.jpg", "p/s/deep/c.jpg")
        let roots = [[scene.path("p")], [scene.path("p/s")]]
        for root in innerFirst ? roots.reversed() : roots { #expect(try scene.run(roots: root).exitCode == 0) }
        #expect(try scene.presentImages() == ["p/a.jpg", "p/s/b.jpg", "p/s/deep/c.jpg"])
        #expect(try scene.value("SELECT count(*) FROM images") == "3")
        #expect(try scene.value("SELECT count(*), count(DISTINCT path) FROM folders") == "3|3")
        #expect(try scene.query("SELECT DISTINCT root FROM images") == [text(scene.path("p"))])
        #expect(try scene.value("SELECT tree_image_count FROM folders WHERE parent_id IS NULL") == "3")
        #expect(try scene.damage() == [])

        try scene.folder("p/s").remove(bytes("b.jpg"))
        #expect(try scene.run(roots: roots[0]).changes == ["missing": 1, "unchanged": 2])
        #expect(try scene.presentImages() == ["p/a.jpg", "p/s/deep/c.jpg"])
        #expect(try scene.run(roots: roots[1]).changes == ["unchanged": 1])
        try scene.add("p/s/new.jpg")
        #expect(try scene.run(roots: roots[1]).changes == ["added": 1, "unchanged": 1])
        #expect(try scene.run(roots: roots[0]).changes == ["unchanged": 3])
        #expect(try scene.value("SELECT tree_image_count FROM folders WHERE parent_id IS NULL") == "3")
        #expect(try scene.damage() == [])
    }

    @Test("a root inside another is the folder that is there, not one of its name that is missing")
    func renamedInside() throws {
        let scene = try Scene()
        try scene.add("a/1.jpg", "b/2.jpg", "b/3.jpg", "c/4.jpg")
        try scene.run()
        _ = try scene.shell("rm -r tree/a")
        try scene.tree.rename(bytes("b"), to: bytes("a"))
        #expect(try scene.run("--hold-files=100").changes == ["missing": 1, "moved": 2, "unchanged": 1])
        #expect(try scene.run(roots: [scene.path("a")]).changes == ["unchanged": 2])
        #expect(try scene.run().changes == ["unchanged": 3])
        #expect(
            try scene.query("SELECT name, count(*) FROM images GROUP BY name, state ORDER BY name")
                == ["1.jpg|1", "2.jpg|1", "3.jpg|1", "4.jpg|1"]
        )
        #expect(try scene.damage() == [])
    }

    @Test("the folder around all, and one in the middle, come after the innermost root")
    func threeLevels() throws {
        let scene = try Scene()
        try scene.add("1.jpg", "a/2.jpg", "a/b/3.jpg", "a/b/c/4.jpg")
        for name in ["a/b/c", "a", "a/b"] { #expect(try scene.run(roots: [scene.path(name)]).exitCode == 0) }
        #expect(try scene.run().changes == ["added": 1, "unchanged": 3])
        #expect(try scene.value("SELECT count(*) FROM root") == "4")
        #expect(try scene.value("SELECT count(*) FROM folders") == "4")
        #expect(try scene.query("SELECT DISTINCT root FROM folders") == [text(scene.root)])
        #expect(try scene.damage() == [])
        for name in ["a", "a/b", "a/b/c"] { #expect(try scene.run(roots: [scene.path(name)]).counts["added"] == 0) }
        #expect(try scene.damage() == [])
    }

    @Test("an inner root that goes away is missing in the outer one's run, and an error in its own")
    func innerGone() throws {
        let scene = try Scene()
        try scene.add("a.jpg", "s/b.jpg")
        try scene.run(roots: [scene.path("s")])
        try scene.run()
        try scene.folder("s").remove(bytes("b.jpg"))
        try scene.tree.removeFolder(bytes("s"))
        #expect(try scene.run(roots: [scene.path("s")]).exitCode == 66)
        #expect(try scene.presentImages() == ["a.jpg", "s/b.jpg"])
        #expect(try scene.run().changes == ["missing": 1, "unchanged": 1])
        #expect(try scene.presentImages() == ["a.jpg"])
        #expect(try scene.damage() == [])
    }

    @Test("a root whose folder moved with the one above it has rows of its own when something is at its path again")
    func movedWithOneAbove() throws {
        let scene = try Scene()
        try scene.add("x/a/old.jpg")
        for root in [scene.root, scene.path("x/a")] { #expect(try scene.run(roots: [root]).exitCode == 0) }
        try scene.place.folder.rename(bytes("tree/x"), to: bytes("tree/y"))
        #expect(try scene.run().changes == ["moved": 1])
        try scene.add("x/a/new.jpg")
        #expect(try scene.run(roots: [scene.path("x/a")]).changes == ["added": 1])
        #expect(try scene.presentImages() == ["x/a/new.jpg", "y/a/old.jpg"])
        #expect(try scene.run().changes == ["unchanged": 2])
        #expect(try scene.presentImages() == ["x/a/new.jpg", "y/a/old.jpg"])
        #expect(try scene.damage() == [])
    }
}
