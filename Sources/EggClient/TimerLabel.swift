import EggWire

extension Timers.Timer {
    /// The name that users read: `soft egg`, `timer` for a bare duration, `left-pot (soft egg)` for a named timer.
    public var label: String { Self.label(name: name, egg: egg) }

    /// The name that users read of a timer with this name and egg.
    public static func label(name: String, egg: String) -> String {
        let isCustom = egg == "custom"
        // A configured egg can have the word in its own name: "onsen egg".
        let title = egg.split(separator: " ").last?.lowercased() == "egg" ? egg : "\(egg) egg"
        if name == "egg" { return isCustom ? "timer" : title }
        return isCustom ? name : "\(name) (\(title))"
    }
}
