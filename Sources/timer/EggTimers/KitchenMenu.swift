/// The menu of a kitchen: its times are for the egg that was set, and for the configured one until one is set.
public struct KitchenMenu: Equatable, Sendable {
    /// The configured menu, with the configured egg.
    public var configured: EggMenu
    /// The egg that was set; nil if the configured one counts.
    public private(set) var setEgg: RawEgg?

    /// The configured menu.
    public init(_ configured: EggMenu) {
        self.configured = configured
    }

    /// The egg that counts.
    public var egg: RawEgg { setEgg ?? configured.kitchen }

    /// The menu for the egg that counts; the durations in it are those of the configured egg.
    public var menu: EggMenu { EggMenu(eggs: configured.eggs, kitchen: egg) }

    /// Sets properties of the egg. Those that are nil stay as they are; if all are, nothing is set.
    public mutating func set(_ properties: RawEgg.Properties) -> Refusal? {
        do throws(RawEgg.Problem) {
            if !properties.isEmpty { setEgg = try egg.with(properties) }
            return nil
        } catch {
            return .impossible(nil, error)
        }
    }

    /// Returns to the configured egg.
    public mutating func reset() { setEgg = nil }

    /// Takes the egg that was saved; one that was set meanwhile is newer.
    public mutating func restore(_ saved: RawEgg) { setEgg = setEgg ?? saved }
}
