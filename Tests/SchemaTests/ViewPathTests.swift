import SQLite
import TestSupport
import Testing

/// Paths in the views, put together from the names where they are too long to store.
@Suite struct ViewPathTests {
    private let index: SchemaIndex

    init() throws {
        index = try SchemaIndex()
    }

    private func value(_ bytes: [UInt8]) -> Value {
        String(validating: bytes, as: UTF8.self).map { .text($0) } ?? .bytes(bytes)
    }

    @Test("below the root of all file systems paths begin with one slash", arguments: [true, false])
    func slash(isStored: Bool) throws {
        try index.addRoot("/")
        try index.addFolder(2, in: 1, "a", path: isStored ? "/a" : nil)
        try index.addFolder(3, in: 2, "b", path: isStored ? "/a/b" : nil)
        for folder in 1...3 { try index.addImage(Int64(folder), in: Int64(folder)) }
        #expect(try index.rows("SELECT path FROM folders ORDER BY id") == [["/"], ["/a"], ["/a/b"]])
        #expect(
            try index.rows("SELECT path, folder FROM images ORDER BY id")
                == [["/a.jpg", "/"], ["/a/a.jpg", "/a"], ["/a/b/a.jpg", "/a/b"]]
        )
    }

    @Test("a path is text if all its names are, else bytes; always the right ones, stored or not", arguments: 0..<16)
    func types(bits: Int) throws {
        func name(_ bit: Int) -> [UInt8] {
            bits & 1 << bit == 0 ? Array("n\(bit)\u{E9}".utf8) : [0xFF, UInt8(bit + 1), 0xC3]
        }
        for isStored in [true, false] {
            let index = try SchemaIndex()
            var path = [UInt8(ascii: "/")] + name(0)
            try index.addRoot(value(path))
            for id in 1...2 {
                path += [UInt8(ascii: "/")] + name(id)
                try index.addFolder(Int64(id + 1), in: Int64(id), value(name(id)), path: isStored ? value(path) : nil)
            }
            try index.addImage(1, in: 3, value(name(3)))
            let image = path + [UInt8(ascii: "/")] + name(3)
            #expect(
                try index.rows("SELECT path, folder, name FROM images") == [
                    [value(image), value(path), value(name(3))]
                ]
            )
            #expect(try index.rows("SELECT path FROM folders WHERE id = 3") == [[value(path)]])
            try index.connection.execute(
                "INSERT INTO change (run, what, image, proof, proof_folder) VALUES (1, 'missing', 1, 'listed', 3)"
            )
            #expect(
                try index.rows("SELECT path, proof FROM changes WHERE what = 'missing'")
                    == [[value(image), value(Array("listed:".utf8) + path)]]
            )
        }
    }

    @Test("odd names keep their bytes on the way", arguments: OddName.all)
    func odd(name: [UInt8]) throws {
        try index.addRoot()
        try index.addFolder(2, in: 1, value(name))
        try index.addFolder(3, in: 2, "below")
        try index.addImage(1, in: 3, value(name))
        let folder = Array("/r/".utf8) + name + Array("/below".utf8)
        #expect(try index.rows("SELECT path FROM folders WHERE id = 3") == [[value(folder)]])
        #expect(try index.rows("SELECT path FROM images") == [[value(folder + [UInt8(ascii: "/")] + name)]])
    }

    @Test("in a chain of 2,000 folders all paths are right", arguments: [true, false])
    func deep(isText: Bool) throws {
        let name: [UInt8] = isText ? Array("a folder".utf8) : Array("a folde".utf8) + [0xE9]
        try index.addRoot()
        try index.connection.begin()
        var path = Array("/r".utf8)
        for id in 2...2_000 {
            path += [UInt8(ascii: "/")] + name
            let isStored = path.count <= 4_096
            try index.addFolder(Int64(id), in: Int64(id - 1), value(name), path: isStored ? value(path) : .null)
        }
        try index.addImage(1, in: 2_000, "deep.jpg")
        try index.connection.commit()
        #expect(try index.rows("SELECT path FROM images") == [[value(path + Array("/deep.jpg".utf8))]])
        var wrong = 0
        for row in try index.rows("SELECT id, path FROM folders ORDER BY id") {
            guard case .integer(let id) = row[0] else { continue }
            if row[1] != value(Array(path[..<(2 + Int(id - 1) * (name.count + 1))])) { wrong += 1 }
        }
        #expect(wrong == 0)
    }
}
