/// Where a mixer is found.
public struct MixerAddress: Equatable, Sendable {
    /// Its name for alsa-lib: `hw:0`, `default`.
    public let name: String
    /// Its name for `amixer`: `-c 0`, `-D default`.
    public let option: String

    /// The mixer of this name, which `amixer` finds by this option.
    public init(name: String, option: String) {
        self.name = name
        self.option = option
    }
}

/// An open mixer; used by one thread at a time. Tests use a fake one.
public protocol MixerDevice: AnyObject {
    /// Its playback controls as they are now.
    func controls() -> [Mixer.Control]

    /// The levels of a control, by which it can be set again; nil when there is no such control.
    func levels(of control: String) -> Mixer.Levels?

    /// Sets a control.
    func set(_ control: String, to levels: Mixer.Levels)

    /// The levels at which a control lets an alarm through: switched on, and at least 80 % where it was too low.
    func audible(_ control: Mixer.Control) -> Mixer.Levels?

    /// The descriptors that become readable when a control changes.
    var descriptors: [Int32] { get }

    /// Reads what has changed, without waiting.
    ///
    /// - Returns: false when the mixer is gone.
    func update() -> Bool
}

/// Opens mixers.
public protocol MixerDriver: Sendable {
    /// Opens a mixer by its name; nil when there is none. It may take as long as the sound server behind it does.
    func open(_ name: String) -> (any MixerDevice)?
}

extension Mixer {
    /// What a control can be set back to, by channel.
    public struct Levels: Equatable, Sendable {
        /// The volumes in the mixer's own numbers; empty when the control has none.
        public var volumes: [Int]
        /// Whether each channel is switched on; empty when the control has no switch.
        public var switches: [Bool]

        /// These volumes and switches.
        public init(volumes: [Int], switches: [Bool]) {
            self.volumes = volumes
            self.switches = switches
        }
    }
}

/// What the mixer thread is to do.
public struct MixerRequest: Equatable, Sendable {
    /// The mixer that the alarm goes through; nil when it is not known, or there is none.
    public var mixer: MixerAddress?
    /// Keep it open, and report when a control changes.
    public var listens: Bool
    /// Unmute and raise what would swallow the alarm; when false, put back what was changed so.
    public var raises: Bool

    /// A request about this mixer.
    public init(mixer: MixerAddress? = nil, listens: Bool = false, raises: Bool = false) {
        self.mixer = mixer
        self.listens = listens
        self.raises = raises
    }
}
