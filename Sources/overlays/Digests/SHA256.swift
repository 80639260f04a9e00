import CMD

/// The overlay on libmd: SHA-256.
public enum SHA256 {
    /// The 32 bytes of a text's hash.
    public static func hash(of text: String) -> [UInt8] {
        var text = text
        var state = SHA2_CTX()
        var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_LENGTH))
        // Unlike SHA256Data, none of these can fail.
        SHA256Init(&state)
        text.withUTF8 { SHA256Update(&state, $0.baseAddress, $0.count) }
        SHA256Final(&digest, &state)
        return digest
    }
}
