import Digests

/// The hashes by which a Content-Security-Policy allows a certain inline script or style.
enum PolicyHash {
    /// The source `'sha256-…'` of an element with this text.
    static func source(of text: String) -> String {
        "'sha256-\(base64(SHA256.hash(of: text)))'"
    }

    private static func base64(_ bytes: [UInt8]) -> String {
        let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
        let groups = stride(from: 0, to: bytes.count, by: 3).map { start in
            let group = bytes[start..<min(start + 3, bytes.count)]
            let bits = (0..<3).reduce(0) { $0 << 8 | ($1 < group.count ? Int(group[start + $1]) : 0) }
            let text = (0...group.count).map { String(digits[bits >> (18 - 6 * $0) & 63]) }.joined()
            return text + String(repeating: "=", count: 3 - group.count)
        }
        return groups.joined()
    }
}
