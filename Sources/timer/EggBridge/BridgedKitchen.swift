import Digests
import EggConfig
import EggWire
import Languages
import POSIX
import Program

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
        let id = SHA256.digits(of: Array("eggmqtt \(machine) \(user)".utf8), count: 6)
        self.init(
            id: id, name: settings.kitchen, access: settings.access, prefix: settings.topic)
    }
}

/// The address of the touch page in the home network.
enum PageAddress {
    /// As `eggctl page --open` has opened it; nil if it is closed, or can't be read.
    static var ofOpenPage: String? {
        let file = Environment.configurationFolder.map { "\($0)/systemd/user/eggweb.socket.d/open.conf" }
        return file.flatMap { SmallFile.text($0) }.flatMap { address(in: $0, machine: Environment.networkAddress) }
    }

    /// The address in the lines of that file; a port alone is at every address of the machine.
    static func address(in lines: String, machine: String) -> String? {
        let key = "ListenStream="
        let streams = lines.split(separator: "\n").filter { $0.hasPrefix(key) }.map { $0.dropFirst(key.count) }
        let isOpen = { (stream: Substring) in !stream.isEmpty && !stream.hasPrefix("127.") && !stream.hasPrefix("[::1]")
        }
        return streams.last(where: isOpen).map { stream in
            stream.allSatisfy(\.isNumber) ? "http://\(machine):\(stream)/" : "http://\(stream)/"
        }
    }
}
