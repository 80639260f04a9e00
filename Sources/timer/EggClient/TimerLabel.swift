import EggTimers
import EggWire

extension Timers.Egg {
    /// The result, and the warning if there is one: `Runny yolk, just-set white; not for small children`.
    public var result: String { [description, safety ?? ""].filter { !$0.isEmpty }.joined(separator: "; ") }
}

extension Timers.Timer {
    /// Whether it has this name, byte by byte: Swift's `==` treats composed and decomposed forms as equal.
    public func isNamed(_ name: String) -> Bool { self.name.utf8.elementsEqual(name.utf8) }

    /// The name that users read: `soft egg`, `left-pot (soft egg)`, `2 soft eggs`; the name alone of a time: `timer`.
    public var label: String { Self.label(name: name, egg: egg, count: count ?? 1) }

    /// The label at the beginning of a line: `Soft egg`, `Egg 2 (soft egg)`, `left-pot (soft egg)`.
    public var heading: String { Self.isStandard(name) ? capitalized(label) : label }

    /// The name alone of a timer with this name and egg, at the beginning of a line: `Soft egg`, `Egg 2`, `left-pot`.
    public static func title(name: String, egg: String) -> String {
        isStandard(name) ? capitalized(name == "egg" ? label(name: name, egg: egg) : name) : name
    }

    /// What such a title doesn't say: `soft egg`; empty if it says all.
    public static func detail(name: String, egg: String) -> String {
        name == "egg" || egg == "custom" ? "" : title(egg)
    }

    /// Whether no person has given this name: `egg`, `egg 2`, `timer`.
    public static func isStandard(_ name: String) -> Bool {
        let words = name.split(separator: " ", maxSplits: 1)
        guard words.first == "egg" || words.first == "timer" else { return false }
        return words.dropFirst().allSatisfy { $0.allSatisfy { ("0"..."9").contains($0) } }
    }

    /// Whether the label is a plural.
    public var isSeveralEggs: Bool { count ?? 1 > 1 }

    /// Whether the label of a timer with this name and egg is a plural.
    public static func isSeveralEggs(name: String, egg: String) -> Bool {
        portion(name: name, egg: egg).map { !$0.hasPrefix("1 ") } ?? false
    }

    /// The name that users read of a timer with this name, egg and number of eggs.
    public static func label(name: String, egg: String, count: Int64 = 1) -> String {
        if egg == "custom" { return name }
        let title = count > 1 ? "\(count) \(title(egg))s" : title(egg)
        if name == "egg" { return title }
        return portion(name: name, egg: egg) != nil ? name : "\(name) (\(title))"
    }

    /// The last words of a name that a group gave to its timer, such as `2 soft eggs`; nil for other names.
    public static func portion(name: String, egg: String) -> String? {
        guard name.hasSuffix("egg") || name.hasSuffix("eggs") else { return nil }
        let title = title(egg)
        return (1...99).lazy.map { $0 == 1 ? "1 \(title)" : "\($0) \(title)s" }
            .first { name == $0 || name.hasSuffix(": \($0)") }
    }

    private static func title(_ egg: String) -> String {
        // A configured egg can have the word in its own name: "onsen egg".
        egg.split(separator: " ").last?.lowercased() == "egg" ? egg : "\(egg) egg"
    }
}
