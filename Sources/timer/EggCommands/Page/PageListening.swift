import CLinux
import EggRequests
import Glibc
import POSIX

/// An address and a port at which the touch page is to be found.
struct PageListening: Equatable {
    /// The port of the page, unless another one is chosen.
    static let standardPort = 8090

    /// One address of this machine; nil for every one, of IPv4 and IPv6.
    let address: IPAddress?
    let port: Int

    static let standard = PageListening(address: nil, port: standardPort)

    /// The addresses for this machine alone.
    var isLoopback: Bool { address?.isLoopback ?? false }

    var urlHost: String? { address.map { $0 == .loopback ? "localhost" : "\($0)" } }

    /// The lines `ListenStream=` of the socket; besides the home network, this machine's own browser keeps its address.
    var streams: [String] {
        // systemd takes a number alone for all addresses, of IPv4 and IPv6 if the kernel has it.
        guard let address else { return ["\(port)"] }
        let stream = "\(address):\(port)"
        return isLoopback || address.isAny ? [stream] : ["127.0.0.1:\(port)", stream]
    }

    private init(address: IPAddress?, port: Int) {
        (self.address, self.port) = (address, port)
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
            self.address = nil
            return
        }
        guard let found = IPAddress(address) else {
            throw Complaint(
                "'\(address)' isn't an address of this machine; write it like 192.168.1.5:8090 or [::]:8090, or give "
                    + "the port alone")
        }
        self.address = found == IPAddress("::") ? nil : found
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
}
