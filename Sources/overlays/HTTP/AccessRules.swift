import POSIX

/// Which requests are answered: by the user at the other end, the host that is named, and the site that sends them.
///
/// The rules say nothing about secrets; a caller checks those where a rule asks for one.
package struct AccessRules: Sendable {
    /// A decision about the other end of a connection.
    package enum Admission: Equatable, Sendable {
        /// This user or root, on this machine.
        case allowed
        case needsSecret
        /// Another user of this machine, or one that can't be found out.
        case refused
        /// A proxy or a tunnel on this machine has forwarded the request, and the server is for this machine only.
        case forwarded
    }

    /// Whether other machines, or a proxy for them, can reach this server.
    package var isOpen: Bool
    /// The user who may use it from this machine.
    package var user: UInt32
    /// Further hosts that a request may name, in lower case.
    package var hosts: Set<String>
    /// The names of this machine, which count only where the server is open.
    package var machineNames: Set<String>

    package init(isOpen: Bool, user: UInt32, hosts: some Sequence<String> = [], machineName: String? = nil) {
        self.isOpen = isOpen
        self.user = user
        self.hosts = Set(hosts.map { $0.lowercased() })
        let name = machineName?.lowercased()
        let short = name?.split(separator: ".").first.map(String.init)
        machineNames = Set([name, short, short.map { "\($0).local" }].compactMap { $0 })
    }

    /// The proof that the other end must give.
    ///
    /// A request that a proxy on this machine has forwarded comes from another machine, whoever runs the proxy.
    package func admission(of request: Request) -> Admission {
        guard request.peer.address.isLoopback else { return .needsSecret }
        if request.isForwarded { return isOpen ? .needsSecret : .forwarded }
        if trusts(request.peer) { return .allowed }
        return isOpen ? .needsSecret : .refused
    }

    /// Whether the other end is this user or root, on this machine.
    package func trusts(_ peer: Request.Peer) -> Bool {
        guard peer.address.isLoopback, let user = peer.user else { return false }
        return user == self.user || user == 0
    }

    /// Whether the request names this server (against DNS rebinding: a site whose name leads here).
    package func allowsHost(of request: Request) -> Bool {
        guard let header = request.header("host"), let host = HostName(header: header) else { return false }
        switch host {
        case .address(let address): return isOpen || address.isLoopback || hosts.contains("\(address)")
        case .name("localhost"): return true
        case .name(let name): return hosts.contains(name) || isOpen && machineNames.contains(name)
        }
    }

    /// Whether the request changes nothing, or was sent by this server's own page, or by no browser.
    package func allowsSite(of request: Request) -> Bool {
        if ["GET", "HEAD", "OPTIONS"].contains(request.method) { return true }
        if request.hasHeader("sec-fetch-site") {
            return ["same-origin", "none"].contains(request.header("sec-fetch-site") ?? "")
        }
        guard request.hasHeader("origin") else { return true }
        guard let origin = request.header("origin"), let host = request.header("host") else { return false }
        return ["http://\(host)", "https://\(host)"].contains { $0.lowercased() == origin.lowercased() }
    }
}

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
