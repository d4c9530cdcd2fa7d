import Dispatch

/// Two threads add to one number without any order between them: the thread sanitizer must report it.
@main
enum Race {
    static func main() {
        let number = UnsafeMutablePointer<Int>.allocate(capacity: 1)
        number.initialize(to: 0)
        let place = UInt(bitPattern: number)
        DispatchQueue.concurrentPerform(iterations: 2) { _ in
            for _ in 0..<100_000 {
                UnsafeMutablePointer<Int>(bitPattern: place)?.pointee += 1
            }
        }
        print(number.pointee)
        number.deallocate()
    }
}
