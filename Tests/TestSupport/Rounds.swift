internal import Glibc

/// How many times as long the random tests take: `IMGINDEX_ROUNDS`, else 1.
public let rounds = max(1, getenv("IMGINDEX_ROUNDS").flatMap { Int(String(cString: $0)) } ?? 1)
