internal import Glibc

/// How many times as long the random tests take: `IMGINDEX_ROUNDS`, else 1.
public let rounds = max(1, getenv("IMGINDEX_ROUNDS").flatMap { Int(String(cString: $0)) } ?? 1)

/// Whether a sanitizer watches this process: everything takes several times as long.
public let isSanitized = dlsym(nil, "__tsan_init") != nil || dlsym(nil, "__asan_init") != nil
