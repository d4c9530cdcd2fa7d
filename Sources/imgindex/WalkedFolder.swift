import Excluding
import Indexing
import Listing

/// What a walk remembers of a folder: its row, and the rules in force in it.
struct WalkedFolder: Sendable {
    /// Its row.
    let folder: IndexedFolder
    /// Until it was listed those of the folder above, then its own.
    private(set) var rules: ExcludeRules
    /// The file with rules that could not be read, and why: what the rules keep out is not known then.
    private(set) var unreadable: (file: String, error: ListingError)?
    /// The lines of its ignore file that make no sense.
    private(set) var badLines: [ExcludeFile.BadLine] = []

    /// Whether there are rules in it or above it that are not the root's.
    private(set) var hasOwnRules: Bool

    init(_ folder: IndexedFolder, rules: ExcludeRules, hasOwnRules: Bool = false) {
        self.hasOwnRules = hasOwnRules
        self.folder = folder
        self.rules = rules
    }

    /// Takes the rules that lie in the folder itself.
    mutating func readRules(in open: OpenFolder) {
        do throws(RulesError) {
            if try Self.has(ExcludeRules.noMediaName, open) {
                // It keeps out all that an ignore file could say something about.
                hasOwnRules = true
                rules = rules.addingNoMedia(in: folder.path.bytes)
            } else if try Self.has(ExcludeFile.name, open) {
                guard let file = try ignoreFile(in: open) else { return }
                hasOwnRules = true
                badLines = file.badLines
                rules = rules.adding(file)
            }
        } catch {
            unreadable = (String(decoding: error.file, as: UTF8.self), error.error)
        }
    }

    private struct RulesError: Error {
        let file: [UInt8]
        let error: ListingError
    }

    /// Whether a folder holds a regular file of a name.
    private static func has(_ name: [UInt8], _ open: OpenFolder) throws(RulesError) -> Bool {
        let items = open.listing.items
        if let position = name.withUnsafeBytes({ items.position(of: $0, in: 0..<items.firstFolder) }) {
            return items[position].kind == .file
        }
        // On another volume there is nothing to have rules for.
        if open.listing.end == .complete || open.listing.end == .otherVolume { return false }
        // The listing broke off, perhaps before it came to the file.
        switch open.facts(of: FolderItem(file: name)) {
        case .success: return true
        case .failure(let error) where error.meaning == .vanished: return false
        case .failure(let error): throw RulesError(file: name, error: error)
        }
    }

    /// The ignore file; nil if it went meanwhile.
    private func ignoreFile(in open: OpenFolder) throws(RulesError) -> ExcludeFile? {
        let tooLarge = ListingError(call: "read", code: ListingError.tooLarge)
        switch open.contents(of: FolderItem(file: ExcludeFile.name), atMost: ExcludeFile.largestSize) {
        case .failure(let error) where error.meaning == .vanished: return nil
        case .failure(let error): throw RulesError(file: ExcludeFile.name, error: error)
        case .success(let content):
            do throws(ExcludeFileError) {
                return try ExcludeFile(content, in: folder.path.bytes)
            } catch {
                // Not read at all by the same bound.
                throw RulesError(file: ExcludeFile.name, error: tooLarge)
            }
        }
    }
}
