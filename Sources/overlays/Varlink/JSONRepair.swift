/// Replaces valid JSON that libjansson rejects: numbers beyond a double's range, and unpaired surrogates in strings.
///
/// Both are allowed by RFC 8259 (sections 6 and 8.2). Each is replaced by an array of an object, which is the wrong
/// type for a number, a string and a list of them, so that the call can be read and its parameter refused by name. An
/// invalid member name is left as it is, because an error couldn't name it.
struct JSONRepair {
    /// The text with the replacements.
    private(set) var text: [UInt8] = []
    /// The text with valid values instead, to check whether everything around them is JSON.
    private(set) var check: [UInt8] = []
    private var isNeeded = false

    /// Nil if there is nothing to replace.
    init?(_ original: ArraySlice<UInt8>) {
        var rest = original
        while let first = rest.first {
            switch first {
            case UInt8(ascii: "\""):
                guard let string = Self.string(rest) else { return nil }
                rest = rest.dropFirst(string.token.count)
                let isName = rest.first { !Self.spaces.contains($0) } == UInt8(ascii: ":")
                put(string.token, isName ? nil : string.replacement)
            case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                let token = rest.prefix { Self.ofNumbers.contains($0) }
                rest = rest.dropFirst(token.count)
                put(token, Self.isTooLarge(token) ? [UInt8(ascii: "0")] : nil)
            default:
                text.append(first)
                check.append(first)
                rest = rest.dropFirst()
            }
        }
        guard isNeeded else { return nil }
    }

    private mutating func put(_ token: ArraySlice<UInt8>, _ replacement: [UInt8]?) {
        text += replacement == nil ? Array(token) : Array("[{}]".utf8)
        check += replacement ?? Array(token)
        if replacement != nil { isNeeded = true }
    }

    private static let spaces = Array(" \t\n\r".utf8)
    private static let ofNumbers = Array("0123456789+-.eE".utf8)

    /// A string with its quotes, and a valid version of it if it has unpaired surrogates; nil if it isn't terminated.
    private static func string(_ text: ArraySlice<UInt8>) -> (token: ArraySlice<UInt8>, replacement: [UInt8]?)? {
        var replacement: [UInt8] = [UInt8(ascii: "\"")]
        var hasHalves = false
        var rest = text.dropFirst()
        while let first = rest.first {
            var length = 1
            if first == UInt8(ascii: "\\") {
                length = 2
                if let code = escapedCode(rest) {
                    length = 6
                    switch code {
                    case 0xd800..<0xdc00:
                        let low = escapedCode(rest.dropFirst(6))
                        if let low, (0xdc00..<0xe000).contains(low) { length = 12 } else { length = 0 }
                    case 0xdc00..<0xe000: length = 0
                    default: break
                    }
                }
            }
            if length == 0 {
                hasHalves = true
                replacement += Array(#"\ufffd"#.utf8)
                rest = rest.dropFirst(6)
                continue
            }
            replacement += rest.prefix(length)
            rest = rest.dropFirst(length)
            if first == UInt8(ascii: "\"") {
                return (text[text.startIndex..<rest.startIndex], hasHalves ? replacement : nil)
            }
        }
        return nil
    }

    /// The code unit of an escape such as `\ud83e` at the start of the text.
    private static func escapedCode(_ text: ArraySlice<UInt8>) -> UInt16? {
        let escape = text.prefix(6)
        guard escape.count == 6, escape.starts(with: Array(#"\u"#.utf8)) else { return nil }
        let digits = escape.dropFirst(2)
        // The initialiser alone would accept a sign.
        guard digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }) else { return nil }
        return UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
    }

    /// Whether a token is a valid JSON number beyond a double's range.
    private static func isTooLarge(_ token: ArraySlice<UInt8>) -> Bool {
        var rest = token
        func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
        func dropDigits() -> Bool {
            let digits = rest.prefix(while: isDigit)
            rest = rest.dropFirst(digits.count)
            return !digits.isEmpty
        }
        if rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
        let hasLeadingZero = rest.first == UInt8(ascii: "0") && rest.dropFirst().first.map(isDigit) ?? false
        guard !hasLeadingZero, dropDigits() else { return false }
        if rest.first == UInt8(ascii: ".") {
            rest = rest.dropFirst()
            guard dropDigits() else { return false }
        }
        if let mark = rest.first, mark == UInt8(ascii: "e") || mark == UInt8(ascii: "E") {
            rest = rest.dropFirst()
            if let sign = rest.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { rest = rest.dropFirst() }
            guard dropDigits() else { return false }
        }
        guard rest.isEmpty else { return false }
        return Double(String(decoding: token, as: UTF8.self))?.isInfinite ?? false
    }
}
