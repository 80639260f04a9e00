import EggRequests
import EggTestSupport
import EggTimers
import HTTP
import Testing
import Text

@testable import EggCommands
@testable import EggPage

/// The lines with which the manuals, the README and `--help` show eggctl mean the same wherever a line is taken: after
/// eggctl, for buttons and brokers, in the app, on the plain page, and in a link for what that can say.
@Suite struct ExampleLineTests {
    /// The examples, without `eggctl`.
    private static let examples: [String] = {
        let manuals = ["eggctl.1", "eggd.1", "eggd.conf.5", "eggtimer-mqtt.7", "eggkeys.8", "eggmqtt.8", "eggweb.8"]
        let files = ["README.md"] + manuals.map { "man/\($0)" }
        var texts = files.compactMap { contents(of: "\(BuiltPrograms.sourceTree)/\($0)") }
            .map { String(decoding: $0, as: UTF8.self) }
        texts += Commands.all.map(\.help)
        var lines: [String] = []
        for text in texts {
            let plain = text.replacing("\\-", with: "-").replacing(".Ql ", with: "").replacing("\\&", with: "")
                .replacing("\\(aq", with: "'")
            for match in plain.matches(
                of: /(?m)(?:eggctl|command -m|KEY_\w+ =|BTN_\w+ =) ((?:[^|&;()`'"#>\n]| '[^'\n]*')+)/)
            {
                lines.append(String(match.1))
            }
        }
        // Sentences about eggctl are no lines of it; they begin with another word than a command, an egg or a time.
        return lines.filter { line in
            let first = line.words.first ?? ""
            guard Commands.named(first) != nil || CommandWords(options: [:], operands: line.words[...]).beginWithStart
            else { return false }
            return (try? Invocation(line.words)) != nil
        }
    }()

    @Test func thereAreExamples() { #expect(Self.examples.count > 40) }

    /// The command of eggctl for a line; nil if that starts and changes no timers.
    private func command(_ words: [String]) throws -> TimerCommand? {
        let action = try Invocation(words).action
        switch action {
        case .runIfEgg(_, let start): return .start(start.start)
        case .run(let command):
            switch command {
            case let command as StartCommand: return .start(command.start)
            case let command as CookCommand: return .cook(command.pot)
            case let command as AgainCommand: return .again(command.name)
            case let command as RenameCommand: return .rename(command.name, to: command.newName)
            case is UndoCommand: return .undo
            case let command as ChangeCommand: return .change(command.change)
            default: return nil
            }
        case .uiOrStatus, .help, .version: return nil
        }
    }

    @Test(arguments: examples) func aLineMeansTheSameEverywhere(example: String) throws {
        // These options are about what eggctl prints, and about the eggd that it asks.
        let line = example.replacing(" --watch", with: "").replacing(" --json", with: "")
        guard !line.contains("--host"), !line.contains("--socket") else { return }
        let expected = try command(line.words)
        #expect((try? TimerCommand(line: line)) == expected)
        guard let expected else { return }
        var entry = TimeEntry()
        for scalar in line.unicodeScalars { entry.append(scalar) }
        #expect(entry.outcome(eggs: EggMenu.presets.eggs.map(\.name)) == .command(expected))
        let isOffered =
            if case .start(let start) = expected, case .egg(let egg) = start.choice {
                EggMenu.presets.egg(called: egg) != nil
            } else { true }
        #expect((try? Router.command(typed: line)) == (isOffered ? expected : nil))
        guard case .start(let start) = expected else { return }
        guard start.since == .zero, start.rawEgg.isEmpty else { return }
        #expect(try StartLink(StartLink(start).fields).request == start)
    }

    /// The words of a time mean the same in a line and in a link, whose `for` and `at` are the little words.
    @Test(arguments: [
        "for 1h30", "for 5,5m", "for half an hour", "for 5\u{a0}min 30 sec", "at 18:30", "at 6\u{202f}PM",
    ])
    func aLinkTakesTheTimesOfLines(line: String) throws {
        let parts = line.split(separator: " ", maxSplits: 1).map(String.init)
        guard case .start(let start) = try TimerCommand(line: line) else { throw Complaint("no start") }
        #expect(try StartLink([Field(parts[0], parts[1])]).request == start)
    }

    /// Each command of eggctl is a verb of every line, or is named as eggctl's alone; and their options are the same.
    @Test func theTablesOfCommandsAgree() {
        for about in Commands.all {
            guard let verb = TimerVerb(about.name) else {
                #expect(CommandName.ofEggctlAlone.contains(about.name), "\(about.name)")
                continue
            }
            let options = about.options.filter { $0.name != "watch" && $0.name != "json" }
            #expect(options.map(\.name).sorted() == verb.options.sorted(), "\(about.name)")
            for option in options { #expect((option.value != nil) == (option.name != "all"), "\(option.name)") }
        }
        #expect(TimerVerb.all.allSatisfy { verb in Commands.names.contains(verb.name) })
    }
}

extension String {
    fileprivate var words: [String] { (try? QuotedWords.of(self)) ?? [] }
}
