/// The volume controls of a sound card, and which of them would swallow an alarm.
public enum Mixer {
    /// A playback control, as `amixer` names it.
    public struct Control: Equatable, Sendable {
        /// `Master`, `PCM`; with its number where a card has several of that name: `PCM,1`.
        public let name: String
        /// How far it is turned up, from 0 to 100; nil when it is only a switch.
        public let percent: Int?
        /// Whether it lets sound through; nil when it can't be switched.
        public let isOn: Bool?

        /// How many dB below its loudest it stands; nil when the card does not tell.
        public let attenuation: Double?

        /// A control that stands so.
        public init(name: String, percent: Int?, isOn: Bool?, attenuation: Double? = nil) {
            self.name = name
            self.percent = percent
            self.isOn = isOn
            self.attenuation = attenuation
        }

        /// Nobody hears what is further down than this across a kitchen.
        static let mostAttenuation = 45.0
        /// The same of a card that does not tell dB.
        static let leastPercent = 5

        /// How it stands, in words: `muted`, `at 2 %`.
        public var standing: String { isOn == false ? "muted" : "at \(percent ?? 0) %" }

        /// Nothing to be heard comes through it, its switch aside.
        var isTooLow: Bool { attenuation.map { $0 > Self.mostAttenuation } ?? ((percent ?? 100) < Self.leastPercent) }

        /// Nothing to be heard comes through it.
        public var isQuiet: Bool { isOn == false || isTooLow }
    }

    /// Controls that all sound goes through, where a card has them.
    private static let common = ["Master", "PCM", "Digital"]
    /// Controls of one way out each: one that is open is enough.
    private static let outputs = ["Headphone", "Speaker", "Front", "Line Out"]
    /// The same, where there is no other: beside one nobody need use them.
    private static let digitalOutputs = ["HDMI", "IEC958"]

    /// Why nothing is heard from a device, in words; nil when its mixer lets sound through.
    public static func fault(of device: String, quiet: [Control]) -> String? {
        if quiet.isEmpty { return nil }
        return "the mixer of '\(device)' has " + quiet.map { "\($0.name) \($0.standing)" }.joined(separator: " and ")
    }

    /// Those of a card's controls for which an alarm would not be heard.
    public static func quiet(among controls: [Control]) -> [Control] {
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
