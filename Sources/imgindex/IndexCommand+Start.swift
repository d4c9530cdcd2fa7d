import AsyncLoop
import BoxListing
import CSystem
import Classifying
import Excluding
import Indexing
import Listing
import RcloneListing

extension IndexCommand {
    /// Opens the index and runs all roots.
    ///
    /// - Parameters:
    ///   - options: What the user wants.
    ///   - completion: Called exactly once, on any queue, with what to exit with.
    /// - Throws: What is wrong with the options.
    static func start(
        _ options: IndexOptions,
        completion: @escaping @Sendable (ExitCode) -> Void
    ) throws(UsageError) {
        let place = try IndexLocation(
            option: options.indexFile,
            for: .index,
            environment: ProcessInput.environment
        )
        let extensions = try extensionSet(options.extensions, in: .index)
        let excludes = try excludeRules(options.excludes, defaults: options.defaultExcludes, in: .index)
        let remote = options.roots.map { ($0, RemoteRoot($0)) }
        try checkRemote(options.roots, in: .index)
        let isOnBox = remote.contains { $0.1?.scheme == .box }
        let rclone = RcloneConnection(options)
        let box = isOnBox ? try BoxConnection(options, rclone) : nil
        // The requests come one after the other, and the largest folders are held as a whole.
        if remote.contains(where: { $0.1 != nil }) { imgindex_share_heap() }
        let limit = DescriptorBudget.raiseLimit()
        let open = DescriptorBudget.openCount(below: limit)
        // Before dispatch is used: it traps where it lacks descriptors.
        guard let budget = DescriptorBudget(limit: limit, open: open, width: options.width ?? standardWidth) else {
            let why = "\(limit) files may be open at once and \(open) are; a run needs \(DescriptorBudget.fewest) more"
            report("cannot start", Array("ulimit -n".utf8), why)
            return completion(.indexUnusable)
        }
        let command = IndexCommand(
            options,
            place: place,
            extensions: extensions,
            excludes: excludes,
            budget: budget,
            box: box,
            rclone: rclone
        )
        do throws(IndexError) {
            // Before anything is made.
            try IndexFile.checkLength(of: place.file)
        } catch {
            report("cannot use index", place.file, error.description)
            return completion(error.exitCode)
        }
        do throws(FolderMakingError) {
            if let folder = place.folderToMake { try makePrivateFolder(folder) }
        } catch {
            report("cannot make the index's folder", error.folder, error.reason)
            return completion(.indexUnusable)
        }
        do throws(IndexError) {
            let index = try IndexFile(place.file, patience: .seconds(options.wait)) { command.stop.isStopped }
            if let kind = index.networkKind, !options.quiet {
                let why = "its file system is \(kind): who reads it and who writes it wait for each other"
                report("the index should be on a local disk", place.file, why)
            }
            command.timeLimit?.begin(command.stop)
            command.run(into: index, completion: completion)
        } catch {
            reportUnusable(place.file, error, verbose: options.verbose)
            completion(command.signals.exitCode ?? error.exitCode)
        }
    }

    /// Refuses roots on the network that cannot be any.
    static func checkRemote(_ roots: [[UInt8]], in command: Command) throws(UsageError) {
        for typed in roots {
            guard let root = RemoteRoot(typed) else { continue }
            if root.scheme == .box && BoxRootName(root) == nil { throw UsageError(.badBoxRoot(typed), in: command) }
            if let problem = RcloneRootName(root)?.problem {
                throw UsageError(.badRcloneRoot(typed, problem), in: command)
            }
        }
    }

    /// The rules that options name, or what is wrong with them.
    static func excludeRules(
        _ globs: [[UInt8]],
        defaults: Bool,
        in command: Command
    ) throws(UsageError) -> ExcludeRules {
        for glob in globs {
            if let problem = ExcludePattern(glob: glob).problem {
                throw UsageError(.badPattern(glob, problem.why), in: command)
            }
        }
        return ExcludeRules(defaults: defaults, globs: globs)
    }

    /// The extensions that options name, or what is wrong with them.
    static func extensionSet(_ lists: [[UInt8]], in command: Command) throws(UsageError) -> ExtensionSet {
        if lists.isEmpty { return .standard }
        let list = Array(lists.joined(separator: [UInt8(ascii: ",")]))
        do throws(ExtensionListError) {
            return try ExtensionSet(parsing: list)
        } catch {
            throw UsageError(.badExtensions(error.item ?? list, error.why), in: command)
        }
    }
}
