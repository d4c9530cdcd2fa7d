enum PlaceholderWalking {}
