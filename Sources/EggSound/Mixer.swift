import CALSA

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

        /// Nothing to be heard comes through it.
        public var isQuiet: Bool {
            if isOn == false { return true }
            return attenuation.map { $0 > Self.mostAttenuation } ?? ((percent ?? 100) < Self.leastPercent)
        }
    }

    /// Controls that all sound goes through, where a card has them.
    private static let common = ["Master", "PCM", "Digital"]
    /// Controls of one way out each: one that is open is enough.
    private static let outputs = ["Headphone", "Speaker", "Front", "Line Out"]
    /// The same, where there is no other: beside one nobody need use them.
    private static let digitalOutputs = ["HDMI", "IEC958"]

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

    /// The playback controls of a card by its mixer's name, `hw:0` say; none when it has no mixer.
    static func controls(of mixer: String) -> [Control] {
        var opened: OpaquePointer?
        guard snd_mixer_open(&opened, 0) == 0, let handle = opened else { return [] }
        defer { snd_mixer_close(handle) }
        guard snd_mixer_attach(handle, mixer) == 0, snd_mixer_selem_register(handle, nil, nil) == 0,
            snd_mixer_load(handle) == 0
        else { return [] }
        var controls: [Control] = []
        var element = snd_mixer_first_elem(handle)
        while let current = element {
            if let control = Control(current) { controls.append(control) }
            element = snd_mixer_elem_next(current)
        }
        return controls
    }
}

extension Mixer.Control {
    fileprivate func isCalled(_ name: String) -> Bool {
        self.name == name || self.name.hasPrefix("\(name),")
    }

    /// Reads a simple element; nil when it has nothing to do with playback.
    fileprivate init?(_ element: OpaquePointer) {
        let hasVolume = snd_mixer_selem_has_playback_volume(element) != 0
        let hasSwitch = snd_mixer_selem_has_playback_switch(element) != 0
        guard hasVolume || hasSwitch, let name = snd_mixer_selem_get_name(element) else { return nil }
        let index = snd_mixer_selem_get_index(element)
        self.init(
            name: String(cString: name) + (index > 0 ? ",\(index)" : ""),
            percent: hasVolume ? Self.percent(of: element) : nil, isOn: hasSwitch ? Self.isOn(element) : nil,
            attenuation: hasVolume ? Self.attenuation(of: element) : nil)
    }

    /// From hundredths of a dB.
    private static func attenuation(of element: OpaquePointer) -> Double? {
        var (least, most) = (0, 0)
        guard snd_mixer_selem_get_playback_dB_range(element, &least, &most) == 0, most > least else { return nil }
        return loudest(element, snd_mixer_selem_get_playback_dB).map { Double(most - $0) / 100 }
    }

    private static let channels = 0...SND_MIXER_SCHN_LAST.rawValue

    private static func percent(of element: OpaquePointer) -> Int? {
        var (least, most) = (0, 0)
        guard snd_mixer_selem_get_playback_volume_range(element, &least, &most) == 0, most > least else { return nil }
        return loudest(element, snd_mixer_selem_get_playback_volume).map { ($0 - least) * 100 / (most - least) }
    }

    /// What the loudest channel stands at.
    private static func loudest(
        _ element: OpaquePointer,
        _ read: (OpaquePointer?, snd_mixer_selem_channel_id_t, UnsafeMutablePointer<Int>?) -> Int32
    ) -> Int? {
        channels.compactMap { channel -> Int? in
            let id = snd_mixer_selem_channel_id_t(rawValue: channel)
            var value = 0
            guard snd_mixer_selem_has_playback_channel(element, id) != 0, read(element, id, &value) == 0 else {
                return nil
            }
            return value
        }.max()
    }

    /// Whether any channel is.
    private static func isOn(_ element: OpaquePointer) -> Bool {
        channels.contains { channel in
            let id = snd_mixer_selem_channel_id_t(rawValue: channel)
            var value: Int32 = 0
            return snd_mixer_selem_has_playback_channel(element, id) != 0
                && snd_mixer_selem_get_playback_switch(element, id, &value) == 0 && value != 0
        }
    }
}
