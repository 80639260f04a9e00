import Glibc

/// The volume controls of a sound card, and which of them would make an alarm inaudible.
package enum Mixer {
    /// The limit for every way that the sound takes: further below full it can't be heard across a kitchen, in dB.
    package static let maxAttenuation = 45.0

    /// How many dB a volume from 0 to 1 is below full, on the cubic scale of sound servers and of `eggd.conf`.
    package static func attenuation(ofVolume volume: Double) -> Double {
        -20 * log10(Double(Ringer.Alarm.gain(forVolume: volume)))
    }

    /// A playback control, as `amixer` names it.
    package struct Control: Equatable, Sendable {
        /// `Master`, `PCM`; with its number where a card has several of that name: `PCM,1`.
        package let name: String
        /// Its volume from 0 to 100; nil if it is only a switch.
        package let percent: Int?
        /// Whether it is switched on; nil if it has no switch.
        package let isOn: Bool?
        /// How many dB it is below its maximum; nil if it is only a switch.
        let attenuation: Double?

        /// A control whose percentage is on the cubic scale, as with sound servers, unless the card tells its dB.
        init(name: String, percent: Int?, isOn: Bool?, attenuation: Double? = nil) {
            (self.name, self.percent, self.isOn) = (name, percent, isOn)
            self.attenuation = attenuation ?? percent.map { Mixer.attenuation(ofVolume: Double($0) / 100) }
        }

        /// Its state in words: `muted`, `at 2 %`.
        package var levelText: String { isOn == false ? "muted" : "at \(percent ?? 0) %" }

        package var isQuiet: Bool { isOn == false || (attenuation ?? 0) > Mixer.maxAttenuation }
    }

    /// Controls that all sound passes through, one after the other, on cards that have them.
    private static let common = ["Master", "PCM", "Digital"]
    /// Controls of one output each: one that is open is enough.
    private static let outputs = ["Headphone", "Speaker", "Front", "Line Out"]
    /// The same, on cards without other outputs; on others nobody may be using them.
    private static let digitalOutputs = ["HDMI", "IEC958"]

    /// Why nothing is heard from a device, in words; nil if its mixer lets sound through.
    package static func fault(of device: String, quiet: [Control]) -> String? {
        if quiet.isEmpty { return nil }
        return "the mixer of '\(device)' has " + quiet.map { "\($0.name) \($0.levelText)" }.joined(separator: " and ")
    }

    /// The controls of a card that would make an alarm inaudible.
    package static func quiet(among controls: [Control]) -> [Control] {
        // The only control of a card is in the way whatever its name: USB cards have names of their own for it.
        if controls.count == 1 { return controls.filter(\.isQuiet) }
        let inTheWay = controls.filter { control in common.contains { control.isCalled($0) } }
        func named(_ names: [String]) -> [Control] {
            controls.filter { control in names.contains { control.name.hasPrefix($0) } }
        }
        let hasAnalog = !named(common + outputs).isEmpty
        let waysOut = named(hasAnalog ? outputs : digitalOutputs)
        let together = quietTogether(inTheWay, waysOut.filter { !$0.isQuiet })
        let areClosed = waysOut.allSatisfy(\.isQuiet)
        return inTheWay.filter { $0.isQuiet || together.contains($0) }
            + waysOut.filter { areClosed || together.contains($0) }
    }

    /// The controls that have more than their share of the attenuation, if it is too much on the whole way of the sound.
    ///
    /// alsa-lib doesn't tell which controls are in series. Those that all sound passes through are, with one way out. Of
    /// several with one name, such as `PCM` and `PCM,1`, each is for another device, so the loudest counts.
    private static func quietTogether(_ inTheWay: [Control], _ waysOut: [Control]) -> [Control] {
        func loudest(_ controls: [Control]) -> Control? {
            controls.min { ($0.attenuation ?? 0) < ($1.attenuation ?? 0) }
        }
        let way = (common.map { name in inTheWay.filter { $0.isCalled(name) } } + [waysOut]).compactMap(loudest)
        guard way.reduce(0, { $0 + ($1.attenuation ?? 0) }) > maxAttenuation else { return [] }
        return way.filter { $0.attenuation ?? 0 > maxAttenuation / Double(way.count) }
    }
}

extension Mixer.Control {
    fileprivate func isCalled(_ name: String) -> Bool {
        self.name == name || self.name.hasPrefix("\(name),")
    }
}
