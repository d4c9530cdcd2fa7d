enum PlaceholderSQLite {}
