/// A timer's name: 1 to 64 bytes of printable UTF-8 without outer spaces, compared byte by byte.
///
/// Swift's `==` on strings holds composed and decomposed forms for equal; stores and other programs do not. So names
/// are equal when their bytes are.
public struct TimerName: Hashable, Sendable, CustomStringConvertible {
    /// The most bytes a name may have.
    public static let longest = 64

    /// The name of a timer that nobody named.
    public static let standard = TimerName(unchecked: "egg")

    /// The name as it was given.
    public let text: String

    /// Refuses, with nil, what is too long, empty, not printable or edged by spaces.
    public init?(_ text: String) {
        guard (1...Self.longest).contains(text.utf8.count),
            text.unicodeScalars.allSatisfy(Self.isPrintable),
            let first = text.unicodeScalars.first, !first.properties.isWhitespace,
            let last = text.unicodeScalars.last, !last.properties.isWhitespace
        else { return nil }
        self.text = text
    }

    private init(unchecked text: String) {
        self.text = text
    }

    public var description: String { text }

    public static func == (left: TimerName, right: TimerName) -> Bool {
        left.text.utf8.elementsEqual(right.text.utf8)
    }

    public func hash(into hasher: inout Hasher) {
        for byte in text.utf8 { hasher.combine(byte) }
    }

    /// Format characters hide (a name that reads like another), line separators break a display; neither is printable.
    public static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .unassigned, .surrogate, .lineSeparator, .paragraphSeparator: false
        default: true
        }
    }
}
