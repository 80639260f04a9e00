import Glibc

/// An address of IP version 4 or 6; an IPv4 address that is mapped into IPv6 equals the IPv4 address.
package struct IPAddress: Hashable, Sendable, CustomStringConvertible {
    /// Four or sixteen bytes in the order of the network.
    package let bytes: [UInt8]

    /// The address of these four or sixteen bytes; nil for any other number.
    package init?(bytes: [UInt8]) {
        switch bytes.count {
        case 4: self.bytes = bytes
        case 16 where bytes.starts(with: Self.mappedPrefix): self.bytes = Array(bytes[12...])
        case 16: self.bytes = bytes
        default: return nil
        }
    }

    /// Parses an address as text, such as `192.168.1.5` or `fe80::1` (`inet_pton`), without brackets.
    package init?(_ text: some StringProtocol) {
        let text = String(text)
        guard !text.utf8.contains(0) else { return nil }
        var space = [UInt8](repeating: 0, count: 16)
        if inet_pton(AF_INET, text, &space) == 1 {
            self.init(bytes: Array(space[..<4]))
        } else if inet_pton(AF_INET6, text, &space) == 1 {
            self.init(bytes: space)
        } else {
            return nil
        }
    }

    package static let loopback = IPAddress(unchecked: [127, 0, 0, 1])

    private init(unchecked bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Whether only this machine has it: 127/8 or ::1.
    package var isLoopback: Bool {
        bytes.count == 4 ? bytes.first == 127 : bytes.dropLast().allSatisfy { $0 == 0 } && bytes.last == 1
    }

    /// Whether a socket with this address listens at all addresses: 0.0.0.0 or ::.
    package var isAny: Bool { bytes.allSatisfy { $0 == 0 } }

    /// The network that one client can be expected to have for itself: all of an IPv4 address, 64 bits of IPv6.
    package var network: [UInt8] { bytes.count == 4 ? bytes : Array(bytes.prefix(8)) }

    /// The address without brackets (`inet_ntop`).
    package var text: String {
        var text = [CChar](repeating: 0, count: 64)
        let family = bytes.count == 4 ? AF_INET : AF_INET6
        guard inet_ntop(family, bytes, &text, socklen_t(text.count)) != nil else { return "?" }
        return String(buffer: text)
    }

    /// The address as in a URL, with brackets around IPv6.
    package var description: String { bytes.count == 4 ? text : "[\(text)]" }

    private static let mappedPrefix: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]
}

package struct IPEndpoint: Hashable, Sendable, CustomStringConvertible {
    package let address: IPAddress
    /// The port; 0 in a listening address means any free one.
    package let port: UInt16

    package init(_ address: IPAddress, port: UInt16) {
        (self.address, self.port) = (address, port)
    }

    /// Parses a listening address: `PORT`, `ADDRESS:PORT` or `[v6]:PORT`.
    package init?(listening text: String) {
        if let port = Self.port(text[...]) {
            self.init(.loopback, port: port)
            return
        }
        guard let colon = text.lastIndex(of: ":"), let port = Self.port(text[text.index(after: colon)...]) else {
            return nil
        }
        let host = text[..<colon]
        if host.first == "[", host.last == "]", host.contains(":"), let address = IPAddress(host.dropFirst().dropLast())
        {
            self.init(address, port: port)
        } else if !host.contains(":"), let address = IPAddress(host) {
            self.init(address, port: port)
        } else {
            return nil
        }
    }

    private static func port(_ text: Substring) -> UInt16? {
        guard (1...5).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return UInt16(text)
    }

    package var description: String { "\(address):\(port)" }
}

/// Whether a text can be the name of a host: letters, digits, hyphens and underscores of ASCII, and dots between them.
package func isHostName(_ text: String) -> Bool {
    let allowed = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8
    return text.utf8.count <= 253
        && text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy { label in
            (1...63).contains(label.count) && label.allSatisfy { allowed.contains($0) }
        }
}
