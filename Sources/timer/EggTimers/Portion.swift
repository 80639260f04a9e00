import Instants

/// The eggs of one timer in a group, all of whose eggs are done at the same moment.
package struct Portion: Equatable, Sendable {
    package internal(set) var group: TimerName
    package let count: Int
    /// How long they cook after the cue to put them into the water; nil when they are in it.
    package internal(set) var afterCue: Duration?

    package init(group: TimerName, count: Int, afterCue: Duration?) {
        self.group = group
        self.count = count
        self.afterCue = afterCue
    }

    /// The eggs in words: `1 soft egg`, `2 soft eggs`.
    package static func words(count: Int, egg: String) -> String {
        "\(count) \(EggMenu.title(of: egg))\(count == 1 ? "" : "s")"
    }

    /// The number of eggs of a run in the history, whose row has none: it is in the name that `cook` gave to the part.
    package static func count(ofRun name: String, egg: String) -> Int? {
        let numbers = name.split(separator: " ").compactMap { Int($0) }
        return numbers.first { GroupOrder.counts.contains($0) && ends(name, with: words(count: $0, egg: egg)) }
    }

    /// The name of the group that a run with this name and this number of eggs was a part of; nil for the standard one.
    package static func group(ofRun name: String, count: Int, egg: String) -> String? {
        let end = ": \(words(count: count, egg: egg))"
        return name.hasSuffix(end) ? String(name.dropLast(end.count)) : nil
    }

    /// The name that `cook` gives to the portion with these words.
    package static func name(_ words: String, in group: TimerName) -> String {
        group == .standardGroup ? words : "\(group): \(words)"
    }

    /// Whether a name is made of these words of a portion, after the name of its group or alone.
    package static func ends(_ name: String, with words: String) -> Bool {
        name == words || name.hasSuffix(": \(words)")
    }
}

extension EggTimer {
    /// Whether its eggs are not in the water yet, and its countdown is the time until they are put into it.
    package var isCue: Bool { portion?.afterCue != nil }

    /// The step that is due at its cue, `2 soft eggs in`, for a copy `cellar: 2 soft eggs in`; nil for a timer that is
    /// not of a group.
    package var cue: String? {
        let kitchen = origin.map { "\($0.kitchen.name): " } ?? ""
        return portion.map { "\(kitchen)\(Portion.words(count: $0.count, egg: egg)) in" }
    }

    /// Begins to cook the eggs of a cue that was due at its deadline.
    ///
    /// After a short delay, they are still done at the same moment as the rest of their group. After a long one nobody
    /// has put them into the water, so they cook for their full time from now on.
    ///
    /// - Parameter isOnTime: whether any delay counts as short.
    mutating func beginCooking(dueAt deadline: Instant, at now: Instant, isOnTime: Bool) {
        guard let time = portion?.afterCue else { return }
        let isPunctual =
            isOnTime || deadline.duration(to: now) <= Self.cueTolerance && deadline.advanced(by: time) > now
        startedAt = isPunctual ? deadline : now
        phase = .cooking(deadline: startedAt.advanced(by: time))
        duration = time
        portion?.afterCue = nil
        // Before this, the eggs were not in the water, and they are put into it now.
        pauses = []
        estimate = nil
    }

    /// How late a cue can be found for its eggs to be done with the rest of the group; less than anybody can taste.
    static let cueTolerance: Duration = .seconds(15)
}

/// An order for eggs that are done at the same moment.
package struct GroupOrder: Equatable, Sendable {
    package struct Portion: Equatable, Sendable {
        package let order: Order
        package let count: Int
    }

    package static let counts = 1...99
    package static let maxPortions = 8

    /// The portions, each of another egg.
    package let portions: [Portion]

    /// The egg that the countdowns are for; nil if none of them depends on it.
    package var rawEgg: RawEgg? { portions.lazy.map(\.order).first(where: \.isComputed)?.rawEgg }
    var duration: Duration { portions.map(\.order.duration).max() ?? .zero }
}

extension EggMenu {
    /// Makes an order from eggs of the menu that are to be done at the same moment.
    ///
    /// - Parameter properties: of the eggs that are used, where they aren't the kitchen's.
    /// - Returns: nil without portions, with too many, with an egg that occurs twice, or with an impossible number.
    package func order(
        _ portions: [(egg: String, count: Int)], properties: RawEgg.Properties = .init()
    ) -> Result<GroupOrder, Refusal>? {
        guard (1...GroupOrder.maxPortions).contains(portions.count),
            portions.allSatisfy({ GroupOrder.counts.contains($0.count) })
        else { return nil }
        var ordered: [GroupOrder.Portion] = []
        var fixed: Refusal?
        for (name, count) in portions {
            var outcome = order(egg: name, duration: nil, properties: properties)
            // The properties of the other eggs don't matter to an egg that always takes the same time.
            if case .failure(.fixedTime(let egg))? = outcome {
                fixed = fixed ?? .fixedTime(egg)
                outcome = order(egg: name, duration: nil)
            }
            switch outcome {
            case .success(let order)?: ordered.append(GroupOrder.Portion(order: order, count: count))
            case .failure(let refusal)?: return .failure(refusal)
            case nil: return nil
            }
        }
        guard Set(ordered.map(\.order.egg)).count == ordered.count else { return nil }
        let order = GroupOrder(portions: ordered)
        if let fixed, order.rawEgg == nil { return .failure(fixed) }
        return .success(order)
    }
}
