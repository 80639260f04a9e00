import EggArguments
import EggConfig
import EggSound

/// Where the configuration comes from, and all that can be found wrong with it before an alarm.
struct ConfigurationSource {
    /// More problems than these are only counted: a file that is something else altogether has one in each line.
    private static let mostProblems = 20

    /// The file; nil where nothing says where it would be.
    let path: String?
    /// The user has named the file, so it is to be there.
    private let isNamed: Bool
    private let catalog = SoundCatalog(executable: Environment.executable ?? "")

    /// The option, else `eggtimer/eggd.conf` in the user's folder for configuration.
    init(option: String?, environment: (String) -> String?) {
        let folder = environment("XDG_CONFIG_HOME") ?? environment("HOME").map { "\($0)/.config" }
        path = option ?? folder.map { "\($0)/eggtimer/eggd.conf" }
        isNamed = option != nil
    }

    /// The configuration with its alarms, and what is wrong: a default replaces each.
    func read(_ ringer: Ringer) -> (configuration: Configuration, output: ConfiguredAlarms, problems: [String]) {
        var (configuration, problems) = readFile()
        let output = ConfiguredAlarms(ringer, configuration, catalog) { problems.append($0) }
        let rest = problems.count - Self.mostProblems
        if rest > 0 { problems = problems.prefix(Self.mostProblems) + ["and \(rest) more"] }
        return (configuration, output, problems)
    }

    /// What is wrong, the sounds included.
    func problems() -> [String] {
        let (configuration, problems) = readFile()
        let names = Set([configuration.alarm.sound] + configuration.sounds.values)
        return problems + names.sorted().compactMap { catalog.load($0).problem }
    }

    private func readFile() -> (Configuration, [String]) {
        guard let path else { return (.standard, []) }
        let reading = Configuration.read(path: path)
        if reading.isMissing, isNamed { return (.standard, ["\(path): there is no such file"]) }
        return (reading.configuration, reading.problems.map(\.description))
    }
}
