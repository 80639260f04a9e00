/// What a service tells about itself, and the part of every call that is the same for all services.
public struct Service: Sendable {
    /// The interface that every service has.
    public static let interface = "org.varlink.service"

    /// Name and text of one interface.
    public struct Interface: Sendable {
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

    private let information: GetInfo.Reply
    private let descriptions: [String: String]

    /// A service that speaks these interfaces besides its own.
    public init(vendor: String, product: String, version: String, url: String, interfaces: [Interface]) {
        let all = [Interface(name: Self.interface, description: Self.text)] + interfaces
        information = GetInfo.Reply(
            vendor: vendor, product: product, version: version, url: url, interfaces: all.map(\.name))
        descriptions = Dictionary(all.map { ($0.name, $0.description) }) { first, _ in first }
    }

    /// Answers what concerns the service itself.
    ///
    /// - Returns: the bytes of the reply, or nil when the call is for a method of one of the interfaces.
    public func answer(_ call: Call) -> [UInt8]? {
        do throws(ServiceError) {
            // A caller that wants to leave the protocol must not be left believing that it has.
            if call.wantsUpgrade { throw .methodNotImplemented(call.method) }
            switch call.method {
            case GetInfo.name:
                _ = try call.parameters(as: GetInfo.Parameters.self)
                return call.reply(information)
            case GetInterfaceDescription.name:
                let wanted = try call.parameters(as: GetInterfaceDescription.Parameters.self).interface
                guard wanted.utf8.count <= Call.longestName, let text = descriptions[wanted] else {
                    throw .interfaceNotFound(wanted)
                }
                return call.reply(GetInterfaceDescription.Reply(description: text))
            default:
                let interface = call.interface
                if interface == Self.interface { throw .methodNotFound(call.method) }
                guard descriptions[interface] != nil else { throw .interfaceNotFound(interface) }
                return nil
            }
        } catch {
            return call.refusal(error.reply)
        }
    }

    private static let text = """
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
}

/// Who made the service, what it is, and which interfaces it speaks.
public enum GetInfo: Method {
    public static let name = "\(Service.interface).GetInfo"
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
    public static let name = "\(Service.interface).GetInterfaceDescription"

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
