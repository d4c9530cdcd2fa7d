import AsyncLoop
import Listing
import RcloneListing
import Synchronization

/// The one rclone of a run, for all roots that need one.
final class RcloneConnection: Sendable {
    /// How many folders are listed at once when nobody says.
    static let standardWidth = 4

    private let patience: Int
    private let made = Mutex<RcloneServer?>(nil)

    /// Reads what the options say; nothing is looked for or started yet.
    init(_ index: IndexOptions) {
        patience = index.stall ?? IndexCommand.standardPatience
    }

    /// The server, made when it is first asked for.
    ///
    /// - Parameter stop: Ends what is asked of it.
    /// - Returns: The server.
    /// - Throws: Why there is none, first of all that rclone is not installed.
    func server(_ stop: LoopStop) throws(ListingError) -> RcloneServer {
        let result = made.withLock { made in
            Result { () throws(ListingError) in
                if let made { return made }
                let environment = RcloneEnvironment(of: ProcessInput.environment)
                let server = try RcloneServer(environment, patience: patience, stop: stop)
                made = server
                return server
            }
        }
        return try result.get()
    }

    /// Ends it.
    ///
    /// - Parameter completion: Called exactly once, when nothing of it is left.
    func end(completion: @escaping @Sendable () -> Void) {
        guard let server = made.withLock({ $0 }) else { return completion() }
        server.end(completion: completion)
    }
}
