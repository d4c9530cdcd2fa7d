import Glibc

/// Whether the command can run behind the interposed library.
///
/// Built with a sanitizer it cannot: the sanitizer stands in front of the same calls, hands the library on to the
/// programs that it starts, and takes the contended locks of the command for races.
let canInterpose: Bool = {
    let isSanitized = dlsym(nil, "__tsan_init") != nil || dlsym(nil, "__asan_init") != nil
    if isSanitized { print("skipped failing calls: the sanitizer stands in front of the same calls") }
    return !isSanitized
}()
