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

/// The meaning of a typed word among the names that exist: the same name, else the only one that is equal
/// without regard to case.
package enum TypedName<Name: Equatable & Sendable>: Equatable, Sendable {
    case one(Name)
    /// Several fit equally well.
    case several([Name])
    case none

    package var name: Name? { if case .one(let name) = self { name } else { nil } }

    /// - Parameter names: names with the texts that mean them; the first text is the name itself.
    fileprivate init(_ word: String, among names: [(name: Name, texts: [String])]) {
        let word = TypedText.spaced(VisibleText.tidy(word))
        if let exact = names.first(where: { $0.texts.first?.utf8.elementsEqual(word.utf8) ?? false }) {
            self = .one(exact.name)
            return
        }
        let typed = word.lowercased()
        var fitting: [Name] = []
        for (name, texts) in names where !fitting.contains(name) && texts.contains(where: { $0.lowercased() == typed })
        {
            fitting.append(name)
        }
        self = fitting.count > 1 ? .several(fitting) : fitting.first.map { .one($0) } ?? .none
    }
}

extension TypedName<TimerName> {
    /// The timer or group that a word means; an egg's name means the timer of that egg, if it is given.
    package init(_ word: String, among timers: [(name: TimerName, group: TimerName?, egg: String?)]) {
        self.init(
            word,
            among: timers.map { ($0.name, [$0.name.text] + [$0.egg ?? EggMenu.custom].filter { $0 != EggMenu.custom }) }
                + timers.compactMap { timer in timer.group.map { ($0, [$0.text]) } })
    }
}

extension TimerBoard {
    /// The name of the timer or group that a person means by a word; the word itself if none fits.
    package func name(typed word: TimerName) -> Result<TimerName, Refusal> {
        // A copy is only meant by its whole name.
        let timers = timers.map { ($0.name, $0.portion?.group, $0.origin == nil ? $0.egg : nil) }
        return switch TypedName(word.text, among: timers) {
        case .one(let name): .success(name)
        case .several(let names): .failure(.ambiguousTimer(word, names))
        case .none: .success(word)
        }
    }
}

extension TypedName<String> {
    /// The egg that a word means among these names of eggs.
    package init(egg word: String, among eggs: [String]) {
        self.init(word, among: eggs.map { ($0, [$0]) })
    }
}
