import EggRequests
import Glibc
import POSIX

/// The origin of pages that may show the touch page in a frame: `http://homeassistant.local:8123`.
public struct FrameOrigin: Equatable, Sendable {
    /// Its text as browsers have it: without a path, in lower case.
    public let text: String

    /// Reads a typed origin.
    public init(_ typed: String) throws(Complaint) {
        let text = typed.lowercased()
        guard text.allSatisfy({ $0 != "*" }) else {
            throw Complaint("'\(typed)' means many sites; name the one that may show the page, such as \(Self.example)")
        }
        let scheme = Self.schemes.first(where: text.hasPrefix) ?? ""
        let rest = text.dropFirst(scheme.count)
        let authority = rest.prefix { !"/?#".contains($0) }
        guard Self.isAuthority(authority) else {
            throw Complaint("'\(typed)' isn't the address of a site; write it like \(Self.example)")
        }
        guard !scheme.isEmpty else {
            throw Complaint("'\(typed)' lacks http:// or https://; write \(Self.schemes[0])\(authority)")
        }
        self.text = scheme + authority
        guard authority.count == rest.count else {
            throw Complaint("'\(typed)' has more than a scheme, a host and a port; write \(self.text)")
        }
    }

    private static let schemes = ["http://", "https://"]
    private static let example = "http://homeassistant.local:8123"

    /// Whether a text is a name or an IPv4 address, perhaps with a port; policies of browsers have no IPv6 addresses.
    private static func isAuthority(_ text: Substring) -> Bool {
        let parts = text.split(separator: ":" as Character, omittingEmptySubsequences: false)
        let isHost = isHostName(String(parts[0]))
        guard parts.count == 2 else { return isHost && parts.count == 1 }
        return isHost && parts[1].utf8.allSatisfy { (0x30...0x39).contains($0) }
            && (1...65_535).contains(Int(parts[1]) ?? 0)
    }

    // MARK: Their file

    /// The name of the file with one origin a line, in the folder of the page's token.
    public static let file = "frames"

    /// The origins in a file; none if there is no file. What isn't an origin counts as nothing.
    public static func read(_ path: String) throws(FileError) -> [FrameOrigin] {
        do throws(FileError) {
            let text = String(decoding: SmallFile.withoutMark(try SmallFile.read(path)), as: UTF8.self)
            return text.split(whereSeparator: \.isWhitespace).compactMap { try? FrameOrigin(String($0)) }
        } catch {
            if case .system(ENOENT) = error.reason { return [] }
            throw error
        }
    }

    /// Writes these origins to a file, in the place of those that it had.
    public static func write(_ origins: [FrameOrigin], to path: String) throws(FileError) {
        try Folder.make(above: path)
        try SmallFile.replace(path, with: Array(origins.map { "\($0.text)\n" }.joined().utf8))
    }
}
