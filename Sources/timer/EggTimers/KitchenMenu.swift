/// The menu of a kitchen: its times are for the egg that was set, and for the configured one until one is set.
package struct KitchenMenu: Equatable, Sendable {
    /// The configured menu, with the configured egg.
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
