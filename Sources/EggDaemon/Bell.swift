import EggConfig
import EggSound

/// Where an alarm is played, as the engine sees it.
public protocol AlarmOutput: Sendable {
    /// Plays the alarm of an egg until told otherwise.
    func start(for egg: String)
    /// An alarm of an egg starts within this time: gets the device ready, unless an alarm is being played.
    func prepare(for egg: String, within time: Duration)
    /// Ends the alarm.
    func stop()
    /// Gives up a call to a device that does not come back, so that the alarm goes on elsewhere.
    ///
    /// - Returns: nil when there is no such call.
    func giveUpStuckCall() -> Ringer.StuckCall?
    /// Checks whether an alarm would be heard, and has it reported.
    ///
    /// - Returns: false when it has something else to do, and nothing will be reported.
    func check() -> Bool
    /// Plays an alarm for a while, and has the result reported.
    ///
    /// - Returns: false when it has something else to do.
    func test(for time: Duration) -> Bool
    /// Reads a mixer, listens to it or raises it, and has its state reported.
    func request(_ request: MixerRequest)
    /// What the configuration asks for.
    var setup: AlarmSetup { get }
}

/// The alarm that the configuration asks for.
public struct AlarmSetup: Sendable {
    /// A sound by its name, and what was found there.
    public struct NamedSound: Sendable {
        let name: String
        /// Its file; nil when the built-in tone replaces it.
        let path: String?
        /// Why the built-in tone does.
        let problem: String?
        /// Its greatest sample, 1 being full scale.
        let peak: Float

        /// Why nothing is heard of it, in words.
        var fault: String? {
            peak < AlarmSetup.leastPeak ? "the sound '\(name)' holds nothing but silence" : nil
        }
    }

    /// All sounds, that of all eggs first.
    let sounds: [NamedSound]
    /// The format of that of all eggs.
    let format: Sound.Format
    /// The device that is tried first.
    let device: String
    /// From 0 to 1, as an ear takes it.
    let volume: Double
    /// Whether an alarm unmutes and raises the mixer.
    var unmutes = false

    /// Two steps of a 16-bit sample.
    private static let leastPeak: Float = 2 / 32768

    /// Why nothing is heard at this volume, in words.
    var volumeFault: String? {
        let peak = sounds.map(\.peak).max() ?? 1
        guard peak >= Self.leastPeak, peak * Ringer.Alarm.gain(forVolume: volume) < Self.leastPeak else { return nil }
        return "\(volumeInWords), at which nothing is heard"
    }

    var volumeInWords: String { "the volume in the configuration is \(Int((volume * 100).rounded())) %" }

    /// Why an alarm can't be heard, whatever plays it.
    var fault: String? { sounds.lazy.compactMap(\.fault).first ?? volumeFault }
}

/// The ringer with the alarms that the configuration asks for, their sounds in memory.
struct ConfiguredAlarms: AlarmOutput {
    private let ringer: Ringer
    private let standard: Ringer.Alarm
    private let alarms: [String: Ringer.Alarm]
    let setup: AlarmSetup

    /// Loads the sounds; the built-in tone replaces one that can't be loaded, and the reason is told.
    init(_ ringer: Ringer, _ configuration: Configuration, _ catalog: SoundCatalog, tell: (String) -> Void) {
        self.ringer = ringer
        let settings = configuration.alarm
        var loaded: [String: Ringer.Alarm] = [:]
        var sounds: [AlarmSetup.NamedSound] = []
        func alarm(_ name: String) -> Ringer.Alarm {
            if let known = loaded[name] { return known }
            // Decoded samples are twice as large as the alarm's own: those of one sound are in memory at a time.
            let finding = catalog.load(name)
            if let problem = finding.problem { tell(problem) }
            let peak = finding.sound.samples.reduce(0) { max($0, abs($1)) }
            sounds.append(.init(name: name, path: finding.path, problem: finding.problem, peak: peak))
            let alarm = Ringer.Alarm(
                finding.sound, volume: Ringer.Alarm.gain(forVolume: settings.volume), ramp: settings.ramp,
                device: settings.device)
            loaded[name] = alarm
            return alarm
        }
        standard = alarm(settings.sound)
        alarms = configuration.sounds.mapValues(alarm)
        setup = AlarmSetup(
            sounds: sounds.prefix(1) + sounds.dropFirst().sorted { $0.name < $1.name }, format: standard.format,
            device: settings.device, volume: settings.volume, unmutes: settings.unmute)
    }

    func start(for egg: String) {
        ringer.start(alarms[egg] ?? standard)
    }

    func stop() {
        ringer.stop()
    }

    func giveUpStuckCall() -> Ringer.StuckCall? {
        // With the time to notice it, the next candidate is open within two seconds.
        ringer.giveUpStuckCall(after: .milliseconds(1_200))
    }

    func prepare(for egg: String, within time: Duration) {
        ringer.prepare(alarms[egg] ?? standard, within: time)
    }

    func check() -> Bool {
        ringer.check(standard)
    }

    func test(for time: Duration) -> Bool {
        ringer.tryOut(standard, for: time)
    }

    func request(_ request: MixerRequest) {
        ringer.request(request)
    }
}
