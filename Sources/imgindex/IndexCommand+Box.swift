import AsyncLoop
import BoxListing
import Dispatch
import Indexing
import Listing

extension IndexCommand {
    /// After so many nanoseconds a position in the stream of events is not gone on from: how long Box keeps events is
    /// nowhere said.
    private static let oldestFeed: Int64 = 7 * 86_400 * 1_000_000_000

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
        do throws(BoxLoginError) {
            session = try box.session(stop)
        } catch {
            report("cannot read root", root, error.reason)
            return reply(RootEnd(exitCode: .loginRefused))
        }
        BoxTree.find(
            name,
            session,
            reply: Reply { [self] tree in
                switch tree {
                case .failure(let error):
                    index.async { reply(self.cannotFind(root, session.refusal ?? error, $0)) }
                case .success(let tree):
                    readFeed(of: tree, session, index) { feed in
                        index.async { self.walk(tree, session, feed, into: $0, on: index.queue, reply: reply) }
                    }
                }
            }
        )
    }

    /// Notes and tells that a root is not there, or nothing is told of it.
    func cannotFind(_ root: [UInt8], _ error: ListingError, _ index: IndexFile) -> RootEnd {
        if error.meaning == .stopped { return RootEnd(exitCode: signals.exitCode ?? .interrupted) }
        let code = error.meaning == .refused ? ExitCode.loginRefused : .rootUnreadable
        var isKnown = false
        do throws(IndexError) {
            let path = vanishedRootPath(root) ?? root
            isKnown = try index.noteUnreadable(path, rules: rules, error: error, exitCode: code.rawValue)
        } catch {
            return indexFailed(error)
        }
        if !isKnown || tellsAll { report("cannot read root", root, error.reason) }
        return RootEnd(exitCode: code)
    }

    /// Asks what has happened since the last run, or from where the next one can ask.
    private func readFeed(
        of tree: BoxTree,
        _ session: BoxSession,
        _ index: Confined<IndexFile>,
        completion: @escaping @Sendable (BoxFeed.News?) -> Void
    ) {
        let feed = BoxFeed(session)
        let isFull = options.full
        index.async { index in
            // An index that cannot be read says so when the run begins.
            let known = isFull ? nil : (try? index.feed(of: tree.path)).flatMap { $0 }
            guard let known, abs(currentTime() &- known.taken) <= Self.oldestFeed else {
                // Before the walk: what happens meanwhile is told again.
                return feed.now(reply: Reply { completion($0.map { BoxFeed.News(since: nil, position: $0) }) })
            }
            feed.news(
                since: known.position,
                reply: Reply { news in
                    if let news { return completion(news) }
                    feed.now(reply: Reply { completion($0.map { BoxFeed.News(since: nil, position: $0) }) })
                }
            )
        }
    }

    private func walk(
        _ tree: BoxTree,
        _ session: BoxSession,
        _ news: BoxFeed.News?,
        into index: IndexFile,
        on queue: DispatchQueue,
        reply: Reply<RootEnd>
    ) {
        var rules = rules
        rules.look = news?.changes == nil ? .all : .events
        rules.feed = news.map { news in
            let changes = (news.changes ?? [:]).mapValues {
                FeedNews.Change(isFolder: $0.isFolder, parents: $0.parents, sequence: $0.sequence)
            }
            return FeedNews(changes: changes, position: news.position)
        }
        let run: IndexRun
        do throws(IndexError) {
            run = try index.beginRun(of: tree.path, rules: rules, readers: budget.readers, stop: stop)
        } catch {
            return reply(indexFailed(error))
        }
        let source = RootSource(
            lister: BoxFolderLister(tree, session),
            lanes: Lanes(width: options.width ?? BoxConnection.standardWidth, label: "box lane"),
            replacement: { nil },
            refusal: { session.refusal }
        )
        walk(tree.path, run, source, place: index.place, on: queue, reply: reply)
    }
}
