import Text

/// A timer's name: 1 to 64 bytes of UTF-8 that can be seen, compared byte by byte. Eggs and kitchens have such names as
/// well.
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

    /// The name without outer spaces, soft hyphens and direction marks; its spaces are U+0020.
    public let text: String

    /// The name that a text means by the rule of `VisibleText`; nil if that is nothing, or too long.
    public init?(_ text: String) {
        guard let name = VisibleText.of(text), name.utf8.count <= Self.maxLength else { return nil }
        self.text = name
    }

    /// The name of a copy, which is longer than that of its timer; nil for a text that isn't `kitchen/egg`.
    public static func ofCopy(_ text: String) -> TimerName? {
        guard let name = VisibleText.of(text), name.utf8.elementsEqual(text.utf8), text.utf8.contains(0x2f),
            text.utf8.count <= 4 * Self.maxLength
        else { return nil }
        return TimerName(unchecked: name)
    }

    /// The name of a timer of this kitchen or of another one, or what a copy is called in sentences; nil for any other text.
    public static func ofAny(_ text: String) -> TimerName? {
        if let name = TimerName(text) ?? ofCopy(text) { return name }
        // `kitchen: soft egg`
        guard let label = VisibleText.of(text), label.utf8.contains(0x3a), label.utf8.count <= 4 * maxLength else {
            return nil
        }
        return TimerName(unchecked: label)
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
}
