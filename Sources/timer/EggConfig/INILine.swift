import CInih
import POSIX
import Text

/// A line of an INI text that isn't empty and isn't a comment; it may be invalid.
struct INILine: Equatable {
    enum Content: Equatable {
        /// `[name]`, without its brackets and outer spaces.
        case header(String)
        /// `key = value`, both without outer spaces; the value can be empty.
        case pair(key: String, value: String)
        /// An invalid line; an invalid header still ends the section before it.
        case fault(Fault, isHeader: Bool)
    }

    /// Why a line is invalid, regardless of its section and key.
    enum Fault: Equatable {
        case tooLong(bytes: Int, limit: Int)
        case notUTF8
        /// The line has a control character other than a tab.
        case controlCharacter(UInt32)
        /// `[]`
        case emptyHeader
        /// `[` without `]`.
        case unclosedHeader
        /// `[a] b`
        case wordsAfterHeader
        case neither
    }

    /// The line number, counted from 1.
    let number: Int
    let content: Content

    /// The most bytes of a line other than a comment: libinih's 200, minus the line break and the NUL.
    static let maxLength = 198

    /// Reads an INI text, except for empty lines and comments.
    ///
    /// Lines are counted and headers are read here, because libinih 55 reports neither line numbers nor empty sections,
    /// and cuts long names and lines silently. It is given one complete line without indentation at a time, so that it
    /// never treats a line as the continuation of another.
    static func lines(of bytes: [UInt8]) -> [INILine] {
        let lines = SmallFile.withoutMark(bytes).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        return lines.enumerated().compactMap { index, bytes in
            let line = bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes
            return content(of: trimmed(withPlainSpaces(line))).map { INILine(number: index + 1, content: $0) }
        }
    }

    /// The content of a line without outer spaces; nil if it is empty or a comment.
    private static func content(of line: ArraySlice<UInt8>) -> Content? {
        guard let first = line.first else { return nil }
        let isHeader = first == UInt8(ascii: "[")
        guard let text = String(validating: line, as: UTF8.self) else { return .fault(.notUTF8, isHeader: isHeader) }
        if let control = text.unicodeScalars.first(where: { $0 != "\t" && $0.properties.generalCategory == .control }) {
            return .fault(.controlCharacter(control.value), isHeader: isHeader)
        }
        if first == UInt8(ascii: "#") || first == UInt8(ascii: ";") { return nil }
        guard line.count <= maxLength else {
            return .fault(.tooLong(bytes: line.count, limit: maxLength), isHeader: isHeader)
        }
        return isHeader ? header(withoutComment(line)) : pair(text)
    }

    /// `key = value`, as `ini_parse_string` reads it.
    private static func pair(_ text: String) -> Content {
        var pair = (key: "", value: "")
        _ = withUnsafeMutablePointer(to: &pair) { pair in
            ini_parse_string(
                text,
                { pair, _, key, value in
                    if let key, let value {
                        pair?.assumingMemoryBound(to: (key: String, value: String).self).pointee =
                            (String(cString: key), String(cString: value))
                    }
                    return 1
                }, pair)
        }
        return pair.key.isEmpty ? .fault(.neither, isHeader: false) : .pair(key: pair.key, value: pair.value)
    }

    private static func header(_ line: ArraySlice<UInt8>) -> Content {
        guard let end = line.firstIndex(of: UInt8(ascii: "]")) else { return .fault(.unclosedHeader, isHeader: true) }
        guard trimmed(line[(end + 1)...]).isEmpty else { return .fault(.wordsAfterHeader, isHeader: true) }
        let name = trimmed(line[..<end].dropFirst())
        return name.isEmpty ? .fault(.emptyHeader, isHeader: true) : .header(String(decoding: name, as: UTF8.self))
    }

    /// libinih's rule for pairs, applied to a header: a `;` after a space begins a comment.
    private static func withoutComment(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let start = line.indices.dropFirst().first { line[$0] == UInt8(ascii: ";") && isSpace(line[$0 - 1]) }
        return start.map { line[..<$0] } ?? line
    }

    /// The line with no-break spaces, which are copied from web pages, and their relatives as spaces; as it is unless it is
    /// UTF-8.
    private static func withPlainSpaces(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        String(validating: line, as: UTF8.self).map { Array(TypedText.spaced($0).utf8)[...] } ?? line
    }

    private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var rest = bytes.drop(while: isSpace)
        while let last = rest.last, isSpace(last) { rest.removeLast() }
        return rest
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
    }
}
