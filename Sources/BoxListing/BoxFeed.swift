public import AsyncLoop
public import Listing

/// Reads the stream of what happens in an account.
public struct BoxFeed: Sendable {
    /// The most requests for one run: what needs more is found sooner by a walk.
    static let mostRequests = 200

    private let session: BoxSession

    /// Makes a feed of a session's account.
    public init(_ session: BoxSession) {
        self.session = session
    }

    /// Asks for the position of now.
    ///
    /// - Parameter reply: Called exactly once, on the session's queue: with it, or nil if there is none to be had.
    public func now(reply: Reply<String?>) {
        session.events(since: "now", reply: Reply { events in reply((try? events.get())?.nextPosition) })
    }

    /// Asks for all that happened since a position.
    ///
    /// What is told twice, late or in another order makes no difference: only which folders are to be listed is taken
    /// from it. Nothing is left out because it is stored as it is said to be: of two folders that a file went between only
    /// one may have been listed since.
    /// - Parameters:
    ///   - position: One that ``now(reply:)`` or an earlier call gave.
    ///   - reply: Called exactly once, on the session's queue: with it, or nil if that cannot be told and all is to be
    ///     walked.
    public func news(since position: String, reply: Reply<FeedNews?>) {
        drain(FeedNews(position: position), left: Self.mostRequests, reply: reply)
    }

    private func drain(_ news: FeedNews, left: Int, reply: Reply<FeedNews?>) {
        session.events(
            since: news.position,
            reply: Reply { events in
                guard case .success(let events) = events else { return reply(nil) }
                var news = news
                for event in events.events {
                    // Nobody says where it is now.
                    if event.parent == nil && !event.isTrash { return reply(nil) }
                    news.add(event)
                }
                // An answer may be empty and not the last: of kinds that are not told of there are events too.
                let isEnd = events.nextPosition == news.position
                news.position = events.nextPosition
                if isEnd || (left <= 1 && events.count == 0) { return reply(news) }
                if left <= 1 { return reply(nil) }
                drain(news, left: left - 1, reply: reply)
            }
        )
    }
}

extension FeedNews {
    fileprivate mutating func add(_ event: BoxEvents.Event) {
        if event.isFolder { folders.insert(event.item) } else { files.insert(event.item) }
        if let parent = event.parent { parents.insert(parent) }
    }
}
