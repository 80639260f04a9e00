/// A key that was pressed, a tap on the screen, or a character that was pasted.
package enum Key: Hashable, Sendable {
    case character(Unicode.Scalar)
    /// A character of text that was pasted; ends of lines and tabs are spaces.
    case pasted(Unicode.Scalar)
    /// Keys without a character.
    case enter, escape, backspace, tab, up, down, left, right
    /// A mouse button or a finger at this cell, from 0.
    case tap(column: Int, row: Int)
}

/// Makes keys and taps of the bytes that a terminal sends, however they are divided and however late they arrive.
///
/// A sequence that has begun is read to its end, so that no part of it is taken for keys.
package struct KeyReader: Sendable {
    /// The time on which a lone escape is judged.
    package typealias Instant = ContinuousClock.Instant

    /// How long nothing may follow an escape until it is a key of its own.
    static let escapeTimeout: Duration = .milliseconds(50)
    /// The most parameters of a sequence, in bytes; a longer one means nothing.
    private static let maxParameters = 64

    /// An escape leads from every state to `escape`.
    private enum State {
        /// Between two keys; then a character, or an escape.
        case ground
        /// In a character of several bytes; its last byte leads to ground.
        case character([UInt8])
        /// After an escape; the next byte leads to control, single or string, otherwise to ground.
        case escape(Escape)
        /// After `ESC [`, with the parameters; the final byte leads to ground, to functionKey or to report.
        case control([UInt8])
        /// After `ESC O`; the final byte leads to ground.
        case single
        /// After `ESC [ [`, with which the Linux console begins F1 to F5; the next byte leads to ground.
        case functionKey
        /// After `ESC [ M`, with which terminals without SGR mode begin three bytes; the third leads to ground.
        case report([UInt8])
        /// In a string for programs (DCS, SOS, OSC, PM or APC); its end leads to ground.
        case string
    }

    private enum Escape {
        /// It is a key if nothing follows within the timeout, and is then reported.
        case alone
        /// It was reported as a key, which the rest of a sequence may still follow.
        case reported
        /// It ends a string, or aborts it.
        case inString
    }

    private var state = State.ground
    private var isPasting = false
    /// When the escape that was read last becomes a key; nil if it won't.
    package private(set) var deadline: Instant?

    package init() {}

    /// The keys that are complete with these bytes, which arrived now.
    package mutating func read(_ bytes: some Sequence<UInt8>, at now: Instant) -> [Key] {
        var keys: [Key] = []
        for byte in bytes {
            if let key = handle(byte) { keys.append(key) }
        }
        deadline = nil
        if case .escape(.alone) = state, !isPasting { deadline = now + Self.escapeTimeout }
        return keys
    }

    /// The escape if its time is over, given that nothing more can be read now.
    package mutating func keys(at now: Instant) -> [Key] {
        guard let deadline, deadline <= now else { return [] }
        self.deadline = nil
        state = .escape(.reported)
        return [.escape]
    }

    private static let escape: UInt8 = 0x1b

    /// The key that ends with this byte.
    private mutating func handle(_ byte: UInt8) -> Key? {
        // An escape begins a sequence, also in the middle of another one.
        if byte == Self.escape {
            defer { if case .string = state { state = .escape(.inString) } else { state = .escape(.alone) } }
            if case .escape(.alone) = state, !isPasting { return .escape }
            return nil
        }
        switch state {
        case .ground: return begin(byte)
        case .character(let bytes): return character(bytes, byte)
        case .escape(let escape): return afterEscape(byte, escape)
        case .control(let parameters): return control(parameters, byte)
        case .single:
            // Parameters, such as those for a modifier.
            if (0x30..<0x40).contains(byte) { return nil }
            state = .ground
            return isPasting ? nil : Self.arrow(byte) ?? (byte == UInt8(ascii: "M") ? .enter : nil)
        case .functionKey: state = .ground
        case .report(let bytes):
            guard bytes.count == 2 else {
                state = .report(bytes + [byte])
                return nil
            }
            state = .ground
            return isPasting ? nil : Self.tap(button: bytes[0], column: bytes[1], row: byte)
        case .string:
            // BEL ends a string, CAN and SUB abort it. Ends of lines do as well: strings of terminals have none, so
            // that Enter is never lost for long after Alt and a key that looks like the beginning of a string.
            if [0x07, 0x18, 0x1a, 0x0a, 0x0d].contains(byte) { state = .ground }
        }
        return nil
    }

    /// The key of a byte that continues nothing.
    private mutating func begin(_ byte: UInt8) -> Key? {
        state = .ground
        switch byte {
        case UInt8(ascii: "\r"), UInt8(ascii: "\n"): return isPasting ? .pasted(" ") : .enter
        case UInt8(ascii: "\t"): return isPasting ? .pasted(" ") : .tab
        case 0x08, 0x7f: return isPasting ? nil : .backspace
        case 0..<0x20, 0x80..<0xc0: return nil
        case 0x20..<0x7f: return text(Unicode.Scalar(byte))
        default:
            state = .character([byte])
            return nil
        }
    }

    private mutating func character(_ bytes: [UInt8], _ byte: UInt8) -> Key? {
        // What isn't UTF-8 is dropped.
        guard byte & 0xc0 == 0x80, let first = bytes.first else { return begin(byte) }
        let encoded = bytes + [byte]
        let length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2
        state = encoded.count < length ? .character(encoded) : .ground
        guard encoded.count == length, let text = String(validating: encoded, as: UTF8.self) else { return nil }
        return text.unicodeScalars.first.flatMap(self.text)
    }

    private func text(_ scalar: Unicode.Scalar) -> Key? {
        guard isPasting else { return .character(scalar) }
        return scalar.properties.generalCategory == .control ? nil : .pasted(scalar)
    }

    private mutating func afterEscape(_ byte: UInt8, _ escape: Escape) -> Key? {
        switch byte {
        case UInt8(ascii: "["): state = .control([])
        case UInt8(ascii: "O"): state = .single
        case UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "]"), UInt8(ascii: "^"), UInt8(ascii: "_"):
            state = .string
        default:
            // Without a pause it is Alt and a key, or the end of a string.
            if escape == .reported { return begin(byte) }
            state = .ground
        }
        return nil
    }

    /// After `ESC [`: parameters, and a final byte.
    private mutating func control(_ parameters: [UInt8], _ byte: UInt8) -> Key? {
        switch byte {
        case UInt8(ascii: "[") where parameters.isEmpty:
            state = .functionKey
            return nil
        case UInt8(ascii: "M") where parameters.isEmpty:
            state = .report([])
            return nil
        case 0x20..<0x40, 0x7f...:
            if parameters.count <= Self.maxParameters { state = .control(parameters + [byte]) }
            return nil
        default: state = .ground
        }
        // A control character aborts the sequence.
        guard byte >= 0x40, parameters.count <= Self.maxParameters else { return nil }
        if byte == UInt8(ascii: "~"), parameters.elementsEqual("200".utf8) { isPasting = true }
        if byte == UInt8(ascii: "~"), parameters.elementsEqual("201".utf8) { isPasting = false }
        if isPasting { return nil }
        return parameters.first == UInt8(ascii: "<") ? Self.tap(parameters, byte) : Self.arrow(byte)
    }

    /// The tap of a report in SGR mode.
    private static func tap(_ parameters: [UInt8], _ final: UInt8) -> Key? {
        let numbers = parameters.dropFirst().split(separator: UInt8(ascii: ";")).map {
            Int(String(decoding: $0, as: UTF8.self)) ?? -1
        }
        // M is a press and m a release. Bits 2 to 4 are modifiers, bit 5 is a movement, bit 6 the wheel.
        guard final == UInt8(ascii: "M"), numbers.count == 3, numbers[0] >= 0, numbers[0] & 0x63 == 0,
            (1...10_000).contains(numbers[1]), (1...10_000).contains(numbers[2])
        else { return nil }
        return .tap(column: numbers[1] - 1, row: numbers[2] - 1)
    }

    /// The tap of a report of three bytes.
    private static func tap(button: UInt8, column: UInt8, row: UInt8) -> Key? {
        guard button & 0xe3 == 0x20, column > 0x20, row > 0x20 else { return nil }
        return .tap(column: Int(column) - 0x21, row: Int(row) - 0x21)
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
