import AsyncLoop
import Dispatch
import Indexing
import Listing
import RcloneListing

extension IndexCommand {
    /// Runs a root of a remote of rclone.
    ///
    /// - Parameters:
    ///   - root: The root as it was typed.
    ///   - name: What it means.
    ///   - index: Takes what is found.
    ///   - reply: Called exactly once, with how it ended.
    func runRclone(
        _ root: [UInt8],
        _ name: RcloneRootName,
        into index: Confined<IndexFile>,
        reply: Reply<RootEnd>
    ) {
        let server: RcloneServer
        do throws(ListingError) {
            server = try rclone.server(stop)
        } catch {
            return index.async { reply(self.cannotFind(root, error, $0)) }
        }
        RcloneTree.find(
            name,
            server,
            reply: Reply { [self] tree in
                let queue = index.queue
                index.async { [self] index in
                    switch tree {
                    case .failure(let error): reply(cannotFind(root, error, index))
                    case .success(let tree): walk(tree, server, into: index, on: queue, reply: reply)
                    }
                }
            }
        )
    }

    private func walk(
        _ tree: RcloneTree,
        _ server: RcloneServer,
        into index: IndexFile,
        on queue: DispatchQueue,
        reply: Reply<RootEnd>
    ) {
        var rules = rules
        // The times of folders tell nothing of what is in them, or not of all stores.
        rules.look = .all
        walk(
            tree.path,
            rules,
            RootSource(
                lister: RcloneFolderLister(tree, server),
                lanes: Lanes(width: options.width ?? RcloneConnection.standardWidth, label: "rclone lane"),
                replacement: { nil },
                refusal: { nil },
                stop: stop
            ),
            into: index,
            on: queue,
            reply: reply
        )
    }
}
