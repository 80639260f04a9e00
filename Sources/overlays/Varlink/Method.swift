/// One method of an interface: its name, its parameters and its reply.
public protocol Method {
    /// The parameters of a call.
    associatedtype Parameters: MethodParameters
    /// The parameters of a reply.
    associatedtype Reply: Codable & Sendable
    /// The full name, `interface.Method`.
    static var name: String { get }
}

/// Parameters with a known set of names, so that unknown ones can be refused.
public protocol MethodParameters: Codable, Sendable {
    /// The names on the wire.
    associatedtype CodingKeys: CodingKey, CaseIterable
}

/// No parameters, or a reply without any.
public struct Nothing: MethodParameters, Equatable {
    /// An empty set of names.
    public enum CodingKeys: CodingKey, CaseIterable {}

    /// An empty value.
    public init() {}

    public init(from decoder: any Decoder) throws {
        _ = try decoder.container(keyedBy: AnyKey.self)
    }

    public func encode(to encoder: any Encoder) throws {
        _ = encoder.container(keyedBy: AnyKey.self)
    }
}

/// A key of any name.
struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) {
        self.stringValue = stringValue
    }

    init?(intValue: Int) {
        nil
    }
}
