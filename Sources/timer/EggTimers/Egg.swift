import Instants

/// One kind of egg: its countdown and the result.
package struct Egg: Equatable, Sendable {
    /// The name to order it by.
    package let name: String
    /// The full countdown, in the kitchen of its menu.
    package let duration: Duration
    /// When it is done, if the countdown depends on the egg; nil if it is always the same.
    package let doneness: Doneness?
    /// The result, in a few words.
    package let description: String

    package init(name: String, duration: Duration, doneness: Doneness? = nil, description: String) {
        self.name = name
        self.duration = duration
        self.doneness = doneness
        self.description = description
    }

    /// A warning about an egg that is not firm; nil for other eggs. If only its time is known, a preset has its own.
    ///
    /// US guidance asks for 71 °C throughout egg dishes.
    package var safety: String? {
        switch doneness {
        case .yolk(let celsius)? where celsius < 71: "not for small children, pregnant women or the ill"  // tr
        case .yolk?, .centre?: nil
        case nil: EggMenu.presets.eggs.first { $0.name == name }?.safety
        }
    }
}

/// The eggs that can be chosen in a kitchen; turns a choice into an order.
package struct EggMenu: Equatable, Sendable {
    /// The egg's name in an order that gives only a duration.
    package static let custom = "custom"

    /// An egg of this name in words: `soft egg`.
    package static func title(of egg: String) -> String {
        // A configured egg can have the word in its own name: "onsen egg".
        egg.split(separator: " ").last?.lowercased() == "egg" ? egg : "\(egg) egg"
    }

    /// Soft, medium and hard for the reference egg.
    package static let presets = EggMenu(eggs: [
        Egg(name: "soft", duration: .minutes(5), doneness: .soft, description: "Runny yolk, just-set white"),  // tr
        Egg(name: "medium", duration: .minutes(7), doneness: .medium, description: "Jammy yolk, firm white"),  // tr
        Egg(name: "hard", duration: .minutes(12), doneness: .hard, description: "Firm yolk, firm white"),  // tr
    ])

    package let eggs: [Egg]
    /// The egg that is used in this kitchen unless another is given.
    package let kitchen: RawEgg

    /// A menu of these eggs, whose countdowns are those of this kitchen.
    package init(eggs: [Egg], kitchen: RawEgg = .reference) {
        self.eggs = eggs
        self.kitchen = kitchen
    }

    /// The egg that a word means, in any case.
    package func egg(called word: String) -> Egg? {
        let name = TypedName(egg: word, among: eggs.map(\.name)).name
        return eggs.first { $0.name == name }
    }

    /// Makes an order from an egg of the menu, a duration, or an egg of the menu with another duration.
    ///
    /// - Parameter properties: of the egg that is used, where it isn't the kitchen's.
    /// - Returns: nil if neither is given.
    package func order(
        egg name: String?, duration: Duration?, properties: RawEgg.Properties = .init()
    ) -> Result<Order, Refusal>? {
        switch (name, duration) {
        case (nil, nil): return nil
        case (let name, let duration?) where name == nil || name == Self.custom:
            guard properties.isEmpty else { return .failure(.fixedTime(Self.custom)) }
            return .success(Order(egg: Self.custom, duration: duration))
        case (let name, let duration):
            let name = name ?? Self.custom
            guard let egg = egg(called: name) else { return .failure(.noSuchEgg(name, known: eggs.map(\.name))) }
            guard let duration else { return order(egg, properties) }
            guard properties.isEmpty else { return .failure(.fixedTime(egg.name)) }
            let rawEgg = egg.doneness.map { _ in kitchen }
            return .success(Order(egg: egg.name, duration: duration, rawEgg: rawEgg, isComputed: false))
        }
    }

    private func order(_ egg: Egg, _ properties: RawEgg.Properties) -> Result<Order, Refusal> {
        guard let doneness = egg.doneness else {
            guard properties.isEmpty else { return .failure(.fixedTime(egg.name)) }
            return .success(Order(egg: egg.name, duration: egg.duration))
        }
        do throws(RawEgg.Problem) {
            let rawEgg = try kitchen.with(properties)
            let duration = try rawEgg.time(until: doneness).get()
            return .success(Order(egg: egg.name, duration: duration, rawEgg: rawEgg))
        } catch {
            return .failure(.impossible(egg.name, error))
        }
    }

    /// The menu for an egg with these properties; eggs that can't be done there are left out.
    package func with(_ properties: RawEgg.Properties) -> Result<EggMenu, Refusal> {
        do throws(RawEgg.Problem) {
            let rawEgg = try kitchen.with(properties)
            let eggs = eggs.compactMap { egg -> Egg? in
                guard let doneness = egg.doneness else { return egg }
                guard case .success(let duration) = rawEgg.time(until: doneness) else { return nil }
                return Egg(name: egg.name, duration: duration, doneness: doneness, description: egg.description)
            }
            return .success(EggMenu(eggs: eggs, kitchen: rawEgg))
        } catch {
            return .failure(.impossible(nil, error))
        }
    }
}

/// An egg's name and its countdown.
package struct Order: Equatable, Sendable {
    /// The egg's name, or `custom` for a bare duration.
    package let egg: String
    /// The full countdown; the board checks its range.
    package let duration: Duration
    /// The egg that goes into the water; nil if it isn't known, as for a bare duration.
    package let rawEgg: RawEgg?
    /// Whether the countdown was computed for that egg, and not given.
    package let isComputed: Bool
    /// The name of its alarm's sound; nil for its egg's, or for the usual one.
    package var sound: String?

    var standardName: TimerName { egg == EggMenu.custom ? .standardTime : .standard }

    package init(egg: String, duration: Duration, rawEgg: RawEgg? = nil, isComputed: Bool? = nil) {
        self.egg = egg
        self.duration = duration
        self.rawEgg = rawEgg
        self.isComputed = isComputed ?? (rawEgg != nil)
    }
}

/// The menu of a kitchen: its times are for the egg that was set, and for the configured one until one is set.
package struct KitchenMenu: Equatable, Sendable {
    package var configured: EggMenu
    /// The egg that was set; nil if the configured one counts.
    package private(set) var setEgg: RawEgg?

    package init(_ configured: EggMenu) {
        self.configured = configured
    }

    package var egg: RawEgg { setEgg ?? configured.kitchen }

    /// The menu for the egg that counts; the durations in it are those of the configured egg.
    package var menu: EggMenu { EggMenu(eggs: configured.eggs, kitchen: egg) }

    /// Sets properties of the egg. Those that are nil stay as they are; if all are, nothing is set.
    package mutating func set(_ properties: RawEgg.Properties) -> Refusal? {
        do throws(RawEgg.Problem) {
            if !properties.isEmpty { setEgg = try egg.with(properties) }
            return nil
        } catch {
            return .impossible(nil, error)
        }
    }

    package mutating func reset() { setEgg = nil }

    /// Takes the egg that was saved; one that was set meanwhile is newer.
    package mutating func restore(_ saved: RawEgg) { setEgg = setEgg ?? saved }
}
