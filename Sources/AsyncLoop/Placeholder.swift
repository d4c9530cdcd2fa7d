enum PlaceholderAsyncLoop {}
