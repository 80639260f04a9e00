/// A key that was pressed, or a tap on the screen.
public enum Key: Hashable, Sendable {
    /// A character.
    case character(Unicode.Scalar)
    /// Keys without a character.
    case enter, escape, backspace, tab, up, down, left, right
    /// A mouse button or a finger at this cell, from 0.
    case tap(column: Int, row: Int)
}

/// Makes keys and taps of the bytes that a terminal sends, however they are divided.
public struct KeyReader: Sendable {
    /// How long the rest of a sequence may take, after which an escape is a key of its own.
    public static let sequenceTimeout: Duration = .milliseconds(50)
    /// The longest sequence; a longer one is dropped.
    private static let longest = 64

    private var bytes: [UInt8] = []

    /// A reader that has read nothing.
    public init() {}

    /// Whether a sequence has begun, so that `flush` must be called if nothing follows.
    public var isIncomplete: Bool { !bytes.isEmpty }

    /// The keys that are complete with these bytes.
    public mutating func read(_ more: some Sequence<UInt8>) -> [Key] {
        bytes += more
        var keys: [Key] = []
        while let (key, length) = Self.first(in: bytes[...]) {
            if let key { keys.append(key) }
            bytes.removeFirst(length)
        }
        if bytes.count > Self.longest { bytes = [] }
        return keys
    }

    /// The keys of an unfinished sequence to which nothing more belongs: an escape.
    public mutating func flush() -> [Key] {
        defer { bytes = [] }
        return bytes == [Self.escape] ? [.escape] : []
    }

    private static let escape: UInt8 = 0x1b

    /// The first key, nil for a sequence without a meaning, and its length; nil if it isn't complete.
    private static func first(in bytes: ArraySlice<UInt8>) -> (key: Key?, length: Int)? {
        guard let first = bytes.first else { return nil }
        switch first {
        case escape: return sequence(bytes)
        case UInt8(ascii: "\r"), UInt8(ascii: "\n"): return (.enter, 1)
        case UInt8(ascii: "\t"): return (.tab, 1)
        case 0x08, 0x7f: return (.backspace, 1)
        case 0..<0x20: return (nil, 1)
        default: return character(bytes)
        }
    }

    private static func character(_ bytes: ArraySlice<UInt8>) -> (key: Key?, length: Int)? {
        guard let first = bytes.first else { return nil }
        let length = first < 0x80 ? 1 : first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 0
        guard length > 0 else { return (nil, 1) }
        let encoded = bytes.prefix(length)
        guard encoded.dropFirst().allSatisfy({ $0 & 0xc0 == 0x80 }) else { return (nil, 1) }
        guard encoded.count == length else { return nil }
        guard let text = String(validating: encoded, as: UTF8.self), let scalar = text.unicodeScalars.first else {
            return (nil, length)
        }
        return (.character(scalar), length)
    }

    /// A sequence that begins with an escape.
    private static func sequence(_ bytes: ArraySlice<UInt8>) -> (key: Key?, length: Int)? {
        let rest = bytes.dropFirst()
        guard let second = rest.first else { return nil }
        switch second {
        case escape: return (.escape, 1)
        case UInt8(ascii: "["): return controlSequence(rest.dropFirst())
        case UInt8(ascii: "O"):
            guard let final = rest.dropFirst().first else { return nil }
            return (arrow(final) ?? (final == UInt8(ascii: "M") ? .enter : nil), 3)
        // Alt and a key.
        default: return (nil, 2)
        }
    }

    /// The rest after `ESC [`: parameters, and a final byte.
    private static func controlSequence(_ bytes: ArraySlice<UInt8>) -> (key: Key?, length: Int)? {
        // Terminals without SGR mode send three bytes after the M.
        if bytes.first == UInt8(ascii: "M") {
            let report = Array(bytes.dropFirst().prefix(3))
            guard report.count == 3 else { return nil }
            let isPress = report[0] & 0xe3 == 0x20
            let (column, row) = (Int(report[1]) - 33, Int(report[2]) - 33)
            return (isPress && column >= 0 && row >= 0 ? .tap(column: column, row: row) : nil, 6)
        }
        guard let end = bytes.firstIndex(where: { $0 < 0x20 || $0 >= 0x40 }) else { return nil }
        let final = bytes[end]
        let parameters = bytes[..<end]
        // Another sequence has begun in the middle of this one.
        if final < 0x20 { return (nil, 2 + parameters.count) }
        let length = 3 + parameters.count
        guard parameters.first == UInt8(ascii: "<") else { return (arrow(final), length) }
        let numbers = parameters.dropFirst().split(separator: UInt8(ascii: ";")).map {
            Int(String(decoding: $0, as: UTF8.self)) ?? -1
        }
        // M is a press and m a release. Bits 2 to 4 are modifiers, bit 5 is a movement, bit 6 the wheel.
        guard final == UInt8(ascii: "M"), numbers.count == 3, numbers[0] >= 0, numbers[0] & 0x63 == 0,
            (1...10_000).contains(numbers[1]), (1...10_000).contains(numbers[2])
        else { return (nil, length) }
        return (.tap(column: numbers[1] - 1, row: numbers[2] - 1), length)
    }

    private static func arrow(_ final: UInt8) -> Key? {
        switch final {
        case UInt8(ascii: "A"): .up
        case UInt8(ascii: "B"): .down
        case UInt8(ascii: "C"): .right
        case UInt8(ascii: "D"): .left
        default: nil
        }
    }
}
