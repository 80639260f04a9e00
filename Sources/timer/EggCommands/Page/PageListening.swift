import CLinux
import Glibc

/// An address and a port at which the touch page is to be found.
struct PageListening: Equatable {
    enum Host: Equatable {
        /// Every address of this machine.
        case any
        /// One address, as IPv4 or IPv6 write it, without brackets.
        case address(String)
    }

    /// The port of the page, unless another one is chosen.
    static let standardPort = 8090

    let host: Host
    let port: Int

    /// Every address of this machine, at the standard port.
    static let standard = PageListening(host: .any, port: standardPort)

    /// The addresses for this machine alone.
    var isLoopback: Bool {
        switch host {
        case .any: false
        case .address(let text): text == "::1" || text.hasPrefix("127.")
        }
    }

    /// The host as the authority of a URL has it; nil for every address.
    var urlHost: String? {
        switch host {
        case .any: nil
        case .address("127.0.0.1"): "localhost"
        case .address(let text): Self.bracketed(text)
        }
    }

    /// The lines `ListenStream=` of the socket; besides the home network, this machine's own browser keeps its address.
    var streams: [String] {
        switch host {
        // systemd takes a number alone for all addresses, of IPv4 and IPv6 if the kernel has it.
        case .any: return ["\(port)"]
        case .address(let text):
            let stream = "\(Self.bracketed(text)):\(port)"
            return isLoopback || text == "0.0.0.0" ? [stream] : ["127.0.0.1:\(port)", stream]
        }
    }

    /// An address as IPv6 is written before a port.
    static func bracketed(_ address: String) -> String { address.contains(":") ? "[\(address)]" : address }

    private init(host: Host, port: Int) {
        self.host = host
        self.port = port
    }

    /// Reads `PORT`, `ADDRESS`, `ADDRESS:PORT` or `[ADDRESS]:PORT`.
    init(_ text: String) throws(Complaint) {
        let (address, port) = Self.split(text)
        switch port {
        case nil: self.port = Self.standardPort
        case .some(let word):
            guard let number = Int(word), (1...65_535).contains(number), word.allSatisfy(\.isNumber) else {
                throw Complaint("'\(word)' isn't a port; it must be a number from 1 to 65535, such as 8090")
            }
            self.port = number
        }
        guard let address else {
            host = .any
            return
        }
        guard let canonical = Self.canonical(address) else {
            throw Complaint(
                "'\(address)' isn't an address of this machine; write it like 192.168.1.5:8090 or [::]:8090, or give "
                    + "the port alone")
        }
        host = canonical == "::" ? .any : .address(canonical)
    }

    /// Reads an entry of the property `Listen` of a socket unit, such as `127.0.0.1:8090 (Stream)`.
    init?(unitProperty text: String) {
        guard let stream = text.split(separator: " ").first, text.hasSuffix("(Stream)"),
            let listening = try? PageListening(String(stream))
        else { return nil }
        self = listening
    }

    /// The address and the port in a text; a number alone is a port.
    private static func split(_ text: String) -> (address: String?, port: String?) {
        if !text.isEmpty, text.allSatisfy(\.isNumber) { return (nil, text) }
        if text.hasPrefix("["), let end = text.lastIndex(of: "]") {
            let address = String(text[text.index(after: text.startIndex)..<end])
            let rest = text[text.index(after: end)...]
            if rest.isEmpty { return (address, nil) }
            return rest.hasPrefix(":") ? (address, String(rest.dropFirst())) : (text, nil)
        }
        // Several colons without brackets are those of an IPv6 address.
        guard let colon = text.lastIndex(of: ":"), text.firstIndex(of: ":") == colon else { return (text, nil) }
        return (String(text[..<colon]), String(text[text.index(after: colon)...]))
    }

    /// An address in its usual form; nil if it is none.
    private static func canonical(_ text: String) -> String? {
        let family = text.contains(":") ? AF_INET6 : AF_INET
        return withUnsafeTemporaryAllocation(byteCount: 16, alignment: 16) { bytes in
            withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(INET6_ADDRSTRLEN)) { written in
                guard inet_pton(family, text, bytes.baseAddress) == 1, let base = written.baseAddress,
                    inet_ntop(family, bytes.baseAddress, base, socklen_t(INET6_ADDRSTRLEN)) != nil
                else { return nil }
                return String(cString: base)
            }
        }
    }
}
