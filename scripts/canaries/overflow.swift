/// Writes one element past the end of a block of the heap: the address sanitizer must report it.
@main
enum Overflow {
    static func main() {
        let block = UnsafeMutablePointer<Int>.allocate(capacity: 4)
        block.initialize(repeating: 0, count: 4)
        let past = CommandLine.arguments.count + 3
        block[past] = 1
        print(block[past])
        block.deallocate()
    }
}
