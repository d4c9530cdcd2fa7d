import AsyncLoop
import BoxListing
import Dispatch
import Indexing
import Listing

extension IndexCommand {
    /// After so many nanoseconds a position in the stream of events is not gone on from: how long Box keeps events is
    /// nowhere said.
    private static let oldestFeed: UInt64 = 7 * 86_400 * 1_000_000_000

    /// Runs a root on Box.
    ///
    /// - Parameters:
    ///   - root: The root as it was typed.
    ///   - name: What it means.
    ///   - box: How to talk to Box.
    ///   - index: Takes what is found.
    ///   - reply: Called exactly once, with how it ended.
    func runBox(
        _ root: [UInt8],
        _ name: BoxRootName,
        _ box: BoxConnection,
        into index: Confined<IndexFile>,
        reply: Reply<RootEnd>
    ) {
        let session: BoxSession
        // What ends this root is no reason to leave the others out.
        let stop = LoopStop(following: stop)
        do throws(BoxLoginError) {
            session = try box.session(stop, all: self.stop)
        } catch {
            report("cannot read root", root, error.reason)
            return reply(RootEnd(exitCode: .rootUnreadable))
        }
        let queue = index.queue
        BoxTree.find(
            name,
            session,
            reply: Reply { [self] tree in
                switch tree {
                case .failure(let error):
                    index.async { reply(self.cannotFind(root, session.refusal ?? error, $0)) }
                case .success(let tree):
                    readFeed(of: tree, session, index) { feed, isWhole in
                        index.async { index in
                            self.walk(tree, session, stop, feed, isWhole: isWhole, into: index, on: queue, reply: reply)
                        }
                    }
                }
            }
        )
    }

    /// Asks what has happened since the last run, or from where the next one can ask.
    private func readFeed(
        of tree: BoxTree,
        _ session: BoxSession,
        _ index: Confined<IndexFile>,
        completion: @escaping @Sendable (_ news: FeedNews?, _ isWhole: Bool) -> Void
    ) {
        let feed = BoxFeed(session)
        // Before the walk: what happens meanwhile is told again.
        let whole = { @Sendable in
            feed.now(reply: Reply { position in completion(position.map { FeedNews(position: $0) }, true) })
        }
        let isFull = options.full
        index.async { index in
            // An index that cannot be read says so when the run begins.
            let known = isFull ? nil : (try? index.feed(of: tree.top, at: tree.path)).flatMap { $0 }
            guard let known, (currentTime() &- known.taken).magnitude <= Self.oldestFeed else { return whole() }
            feed.news(
                since: known.position,
                reply: Reply { news in
                    if let news { completion(news, false) } else { whole() }
                }
            )
        }
    }

    private func walk(
        _ tree: BoxTree,
        _ session: BoxSession,
        _ stop: LoopStop,
        _ news: FeedNews?,
        isWhole: Bool,
        into index: IndexFile,
        on queue: DispatchQueue,
        reply: Reply<RootEnd>
    ) {
        var rules = rules
        rules.look = isWhole ? .all : .events
        rules.feed = news
        walk(
            tree.path,
            top: tree.top,
            rules,
            RootSource(
                lister: BoxFolderLister(tree, session),
                lanes: Lanes(width: options.width ?? BoxConnection.standardWidth, label: "box lane"),
                replacement: { nil },
                refusal: { session.refusal },
                stop: stop
            ),
            into: index,
            on: queue,
            reply: reply
        )
    }
}
