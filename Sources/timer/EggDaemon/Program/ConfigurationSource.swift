import EggConfig
import EggSound
import Program

/// The source of the configuration, and the problems that can be found in it before an alarm.
struct ConfigurationSource {
    /// Problems beyond this number are only counted: a file of another format has one in every line.
    private static let maxProblems = 20
    /// The problems that are shown beside the timers.
    private static let maxSummarised = 3

    /// The file; nil if no place for it is known.
    let path: String?
    /// The user named the file, so it must exist.
    private let isNamed: Bool

    /// The path from the option, or `eggtimer/eggd.conf` in the user's configuration folder.
    init(option: String?) {
        path = option ?? Configuration.defaultPath
        isNamed = option != nil
    }

    struct Reading {
        /// Defaults replace invalid settings.
        let configuration: Configuration
        let output: ConfiguredAlarms
        let problems: [String]
        /// The problems of sounds that no line of the file names.
        let soundProblems: [String]
        let mayReplace: Bool
    }

    private func catalog() -> SoundCatalog {
        SoundCatalog(
            executable: Environment.executable ?? "",
            userFolder: Environment.configurationFolder.map { "\($0)/eggtimer/sounds" })
    }

    func read(_ ringer: Ringer) -> Reading {
        let reading = readFile()
        let output = ConfiguredAlarms(ringer, reading.configuration, catalog())
        let sounds = output.setup.sounds.compactMap { sound in sound.problem.flatMap { locate($0, sound.name, reading) }
        }
        let missing = output.setup.sounds.first { reading.soundLines[$0.name] == nil }?.problem
        var problems = reading.problems.map(\.description) + sounds + problemsOfLines(reading)
        let rest = problems.count - Self.maxProblems
        if rest > 0 { problems = problems.prefix(Self.maxProblems) + ["and \(rest) more"] }
        return Reading(
            configuration: reading.configuration, output: output, problems: problems,
            soundProblems: [missing].compactMap { $0 } + output.setup.leftOut,
            mayReplace: sounds.isEmpty && reading.problems.allSatisfy(\.isRepetition))
    }

    /// Which part of the configuration is not in effect, with the first problems, in one sentence; nil if all is.
    ///
    /// - Parameter isRejected: the settings before this file stay in effect.
    static func summary(of problems: [String], isRejected: Bool = false) -> String? {
        guard !problems.isEmpty else { return nil }
        let rest = problems.count > maxSummarised ? "; and more, which 'eggd --check-config' shows" : ""
        let consequence =
            isRejected
            ? "eggd.conf has an error and was not read again"
            : "parts of the configuration are not in effect"
        return "\(consequence): \(problems.prefix(maxSummarised).joined(separator: "; "))\(rest)"
    }

    /// The problems, including those of sounds and commands, and the message to print if there are none.
    func check() -> (problems: [String], approval: String) {
        let reading = readFile()
        let names = Set([reading.configuration.alarm.sound] + reading.configuration.sounds.values)
        let catalog = catalog()
        let sounds = names.sorted().compactMap { name in
            catalog.load(name).problem.flatMap { locate($0, name, reading) }
        }
        let programs = reading.configuration.commands.all.compactMap { event, section, command in
            CommandFaults.fault(of: command, at: event, in: section).flatMap {
                problem($0, inLine: reading.commandLines[section]?[event])
            }
        }
        let files = (reading.configuration.mqtt?.fileProblems ?? []).compactMap { problem in
            path.map { "\($0): \(problem)" }
        }
        let file = path.map { reading.isMissing ? "\($0) doesn't exist; eggd uses its defaults" : "\($0) is valid" }
        return (
            reading.problems.map(\.description) + sounds + problemsOfLines(reading) + programs + files,
            file ?? "eggd uses its defaults"
        )
    }

    /// A problem of a sound, with the file and the line that names the sound; nil if no line does.
    private func locate(_ problem: String, _ sound: String, _ reading: Configuration.Reading) -> String? {
        reading.soundLines[sound].flatMap { self.problem(problem, inLine: $0) }
    }

    private func problem(_ message: String, inLine line: Int?) -> String? {
        path.map { Configuration.Problem(file: $0, line: line, message: message).description }
    }

    /// The problems of lines that start timers with sounds which no timer can have.
    private func problemsOfLines(_ reading: Configuration.Reading) -> [String] {
        reading.lineSounds.sorted { $0.key < $1.key }.compactMap { line, sound in
            let reason =
                sound.contains("/") ? "--sound takes a name, and '\(sound)' is a path" : catalog().load(sound).reason
            return reason.flatMap { problem($0, inLine: line) }
        }
    }

    private func readFile() -> Configuration.Reading {
        var reading = Configuration.read(path: path)
        if let path, reading.isMissing, isNamed {
            reading.problems = [Configuration.Problem(file: path, line: nil, message: "doesn't exist")]
        }
        return reading
    }
}
