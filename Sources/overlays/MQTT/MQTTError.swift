import CMosquitto

/// A call of libmosquitto that failed, or a broker's refusal.
public struct MQTTError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The C function.
    public let call: String
    /// A number of `mosq_err_t`, or the broker's reason code.
    public let code: Int32
    /// What libmosquitto, the system or the broker says.
    public let message: String

    public var description: String { "\(call): \(message)" }
}
