/// One kind of egg: how long it counts down, and what comes out of the pot.
public struct Egg: Equatable, Sendable {
    /// The word by which it is chosen.
    public let name: String
    /// The full countdown.
    public let duration: Duration
    /// What a cook gets, in a few words.
    public let description: String

    /// An egg by these words and this time.
    public init(name: String, duration: Duration, description: String) {
        self.name = name
        self.duration = duration
        self.description = description
    }
}

/// The eggs that can be chosen, and the rule by which a choice becomes an order.
public struct EggMenu: Equatable, Sendable {
    /// What an order of a bare duration is called.
    public static let custom = "custom"

    /// Soft, medium and hard: an M egg of 58 g from the fridge (4 °C), put into boiling water at sea level.
    ///
    /// Williams' formula gives 65 and 74 °C at the edge of the yolk for the first two, 67 °C at its centre for the
    /// third. US guidance wants egg dishes at 71 °C throughout, so the first says that it is runny.
    public static let presets = EggMenu(eggs: [
        Egg(
            name: "soft", duration: .minutes(5),
            description: "Runny yolk, just-set white; not for those who must avoid undercooked egg"),
        Egg(name: "medium", duration: .minutes(7), description: "Jammy yolk, firm white"),
        Egg(name: "hard", duration: .minutes(12), description: "Firm yolk, firm white"),
    ])

    /// The eggs in the order in which they are listed.
    public let eggs: [Egg]

    /// A menu of these eggs.
    public init(eggs: [Egg]) {
        self.eggs = eggs
    }

    /// What is to be cooked: an egg of the menu, a duration, or the egg's name with another time.
    ///
    /// - Returns: nil when neither is given, which is no choice at all.
    public func order(egg name: String?, duration: Duration?) -> Result<Order, Refusal>? {
        switch (name, duration) {
        case (nil, nil): nil
        case (nil, let duration?), (Self.custom, let duration?): .success(Order(egg: Self.custom, duration: duration))
        case (let name?, let duration):
            if let egg = eggs.first(where: { $0.name == name }) {
                .success(Order(egg: egg.name, duration: duration ?? egg.duration))
            } else {
                .failure(.noSuchEgg(name, known: eggs.map(\.name)))
            }
        }
    }
}

/// An egg's name and the time it is to count down.
public struct Order: Equatable, Sendable {
    /// The egg's name, `custom` for a bare duration.
    public let egg: String
    /// The full countdown; the board checks its range.
    public let duration: Duration

    /// An order as it stands on the menu, or as a test wants it.
    public init(egg: String, duration: Duration) {
        self.egg = egg
        self.duration = duration
    }
}
