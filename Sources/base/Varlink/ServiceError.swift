/// The errors that every Varlink service has in common.
public enum ServiceError: Error, Equatable, Sendable {
    /// The service has no such interface.
    case interfaceNotFound(String)
    /// The interface has no such method.
    case methodNotFound(String)
    /// The method exists, but can't be called in this way.
    case methodNotImplemented(String)
    /// A parameter is missing, unknown or of the wrong type.
    case invalidParameter(String)
    /// The client isn't allowed to call the method.
    case permissionDenied
    /// The method has many replies, and the call lacks `more`.
    case expectedMore

    /// The error for a decoding error, with the name of the parameter.
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

    /// The error reply to send.
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
        ErrorReply("\(InterfaceDescription.service.name).\(name)", parameters)
    }
}
