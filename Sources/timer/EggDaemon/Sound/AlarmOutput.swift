import EggConfig
import EggSound
import EggTimers

/// The output that plays alarms, as the engine uses it.
protocol AlarmOutput: Sendable {
    /// The sounds that a timer can have instead of its egg's, by their names, in alphabetical order.
    var sounds: [String] { get }
    /// Why the file of a sound with this name can't be played, in words; nil if it can, or if there is none.
    func problem(ofSound name: String) -> String?
    /// Plays a timer's alarm until it is stopped.
    func start(for timer: EggTimer)
    /// Opens the device for a timer's alarm that starts within this time, unless an alarm is being played.
    func prepare(for timer: EggTimer, within time: Duration)
    /// Plays the short sound of a warning or a cue once.
    ///
    /// - Returns: how long that takes at most; nil when the output is busy with something else, and plays nothing.
    func warn() -> Duration?
    func stop()
    /// Gives up a call to a device that does not return, so that the alarm continues on another device.
    ///
    /// - Returns: nil when there is no such call.
    func giveUpStuckCall() -> Ringer.StuckCall?
    /// Checks whether an alarm would be heard; the result is reported.
    ///
    /// - Parameter card: if given, a device is opened only if a program has this card (`hw:0`) open.
    /// - Returns: false when the output is busy with something else; then nothing is reported.
    func check(ifInUse card: String?) -> Bool
    /// Plays an alarm for a while; the result is reported. False when the output is busy with something else.
    func test(for time: Duration) -> Bool
    /// Reads a mixer, watches it or raises it; its state is reported.
    func request(_ request: MixerRequest)
    /// The alarm that the configuration asks for.
    var setup: AlarmSetup { get }
}

/// The alarm that the configuration asks for.
struct AlarmSetup: Sendable {
    /// A sound by its name, with the file that was found for it.
    struct NamedSound: Sendable {
        let name: String
        /// Its file; nil when the built-in tone replaces it.
        let path: String?
        /// Whether the file is longer than what is played.
        var isShortened = false
        /// Why the built-in tone replaces it.
        let problem: String?
        /// Its greatest sample, where 1 is full scale.
        let peak: Float

        /// Why the sound can't be heard, in words.
        var fault: String? {
            peak < AlarmSetup.minPeak ? "the sound '\(name)' contains only silence" : nil
        }
    }

    /// The sounds of the configuration; the first is the default of all eggs.
    let sounds: [NamedSound]
    /// Those of the folders besides that are shortened.
    var otherShortened: [NamedSound] = []
    /// Why other files and sounds of the folders can't be played, in words.
    var leftOut: [String] = []
    /// The format of the default sound.
    let format: Sound.Format
    /// The device that is tried first.
    let device: String
    /// The volume from 0 to 1, on a scale that follows perceived loudness.
    let volume: Double
    /// Whether an alarm unmutes and raises the mixer.
    var unmutes = false

    /// Two steps of a 16-bit sample.
    private static let minPeak: Float = 2 / 32768

    /// Why nothing can be heard at this volume, in words.
    var volumeFault: String? {
        Self.volumeFault(peak: sounds.map(\.peak).max() ?? 1, volume: volume)
    }

    /// Why a sound with this greatest sample can't be heard at a volume, in words.
    static func volumeFault(peak: Float, volume: Double) -> String? {
        guard peak >= minPeak, peak * Ringer.Alarm.gain(forVolume: volume) < minPeak else { return nil }
        return "\(inWords(volume)), at which nothing is heard"
    }

    static func inWords(_ volume: Double) -> String {
        "the volume in the configuration is \(Int((volume * 100).rounded())) %"
    }

    /// Why an alarm can't be heard on any device.
    var fault: String? { sounds.lazy.compactMap(\.fault).first ?? volumeFault }
}

/// The ringer with the alarms of the configuration; their sounds are in memory.
struct ConfiguredAlarms: AlarmOutput {
    private let ringer: Ringer
    private let standard: Ringer.Alarm
    /// The alarms of eggs that don't use the standard one.
    private let alarms: [String: Ringer.Alarm]
    /// The alarms that a timer can have, by the names of their sounds.
    private let named: [String: Ringer.Alarm]
    /// Why other sounds can't be played.
    private let problems: [String: String]
    private let warning: Ringer.Alarm
    let setup: AlarmSetup

    /// Loads the sounds. The built-in tone replaces a sound that can't be loaded.
    init(_ ringer: Ringer, _ configuration: Configuration, _ catalog: SoundCatalog) {
        self.ringer = ringer
        let settings = configuration.alarm
        var loaded: [String: Ringer.Alarm] = [:]
        var sounds: [AlarmSetup.NamedSound] = []
        var problems: [String: String] = [:]
        var leftOut: [String] = []
        var decoded = Duration.zero
        let gain = Ringer.Alarm.gain(forVolume: settings.volume)
        func alarm(_ name: String) -> Ringer.Alarm {
            if let known = loaded[name] { return known }
            // The decoded samples are twice as large as the alarm's own, so only one sound's are in memory at a time.
            let finding = catalog.load(name)
            let peak = finding.sound.samples.reduce(0) { max($0, abs($1)) }
            let named = AlarmSetup.NamedSound(
                name: name, path: finding.path, isShortened: finding.sound.isShortened, problem: finding.problem,
                peak: peak)
            sounds.append(named)
            problems[name] =
                finding.reason ?? named.fault ?? AlarmSetup.volumeFault(peak: peak, volume: settings.volume)
            leftOut += finding.leftOut
            if finding.reason == nil { decoded += finding.sound.duration }
            let alarm = Ringer.Alarm(finding.sound, volume: gain, ramp: settings.ramp, device: settings.device)
            loaded[name] = alarm
            return alarm
        }
        standard = alarm(settings.sound)
        alarms = configuration.sounds.mapValues(alarm)
        let configured = sounds
        decoded = .zero
        var unread: [String] = []
        for name in catalog.names where loaded[name] == nil {
            guard decoded < Self.maxNamedTime else {
                unread.append(name)
                problems[name] = "the sound '\(name)' is left out: \(Self.limit)"
                continue
            }
            _ = alarm(name)
        }
        let others = sounds.dropFirst(configured.count)
        // Nothing is heard of any sound at a volume that is too low.
        leftOut += others.compactMap { $0.path == nil ? problems[$0.name] : $0.fault }
        if !unread.isEmpty {
            let count = unread.count > 3 ? ", and \(unread.count - 3) more" : ""
            let names = unread.prefix(3).map { "'\($0)'" }.joined(separator: ", ")
            leftOut.append("these sounds are left out: \(names)\(count); \(Self.limit)")
        }
        named = loaded.filter { problems[$0.key] == nil }
        self.problems = problems
        // It is shorter than the sounds in files.
        warning = Ringer.Alarm(
            .builtInTone, volume: gain, pause: .seconds(3), device: settings.device)
        setup = AlarmSetup(
            sounds: configured.prefix(1) + configured.dropFirst().sorted { $0.name < $1.name },
            otherShortened: others.filter(\.isShortened), leftOut: leftOut,
            format: standard.format,
            device: settings.device, volume: settings.volume, unmutes: settings.unmute)
    }

    /// All sounds are in memory, so that none has to be read when it is needed. They are decoded before eggd serves, and
    /// a minute of stereo takes 11 MB.
    private static let maxNamedTime: Duration = .seconds(120)
    private static let limit =
        "besides those that eggd.conf names, the sounds of the folders may last two minutes altogether"

    var sounds: [String] { named.keys.sorted() }

    func problem(ofSound name: String) -> String? { problems[name] }

    /// A timer's own sound may have been removed since.
    private func alarm(of timer: EggTimer) -> Ringer.Alarm {
        timer.sound.flatMap { named[$0] } ?? alarms[timer.egg] ?? standard
    }

    func start(for timer: EggTimer) {
        ringer.start(alarm(of: timer))
    }

    func warn() -> Duration? {
        ringer.playOnce(warning)
    }

    func stop() {
        ringer.stop()
    }

    func giveUpStuckCall() -> Ringer.StuckCall? {
        // Together with the time to notice a stuck call, this opens the next candidate within two seconds.
        ringer.giveUpStuckCall(after: .milliseconds(1_200))
    }

    func prepare(for timer: EggTimer, within time: Duration) {
        ringer.prepare(alarm(of: timer), within: time)
    }

    func check(ifInUse card: String?) -> Bool {
        ringer.check(standard, ifInUse: card)
    }

    func test(for time: Duration) -> Bool {
        ringer.test(standard, for: time)
    }

    func request(_ request: MixerRequest) {
        ringer.request(request)
    }
}
