import EggWire

/// What Home Assistant reads: the description of the kitchen's entities, and what else their states need.
struct HomeAssistant {
    /// Where Home Assistant says `online`; then all descriptions are sent again, then states, after a short random wait.
    static let announcement = "homeassistant/status"

    let kitchen: Kitchen

    /// The retained description of the device; the bridge subscribes to it to read what is described there already.
    var descriptionTopic: String { "homeassistant/device/eggtimer_\(kitchen.id)/config" }

    /// The messages that describe all entities, with a button for each egg of the menu.
    ///
    /// - Parameter earlier: the description that the broker has retained; nil if there is none. Entities that are no
    ///   longer there are removed.
    func descriptions(_ eggs: [Timers.Egg], earlier: String?) -> [BridgeMessage] { [] }

    /// The messages that entities need besides those of the contract, which come before them; mostly none.
    func states(_ reply: Timers.Watch.Reply) -> [BridgeMessage] { [] }

    /// The messages that remove everything of this kitchen from Home Assistant.
    var removals: [BridgeMessage] { [] }
}
