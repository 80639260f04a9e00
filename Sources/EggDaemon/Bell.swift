import EggConfig
import EggSound

/// What rings, as the engine sees it: told to, and told to stop.
public protocol Bell: Sendable {
    /// Rings for an egg until told otherwise.
    func ring(for egg: String)
    /// Will be told to ring for an egg within this time: gets its device ready, unless something rings already.
    func prepare(for egg: String, within time: Duration)
    /// Falls silent.
    func silence()
    /// Gives up a call to a device that does not come back, so that the alarm goes on elsewhere.
    ///
    /// - Returns: the device, if there was such a call.
    func giveUpStuckDevice() -> String?
    /// Looks whether it would be heard, and has it reported.
    func check()
    /// Rings for a while, and has it reported what came of it.
    ///
    /// - Returns: false when it has other things to do.
    func tryOut(for time: Duration) -> Bool
    /// What is to be heard.
    var setup: AlarmSetup { get }
}

/// The alarm that the configuration asks for.
public struct AlarmSetup: Sendable {
    /// A sound by its name, and what it has come to.
    public struct NamedSound: Sendable {
        let name: String
        /// Its file; nil when the built-in tone stands in for it.
        let path: String?
        /// Why it does.
        let problem: String?
        /// Its greatest sample, 1 being full scale.
        let peak: Float
    }

    /// All sounds, that of all eggs first.
    let sounds: [NamedSound]
    /// The format of that of all eggs.
    let format: Sound.Format
    /// The device that is tried first.
    let device: String
    /// From 0 to 1, as an ear takes it.
    let volume: Double
}

/// The ringer with the alarms that the configuration asks for, their sounds in memory.
struct AlarmBell: Bell {
    private let ringer: Ringer
    private let standard: Ringer.Alarm
    private let alarms: [String: Ringer.Alarm]
    let setup: AlarmSetup

    /// Loads the sounds; what can't be loaded is told, and the built-in tone rings in its stead.
    init(_ ringer: Ringer, _ configuration: Configuration, _ catalog: SoundCatalog, tell: (String) -> Void) {
        self.ringer = ringer
        var loaded: [String: Sound] = [:]
        var sounds: [AlarmSetup.NamedSound] = []
        func alarm(_ name: String) -> Ringer.Alarm {
            let sound: Sound
            if let known = loaded[name] {
                sound = known
            } else {
                let finding = catalog.load(name)
                if let problem = finding.problem { tell(problem) }
                sound = finding.sound
                loaded[name] = sound
                let peak = finding.sound.samples.reduce(0) { max($0, abs($1)) }
                sounds.append(.init(name: name, path: finding.path, problem: finding.problem, peak: peak))
            }
            return Ringer.Alarm(
                sound, volume: Ringer.Alarm.gain(forVolume: configuration.alarm.volume), ramp: configuration.alarm.ramp,
                device: configuration.alarm.device)
        }
        standard = alarm(configuration.alarm.sound)
        alarms = configuration.sounds.mapValues(alarm)
        setup = AlarmSetup(
            sounds: sounds.prefix(1) + sounds.dropFirst().sorted { $0.name < $1.name }, format: standard.format,
            device: configuration.alarm.device,
            volume: configuration.alarm.volume)
    }

    func ring(for egg: String) {
        ringer.ring(alarms[egg] ?? standard)
    }

    func silence() {
        ringer.silence()
    }

    func giveUpStuckDevice() -> String? {
        // With the time to notice it, the next candidate is open within two seconds.
        ringer.giveUpStuckCall(after: .milliseconds(1_200))
    }

    func prepare(for egg: String, within time: Duration) {
        ringer.prepare(alarms[egg] ?? standard, within: time)
    }

    func check() {
        ringer.check(standard)
    }

    func tryOut(for time: Duration) -> Bool {
        ringer.tryOut(standard, for: time)
    }
}
