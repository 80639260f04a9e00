/// A timer's name: 1 to 64 bytes of printable UTF-8, compared byte by byte.
///
/// Swift's `==` treats composed and decomposed forms of a string as equal; databases and other programs don't. So names
/// are equal only if their bytes are.
public struct TimerName: Hashable, Sendable, CustomStringConvertible {
    /// The most bytes in a name.
    public static let maxLength = 64

    /// The name of an egg that is started without a name.
    public static let standard = TimerName(unchecked: "egg")
    /// The name of a time that is started without a name and without an egg.
    public static let standardTime = TimerName(unchecked: "timer")

    /// The name without leading and trailing spaces.
    public let text: String

    /// Trims spaces at both ends; nil for a name that is empty, too long, unprintable or invisible.
    public init?(_ text: String) {
        let scalars = Self.trimmed(text.unicodeScalars)
        let name = String(String.UnicodeScalarView(scalars))
        guard (1...Self.maxLength).contains(name.utf8.count),
            scalars.indices.allSatisfy({ Self.isPrintable(scalars[$0]) || Self.isJoiner(at: $0, in: scalars) }),
            scalars.contains(where: Self.isVisible)
        else { return nil }
        self.text = name
    }

    init(unchecked text: String) {
        self.text = text
    }

    public var description: String { text }

    public static func == (left: TimerName, right: TimerName) -> Bool {
        left.text.utf8.elementsEqual(right.text.utf8)
    }

    public func hash(into hasher: inout Hasher) {
        for byte in text.utf8 { hasher.combine(byte) }
    }

    /// Whether a scalar can be shown: invisible format characters and line separators can't.
    public static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .unassigned, .surrogate, .lineSeparator, .paragraphSeparator: false
        default: true
        }
    }

    private static func trimmed(_ scalars: String.UnicodeScalarView) -> [Unicode.Scalar] {
        func isSpace(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.generalCategory == .spaceSeparator }
        let end = scalars.lastIndex { !isSpace($0) }.map { scalars.index(after: $0) } ?? scalars.startIndex
        return Array(scalars[..<end].drop(while: isSpace))
    }

    /// Whether a scalar is visible on its own; spaces, fillers, marks and the blank braille pattern aren't.
    private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark, .spaceSeparator, .format: false
        default: !scalar.properties.isDefaultIgnorableCodePoint && scalar != "\u{2800}"
        }
    }

    /// Whether a zero-width joiner is between two emoji, which it combines: a cook is a person and a pan.
    private static func isJoiner(at index: Int, in scalars: [Unicode.Scalar]) -> Bool {
        func isEmoji(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isEmoji && !scalar.isASCII }
        guard scalars[index] == "\u{200d}", index + 1 < scalars.count else { return false }
        let before = scalars[..<index].last { $0 != "\u{fe0f}" }
        return before.map(isEmoji) ?? false && isEmoji(scalars[index + 1])
    }
}
