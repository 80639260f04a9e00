import HTTP

/// An interface that is served within this process, under `/call/` like eggd's.
public struct InProcessInterface: Sendable {
    /// An answer: a status and a JSON object.
    public struct Answer: Sendable {
        /// The status code.
        public var status: Int
        /// The reply's parameters, or `{"error": …, "parameters": …}`.
        public var body: [UInt8]
        /// Further header fields.
        public var headers: [Field]

        /// An answer with these parts.
        public init(status: Int = 200, body: [UInt8], headers: [Field] = []) {
            (self.status, self.body, self.headers) = (status, body, headers)
        }
    }

    /// Its name, such as `io.eggtimer.Till`.
    public let name: String
    /// Carries out a call, on a thread of its own that may block: the full method, the parameters as JSON, and the
    /// request's `Cookie` header.
    public let call: @Sendable (_ method: String, _ parameters: [UInt8], _ cookie: String?) -> Answer

    /// The interface of this name.
    public init(
        name: String, call: @escaping @Sendable (_ method: String, _ parameters: [UInt8], _ cookie: String?) -> Answer
    ) {
        (self.name, self.call) = (name, call)
    }
}
