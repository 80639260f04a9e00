import EggTimers
import EggWire
import Languages

extension Timers.Egg {
    /// The result, and the warning if there is one: `Runny yolk, just-set white; not for small children`.
    public var result: String { Self.joined(shownDescription, said(safety ?? "")) }

    /// Two parts of a sentence, each of which may be empty.
    public static func joined(_ what: String, _ more: String) -> String {
        what.isEmpty || more.isEmpty ? what + more : tr("{what}; {more}", ["what": what, "more": more])
    }

    /// The result in a few words: `Runny yolk, just-set white`.
    public var shownDescription: String { said(description) }
}

extension Timers.Run {
    /// The name that users read, as that of a timer.
    public var label: String { Timers.Timer.label(name: name, egg: egg, count: count) }

    /// How many eggs the label names.
    var eggs: Int { Int(clamping: count ?? 1) }
}

extension Timers.Timer {
    /// Whether it has this name, byte by byte: Swift's `==` treats composed and decomposed forms as equal.
    public func isNamed(_ name: String) -> Bool { self.name.utf8.elementsEqual(name.utf8) }

    /// The name that users read: `soft egg`, `left-pot (soft egg)`, `2 soft eggs`; the name alone of a time: `timer`. That
    /// of another kitchen's timer begins with the kitchen: `cellar: soft egg`.
    public var label: String { placed(Self.label(name: origin?.name ?? name, egg: egg, count: count)) }

    /// These words about it, after the name of its kitchen if that is another one.
    func placed(_ words: String) -> String {
        origin.map { tr("{kitchen}: {timer}", ["kitchen": $0.kitchenName, "timer": words]) } ?? words
    }

    /// The label at the beginning of a line: `Soft egg`, `Egg 2 (soft egg)`, `left-pot (soft egg)`.
    public var heading: String { Self.isStandard(name) ? capitalized(label) : label }

    /// That its kitchen is away: `cellar can't be reached`; nil if it isn't.
    public var unreachable: String? {
        origin.flatMap { $0.isReachable ? nil : tr("{kitchen} can't be reached", ["kitchen": $0.kitchenName]) }
    }

    /// The name alone of a timer with this name and egg, at the beginning of a line: `Soft egg`, `Hard egg 2`, `left-pot`.
    public static func title(name: String, egg: String, count: Int64? = nil) -> String {
        guard isStandard(name) else {
            return portion(name: name, egg: egg, count: count) == nil ? name : label(name: name, egg: egg, count: count)
        }
        guard isEgg(name) else { return capitalized(standardLabel(name)) }
        let (title, number) = (label(name: "egg", egg: egg, count: nil), name.dropFirst("egg ".count))
        return capitalized(number.isEmpty ? title : tr("{egg} {number}", ["egg": title, "number": String(number)]))
    }

    /// What such a title doesn't say: `soft egg`; empty if it says all.
    public static func detail(name: String, egg: String) -> String {
        isEgg(name) || egg == EggMenu.custom ? "" : EggWords.title(of: egg)
    }

    /// Whether it is the standard name of an egg: `egg`, `egg 2`.
    private static func isEgg(_ name: String) -> Bool { isStandard(name) && name.hasPrefix("egg") }

    /// Whether no person has given this name: `egg`, `egg 2`, `timer`.
    public static func isStandard(_ name: String) -> Bool {
        let words = name.split(separator: " ", maxSplits: 1)
        guard words.first == "egg" || words.first == "timer" else { return false }
        return words.dropFirst().allSatisfy { $0.allSatisfy { ("0"..."9").contains($0) } }
    }

    /// How many eggs the label names: a sentence about several is a plural.
    public var eggs: Int { Int(clamping: count ?? 1) }

    /// The name that users read of a timer with this name and egg, and this number of eggs if it is a part of a pot.
    public static func label(name: String, egg: String, count: Int64?) -> String {
        if let words = portion(name: name, egg: egg, count: count) {
            return name.dropLast(words.count) + EggWords.eggs(count ?? 1, egg)
        }
        guard egg != EggMenu.custom else { return standardLabel(name) }
        let title = count ?? 1 > 1 ? EggWords.eggs(count ?? 1, egg) : EggWords.title(of: egg)
        return name == "egg" ? title : tr("{name} ({egg})", ["name": standardLabel(name), "egg": title])
    }

    /// The name, which is in the language's words if no person has given it.
    public var nameInWords: String {
        Self.portion(name: name, egg: egg, count: count) == nil ? Self.standardLabel(name) : label
    }

    /// The name as people write it. A timer without a name of its own has its label's words, which work as its name.
    public var written: String { origin != nil ? name : isNamed(TimerName.standard.text) ? label : nameInWords }

    /// A name that no person has given in the language's words: `egg 2`, `timer`; others as they are.
    private static func standardLabel(_ name: String) -> String {
        guard isStandard(name), let word = name.split(separator: " ").first else { return name }
        let number = ["number": String(name.dropFirst(word.count + 1))] as KeyValuePairs
        return switch (word == "egg", number[0].value.isEmpty) {
        case (true, true): tr("egg")
        case (true, false): tr("egg {number}", number)
        // tr: A countdown without an egg.
        case (false, true): tr("timer")
        case (false, false): tr("timer {number}", number)
        }
    }

    /// The words for the eggs of a part of a pot in its name, such as `2 soft eggs`, if that has them; nil for others.
    static func portion(name: String, egg: String, count: Int64?) -> String? {
        count.map { Portion.words(count: Int(clamping: $0), egg: egg) }
            .flatMap { Portion.ends(name, with: $0) ? $0 : nil }
    }
}

/// The words for eggs. An egg of eggd.conf is called as it is there.
public enum EggWords {
    /// The egg in one word: `soft`.
    public static func name(of egg: String) -> String {
        switch egg {
        // tr: An egg; this word can also be typed.
        case "soft": tr("soft", context: "egg")
        // tr: An egg; this word can also be typed.
        case "medium": tr("medium", context: "egg")
        // tr: An egg; this word can also be typed.
        case "hard": tr("hard", context: "egg")
        default: egg
        }
    }

    /// `soft egg`
    public static func title(of egg: String) -> String {
        switch egg {
        case "soft": tr("soft egg")
        case "medium": tr("medium egg")
        case "hard": tr("hard egg")
        default: isWhole(egg) ? egg : tr("{egg} egg", ["egg": egg])
        }
    }

    /// `2 soft eggs`
    public static func eggs(_ count: Int64, _ egg: String) -> String {
        let number = Int(clamping: count)
        let places = ["count": "\(number)", "egg": egg] as KeyValuePairs
        return switch egg {
        case "soft": tr("{count} soft egg", plural: "{count} soft eggs", number, places)
        case "medium": tr("{count} medium egg", plural: "{count} medium eggs", number, places)
        case "hard": tr("{count} hard egg", plural: "{count} hard eggs", number, places)
        // tr: The egg's name ends with "egg", such as "onsen egg".
        case _ where isWhole(egg): tr("{count} {egg}", plural: "{count} {egg}s", number, places)
        default: tr("{count} {egg} egg", plural: "{count} {egg} eggs", number, places)
        }
    }

    /// The name of a group, which is that of a person or the standard one.
    public static func group(_ name: String) -> String {
        // tr: Eggs of several kinds that are done at the same moment, in one pot.
        name == TimerName.standardGroup.text ? tr("pot") : name
    }

    /// Whether it has the word in its own name: `onsen egg`.
    private static func isWhole(_ egg: String) -> Bool { EggMenu.title(of: egg) == egg }

    /// An egg as it goes into the water: `M, room temperature, 1,500 m`.
    public static func rawEgg(_ egg: RawEgg) -> String {
        RawEggText.parts(of: egg).map { localized(number: said($0)) }.joined(separator: ", ")
    }
}
