import Listing
import SQLite

/// The statement that writes what a store on the network said of images.
struct RemoteStatements {
    private let insert: Statement

    init(_ connection: Connection) throws(SQLiteError) {
        insert = try connection.prepare(
            "INSERT OR REPLACE INTO remote (volume, item, sha1, etag, sequence_id) VALUES (?1, ?2, ?3, ?4, ?5)"
        )
    }

    /// Writes what was said of the images that are new or were written: of others nothing differs, as each of these
    /// facts shows in ``FileFacts/changed``.
    func write(_ record: FolderRecord) throws(SQLiteError) {
        guard let seen = record.seen, let remote = seen.listing.remote, let volume = record.foundVolume else { return }
        // On a volume that was accepted in the place of another nothing was said before.
        let isNewVolume = record.row.stored != nil && record.row.volume.stored != volume
        let written = record.added.map(\.position) + record.updates.compactMap(\.position)
        for position in isNewVolume ? Array(seen.items.indices) : written {
            guard case .image(let facts, _) = seen.items[position] else { continue }
            let said = remote[position]
            try insert.bind(1, volume)
            try insert.bind(2, facts.inode)
            if let digest = said.sha1 { try insert.bind(3, text: digest.hex) } else { try insert.bind(null: 3) }
            try insert.bind(4, said.etag)
            try insert.bind(5, said.sequence)
            try insert.run()
        }
    }
}
