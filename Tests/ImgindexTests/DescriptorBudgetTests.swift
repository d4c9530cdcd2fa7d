import Testing

@testable import imgindex

@Suite("The budget of descriptors")
struct DescriptorBudgetTests {
    @Test("is nothing where fewer than the fewest are left, whoever has the others", arguments: [0, 3, 4, 50, 1_000])
    func fewest(open: Int) {
        for left in -3..<DescriptorBudget.fewest {
            #expect(DescriptorBudget(limit: open + left, open: open, width: 8) == nil)
        }
        let budget = DescriptorBudget(limit: open + DescriptorBudget.fewest, open: open, width: 8)
        #expect(budget?.width == 1 && budget?.readers == 1 && budget?.openFolders == 1)
    }

    @Test("shares out no more than there are, and never less for more", arguments: [1, 2, 8, 16, 128])
    func sharing(width: Int) throws {
        let open = 5
        var last = 0
        for left in DescriptorBudget.fewest..<1_500 {
            let budget = try #require(DescriptorBudget(limit: left + open, open: open, width: width))
            #expect((1...width).contains(budget.width) && budget.width >= last)
            #expect((1...8).contains(budget.readers) && (1...128).contains(budget.openFolders))
            // The fewest have one lane, one reader and one open folder in them.
            let shared = budget.width * 3 + budget.readers * 2 + budget.openFolders
            #expect(shared <= left - DescriptorBudget.fewest + 6)
            last = budget.width
        }
        #expect(last == width)
    }

    @Test("has all the lanes that may be asked for under the usual limits", arguments: [1_024, 1 << 20, Int.max])
    func usual(limit: Int) {
        #expect(DescriptorBudget(limit: limit, open: 3, width: 128)?.width == 128)
    }

    @Test("counts what is open below a limit, and not what is above it")
    func openCount() {
        let all = DescriptorBudget.openCount(below: .max)
        #expect(all >= 3)
        #expect(DescriptorBudget.openCount(below: 3) == 3 && DescriptorBudget.openCount(below: 0) == 0)
    }
}
