import AsyncLoop
import Glibc

/// The size of stacks, set and asked through two functions of glibc that its Swift module does not show.
enum StackSize {
    /// 256 KiB.
    static let small = 256 << 10

    /// Makes ``small`` the stack of every lane from here on, as `ulimit -s 256` does for a process.
    static func makeSmall() async {
        setDefault()
        // Threads that were there before keep their size, so they are kept busy for ever.
        let never = Gate()
        for _ in 0..<64 {
            let isSmall = await awaited { done in
                Lanes(width: 1).submit {
                    let isSmall = ofThisThread <= small
                    done(isSmall)
                    if !isSmall { never.pass() }
                }
            }
            if isSmall { return }
        }
    }

    private static func setDefault() {
        typealias Setter = @convention(c) (UnsafePointer<pthread_attr_t>) -> CInt
        guard let symbol = dlsym(nil, "pthread_setattr_default_np") else { return }
        withUnsafeTemporaryAllocation(of: pthread_attr_t.self, capacity: 1) { attributes in
            guard let attributes = attributes.baseAddress else { return }
            pthread_attr_init(attributes)
            pthread_attr_setstacksize(attributes, small)
            _ = unsafeBitCast(symbol, to: Setter.self)(attributes)
            pthread_attr_destroy(attributes)
        }
    }

    /// The stack of the calling thread in bytes; 0 if it is not known.
    static var ofThisThread: Int {
        typealias Getter = @convention(c) (pthread_t, UnsafeMutablePointer<pthread_attr_t>) -> CInt
        guard let symbol = dlsym(nil, "pthread_getattr_np") else { return 0 }
        return withUnsafeTemporaryAllocation(of: pthread_attr_t.self, capacity: 1) { attributes in
            guard let attributes = attributes.baseAddress else { return 0 }
            var size = 0
            guard unsafeBitCast(symbol, to: Getter.self)(pthread_self(), attributes) == 0 else { return 0 }
            pthread_attr_getstacksize(attributes, &size)
            pthread_attr_destroy(attributes)
            return size
        }
    }
}
