/// The volume controls of a sound card, and which of them would make an alarm inaudible.
public enum Mixer {
    /// A playback control, as `amixer` names it.
    public struct Control: Equatable, Sendable {
        /// `Master`, `PCM`; with its number where a card has several of that name: `PCM,1`.
        public let name: String
        /// Its volume from 0 to 100; nil if it is only a switch.
        public let percent: Int?
        /// Whether it is switched on; nil if it has no switch.
        public let isOn: Bool?
        /// How many dB it is below its maximum; nil if the card does not tell.
        var attenuation: Double?

        /// A control below this can't be heard across a kitchen.
        static let maxAttenuation = 45.0
        /// The same for a card without dB values.
        static let minPercent = 5

        /// Its state in words: `muted`, `at 2 %`.
        public var levelText: String { isOn == false ? "muted" : "at \(percent ?? 0) %" }

        /// Whether its volume is too low to hear anything, whatever its switch says.
        var isTooLow: Bool { attenuation.map { $0 > Self.maxAttenuation } ?? ((percent ?? 100) < Self.minPercent) }

        /// Whether nothing can be heard through it.
        public var isQuiet: Bool { isOn == false || isTooLow }
    }

    /// Controls that all sound passes through, on cards that have them.
    private static let common = ["Master", "PCM", "Digital"]
    /// Controls of one output each: one that is open is enough.
    private static let outputs = ["Headphone", "Speaker", "Front", "Line Out"]
    /// The same, on cards without other outputs; on others nobody may be using them.
    private static let digitalOutputs = ["HDMI", "IEC958"]

    /// Why nothing is heard from a device, in words; nil if its mixer lets sound through.
    public static func fault(of device: String, quiet: [Control]) -> String? {
        if quiet.isEmpty { return nil }
        return "the mixer of '\(device)' has " + quiet.map { "\($0.name) \($0.levelText)" }.joined(separator: " and ")
    }

    /// The controls of a card that would make an alarm inaudible.
    public static func quiet(among controls: [Control]) -> [Control] {
        // The only control of a card is in the way whatever its name: USB cards have names of their own for it.
        if controls.count == 1 { return controls.filter(\.isQuiet) }
        let inTheWay = controls.filter { control in common.contains { control.isCalled($0) } && control.isQuiet }
        func named(_ names: [String]) -> [Control] {
            controls.filter { control in names.contains { control.name.hasPrefix($0) } }
        }
        let hasAnalog = !named(common + outputs).isEmpty
        let waysOut = named(hasAnalog ? outputs : digitalOutputs)
        return inTheWay + (waysOut.allSatisfy(\.isQuiet) ? waysOut : [])
    }
}

extension Mixer.Control {
    fileprivate func isCalled(_ name: String) -> Bool {
        self.name == name || self.name.hasPrefix("\(name),")
    }
}
