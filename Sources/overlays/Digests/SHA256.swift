import CMD

/// The overlay on libmd: SHA-256.
public enum SHA256 {
    /// The 32 bytes of a text's hash.
    public static func hash(of text: String) -> [UInt8] { hash(of: Array(text.utf8)) }

    /// The beginning of a hash, this many bytes, in hexadecimal digits.
    public static func digits(of bytes: [UInt8], count: Int) -> String {
        hash(of: bytes).prefix(count).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }

    private static func hash(of bytes: [UInt8]) -> [UInt8] {
        var state = SHA2_CTX()
        var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_LENGTH))
        // Unlike SHA256Data, none of these can fail.
        SHA256Init(&state)
        SHA256Update(&state, bytes, bytes.count)
        SHA256Final(&digest, &state)
        return digest
    }
}
