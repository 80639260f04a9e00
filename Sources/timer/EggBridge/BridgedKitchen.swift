import Digests
import EggConfig
import EggWire
import Languages

/// The rights of the broker's clients.
public typealias Access = Timers.Access

/// The kitchen that a bridge publishes, as it is configured.
public struct BridgedKitchen: Equatable, Sendable {
    /// Unique by machine and user; letters and digits only. It stays the same when the name is changed.
    public let id: String
    /// The name that people see.
    public let name: String
    /// The rights of the broker's clients.
    public let access: Access
    /// Its topics.
    public let topics: Topics
    /// The address of its touch page for other devices; nil if that isn't known.
    var page: String?
    /// The kernel's `boot_id`.
    var bootID = ""
    /// The language of its entities' names and of its answers.
    var language = Language.english

    /// A kitchen with these values; the prefix is `topic` of the configuration.
    public init(id: String, name: String, access: Access, prefix: String) {
        (self.id, self.name, self.access) = (id, name, access)
        topics = Topics(prefix: prefix, kitchenID: id)
    }

    /// The kitchen of these settings.
    ///
    /// - Parameter machine: `/etc/machine-id`, which only this machine's users may know; its hash tells nothing about it.
    init(_ settings: MQTTSettings, machine: String, user: UInt32) {
        let digits = SHA256.hash(of: "eggmqtt \(machine) \(user)").prefix(6).map { byte in
            String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
        }
        self.init(
            id: digits.joined(), name: settings.kitchen, access: settings.access, prefix: settings.topic)
    }
}
