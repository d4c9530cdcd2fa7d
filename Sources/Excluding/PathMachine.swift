/// A pattern for paths, as a machine that reads a path byte by byte.
///
/// State k is: what comes next has to fit the tokens from number k on; the
/// state after the last token accepts. All states that can hold at once are
/// kept as bits, so no byte is read twice, whatever the pattern, and what holds
/// after the path of a folder is all that needs to be known of that path.
///
/// It borrows the tokens: one is made for each question, at no cost.
struct PathMachine {
    let tokens: UnsafeBufferPointer<PatternToken>
    let sets: UnsafeBufferPointer<ByteSet>

    /// How many words hold the bits of all states of some tokens.
    static func wordCount(_ tokenCount: Int) -> Int { tokenCount / 64 + 1 }

    private var wordCount: Int { Self.wordCount(tokens.count) }

    /// The states before the first byte of a path.
    var start: [UInt64] {
        [UInt64](unsafeUninitializedCapacity: wordCount) { words, count in
            words.initialize(repeating: 0)
            insert(0, into: words)
            count = wordCount
        }
    }

    /// Whether it matches an item of a folder.
    ///
    /// - Parameters:
    ///   - name: The rest of the item's path, its name.
    ///   - states: What holds after the path of the folder and a slash.
    /// - Returns: Whether the whole path fits.
    /// - Complexity: At most the product of the name's and the pattern's
    ///   lengths, mostly the name's. No allocation for patterns of less than
    ///   some thousand tokens.
    func accepts(_ name: UnsafeRawBufferPointer, from states: UnsafeBufferPointer<UInt64>) -> Bool {
        let final = tokens.count
        return run(name, from: states) { $0[final >> 6] & 1 << UInt64(final & 63) != 0 } ?? false
    }

    /// Goes from a folder to a folder in it.
    ///
    /// - Parameters:
    ///   - name: The name of the folder in it.
    ///   - states: What holds after the path of the outer one and a slash.
    ///   - result: Gets what holds after the path of the inner one and a slash.
    /// - Returns: Whether anything does; if not, nothing was appended.
    /// - Complexity: As ``accepts(_:from:)``.
    func advance(
        _ name: UnsafeRawBufferPointer,
        from states: UnsafeBufferPointer<UInt64>,
        into result: inout [UInt64]
    ) -> Bool {
        run(name, from: states) { words in
            withUnsafeTemporaryAllocation(of: UInt64.self, capacity: wordCount) { next in
                guard step(.slash, from: words, to: next) else { return false }
                result.append(contentsOf: next)
                return true
            }
        } ?? false
    }

    /// Reads bytes and hands over what holds then; nil when nothing does.
    private func run<Result>(
        _ bytes: UnsafeRawBufferPointer,
        from states: UnsafeBufferPointer<UInt64>,
        _ body: (UnsafeMutableBufferPointer<UInt64>) -> Result
    ) -> Result? {
        guard let first = bytes.first, canTake(first, in: states) else { return nil }
        return withUnsafeTemporaryAllocation(of: UInt64.self, capacity: 2 * wordCount) { both in
            var current = UnsafeMutableBufferPointer(rebasing: both[..<wordCount])
            var next = UnsafeMutableBufferPointer(rebasing: both[wordCount...])
            _ = current.initialize(fromContentsOf: states)
            for byte in bytes {
                guard step(byte, from: current, to: next) else { return nil }
                swap(&current, &next)
            }
            return body(current)
        }
    }

    /// False for most names of a pattern like `/a/b`: it waits for one byte, and this is another.
    private func canTake(_ byte: UInt8, in states: UnsafeBufferPointer<UInt64>) -> Bool {
        guard states.count == 1, states[0].nonzeroBitCount == 1 else { return true }
        let state = states[0].trailingZeroBitCount
        return state == tokens.count || takes(byte, at: state)
    }

    /// Reads one byte.
    ///
    /// - Returns: Whether any state holds afterwards.
    private func step(
        _ byte: UInt8,
        from states: UnsafeMutableBufferPointer<UInt64>,
        to next: UnsafeMutableBufferPointer<UInt64>
    ) -> Bool {
        next.initialize(repeating: 0)
        var isAlive = false
        for word in states.indices {
            var bits = states[word]
            while bits != 0 {
                let state = word << 6 | bits.trailingZeroBitCount
                bits &= bits - 1
                guard state < tokens.count else { continue }
                switch tokens[state] {
                case .star where byte != .slash, .anything: insert(state, into: next)
                case .byte, .any, .set:
                    guard takes(byte, at: state) else { continue }
                    insert(state + 1, into: next)
                case .star, .optionalPair: continue
                }
                isAlive = true
            }
        }
        return isAlive
    }

    /// Whether the token at a place takes a byte as its only one.
    private func takes(_ byte: UInt8, at place: Int) -> Bool {
        tokens[place].takes(byte) { sets[$0] }
    }

    /// Sets the bit of a state, and those of all that hold with it without a byte in between.
    ///
    /// Where a bit is set, those that follow from it are: that bounds the cost
    /// of all calls for one byte by the number of tokens.
    private func insert(_ state: Int, into states: UnsafeMutableBufferPointer<UInt64>) {
        var state = state
        while !Self.set(state, in: states), state < tokens.count {
            switch tokens[state] {
            case .star, .anything: state += 1
            case .optionalPair:
                // The pair is `.anything` and a slash: the slash may come at once.
                _ = Self.set(state + 1, in: states)
                _ = Self.set(state + 2, in: states)
                state += 3
            case .byte, .any, .set: return
            }
        }
    }

    /// - Returns: Whether it was set before.
    private static func set(_ state: Int, in states: UnsafeMutableBufferPointer<UInt64>) -> Bool {
        let mask: UInt64 = 1 << UInt64(state & 63)
        let before = states[state >> 6]
        states[state >> 6] = before | mask
        return before & mask != 0
    }
}
