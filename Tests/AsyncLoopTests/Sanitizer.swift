import Glibc

/// Which sanitizer this process runs under.
enum Sanitizer {
    /// Whether the thread sanitizer watches: every access costs ten times as much, and threads need larger stacks.
    static var isThread: Bool { dlsym(nil, "__tsan_init") != nil }
}
