import Testing

@testable import imgindex

@Suite("The table of options")
struct OptionTableTests {
    @Test("has one row for each name, and no letter twice in a scope")
    func unique() {
        #expect(OptionTable.rows.map(\.name.rawValue).sorted() == OptionName.allCases.map(\.rawValue).sorted())
        for scope in [nil] + Command.allCases {
            let letters = OptionTable.rows(in: scope).compactMap(\.letter)
            #expect(Set(letters).count == letters.count)
            #expect(letters.allSatisfy { $0.isASCII })
        }
    }

    @Test("has no row that the command takes and then forgets", arguments: OptionTable.rows.map(\.name))
    func everyOptionCounts(name: OptionName) throws {
        for row in OptionTable.rows where row.name == name {
            for command in row.scopes.compactMap({ $0 }) {
                let plain = [[UInt8](command.rawValue.utf8)] + neededArguments(of: command)
                let option = [UInt8]((name.typed + (row.kind.standsAlone ? "" : "=7")).utf8)
                let with = try Invocation(arguments: plain + [option])
                let without = try Invocation(arguments: plain)
                #expect(with != without)
            }
        }
    }

    @Test("conflicts only options that share a command")
    func conflicts() {
        for pair in OptionTable.conflicts {
            let shared = Command.allCases.filter { command in
                let names = OptionTable.rows(in: command).map(\.name)
                return names.contains(pair.first) && names.contains(pair.second)
            }
            #expect(!shared.isEmpty)
        }
    }
}
