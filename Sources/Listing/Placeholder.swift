enum PlaceholderListing {}
