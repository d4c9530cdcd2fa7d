import Testing

@testable import imgindex

/// The place for an option and an environment.
private func place(_ option: String?, _ environment: [String: String]) throws(UsageError) -> IndexLocation {
    try IndexLocation(option: option.map { [UInt8]($0.utf8) }, for: .status) { name in
        environment[name].map { [UInt8]($0.utf8) }
    }
}

@Suite("The place of the index")
struct IndexLocationTests {
    private static let all = ["IMGINDEX_FILE": "env.db", "XDG_DATA_HOME": "/data", "HOME": "/home/me"]

    @Test("is the option before all else, then IMGINDEX_FILE; their folders are not ours to make")
    func named() throws {
        let option = try place("a.db", Self.all)
        #expect(option.file == [UInt8]("a.db"))
        #expect(option.folderToMake == nil)
        let variable = try place(nil, Self.all)
        #expect(variable.file == [UInt8]("env.db"))
        #expect(variable.folderToMake == nil)
    }

    @Test(
        "is in the data folder else, and that folder is ours to make",
        arguments: [
            (["XDG_DATA_HOME": "/data", "HOME": "/home/me"], "/data/imgindex"),
            (["XDG_DATA_HOME": "/data//", "HOME": "/home/me"], "/data/imgindex"),
            (["XDG_DATA_HOME": "/"], "/imgindex"),
            (["XDG_DATA_HOME": "relative", "HOME": "/home/me"], "/home/me/.local/share/imgindex"),
            (["XDG_DATA_HOME": "", "IMGINDEX_FILE": "", "HOME": "/home/me/"], "/home/me/.local/share/imgindex"),
            (["HOME": "/"], "/.local/share/imgindex"),
        ] as [([String: String], String)]
    )
    func standard(environment: [String: String], folder: String) throws {
        let location = try place(nil, environment)
        #expect(location.file == [UInt8]((folder + "/index.db").utf8))
        #expect(location.folderToMake == [UInt8](folder.utf8))
    }

    @Test("takes an empty option for none")
    func emptyOption() throws {
        #expect(try place("", Self.all) == place(nil, Self.all))
    }

    @Test(
        "is an error when nothing says where",
        arguments: [[:], ["HOME": ""], ["HOME": "relative", "XDG_DATA_HOME": "also"], ["IMGINDEX_FILE": ""]]
    )
    func nowhere(environment: [String: String]) {
        let error = #expect(throws: UsageError.self) { try place(nil, environment) }
        #expect(
            error?.description == """
                imgindex: no place for the index: environment: set HOME, or name a file with '--index=FILE'
                Try 'imgindex status --help'.
                """
        )
    }

    @Test("keeps bytes that are no text")
    func bytes() throws {
        let location = try IndexLocation(option: nil, for: .index) { $0 == "HOME" ? [0x2F, 0xFF] : nil }
        #expect(location.file == [0x2F, 0xFF] + [UInt8]("/.local/share/imgindex/index.db".utf8))
    }

    @Test("comes from the environment of the process when asked")
    func process() {
        #expect(ProcessInput.environment("PATH")?.isEmpty == false)
        #expect(ProcessInput.environment("IMGINDEX_NO_SUCH_VARIABLE") == nil)
    }
}
