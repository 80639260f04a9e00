/// Whether bytes are one JSON object and nothing else, by RFC 8259. It is written for this alone, so that the project's
/// encoder and decoder are not checked against themselves.
struct JSONCheck {
    private var rest: ArraySlice<UInt8>

    static func isObject(_ bytes: some Sequence<UInt8>) -> Bool {
        let bytes = Array(bytes)
        var check = JSONCheck(rest: bytes[...])
        check.skipSpace()
        return String(validating: bytes, as: UTF8.self) != nil && check.rest.first == UInt8(ascii: "{")
            && check.takeValue(depth: 0) && check.rest.isEmpty
    }

    private mutating func takeValue(depth: Int) -> Bool {
        skipSpace()
        defer { skipSpace() }
        guard depth < 2048, let first = rest.first else { return false }
        switch first {
        case UInt8(ascii: "{"): return takeList(UInt8(ascii: "{"), UInt8(ascii: "}")) { $0.takeMember(depth: depth) }
        case UInt8(ascii: "["): return takeList(UInt8(ascii: "["), UInt8(ascii: "]")) { $0.takeValue(depth: depth + 1) }
        case UInt8(ascii: "\""): return takeString()
        case UInt8(ascii: "t"): return takeWord("true")
        case UInt8(ascii: "f"): return takeWord("false")
        case UInt8(ascii: "n"): return takeWord("null")
        default: return takeNumber()
        }
    }

    private mutating func takeMember(depth: Int) -> Bool {
        skipSpace()
        guard takeString() else { return false }
        skipSpace()
        return take(UInt8(ascii: ":")) && takeValue(depth: depth + 1)
    }

    private mutating func takeList(_ open: UInt8, _ close: UInt8, _ element: (inout JSONCheck) -> Bool) -> Bool {
        guard take(open) else { return false }
        skipSpace()
        if take(close) { return true }
        repeat {
            guard element(&self) else { return false }
        } while take(UInt8(ascii: ","))
        return take(close)
    }

    private mutating func takeString() -> Bool {
        guard take(UInt8(ascii: "\"")) else { return false }
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "\""): return true
            case 0..<0x20: return false
            case UInt8(ascii: "\\"):
                guard let escaped = rest.popFirst() else { return false }
                if escaped == UInt8(ascii: "u") {
                    guard rest.count >= 4, rest.prefix(4).allSatisfy(Self.isHexDigit) else { return false }
                    rest.removeFirst(4)
                } else if !#""\/bfnrt"#.utf8.contains(escaped) {
                    return false
                }
            default: continue
            }
        }
        return false
    }

    private mutating func takeNumber() -> Bool {
        _ = take(UInt8(ascii: "-"))
        guard take(UInt8(ascii: "0")) || takeDigits() else { return false }
        if take(UInt8(ascii: ".")), !takeDigits() { return false }
        guard take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) else { return true }
        _ = take(UInt8(ascii: "+")) || take(UInt8(ascii: "-"))
        return takeDigits()
    }

    private mutating func takeDigits() -> Bool {
        let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        rest.removeFirst(digits.count)
        return !digits.isEmpty
    }

    private mutating func skipSpace() {
        while let first = rest.first, first <= UInt8(ascii: " "), " \t\n\r".utf8.contains(first) { rest.removeFirst() }
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard rest.first == byte else { return false }
        rest.removeFirst()
        return true
    }

    private mutating func takeWord(_ word: String) -> Bool {
        guard rest.starts(with: word.utf8) else { return false }
        rest.removeFirst(word.utf8.count)
        return true
    }

    private static func isHexDigit(_ byte: UInt8) -> Bool {
        Character(Unicode.Scalar(byte)).isHexDigit
    }
}
