import Digests

/// Random secrets that customers hold, and what the database holds of them.
enum Secrets {
    /// The content of a session's cookie: 256 random bits in hexadecimal digits.
    static func sessionToken() -> String {
        var generator = SystemRandomNumberGenerator()
        return (0..<4).map { _ in hexadecimal(generator.next()) }.joined()
    }

    /// A code to write down: 125 random bits as five groups of five digits and letters.
    static func recoveryCode() -> String {
        var generator = SystemRandomNumberGenerator()
        return (0..<5).map { _ in
            String((0..<5).map { _ in alphabet[Int((generator.next() as UInt64) & 31)] })
        }.joined(separator: "-")
    }

    /// Crockford's base 32, without letters that look like digits.
    private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ")

    /// A code as typed, in the form that was shown: case, dashes and spaces don't matter, and O, I and L are digits.
    static func canonical(recoveryCode: String) -> String {
        let letters = recoveryCode.prefix(100).uppercased().compactMap { letter -> Character? in
            switch letter {
            case "-", " ": nil
            case "O": "0"
            case "I", "L": "1"
            default: letter
            }
        }
        return stride(from: 0, to: letters.count, by: 5).map { String(letters[$0..<min($0 + 5, letters.count)]) }
            .joined(separator: "-")
    }

    /// The SHA-256 of a secret in hexadecimal digits.
    ///
    /// The secrets have so many random bits that nobody can try them all, so a slow hash would add nothing.
    static func hash(_ secret: String) -> String {
        SHA256.hash(of: secret).map { hexadecimal($0) }.joined()
    }

    private static func hexadecimal<Number: FixedWidthInteger>(_ number: Number) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: Number.bitWidth / 4 - digits.count) + digits
    }
}
