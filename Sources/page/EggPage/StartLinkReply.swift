import CQRencode
import HTTP
import POSIX

/// The reply to a page that asks for a link and its QR code. eggweb answers this call itself.
struct StartLinkReply: Encodable {
    static let method = "io.eggtimer.Page.StartLink"

    struct Parameters: Decodable {
        /// The fields of the link: `egg=soft&name=left-pot`.
        let query: String
    }

    /// The longest link in bytes that fits on a usual NFC tag: an NTAG213 has 144 bytes, some of them for the format.
    static let maxTagLength = 130

    let link: String
    /// Whether other devices can open it.
    let isForOthers: Bool
    /// Whether it fits on a usual NFC tag.
    let fitsOnTag: Bool
    /// The number of modules on a side of the QR code, and the dark ones as a path; nil if the link is too long.
    let codeSize: Int?
    let codePath: String?

    init(_ link: StartLink, _ links: (origin: String, areForOthers: Bool)) {
        self.link = "\(links.origin)\(StartLink.path)?\(link.query)"
        (isForOthers, fitsOnTag) = (links.areForOthers, self.link.utf8.count <= Self.maxTagLength)
        let code = QRCode(self.link)
        (codeSize, codePath) = (code?.size, code?.path)
    }
}

/// A QR code: a square of dark and light modules, without the light margin of four modules that readers need.
struct QRCode: Sendable {
    /// The number of modules on each side.
    let size: Int
    /// The modules row by row, true for a dark one.
    let modules: [Bool]

    /// The code of a text in UTF-8 (`QRcode_encodeString8bit`), readable with 15 % of it damaged.
    ///
    /// - Returns: nil if the text is empty, too long (from 2,332 bytes on), or no memory is left.
    init?(_ text: String) {
        guard !text.utf8.contains(0), let code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_M) else { return nil }
        defer { QRcode_free(code) }
        size = Int(code.pointee.width)
        // The lowest bit is the module's colour; the others say what it is for.
        modules = UnsafeBufferPointer(start: code.pointee.data, count: size * size).map { $0 & 1 == 1 }
    }

    /// The dark modules as the path of a drawing (SVG), one unit each.
    var path: String {
        var path = ""
        for row in 0..<size {
            var column = 0
            while column < size {
                let length = modules[(row * size + column)..<((row + 1) * size)].prefix { $0 }.count
                if length > 0 { path += "M\(column) \(row)h\(length)v1h-\(length)z" }
                column += max(1, length)
            }
        }
        return path
    }
}

/// The addresses at which browsers find the page.
struct PageOrigin {
    /// Where the page listens.
    var endpoints: [IPEndpoint] = []
    /// Its names behind a reverse proxy.
    var hosts: [String] = []
    /// The address of this machine in the home network.
    var network: () -> String = { "localhost" }

    /// The beginning of links for other devices, and whether they can open them.
    ///
    /// A browser on this machine may use an address such as `localhost`, which means another machine on other devices.
    func links(for request: Request) -> (origin: String, areForOthers: Bool) {
        let header = request.header("host") ?? "localhost"
        if !Self.isLoopback(header) { return ("\(request.isEncrypted ? "https" : "http")://\(header)", true) }
        if let endpoint = endpoints.first(where: { !$0.address.isLoopback }) {
            let host = endpoint.address.isAny ? network() : "\(endpoint.address)"
            return ("http://\(host):\(endpoint.port)", true)
        }
        if let name = hosts.first { return ("https://\(name)", true) }
        return ("http://\(header)", false)
    }

    private static func isLoopback(_ header: String) -> Bool {
        switch HostName(header: header) {
        case .address(let address): address.isLoopback
        case .name(let name): name == "localhost"
        case nil: true
        }
    }
}
