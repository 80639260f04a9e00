/// One kind of egg: its countdown and the result.
public struct Egg: Equatable, Sendable {
    /// The name to order it by.
    public let name: String
    /// The full countdown.
    public let duration: Duration
    /// The result, in a few words.
    public let description: String

    /// An egg with this name, countdown and description.
    public init(name: String, duration: Duration, description: String) {
        self.name = name
        self.duration = duration
        self.description = description
    }
}

/// The eggs that can be chosen; turns a choice into an order.
public struct EggMenu: Equatable, Sendable {
    /// The egg's name in an order that gives only a duration.
    public static let custom = "custom"

    /// Soft, medium and hard: an M egg of 58 g from the fridge (4 °C), put into boiling water at sea level.
    ///
    /// Williams' formula gives 65 and 74 °C at the edge of the yolk for the first two, and 67 °C at its centre for the
    /// third. US guidance asks for 71 °C throughout egg dishes, so the first one's description warns that it is runny.
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

    /// Makes an order from an egg of the menu, a duration, or an egg of the menu with another duration.
    ///
    /// - Returns: nil if neither is given.
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

/// An egg's name and its countdown.
public struct Order: Equatable, Sendable {
    /// The egg's name, or `custom` for a bare duration.
    public let egg: String
    /// The full countdown; the board checks its range.
    public let duration: Duration

    /// An order for this egg with this countdown.
    public init(egg: String, duration: Duration) {
        self.egg = egg
        self.duration = duration
    }
}
