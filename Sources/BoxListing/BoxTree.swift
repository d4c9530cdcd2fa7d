public import AsyncLoop
public import Listing

/// A tree on Box: whose it is, and the folder that it begins with.
public struct BoxTree: Sendable {
    /// The account's id.
    let account: String
    /// Its first folder.
    let root: BoxFolder
    /// Its path as roots are spelled: `box:/Photos`, `box:` for all, `box:#123` where the folders above are not to be seen.
    public let path: [UInt8]
    /// That folder, by what stays the same when it is renamed.
    public var top: LastingFolder { LastingFolder(item: root.item.id, on: volume) }

    /// Finds a tree.
    ///
    /// Sends a request for the account, one for the folder, and if it is named by a path those for the pages of the
    /// folders above up to the one that holds it.
    /// - Parameters:
    ///   - name: Where it begins.
    ///   - session: Asks.
    ///   - reply: Called exactly once, on the session's queue: with the tree, or the error: `ENOENT` if there is none.
    public static func find(_ name: BoxRootName, _ session: BoxSession, reply: Reply<Result<BoxTree, ListingError>>) {
        session.account(
            reply: Reply { account in
                switch account {
                case .failure(let error): reply(.failure(error))
                case .success(let account): find(name, of: account, session, reply: reply)
                }
            }
        )
    }

    private static func find(
        _ name: BoxRootName,
        of account: String,
        _ session: BoxSession,
        reply: Reply<Result<BoxTree, ListingError>>
    ) {
        let found = Reply<Result<Int64, ListingError>> { id in
            switch id {
            case .failure(let error): reply(.failure(error))
            case .success(let id):
                session.folder(
                    id,
                    reply: Reply { folder in reply(folder.map { BoxTree(account: account, root: $0) }) }
                )
            }
        }
        switch name {
        case .id(let id): found(.success(id))
        case .names(let names): descend(names[...], from: BoxFolder.allFiles, session, reply: found)
        }
    }

    /// Finds the folder that names lead to.
    private static func descend(
        _ names: ArraySlice<[UInt8]>,
        from folder: Int64,
        _ session: BoxSession,
        reply: Reply<Result<Int64, ListingError>>
    ) {
        guard let name = names.first else { return reply(.success(folder)) }
        search(name, in: folder, markers: [], session) { result in
            switch result {
            case .failure(let error): reply(.failure(error))
            case .success(let id): descend(names.dropFirst(), from: id, session, reply: reply)
            }
        }
    }

    private static func search(
        _ name: [UInt8],
        in folder: Int64,
        markers: [String],
        _ session: BoxSession,
        completion: @escaping @Sendable (Result<Int64, ListingError>) -> Void
    ) {
        session.items(
            of: folder,
            marker: markers.last,
            reply: Reply { page in
                switch page {
                case .failure(let error): completion(.failure(error))
                case .success(let page):
                    if let found = page.items.first(where: { $0.kind == .folder && $0.isActive && $0.name == name }) {
                        return completion(.success(found.id))
                    }
                    guard let next = page.nextMarker else {
                        return completion(.failure(ListingError(call: "folder", code: ListingError.missingCode)))
                    }
                    if markers.contains(next) { return completion(.failure(BoxPages.sameAgain)) }
                    search(name, in: folder, markers: markers + [next], session, completion: completion)
                }
            }
        )
    }

    private init(account: String, root: BoxFolder) {
        self.account = account
        self.root = root
        path = BoxRootName.spelling(of: root)
    }

    /// What tells this account's items from those of others.
    public var volume: Volume { Volume(identity: Array("box:\(account)".utf8), type: "box", hasLastingIDs: true) }
}
