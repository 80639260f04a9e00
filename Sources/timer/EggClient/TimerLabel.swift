import EggTimers
import EggWire

extension Timers.Egg {
    /// The result, and the warning if there is one: `Runny yolk, just-set white; not for small children`.
    public var result: String { [description, safety ?? ""].filter { !$0.isEmpty }.joined(separator: "; ") }
}

extension Timers.Run {
    /// The name that users read, as that of a timer.
    public var label: String { Timers.Timer.label(name: name, egg: egg, count: count) }
}

extension Timers.Timer {
    /// Whether it has this name, byte by byte: Swift's `==` treats composed and decomposed forms as equal.
    public func isNamed(_ name: String) -> Bool { self.name.utf8.elementsEqual(name.utf8) }

    /// The name that users read: `soft egg`, `left-pot (soft egg)`, `2 soft eggs`; the name alone of a time: `timer`. That
    /// of another kitchen's timer begins with the kitchen: `cellar: soft egg`.
    public var label: String {
        guard let origin else { return Self.label(name: name, egg: egg, count: count) }
        return "\(origin.kitchenName): \(Self.label(name: origin.name, egg: egg, count: count))"
    }

    /// The label at the beginning of a line: `Soft egg`, `Egg 2 (soft egg)`, `left-pot (soft egg)`.
    public var heading: String { Self.isStandard(name) ? capitalized(label) : label }

    /// That its kitchen is away: `cellar can't be reached`; nil if it isn't.
    public var unreachable: String? {
        origin.flatMap { $0.isReachable ? nil : "\($0.kitchenName) can't be reached" }
    }

    /// The name alone of a timer with this name and egg, at the beginning of a line: `Soft egg`, `Hard egg 2`, `left-pot`.
    public static func title(name: String, egg: String) -> String {
        guard isStandard(name) else { return name }
        return capitalized(isEgg(name) ? label(name: "egg", egg: egg, count: nil) + name.dropFirst("egg".count) : name)
    }

    /// What such a title doesn't say: `soft egg`; empty if it says all.
    public static func detail(name: String, egg: String) -> String {
        isEgg(name) || egg == EggMenu.custom ? "" : EggMenu.title(of: egg)
    }

    /// Whether it is the standard name of an egg: `egg`, `egg 2`.
    private static func isEgg(_ name: String) -> Bool { isStandard(name) && name.hasPrefix("egg") }

    /// Whether no person has given this name: `egg`, `egg 2`, `timer`.
    public static func isStandard(_ name: String) -> Bool {
        let words = name.split(separator: " ", maxSplits: 1)
        guard words.first == "egg" || words.first == "timer" else { return false }
        return words.dropFirst().allSatisfy { $0.allSatisfy { ("0"..."9").contains($0) } }
    }

    /// Whether the label is a plural.
    public var isSeveralEggs: Bool { count ?? 1 > 1 }

    /// The name that users read of a timer with this name and egg, and this number of eggs if it is a part of a pot.
    public static func label(name: String, egg: String, count: Int64?) -> String {
        if egg == EggMenu.custom || portion(name: name, egg: egg, count: count) != nil { return name }
        let title = count ?? 1 > 1 ? words(egg: egg, count: count ?? 1) : EggMenu.title(of: egg)
        return name == "egg" ? title : "\(name) (\(title))"
    }

    /// The words for the eggs of a part of a pot, such as `2 soft eggs`, if its name says them; nil for others.
    static func portion(name: String, egg: String, count: Int64?) -> String? {
        count.map { words(egg: egg, count: $0) }.flatMap { Portion.ends(name, with: $0) ? $0 : nil }
    }

    private static func words(egg: String, count: Int64) -> String {
        Portion.words(count: Int(clamping: count), egg: egg)
    }
}
