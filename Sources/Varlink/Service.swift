/// Name and text of one interface.
public struct InterfaceDescription: Sendable {
    /// The interface that every service has.
    public static let service = InterfaceDescription(name: "org.varlink.service", description: serviceText)

    /// The name in reverse-domain form.
    public let name: String
    /// The text, in Varlink's interface language.
    public let description: String

    /// The interface of this name with this text.
    public init(name: String, description: String) {
        self.name = name
        self.description = description
    }
}

/// A service: its interfaces, and the table of their methods.
///
/// `Handler` is what its owner does for a call of a method; this type only finds it.
public struct Service<Handler: Sendable>: Sendable {
    /// Where a call leads.
    public enum Route: Sendable {
        /// To this reply, as bytes for the wire: it concerned the service itself, or a method that does not exist.
        case reply([UInt8])
        /// To the handler of its method.
        case handler(Handler)
    }

    private let information: GetInfo.Reply
    private let descriptions: [String: String]
    private let methods: [String: Handler]

    /// A service that speaks these interfaces besides its own.
    ///
    /// - Parameter methods: the handlers by their methods' whole names.
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

    /// Finds out where a call leads.
    public func route(_ call: Call) -> Route {
        do throws(ServiceError) {
            // A client that wants to leave the protocol must not believe that it has.
            if call.wantsUpgrade { throw .methodNotImplemented(call.method) }
            switch call.method {
            case GetInfo.name:
                _ = try call.parameters(as: GetInfo.Parameters.self)
                return .reply(call.reply(information))
            case GetInterfaceDescription.name:
                let wanted = try call.parameters(as: GetInterfaceDescription.Parameters.self).interface
                guard wanted.utf8.count <= Call.longestName, let text = descriptions[wanted] else {
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
    # What every Varlink service says about itself.
    interface org.varlink.service

    # Who made the service, what it is, and which interfaces it speaks.
    method GetInfo() -> (
      vendor: string,
      product: string,
      version: string,
      url: string,
      interfaces: []string
    )

    # The text of one interface.
    method GetInterfaceDescription(interface: string) -> (description: string)

    error InterfaceNotFound (interface: string)
    error MethodNotFound (method: string)
    error MethodNotImplemented (method: string)
    error InvalidParameter (parameter: string)
    error PermissionDenied ()
    error ExpectedMore ()

    """

/// Who made the service, what it is, and which interfaces it speaks.
public enum GetInfo: Method {
    public static let name = "\(InterfaceDescription.service.name).GetInfo"
    public typealias Parameters = Nothing

    /// The service about itself.
    public struct Reply: Codable, Equatable, Sendable {
        /// Who made it.
        public let vendor: String
        /// What it is.
        public let product: String
        /// Its version.
        public let version: String
        /// Where more is to be read.
        public let url: String
        /// The names of its interfaces.
        public let interfaces: [String]
    }
}

/// The text of one interface.
public enum GetInterfaceDescription: Method {
    public static let name = "\(InterfaceDescription.service.name).GetInterfaceDescription"

    /// Which interface.
    public struct Parameters: MethodParameters {
        /// Its name.
        public let interface: String

        /// The names on the wire.
        public enum CodingKeys: CodingKey, CaseIterable {
            case interface
        }

        /// Asks for the interface of this name.
        public init(interface: String) {
            self.interface = interface
        }
    }

    /// The text.
    public struct Reply: Codable, Equatable, Sendable {
        /// In Varlink's interface language.
        public let description: String
    }
}
