enum PlaceholderIndexing {}
