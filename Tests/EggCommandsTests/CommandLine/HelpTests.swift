import Program
import Terminal
import Testing
import Text

@testable import EggCommands

@Suite struct HelpTests {
    private static let commands = Commands.all
    private static let topics: [CommandDescription?] = [nil] + commands

    /// The long options in a text, without their dashes.
    private static func mentioned(in text: String) -> Set<String> {
        let words = text.split { !$0.isLetter && !$0.isNumber && $0 != "-" }
        return Set(words.filter { $0.hasPrefix("--") }.map { String($0.dropFirst(2)) })
    }

    private static func isTaken(_ option: Option, by command: CommandDescription) -> Bool {
        let values = [
            "since": "5s", "format": "{name}", "name": "left", "socket": "/tmp/s", "host": "kitchen", "limit": "5",
            "at": "18:30",
            "size": "L", "mass": "62g", "from": "room", "altitude": "1600m",
        ]
        // These have operands of their own.
        let operands = ["frame": ["none"]][option.name] ?? []
        let given = ["--\(option.name)"] + (option.value != nil ? [values[option.name] ?? ""] : operands)
        // A time of day takes the place of the egg.
        let example = command.name == "start" && option.name == "at" ? "start" : command.example
        return (try? Invocation(example.split(separator: " ").map(String.init) + given)) != nil
    }

    @Test(arguments: commands)
    func aCommandsHelpNamesExactlyItsOptions(command: CommandDescription) {
        let taken = Option.table.filter { Self.isTaken($0, by: command) }.map(\.name)
        // The option --version belongs to no command; it is in the overview.
        #expect(Self.mentioned(in: Help.text(command)) == Set(taken).subtracting(["version"]))
        #expect(taken.contains("version") && Help.text(nil).contains("--version"))
    }

    @Test(arguments: commands)
    func aCommandsHelpBeginsWithItsUsage(command: CommandDescription) {
        #expect(Help.text(command).hasPrefix("Usage: eggctl \(command.name) "))
    }

    /// Checks that an option with a value is shown with a placeholder.
    @Test(arguments: commands)
    func everyOptionHasALineOfItsOwn(command: CommandDescription) {
        let lines = Help.text(command).split(separator: "\n").drop { $0 != "Options:" }
        for option in Option.table where Self.isTaken(option, by: command) && option.name != "version" {
            let letter = option.letter.map { "  -\($0), " } ?? "      "
            let begins = lines.filter { $0.hasPrefix("\(letter)--\(option.name) ") }
            #expect(begins.count == 1, "--\(option.name)")
            let value = begins.first?.dropFirst(letter.count + option.name.count + 3).prefix { $0 != " " } ?? ""
            #expect(value.isEmpty == (option.value == nil), "--\(option.name)")
        }
    }

    @Test func theOverviewHasALineForEveryCommand() {
        let lines = Help.text(nil).split(separator: "\n")
        for command in Self.commands {
            #expect(lines.contains { $0.hasPrefix("  \(command.name) ") }, "\(command.name)")
        }
    }

    @Test func theHelpForFormatsNamesEveryField() {
        for field in FormatString.Field.allCases {
            #expect(Help.text(WatchCommand.about).contains("{\(field.rawValue)}"))
        }
    }

    @Test(arguments: topics)
    func helpFitsInto80Columns(topic: CommandDescription?) {
        for line in Help.text(topic).split(separator: "\n", omittingEmptySubsequences: false) {
            #expect(TextWidth.of(String(line)) <= 80, "\(line)")
            #expect(line.last != " ", "\(line)")
        }
        #expect(Help.text(topic).hasSuffix("\n") && !Help.text(topic).hasSuffix("\n\n"))
    }

    @Test(arguments: topics)
    func everyExampleIsAValidCommandLine(topic: CommandDescription?) throws {
        for line in Help.text(topic).split(separator: "\n") where line.hasPrefix("  eggctl ") {
            // Like a shell, this treats quoted text as one word.
            let words = line.split(separator: "'", omittingEmptySubsequences: false).enumerated().flatMap {
                index, part in
                index % 2 == 1 ? [String(part)] : part.split(separator: " ").map(String.init)
            }
            #expect(throws: Never.self, "\(line)") { try Invocation(Array(words.dropFirst())) }
        }
    }
}
