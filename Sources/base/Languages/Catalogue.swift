/// The translations of one language, as `msgfmt` writes them: a `.mo` file, which is searched as it is.
///
/// Its bytes can be anything: what doesn't lie within them isn't there.
public struct Catalogue: Sendable {
    private let bytes: [UInt8]
    /// The number of texts, and where the tables of the English ones and of their translations begin.
    private let count, originals, translations: Int

    /// The catalogue in these bytes; nil if they are none, or that of a machine with another order of bytes.
    public init?(_ bytes: [UInt8]) {
        let header = stride(from: 0, to: 20, by: 4).compactMap { Self.number(at: $0, in: bytes) }
        // The second number is the version of the format.
        guard header.count == 5, header[0] == 0x9504_12de, header[1] >> 16 <= 1 else { return nil }
        self.bytes = bytes
        (count, originals, translations) = (header[2], header[3], header[4])
    }

    /// The forms of a translation, which are several for a sentence with a number; nil if there is none.
    ///
    /// - Parameter context: tells apart English words with two meanings.
    public func forms(of english: String, context: String? = nil) -> [String]? {
        let key = Array((context.map { "\($0)\u{4}" } ?? "").utf8) + Array(english.utf8)
        var places = 0..<count
        while !places.isEmpty {
            let middle = places.lowerBound + places.count / 2
            guard let text = text(originals, middle) else { return nil }
            // The plural follows after a NUL.
            let original = text.prefix { $0 != 0 }
            if original.elementsEqual(key) {
                return self.text(translations, middle)?.split(separator: 0, omittingEmptySubsequences: false)
                    .map { String(decoding: $0, as: UTF8.self) }
            }
            places =
                original.lexicographicallyPrecedes(key)
                ? middle + 1..<places.upperBound : places.lowerBound..<middle
        }
        return nil
    }

    /// The rule for the form that belongs to a number, such as `n != 1`; nil if there is none.
    public var pluralRule: String? {
        let name = "Plural-Forms:"
        guard let line = forms(of: "")?.first?.split(separator: "\n").first(where: { $0.hasPrefix(name) }),
            let rule = line.dropFirst(name.count).split(separator: ";").dropFirst().first,
            let sign = rule.firstIndex(of: "=")
        else { return nil }
        return String(rule[rule.index(after: sign)...])
    }

    /// The text at a place of a table.
    private func text(_ table: Int, _ place: Int) -> ArraySlice<UInt8>? {
        guard let length = Self.number(at: table + place * 8, in: bytes),
            let start = Self.number(at: table + place * 8 + 4, in: bytes), start + length <= bytes.count
        else { return nil }
        return bytes[start..<start + length]
    }

    private static func number(at start: Int, in bytes: [UInt8]) -> Int? {
        guard start >= 0, start + 4 <= bytes.count else { return nil }
        return bytes[start..<start + 4].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
}
