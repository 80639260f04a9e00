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
    /// A call: the full method, the parameters as JSON, and the request for its cookies.
    public typealias Call<Result> = @Sendable (_ method: String, _ parameters: [UInt8], _ request: Request) -> Result

    /// Carries out a call that waits for nothing; nil if it may have to wait, and then nothing was done.
    public let callAtOnce: Call<Answer?>
    /// Carries out a call, which may wait.
    public let call: Call<Answer>

    /// The interface of this name.
    public init(name: String, callAtOnce: @escaping Call<Answer?>, call: @escaping Call<Answer>) {
        (self.name, self.callAtOnce, self.call) = (name, callAtOnce, call)
    }
}
