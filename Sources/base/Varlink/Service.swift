/// The name and description of one interface.
public struct InterfaceDescription: Sendable {
    /// The interface that every service has.
    public static let service = InterfaceDescription(name: "org.varlink.service", description: serviceText)

    /// The name in reverse-domain form.
    public let name: String
    /// The text in Varlink's interface definition language.
    public let description: String

    /// An interface with this name and text.
    public init(name: String, description: String) {
        self.name = name
        self.description = description
    }
}

/// A service: its interfaces and the table of their methods.
///
/// `Handler` carries out a call of a method; this type only finds the handler and doesn't call it.
public struct Service<Handler: Sendable>: Sendable {
    /// The destination of a call.
    public enum Route: Sendable {
        /// The encoded reply to a call of the service's own interface or of an unknown method.
        case reply([UInt8])
        /// The handler of the method.
        case handler(Handler)
    }

    private let information: GetInfo.Reply
    private let descriptions: [String: String]
    private let methods: [String: Handler]

    /// A service with these interfaces besides its own.
    ///
    /// - Parameter methods: the handlers by the full names of their methods.
    public init(
        vendor: String, product: String, version: String, url: String, interfaces: [InterfaceDescription],
        methods: [String: Handler]
    ) {
        let all = [InterfaceDescription.service] + interfaces
        information = GetInfo.Reply(
            vendor: vendor, product: product, version: version, url: url, interfaces: all.map(\.name))
        descriptions = Dictionary(all.map { ($0.name, $0.description) }) { first, _ in first }
        self.methods = methods
    }

    /// Finds the destination of a call.
    public func route(_ call: Call) -> Route {
        do throws(ServiceError) {
            // An upgrade is refused, so that the client doesn't take it for done.
            if call.wantsUpgrade { throw .methodNotImplemented(call.method) }
            switch call.method {
            case GetInfo.name:
                _ = try call.parameters(as: GetInfo.Parameters.self)
                return .reply(call.reply(information))
            case GetInterfaceDescription.name:
                let wanted = try call.parameters(as: GetInterfaceDescription.Parameters.self).interface
                guard wanted.utf8.count <= Call.maxNameLength, let text = descriptions[wanted] else {
                    throw .interfaceNotFound(wanted)
                }
                return .reply(call.reply(GetInterfaceDescription.Reply(description: text)))
            default:
                if let handler = methods[call.method] { return .handler(handler) }
                guard descriptions[call.interface] != nil else { throw .interfaceNotFound(call.interface) }
                throw .methodNotFound(call.method)
            }
        } catch {
            return .reply(call.refusal(error.reply))
        }
    }
}

private let serviceText = """
    # Information that every Varlink service provides.
    interface org.varlink.service

    # The vendor, program, version, home page and interfaces of the service.
    method GetInfo() -> (
      vendor: string,
      product: string,
      version: string,
      url: string,
      interfaces: []string
    )

    # The description of one interface.
    method GetInterfaceDescription(interface: string) -> (description: string)

    error InterfaceNotFound (interface: string)
    error MethodNotFound (method: string)
    error MethodNotImplemented (method: string)
    error InvalidParameter (parameter: string)
    error PermissionDenied ()
    error ExpectedMore ()

    """

/// Returns the vendor, program, version, home page and interfaces of the service.
public enum GetInfo: Method {
    public static let name = "\(InterfaceDescription.service.name).GetInfo"
    public typealias Parameters = Nothing

    /// Information about the service.
    public struct Reply: Codable, Equatable, Sendable {
        /// The vendor of the service.
        public let vendor: String
        /// The name of the program.
        public let product: String
        /// The version of the program.
        public let version: String
        /// The project's home page.
        public let url: String
        /// The names of its interfaces.
        public let interfaces: [String]
    }
}

/// Returns the description of one interface.
public enum GetInterfaceDescription: Method {
    public static let name = "\(InterfaceDescription.service.name).GetInterfaceDescription"

    /// The interface to describe.
    public struct Parameters: Codable, Sendable {
        /// Its name.
        public let interface: String

        /// Parameters for the interface with this name.
        public init(interface: String) {
            self.interface = interface
        }
    }

    /// The description of the interface.
    public struct Reply: Codable, Equatable, Sendable {
        /// The description in Varlink's interface definition language.
        public let description: String
    }
}
