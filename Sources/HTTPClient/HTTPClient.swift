public import AsyncLoop
internal import CCurl

/// Sends requests, any number at once, on one serial queue.
///
/// libcurl's multi interface does the work; it is loaded when the first client is made. Redirects are not followed:
/// what a request carries is for the host that it names.
public final class HTTPClient: Sendable {
    private let transfers: Confined<Transfers>
    /// What ends a wait of `transfers`, from any thread.
    private let waker: Transfers.Waker

    /// Makes a client.
    ///
    /// - Parameter certificates: The file of the certificates to trust; nil: the system's.
    /// - Throws: Why there is none: no libcurl.
    public init(certificates: String? = nil) throws(HTTPFailure) {
        let transfers = try Transfers(certificates: certificates)
        waker = transfers.waker
        self.transfers = Confined(label: "http", transfers)
    }

    /// Sends a request.
    ///
    /// May be called on any thread; returns at once.
    /// - Parameters:
    ///   - request: The request.
    ///   - reply: Called exactly once, on the client's queue, which it must not block for long.
    public func send(_ request: HTTPRequest, reply: Reply<Result<HTTPAnswer, HTTPFailure>>) {
        transfers.async { transfers in
            transfers.begin(request, reply)
            self.drive(&transfers)
        }
        waker.wake()
    }

    /// Gives up all that is on its way: each is replied to as ``HTTPFailure/Kind/cancelled``.
    public func cancelAll() {
        transfers.async { $0.cancelAll() }
        waker.wake()
    }

    /// One step, and the next one after whatever came meanwhile.
    private func drive(_ transfers: inout Transfers) {
        if transfers.isDriven || transfers.isIdle { return }
        transfers.isDriven = true
        step()
    }

    private func step() {
        transfers.async { transfers in
            transfers.run()
            if transfers.isIdle { transfers.isDriven = false } else { self.step() }
        }
    }
}
