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
