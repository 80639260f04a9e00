/// One method of an interface: its name, its parameters and its reply.
public protocol Method {
    /// The parameters of a call.
    associatedtype Parameters: Codable & Sendable
    /// The parameters of a reply.
    associatedtype Reply: Codable & Sendable
    /// The full name, `interface.Method`.
    static var name: String { get }
}

/// No parameters, or a reply without any.
public struct Nothing: Codable, Equatable, Sendable {
    private enum CodingKeys: CodingKey {}

    /// An empty value.
    public init() {}

    public init(from decoder: any Decoder) throws {
        _ = try decoder.container(keyedBy: CodingKeys.self)
    }

    public func encode(to encoder: any Encoder) throws {
        _ = encoder.container(keyedBy: CodingKeys.self)
    }
}
