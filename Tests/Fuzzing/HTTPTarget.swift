import POSIX

@testable import HTTP

/// The parts of a request that this project parses itself: Host headers, queries, forms, cookies, the kernel's tables of sockets
/// and listening addresses. The first byte chooses.
final class HTTPTarget: Target {
    static let name = "http"
    static let maxLength = 2048

    func handle(_ bytes: UnsafeRawBufferPointer) {
        guard let kind = bytes.first else { return }
        let rest = Array(bytes.dropFirst())
        let text = String(decoding: rest, as: UTF8.self)
        switch kind % 6 {
        case 0: host(text)
        case 1: fields(rest)
        case 2: cookies(text)
        case 3: sockets(rest)
        case 4: listening(text)
        default: framing(text)
        }
    }

    private func host(_ text: String) {
        let request = request(Field("host", text))
        let (closed, open) = (AccessRules(isOpen: false, user: 1), AccessRules(isOpen: true, user: 1))
        if closed.allowsHost(of: request) {
            require(open.allowsHost(of: request), "an open page has no fewer names")
            let name = text.lowercased()
            let isLocal = name.hasPrefix("localhost") || name.hasPrefix("127.") || name.hasPrefix("[")
            require(isLocal, "a closed page has the names of this machine only: \(text)")
        }
        guard let host = HostName(header: text) else { return }
        switch host {
        case .address(let address):
            require(HostName(header: "\(address)") == host, "an address that is written out is the same: \(text)")
        case .name(let name):
            require(isHostName(name) && name == name.lowercased(), "a name has the characters of names: \(text)")
            require(HostName(header: "\(name):80") == host, "a port changes nothing: \(text)")
        }
    }

    private func fields(_ bytes: [UInt8]) {
        let fields = FormFields.parse(bytes)
        require(fields.count <= FormFields.maxCount, "a limited number of fields")
        let size = fields.reduce(0) { $0 + $1.name.unicodeScalars.count + $1.value.unicodeScalars.count }
        require(size <= bytes.count, "fields are no longer than their text")
        require(FormFields.parse(Array(FormFields.text(fields).utf8)) == fields, "what is written out reads the same")
    }

    private func cookies(_ text: String) {
        let cookies = Cookies.parse(text)
        require(cookies.count <= Cookies.maxCount, "a limited number of cookies")
        // As bytes: to a string, the Greek question mark is a semicolon.
        let areDivided = cookies.allSatisfy {
            !$0.value.utf8.contains(UInt8(ascii: ";")) && !$0.name.utf8.contains(UInt8(ascii: "="))
        }
        require(areDivided, "cookies are divided")
    }

    private func sockets(_ table: [UInt8]) {
        for line in table.split(separator: UInt8(ascii: "\n")) {
            guard let entry = SocketTable.Entry(line) else { continue }
            let table = Array("heading\n".utf8) + line
            let found = SocketTable.owner(of: entry.local, connectedTo: entry.remote, in: table)
            require(found == (entry.isOpen ? entry.user : nil), "an open socket is found, and no other")
        }
    }

    private func listening(_ text: String) {
        guard let endpoint = IPEndpoint(listening: text) else { return }
        require(IPEndpoint(listening: "\(endpoint)") == endpoint, "an address that is written out is the same: \(text)")
    }

    private func framing(_ text: String) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let headers = lines.dropFirst().map { line in
            let halves = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            return Field((halves.first ?? "").lowercased(), String(halves.dropFirst().first ?? ""))
        }
        let target = String(lines.first ?? "")
        guard Framing.fault(version: "HTTP/1.1", target: target, headers: headers) == nil else { return }
        let lengths = headers.filter { $0.name == "content-length" || $0.name == "transfer-encoding" }
        require(lengths.count <= 1 && target.hasPrefix("/"), "a request has one length and a path")
        _ = AccessRules(isOpen: true, user: 1).allowsSite(of: request("POST", headers))
    }

    private func request(_ header: Field) -> Request {
        request("GET", [header])
    }

    private func request(_ method: String, _ headers: [Field]) -> Request {
        Request(method: method, target: "/", headers: headers, peer: .init(address: .loopback))
    }
}
