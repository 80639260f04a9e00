import CMicroHTTPD

/// One request and its answer, which may come later.
// Unchecked: it belongs to the server's queue; closures that answer later must be `Sendable`.
package final class Exchange: @unchecked Sendable {
    /// How far it is; each stage leads to the next one, and a refusal to `handed` at once.
    enum Stage {
        /// The request line has arrived.
        case begun(target: String)
        /// The headers have arrived, and the body is arriving.
        case receiving(Request)
        /// The request has been handed over; it may have been answered.
        case handed
        /// The answer has been given to libmicrohttpd.
        case answered
    }

    enum Answer {
        case reply(Response)
        case stream(EventStream, headers: [Field])
    }

    let connection: OpaquePointer
    let descriptor: Int32
    var stage: Stage
    /// The end of the target in libmicrohttpd's memory, until the head has been checked.
    var targetEnd: UnsafePointer<CChar>?
    private(set) var answer: Answer?
    /// Whether libmicrohttpd waits for `MHD_resume_connection`.
    var isSuspended = false
    /// Whether the connection is to be closed without an answer.
    private(set) var isCancelled = false
    /// Whether the request is over, so that `connection` must no longer be used.
    private(set) var hasEnded = false

    init(_ connection: OpaquePointer, descriptor: Int32, target: String) {
        self.connection = connection
        self.descriptor = descriptor
        stage = .begun(target: target)
    }

    /// Header fields that every answer has.
    package var headers: [Field] = []

    /// Answers the request; only the first answer counts, and one to a client that has left is dropped.
    package func reply(_ reply: Response) {
        var reply = reply
        reply.headers += headers
        settle(.reply(reply))
    }

    package func stream(headers: [Field]) -> EventStream {
        let stream = EventStream(self)
        settle(.stream(stream, headers: headers))
        return stream
    }

    private func settle(_ answer: Answer) {
        guard self.answer == nil, !isCancelled, !hasEnded else { return }
        self.answer = answer
        resume()
    }

    /// Closes the connection without an answer, or without the rest of it.
    func cancel() {
        isCancelled = true
        resume()
    }

    func resume() {
        guard isSuspended, !hasEnded else { return }
        isSuspended = false
        MHD_resume_connection(connection)
    }

    func suspend() {
        guard !isSuspended, !hasEnded else { return }
        isSuspended = true
        MHD_suspend_connection(connection)
    }

    func end() {
        hasEnded = true
        if case .stream(let stream, _) = answer { stream.ended() }
    }
}
