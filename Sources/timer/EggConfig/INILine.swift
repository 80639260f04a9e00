import CInih

/// A line of an INI text that isn't empty and isn't a comment; it may be invalid.
struct INILine: Equatable {
    /// The content of a line.
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
        /// The line has more bytes than the limit.
        case tooLong(bytes: Int, limit: Int)
        /// The line isn't UTF-8.
        case notUTF8
        /// The line has a control character other than a tab.
        case controlCharacter(UInt32)
        /// `[]`
        case emptyHeader
        /// `[` without `]`.
        case unclosedHeader
        /// `[a] b`
        case wordsAfterHeader
        /// The line is neither a header nor a pair.
        case neither
    }

    /// The line number, counted from 1.
    let number: Int
    /// The content of the line.
    let content: Content

    /// The most bytes of a line other than a comment: libinih's 200, minus the line break and the NUL.
    static let maxLength = 198

    /// Reads an INI text, except for empty lines and comments: `ini_parse_stream`.
    ///
    /// Lines are counted and headers are read here, because libinih 55 reports neither line numbers nor empty sections,
    /// and cuts long names and lines silently. It is given only the pairs, each complete and without indentation, so
    /// that it never treats a line as the continuation of another.
    static func lines(of bytes: [UInt8]) throws(INIError) -> [INILine] {
        let reader = INIReader(bytes)
        let context = Unmanaged.passUnretained(reader).toOpaque()
        let code = withExtendedLifetime(reader) {
            ini_parse_stream(
                { buffer, capacity, context in
                    guard let buffer, let context else { return nil }
                    let room = UnsafeMutableBufferPointer(start: buffer, count: Int(capacity))
                    return INIReader.at(context).next(into: room) ? buffer : nil
                }, context,
                { context, _, key, value in
                    if let context, let key, let value {
                        INIReader.at(context).found(key: String(cString: key), value: String(cString: value))
                    }
                    return 1
                }, context)
        }
        guard reader.isAtEnd else { throw INIError(code: .init(rawValue: code)) }
        return reader.lines
    }
}

/// `ini_parse_stream` gave up before the end of the text.
struct INIError: Error, Equatable, CustomStringConvertible {
    /// The return value of `ini_parse_stream`: -2 when out of memory, else the number of the first rejected line.
    struct Code: RawRepresentable, Equatable {
        let rawValue: Int32
    }

    let code: Code

    var description: String { "libinih gave up (ini_parse_stream returned \(code.rawValue))" }
}

/// Replaces `fgets` for libinih: checks every line, and passes on those that can be pairs.
private final class INIReader {
    private(set) var lines: [INILine] = []
    private var unread: ArraySlice<ArraySlice<UInt8>>
    private var number = 0
    /// Whether libinih has been given a line and hasn't reported a pair for it yet.
    private var isAwaitingPair = false

    init(_ bytes: [UInt8]) {
        let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let text = bytes.starts(with: byteOrderMark) ? bytes[byteOrderMark.count...] : bytes[...]
        unread = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)[...]
    }

    static func at(_ context: UnsafeMutableRawPointer) -> INIReader {
        Unmanaged.fromOpaque(context).takeUnretainedValue()
    }

    /// Whether every line has been read and reported.
    var isAtEnd: Bool { unread.isEmpty && !isAwaitingPair }

    /// Puts the next line that can be a pair into libinih's buffer; false if there is none.
    func next(into buffer: UnsafeMutableBufferPointer<CChar>) -> Bool {
        if isAwaitingPair { report(.fault(.neither, isHeader: false)) }
        while let bytes = unread.popFirst() {
            number += 1
            let line = Self.trimmed(bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes)
            // The line break and the NUL also need space.
            switch Self.classification(of: line, limit: min(INILine.maxLength, buffer.count - 2)) {
            case .ignored: continue
            case .complete(let content): report(content)
            case .pair:
                let text = line.map { CChar(bitPattern: $0) } + [CChar(bitPattern: UInt8(ascii: "\n")), 0]
                _ = buffer.update(fromContentsOf: text)
                isAwaitingPair = true
                return true
            }
        }
        return false
    }

    /// libinih has found a pair in the line that it was given.
    func found(key: String, value: String) {
        report(key.isEmpty ? .fault(.neither, isHeader: false) : .pair(key: key, value: value))
    }

    private func report(_ content: INILine.Content) {
        lines.append(INILine(number: number, content: content))
        isAwaitingPair = false
    }

    private enum Classification {
        /// An empty line or a comment.
        case ignored
        /// A header or a fault.
        case complete(INILine.Content)
        /// For libinih to parse.
        case pair
    }

    private static func classification(of line: ArraySlice<UInt8>, limit: Int) -> Classification {
        guard let first = line.first else { return .ignored }
        let isHeader = first == UInt8(ascii: "[")
        guard let text = String(validating: line, as: UTF8.self) else {
            return .complete(.fault(.notUTF8, isHeader: isHeader))
        }
        if let control = text.unicodeScalars.first(where: { $0 != "\t" && $0.properties.generalCategory == .control }) {
            return .complete(.fault(.controlCharacter(control.value), isHeader: isHeader))
        }
        if first == UInt8(ascii: "#") || first == UInt8(ascii: ";") { return .ignored }
        guard line.count <= limit else {
            return .complete(.fault(.tooLong(bytes: line.count, limit: limit), isHeader: isHeader))
        }
        return isHeader ? .complete(header(withoutComment(line))) : .pair
    }

    private static func header(_ line: ArraySlice<UInt8>) -> INILine.Content {
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

    private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var rest = bytes.drop(while: isSpace)
        while let last = rest.last, isSpace(last) { rest.removeLast() }
        return rest
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
    }
}
