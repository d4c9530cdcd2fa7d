import Synchronization

/// The words of errors, by numbers.
///
/// An error that held its words itself would be no plain bytes any more, and with it the reply of every item: a tenth of a
/// re-run went into copying and letting go of them.
enum ErrorWords {
    /// So many different texts are kept, for as long as the process lives; of what is said beyond, the words of the `errno`
    /// are left.
    private static let most = 65_536

    private struct Table {
        var texts: [String] = []
        var numbers: [String: Int32] = [:]
    }

    private static let table = Mutex(Table())

    /// The number of a text, at least 0; -1 if there are too many.
    static func number(of text: String) -> Int32 {
        table.withLock { table in
            if let number = table.numbers[text] { return number }
            if table.texts.count == most { return -1 }
            let number = Int32(table.texts.count)
            table.texts.append(text)
            table.numbers[text] = number
            return number
        }
    }

    /// The text of a number; nil if it is none.
    static func text(of number: Int32) -> String? {
        table.withLock { table in
            table.texts.indices.contains(Int(number)) ? table.texts[Int(number)] : nil
        }
    }
}
