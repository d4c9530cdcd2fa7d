import AsyncLoop
import Listing
import TestSupport
import Testing

@testable import Indexing

/// What waits for the writer.
@Suite struct WriterInboxTests {
    private func entry() -> WriterInbox.Entry {
        .finish(IndexedFolder(path: TreePath(root: [47]), row: .init(id: 1)))
    }

    /// An entry of at least this many bytes.
    private func entry(memory: Int, id: Int64 = 1) -> WriterInbox.Entry {
        let folder = IndexedFolder(path: TreePath(root: [47]), row: .init(id: id))
        var record = FolderRecord(folder: folder, outcome: .init(status: .listed))
        record.added = Array(
            repeating: FolderRecord.Added(position: 0, isText: true),
            count: memory / MemoryLayout<FolderRecord.Added>.stride + 1
        )
        return .record(record)
    }

    @Test("the first entry wakes the writer soon, the next ones do not, until it has found nothing more")
    func soon() {
        var inbox = WriterInbox()
        for _ in 0..<2 {
            #expect(inbox.append(entry(), reply: nil).wake == .soon)
            for _ in 0..<9 { #expect(inbox.append(entry(), reply: nil).wake == .no) }
            #expect(inbox.take()?.entries.count == 10)
            // The writer comes back for more before it sleeps.
            #expect(inbox.append(entry(), reply: nil).wake == .no)
            #expect(inbox.take()?.entries.count == 1)
            #expect(inbox.take() == nil)
        }
    }

    @Test("much wakes the writer at once, and once")
    func now() {
        var inbox = WriterInbox()
        #expect(inbox.append(entry(), reply: nil).wake == .soon)
        #expect(inbox.append(entry(memory: WriterInbox.worthWaking), reply: nil).wake == .now)
        #expect(inbox.append(entry(memory: WriterInbox.worthWaking), reply: nil).wake == .no)
        #expect(inbox.take()?.entries.count == 3)
        #expect(inbox.take() == nil)
        #expect(inbox.append(entry(memory: WriterInbox.worthWaking), reply: nil).wake == .now)
    }

    @Test("who brings more than there is room for waits until it is handed over; others go on at once")
    func room() {
        let replied = Tally()
        var inbox = WriterInbox()
        let half = WriterInbox.capacity / 2
        for _ in 0..<4 {
            for (number, isFull) in [(0, false), (1, true), (2, true)] {
                let reply = Reply<Void> { _ in replied.add(1) }
                let answer = inbox.append(entry(memory: half), reply: reply).reply
                #expect((answer == nil) == isFull, "\(number)")
                answer?(())
            }
            // Those without a reply are never held up.
            #expect(inbox.append(entry(), reply: nil).reply == nil)
            let taken = inbox.take()
            #expect(taken?.entries.count == 4 && taken?.waiting.count == 2)
            for reply in taken?.waiting ?? [] { reply(()) }
        }
        #expect(replied.now == 12)
        #expect(inbox.take() == nil)
    }

    @Test("in any sequence entries come out once and in order, each reply is called once, and nobody waits unwoken")
    func random() {
        var generator = SeededGenerator()
        for _ in 0..<100 {
            var inbox = WriterInbox()
            let replied = Tally()
            var brought = 0
            var taken: [Int] = []
            var isWoken = false
            func drain(once: Bool) {
                repeat {
                    guard let (entries, waiting) = inbox.take() else {
                        isWoken = false
                        return
                    }
                    for case .record(let record) in entries { taken.append(Int(record.folder.id)) }
                    for reply in waiting { reply(()) }
                } while !once
            }
            for _ in 0..<Int.random(in: 1...60, using: &generator) {
                if isWoken && generator.chance(1, in: 4) { drain(once: generator.chance(1, in: 2)) }
                let memory = Int.random(in: 0...400_000, using: &generator)
                let next = entry(memory: memory, id: Int64(brought))
                let answer = inbox.append(next, reply: Reply { _ in replied.add(1) })
                brought += 1
                if answer.wake != .no { isWoken = true }
                #expect(isWoken, "IMGINDEX_SEED=\(generator.seed)")
                answer.reply?(())
            }
            drain(once: false)
            #expect(taken == Array(0..<brought), "IMGINDEX_SEED=\(generator.seed)")
            #expect(replied.now == brought, "IMGINDEX_SEED=\(generator.seed)")
        }
    }
}
