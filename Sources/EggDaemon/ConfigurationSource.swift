import EggArguments
import EggConfig
import EggSound

/// The source of the configuration, and the problems that can be found in it before an alarm.
struct ConfigurationSource {
    /// Problems beyond this number are only counted: a file of another format has one in every line.
    private static let mostProblems = 20
    /// The problems that are shown beside the timers.
    private static let mostSummarised = 3

    /// The file; nil if no place for it is known.
    let path: String?
    /// The user named the file, so it must exist.
    private let isNamed: Bool
    private let catalog = SoundCatalog(executable: Environment.executable ?? "")

    /// The path from the option, or `eggtimer/eggd.conf` in the user's configuration folder.
    init(option: String?) {
        path = option ?? Configuration.defaultPath
        isNamed = option != nil
    }

    /// The configuration with its alarms, and its problems. Defaults replace invalid settings.
    func read(_ ringer: Ringer) -> (configuration: Configuration, output: ConfiguredAlarms, problems: [String]) {
        let reading = readFile()
        let output = ConfiguredAlarms(ringer, reading.configuration, catalog) { _ in }
        let sounds = output.setup.sounds.compactMap { sound in sound.problem.map { locate($0, sound.name, reading) } }
        var problems = reading.problems.map(\.description) + sounds
        let rest = problems.count - Self.mostProblems
        if rest > 0 { problems = problems.prefix(Self.mostProblems) + ["and \(rest) more"] }
        return (reading.configuration, output, problems)
    }

    /// The first problems in one sentence; nil without any.
    static func summary(of problems: [String]) -> String? {
        guard !problems.isEmpty else { return nil }
        let rest = problems.count > mostSummarised ? "; and more, which 'eggd --check-config' shows" : ""
        return problems.prefix(mostSummarised).joined(separator: "; ") + rest
    }

    /// The problems, including those of the sounds, and the message to print if there are none.
    func check() -> (problems: [String], approval: String) {
        let reading = readFile()
        let names = Set([reading.configuration.alarm.sound] + reading.configuration.sounds.values)
        let sounds = names.sorted().compactMap { name in
            catalog.load(name).problem.map { locate($0, name, reading) }
        }
        let file = path.map { reading.isMissing ? "\($0) doesn't exist; eggd uses its defaults" : "\($0) is valid" }
        return (reading.problems.map(\.description) + sounds, file ?? "eggd uses its defaults")
    }

    /// A problem of a sound, with the file and the line that names the sound, if there is one.
    private func locate(_ problem: String, _ sound: String, _ reading: Configuration.Reading) -> String {
        guard let path, let line = reading.soundLines[sound] else { return problem }
        return Configuration.Problem(file: path, line: line, message: problem).description
    }

    private func readFile() -> Configuration.Reading {
        guard let path else { return Configuration.Reading(problems: [], isMissing: true) }
        var reading = Configuration.read(path: path)
        if reading.isMissing, isNamed {
            reading.problems = [Configuration.Problem(file: path, line: nil, message: "doesn't exist")]
        }
        return reading
    }
}
