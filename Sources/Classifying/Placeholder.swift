enum PlaceholderClassifying {}
