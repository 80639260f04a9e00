import POSIX

/// The host that a request names in its `Host` header, without the port, in lower case.
package enum HostName: Hashable, Sendable {
    case address(IPAddress)
    case name(String)

    /// Parses the header; nil if it is neither a name nor an address.
    package init?(header text: String) {
        var host = text[...]
        if host.first == "[" {
            guard let end = host.firstIndex(of: "]"), Self.isPort(host[host.index(after: end)...]) else { return nil }
            let inner = host[..<end].dropFirst()
            guard inner.contains(":"), let address = IPAddress(inner) else { return nil }
            self = .address(address)
            return
        }
        if let colon = host.firstIndex(of: ":") {
            guard Self.isPort(host[colon...]) else { return nil }
            host = host[..<colon]
        }
        // A name may end with a dot, which makes it absolute, and browsers also accept one after an address.
        if host.last == "." { host = host.dropLast() }
        if let address = IPAddress(host) {
            self = .address(address)
            return
        }
        let name = host.lowercased()
        guard isHostName(name) else { return nil }
        self = .name(name)
    }

    /// Nothing, or a colon and digits; a port may be empty (RFC 3986, section 3.2.3).
    private static func isPort(_ text: Substring) -> Bool {
        guard let first = text.first else { return true }
        return first == ":" && text.utf8.count <= 6
            && text.utf8.dropFirst().allSatisfy { (0x30...0x39).contains($0) }
    }
}
