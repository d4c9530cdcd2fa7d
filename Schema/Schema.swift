public enum Schema {
    public static var first: String { String(decoding: PackageResources.V0001_initial_sql, as: UTF8.self) }
}
