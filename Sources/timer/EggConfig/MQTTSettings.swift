import EggRequests
import EggWire
import Glibc
import POSIX
import Text

/// The section `[mqtt]`: where the bridge to an MQTT broker connects, and what it offers there.
package struct MQTTSettings: Equatable, Sendable {
    package var broker: MQTTBroker
    /// The user's name at the broker; nil to connect without one.
    package var user: String?
    /// The path of the file whose first line is the password.
    package var passwordFile: String?
    /// The path of the certificates by which the broker is known; nil for those of the system.
    package var caFile: String?
    /// The kitchen's name, as Home Assistant shows it.
    package var kitchen = "Kitchen"
    /// The rights of the broker's clients.
    package var access = Timers.Access.read
    /// The program to which the bridge describes its entities.
    package var discovery = Discovery.homeAssistant
    /// The code of the language in which entities are named; nil for that of the bridge's locale.
    package var language: String?
    /// The first part of every topic.
    package var topic = "eggtimer"
    /// After how much silence the bridge and the broker check that the other still answers.
    package var keepalive: Duration = .seconds(60)
    /// The kitchens whose timers are copied.
    package var follow: [FollowedKitchen] = []

    /// A program to which the bridge can describe its entities.
    package enum Discovery: String, CaseIterable, Sendable {
        case homeAssistant = "homeassistant"
        case none
    }

    /// Settings with this broker, and defaults for everything else.
    package init(broker: MQTTBroker) {
        self.broker = broker
    }

    /// Whether the password crosses a network where others can read it.
    package var sendsPasswordInClear: Bool { passwordFile != nil && broker.isOpenToOthers }
}

/// A kitchen whose timers are shown here, and ring.
package struct FollowedKitchen: Equatable, Sendable {
    /// Its name or its id, as the user writes it.
    package let kitchen: String
    /// Whether its alarms can be heard here.
    package var rings = true

    package init(_ kitchen: String) { self.kitchen = kitchen }

    /// Whether this name or id means it; case doesn't matter.
    package func isMeant(by other: String) -> Bool { kitchen.lowercased() == other.lowercased() }
}

/// The address of an MQTT broker.
package enum MQTTBroker: Equatable, Sendable, CustomStringConvertible {
    /// A name or an address, and a port; IPv6 addresses are without brackets.
    case network(host: String, port: UInt16, isEncrypted: Bool)
    case unixSocket(path: String)

    /// Parses `mqtt://HOST[:PORT]`, `mqtts://HOST[:PORT]` or `unix:///PATH`; without a scheme it is the first.
    package init?(_ address: String) {
        let hasScheme = address.utf8.contains(UInt8(ascii: "/"))
        let text = hasScheme ? address : "mqtt://\(address)"
        let unix = "unix://"
        if text.hasPrefix("\(unix)/"), !text.hasSuffix("/"), text.utf8.count - unix.utf8.count <= Self.maxPathLength {
            self = .unixSocket(path: String(text.dropFirst(unix.count)))
            return
        }
        guard let scheme = ["mqtt://", "mqtts://"].first(where: text.hasPrefix) else { return nil }
        let isEncrypted = scheme == "mqtts://"
        var rest = text.dropFirst(scheme.count)
        if rest.hasSuffix("/") { rest.removeLast() }
        var port: UInt16? = isEncrypted ? 8883 : 1883
        if let colon = rest.lastIndex(of: ":"), !rest.hasSuffix("]") {
            let digits = rest[rest.index(after: colon)...]
            port = digits.utf8.allSatisfy { (0x30...0x39).contains($0) } ? UInt16(digits) : nil
            rest = rest[..<colon]
        }
        guard let port, port > 0, let host = Self.host(rest) else { return nil }
        self = .network(host: host, port: port, isEncrypted: isEncrypted)
    }

    /// The most bytes of the path of a Unix socket (`sun_path`, without its NUL).
    private static let maxPathLength = 107

    private static func host(_ text: Substring) -> String? {
        if text.hasPrefix("["), text.hasSuffix("]"), text.contains(":") {
            return IPAddress(text.dropFirst().dropLast())?.text
        }
        let name = text.lowercased()
        return isHostName(name) ? name : nil
    }

    /// Whether the connection uses TLS.
    package var isEncrypted: Bool {
        switch self {
        case .unixSocket: false
        case .network(_, _, let isEncrypted): isEncrypted
        }
    }

    /// Whether others than users of this machine could read what is sent.
    var isOpenToOthers: Bool {
        switch self {
        case .unixSocket: false
        case .network(let host, _, let isEncrypted):
            !isEncrypted && host != "localhost" && IPAddress(host)?.isLoopback != true
        }
    }

    /// The address as it is written in `eggd.conf`.
    package var description: String {
        switch self {
        case .unixSocket(let path): "unix://\(path)"
        case .network(let host, let port, let isEncrypted):
            "\(isEncrypted ? "mqtts" : "mqtt")://\(host.contains(":") ? "[\(host)]" : host):\(port)"
        }
    }
}

// The files that `[mqtt]` names. eggd doesn't read them, and may not see them; the bridge and `eggd --check-config` do.
extension MQTTSettings {
    /// The first line of the password's file, which only its owner may read; nil without such a file.
    package func password() throws(Complaint) -> String? {
        guard let path = passwordFile else { return nil }
        var status = stat()
        if stat(path, &status) == 0, status.st_mode & 0o077 != 0 {
            throw Complaint(
                "'password-file' \(path) can be read by other users; use: chmod 600 \(ShellWord.of(path))")
        }
        do {
            return try SmallFile.firstLine(path)
        } catch {
            throw Complaint("'password-file' can't be read: \(error)")
        }
    }

    package var fileProblems: [String] {
        var problems: [String] = []
        do throws(Complaint) { _ = try password() } catch { problems.append(error.message) }
        do throws(Complaint) { try checkCertificates() } catch { problems.append(error.message) }
        return problems
    }

    /// Refuses certificates that can't be read.
    package func checkCertificates() throws(Complaint) {
        guard let path = caFile, Glibc.access(path, R_OK) != 0 else { return }
        throw Complaint("'ca-file' can't be read: \(FileError(path))")
    }
}
