/// The migrations that make an index and bring an old one up to date.
///
/// Append-only: a shipped migration never changes, a new one is a new file.
public enum Schema {
    /// Marks an SQLite file as an index of ours: `PRAGMA application_id`, "IMGX".
    public static let applicationID: Int64 = 0x494D_4758

    /// SQL scripts in order; after the n-th an index has `PRAGMA user_version` n.
    public static let migrations: [String] = [
        String(decoding: PackageResources.V0001_initial_sql, as: UTF8.self),
        String(decoding: PackageResources.V0002_absence_sql, as: UTF8.self),
        String(decoding: PackageResources.V0003_remote_sql, as: UTF8.self),
    ]

    /// The version this command reads and writes.
    public static var version: Int64 { Int64(migrations.count) }
}
