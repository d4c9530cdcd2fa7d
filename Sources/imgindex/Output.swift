internal import Glibc
import Listing
import Synchronization

/// Standard output or standard error, written whole lines at a time.
///
/// A reader that goes away (`| head`) or a full disk ends the output, not the run:
/// what is written afterwards is dropped.
final class Output: Sendable {
    /// Results: summaries, traces, JSON.
    static let standard = Output(descriptor: 1)
    /// Problems and progress.
    static let error = Output(descriptor: 2)

    private let descriptor: Int32
    private struct State {
        /// A line that is to be erased before anything else is written.
        var progress = false
        /// The `errno` of the write that failed: nothing is written after it.
        var failure: Int32?
    }

    private let state = Mutex(State())

    private init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// Whether a person looks at it.
    var isTerminal: Bool { isatty(descriptor) == 1 }

    /// Why something that was written got lost; nil if nothing was.
    ///
    /// A reader that went away did not want it: nothing was lost then.
    var loss: String? {
        state.withLock { $0.failure.flatMap { $0 == EPIPE ? nil : systemReason($0) } }
    }

    /// Writes a line.
    func line(_ text: String) {
        state.withLock { state in
            let start = state.progress ? ProgressLine.erase : ""
            state.progress = false
            write(start + text + "\n", &state)
        }
    }

    /// Writes text that has its line feeds.
    func text(_ text: String) {
        state.withLock { write(text, &$0) }
    }

    /// Replaces the progress line; an empty one only erases it.
    func progress(_ text: String) {
        state.withLock { state in
            if text.isEmpty && !state.progress { return }
            state.progress = !text.isEmpty
            write(ProgressLine.erase + text, &state)
        }
    }

    private func write(_ text: String, _ state: inout State) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty && state.failure == nil {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 {
                rest = rest.dropFirst(count)
                continue
            }
            let code = errno
            if code == EAGAIN {
                var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                poll(&wait, 1, -1)
            } else if code != EINTR {
                state.failure = code
            }
        }
    }
}

/// Writes an error as `imgindex: what: where: why`.
func report(_ what: String, _ place: [UInt8], _ why: String) {
    report(what, place, safe: terminalText(why.utf8))
}

/// Writes an error whose reason is safe for a terminal as it is, such as a command line to copy.
func report(_ what: String, _ place: [UInt8], safe why: String) {
    Output.error.line("imgindex: \(what): \(terminalText(place)): \(why)")
}
