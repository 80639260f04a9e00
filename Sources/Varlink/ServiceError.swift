/// The errors that every Varlink service has in common.
public enum ServiceError: Error, Equatable, Sendable {
    /// The service has no such interface.
    case interfaceNotFound(String)
    /// The interface has no such method.
    case methodNotFound(String)
    /// The method exists, but not in this way.
    case methodNotImplemented(String)
    /// A parameter is missing, unknown, or not of its type.
    case invalidParameter(String)
    /// The client may not call.
    case permissionDenied
    /// The method has many replies, and the call lacks `more`.
    case expectedMore

    /// A decoder's error, by the name of the parameter.
    init(decoding error: any Error) {
        switch error {
        case let error as ServiceError: self = error
        case DecodingError.keyNotFound(let key, _): self = .invalidParameter(key.stringValue)
        case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
            DecodingError.dataCorrupted(let context):
            self = .invalidParameter(context.codingPath.last { $0.intValue == nil }?.stringValue ?? "parameters")
        default: self = .invalidParameter("parameters")
        }
    }

    /// The error as it goes over the wire.
    public var reply: ErrorReply {
        switch self {
        case .interfaceNotFound(let name): .named("InterfaceNotFound", ["interface": name])
        case .methodNotFound(let name): .named("MethodNotFound", ["method": name])
        case .methodNotImplemented(let name): .named("MethodNotImplemented", ["method": name])
        case .invalidParameter(let name): .named("InvalidParameter", ["parameter": name])
        case .permissionDenied: .named("PermissionDenied", [:])
        case .expectedMore: .named("ExpectedMore", [:])
        }
    }
}

extension ErrorReply {
    fileprivate static func named(_ name: String, _ parameters: [String: String]) -> ErrorReply {
        ErrorReply("\(Service.interface).\(name)", parameters)
    }
}
