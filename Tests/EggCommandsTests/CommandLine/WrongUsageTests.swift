import EggRequests
import EggTimers
import EggWire
import Instants
import Program
import Testing

@testable import EggCommands

@Suite struct WrongUsageTests {
    private typealias Wrong = ([String], String?, String)

    private static let commands = Commands.names.joined(separator: ", ")
    private static let rule = "it must be text that can be seen"

    private static let temperatures = "it must be fridge, room, or 0C to 40C, such as 12C or 54F"
    private static let altitudes = "it must be -500m to 5000m, such as 1600m or 5250ft"

    /// `TimerCommandTests` has what all clients say to wrong words.
    private static let wrong: [Wrong] = [
        (["--name", "left"], nil, "missing command before '--name'; the commands are \(commands)"),
        (["--socket", ""], nil, "--socket needs the path of eggd's socket"),
        (["strat", "soft"], nil, "unknown command 'strat'; did you mean 'start'?"),
        (["dis", "left"], nil, "unknown command 'dis'; did you mean 'dismiss'?"),
        (["sofft", "left"], nil, "unknown command 'sofft'; did you mean 'soft'?"),
        (
            ["cook", "soft:2,hard:4"], "cook",
            "'soft:2,hard:4' isn't an egg; put spaces between the eggs, as in soft:2 hard:4"
        ),
        (["cook", "soft=2", "hard"], "cook", "'soft=2' isn't an egg with a number; write it like soft:2"),
        (
            ["start", "soft", "hard"], "start",
            "unexpected argument 'hard'; to have both done at the same moment: eggctl cook soft hard"
        ),
        (
            ["start", "5m", "soft"], "start",
            "unexpected argument 'soft'; give an egg, which has its own time, or a time"
        ),
        (["start", "tea", "5m", "--name", "x"], "start", "the timer is named twice: 'x' and 'tea'"),
        (["boil", "soft"], nil, "unknown command 'boil'; the commands are \(commands)"),
        (["start", "soft", "--jsno"], "start", "unknown option '--jsno'; did you mean '--json'?"),
        (["status", "-x"], "status", "unknown option '-x'"),
        (["start", "soft", "--s", "5s"], "start", "'--s' is ambiguous: --socket, --since, --sound, --size, --seen"),
        (["start", "soft", "--name"], "start", "the option '--name' needs a value"),
        (["status", "--json=yes"], "status", "the option '--json' takes no value"),

        (["status", "--watch"], "status", "'status' has no option '--watch'"),
        // The first one in alphabetical order, so that it is always the same.
        (["eggs", "--watch", "--since", "5s"], "eggs", "'eggs' has no option '--since'"),

        (["start"], "start", "missing egg or time, such as soft, medium, hard or 7m30s"),
        (["extend", "-12"], "extend", "'-12' has no unit; write -12m for minutes or -12s for seconds"),
        (
            ["start", "1.5s"], "start", "'1.5s' isn't a valid time; write it like 90s, 5m, 7m30s, 1h or 7:30"
        ),
        (
            ["start", "5m", "30s"], "start",
            "'5m 30s' can mean two things; write 5m30s for one time, or 5m --name 30s for a timer of that name"
        ),
        (
            ["snooze", "1m", "30"], "snooze",
            "'1m 30' can mean two things; write 1m30s for one time, or 1m --name 30 for a timer of that name"
        ),
        (["start", "1,500m"], "start", "'1,500m' can mean two things; write 1500m or 1.500m"),
        (["start", "5", "eggs"], "start", "'5' has no unit; write 5m for minutes or 5s for seconds"),
        (["start", "0s"], "start", "0s is out of range; a time can be 1s to 99h"),
        (["start", "99h1s"], "start", "99h1s is out of range; a time can be 1s to 99h"),
        (["snooze", "25h", "left"], "snooze", "25h is out of range; a snooze can be 1s to 24h"),
        (["extend", "99h"], "extend", "99h is out of range; a countdown can be 1s to 99h"),
        (["9m", "--since", "9m"], "start", "--since 9m is too long; the whole time would be over"),
        (["start", "tea", "at"], "start", "missing time after 'at', such as at 18:30"),
        (["by", "10m"], "start", "'10m' isn't a time of day; write it like 18:30, 7:05 or 6pm"),
        (
            ["start", "soft", "at", "18:30"], "start",
            "unexpected argument 'at'; give an egg, which has its own time, or a time"
        ),
        (["start", "5m", "for"], "start", "unexpected argument 'for'; give an egg, which has its own time, or a time"),
        (["snooze", "until", "18:30"], "snooze", "'18:30' is a time of day; give how long, such as 5m"),
        (["pause", "by"], "pause", "'by' comes before a time; for a timer of that name, write --name by"),
        (["cancel", "left", "In"], "cancel", "'In' comes before a time; for a timer of that name, write --name In"),
        (
            ["start", "--at", "18:30", "tea"], "start",
            "--at and 'tea' can't be combined; to name the timer, use --name tea"
        ),
        (["--at", "18:30", "tea"], "start", "--at and 'tea' can't be combined; to name the timer, use --name tea"),
        (
            ["start", "soft", "--since", "-20s"], "start",
            "--since can't be negative; it says how long ago the egg went in"
        ),

        (
            ["start", "soft", "--size", "XXL"], "start",
            "'XXL' isn't a size; the sizes are S, M, L, XL; for a mass, use --mass"
        ),
        (["soft", "--size", "M", "--mass", "60g"], "start", "--size and --mass can't be combined"),
        (["soft", "--mass", "500g"], "start", "'500g' isn't a valid --mass; it must be 5g to 200g, such as 62g"),
        (["soft", "--from", "80C"], "start", "'80C' isn't a valid --from; \(temperatures)"),
        (["soft", "--altitude", "5001m"], "start", "'5001m' isn't a valid --altitude; \(altitudes)"),

        (["rename"], "rename", "missing new name, such as left-pot"),
        (["rename", "--", "-x"], "rename", "'-x': a timer's name can't begin with '-'"),
        (["rename", "left", " "], "rename", "' ' isn't a valid timer name; \(rule)"),
        (["rename", "tea", "in"], "rename", "'in' comes before a time; choose another name, such as in-pot"),
        (["rename", "in", "tea"], "rename", "'in' comes before a time; for a timer of that name, write --name in"),

        (["pause", "left", "--name", "right"], "pause", "the timer is named twice: 'right' and 'left'"),
        (["watch", "left", "right"], "watch", "unexpected argument 'right'"),
        (["status", "--all"], "status", "'status' has no option '--all'"),
        (["start", "soft", "--at", "18:30"], "start", "--at and 'soft' can't be combined"),
        (["start", "--at", "18:30", "--since", "1m"], "start", "--at and --since can't be combined"),
        (["history", "--limit", "0"], "history", "'0' isn't a valid --limit; it must be a number from 1 to 10000"),
        (["cancel", ""], "cancel", "'' isn't a valid timer name; \(rule)"),
        (["pause", "left\u{1b}[2Jpot"], "pause", "'left\u{fffd}[2Jpot' isn't a valid timer name; \(rule)"),
        (["start", "soft", "--name", "a", "--name", "b"], "start", "the option '--name' is given more than once"),
        (["status", "--host", ""], "status", "--host needs another machine, such as cook@kitchen"),
        (["--host", "-oProxyCommand=x"], nil, "--host needs another machine, such as cook@kitchen"),
        (["status", "--host", "a", "--socket", "b"], "status", "--host and --socket can't be combined"),

        (["page", "--open", "--close"], "page", "--open and --close can't be combined"),
        (["page", "8090"], "page", "unexpected argument '8090'"),
        (
            ["page", "--frame"], "page",
            "--frame needs a site, such as http://homeassistant.local:8123, or 'none'"
        ),
        (
            ["page", "--frame", "ha.local:8123"], "page",
            "'ha.local:8123' lacks http:// or https://; write http://ha.local:8123"
        ),
        (["page", "--json"], "page", "'page' has no option '--json'"),
        (
            ["page", "--open", "0"], "page", "'0' isn't a port; it must be a number from 1 to 65535, such as 8090"
        ),

        (["watch", "--json", "--format", "{name}"], "watch", "--json and --format can't be combined"),
        (["watch", "--waybar", "--i3bar"], "watch", "--waybar and --i3bar can't be combined"),
        (["watch", "--format", "{nam}"], "watch", "unknown field '{nam}'; did you mean '{name}'?"),
        (["watch", "--format", "{"], "watch", "the format has a '{' without its '}'"),
    ]

    @Test(arguments: wrong)
    func theMessageNamesTheMistakeAndTheAllowedValues(
        words: [String], command: String?, message: String
    ) {
        #expect(throws: WrongUsage(message: message, command: command)) { try Invocation(words) }
    }

    /// eggd.conf may have an egg with this name.
    @Test func aWordThatIsNoCommandMayBeAnEgg() throws {
        let invocation = try Invocation(["quick", "--watch", "--json"])
        guard case .runIfEgg("quick", let command) = invocation.action else {
            throw WrongUsage(message: "the action is \(invocation.action)")
        }
        #expect(command == StartCommand(start: .init(.egg("quick")), watches: true) && invocation.json)
        let list = "the commands are \(Self.commands)"
        #expect(Invocation.unknownCommand("boil").message == "unknown command 'boil'; \(list)")
        #expect(Invocation.unknownCommand("dis").message == "unknown command 'dis'; did you mean 'dismiss'?")
        let hint = Invocation.unknownCommand("quik", eggs: ["soft", "qui\u{1b}k"]).message
        #expect(hint == "unknown command 'quik'; did you mean 'qui\u{fffd}k'?")
    }

    /// Parts of a command line in messages must not move the terminal's cursor.
    @Test(arguments: [
        ["\u{1b}[2J", "x"], ["--\u{1b}[2J"], ["start", "soft", "\u{1b}[2J"], ["extend", "\u{1b}[2J"],
        ["cancel", "\u{1b}[2J"], ["cancel", "left", "--name", "\u{1b}[2J"], ["watch", "--format", "{\u{1b}[2J}"],
    ])
    func messagesArePrintable(words: [String]) {
        do {
            _ = try Invocation(words)
            Issue.record("the command line was accepted")
        } catch {
            #expect(error.message.contains("\u{fffd}[2J"))
            #expect(!error.message.contains("\u{1b}"))
        }
    }
}
