import EggClient
import EggRequests
import EggTimers
import EggWire
import Instants
import Program
import Testing

@testable import EggCommands

/// Words of a command line, split at spaces.
private func parse(_ line: String) throws -> Invocation {
    try Invocation(line.split(separator: " ").map(String.init))
}

/// The command on a command line, which has no `--socket`, and `--json` only if that is expected.
private func command<C: Command>(_ line: String, as type: C.Type = C.self, json: Bool = false) throws -> C {
    try command(line.split(separator: " ").map(String.init), json: json)
}

private func command<C: Command>(_ words: [String], json: Bool = false) throws -> C {
    let invocation = try Invocation(words)
    #expect(invocation.socket == nil && invocation.json == json)
    guard case .run(let command) = invocation.action else {
        throw WrongUsage(message: "the action is \(invocation.action)")
    }
    return try #require(command as? C, "the command is \(command)")
}

/// Whether a command line has this command, whose type needn't be known.
private func has(_ line: String, _ expected: some Command) throws -> Bool { try command(line) == expected }

/// The name of the command whose help a command line asks for; nil for the overview.
private func helpTopic(_ line: String) throws -> String? {
    guard case .help(let about) = try parse(line).action else { throw WrongUsage(message: "no help is shown") }
    return about?.name
}

private func format(_ text: String) -> Rendering {
    guard let format = try? FormatString(text) else { preconditionFailure("bad fixture: \(text)") }
    return .format(format)
}

private func start(
    _ choice: StartRequest.Choice, since: Duration = .zero, name: TimerName? = nil, watches: Bool = false
) -> StartCommand {
    StartCommand(start: StartRequest(choice, since: since, name: name), watches: watches)
}

@Suite struct InvocationTests {
    private static let starts: [(String, StartCommand)] = [
        ("start soft", start(.egg("soft"))),
        ("start 7m30s", start(.duration(.seconds(450)))),
        ("start 99h", start(.duration(.hours(99)))),
        // Only the daemon knows all eggs.
        ("start poached", start(.egg("poached"))),
        ("start soft --since 20s", start(.egg("soft"), since: .seconds(20))),
        ("start --watch soft", start(.egg("soft"), watches: true)),
        ("start soft --since 5 min", start(.egg("soft"), since: .minutes(5))),
        ("start --since 20 seconds soft", start(.egg("soft"), since: .seconds(20))),
        ("start 9 min --since 5m", start(.duration(.minutes(9)), since: .minutes(5))),
        ("start tea 5m", start(.duration(.minutes(5)), name: name("tea"))),
        ("start 5m tea", start(.duration(.minutes(5)), name: name("tea"))),
        ("5 min tea", start(.duration(.minutes(5)), name: name("tea"))),
        ("5 min 30 sec tea", start(.duration(.seconds(330)), name: name("tea"))),
        ("start an hour and a half tea", start(.duration(.minutes(90)), name: name("tea"))),
        ("start tea In half an hour", start(.duration(.minutes(30)), name: name("tea"))),
    ]

    /// A shell doesn't divide words at them.
    @Test func noBreakSpacesDivideWordsAsSpacesDo() throws {
        let tea = try #require(TimerName("tea"))
        #expect(try command(["start\u{a0}5m"]) == StartCommand(start: .init(.duration(.minutes(5)))))
        #expect(
            try command(["start", "5m\u{202f}tea\u{a0}"])
                == StartCommand(start: .init(.duration(.minutes(5)), name: tea)))
        #expect(
            try command(["5m\u{a0}--name\u{a0}tea"]) == StartCommand(start: .init(.duration(.minutes(5)), name: tea)))
        #expect(
            try command(["cook", "soft:2\u{a0}hard:4"])
                == CookCommand(pot: .init([.init(egg: "soft", count: 2), .init(egg: "hard", count: 4)])))
        // A time and an option's value are one word, and so is one that the shell has kept together.
        #expect(
            try command(["start", "1h\u{a0}30m", "--name=left\u{a0}pot"])
                == StartCommand(start: .init(.duration(.minutes(90)), name: TimerName("left pot"))))
        #expect(
            try command(["start", "5m", "--name", "left\u{a0}pot"])
                == StartCommand(start: .init(.duration(.minutes(5)), name: TimerName("left pot"))))
        let pot = try #require(TimerName("my left pot"))
        #expect(try command(["cancel", "my left\u{a0}pot"]) == ChangeCommand(.cancel, .named([pot])))
    }

    @Test(arguments: starts)
    func aStartTakesAnEggOrATime(words: String, expected: StartCommand) throws {
        #expect(try command(words) == expected)
    }

    @Test func aTimeOfDayNeedsNoCommand() throws {
        let expected = start(.until(try ClockTime("18:30")), name: name("tea"))
        #expect(try command("--at 18:30 --name tea") == expected)
    }

    @Test func aStartTakesANameAndJSON() throws {
        let expected = start(.duration(.minutes(5)), name: name("left"))
        #expect(try command("--json start 5m --name left", json: true) == expected)
    }

    private static func portions(_ portions: (String, Int)...) -> [Timers.Portion] {
        portions.map { Timers.Portion(egg: $0, count: Int64($1)) }
    }

    private static let pots: [(String, CookCommand)] = [
        ("cook soft:2 hard:4", CookCommand(pot: .init(portions(("soft", 2), ("hard", 4))))),
        (
            "cook soft hard:99 --watch --name left",
            CookCommand(pot: .init(portions(("soft", 1), ("hard", 99)), name: name("left")), watches: true)
        ),
        (
            "cook soft:1 hard:1 --size L",
            CookCommand(pot: .init(portions(("soft", 1), ("hard", 1)), rawEgg: .init(grams: 68)))
        ),
    ]

    @Test(arguments: pots)
    func aPotTakesEggsWithTheirNumbers(words: String, expected: CookCommand) throws {
        #expect(try command(words) == expected)
    }

    @Test func aPotTakesEggsWithColonsInTheirNames() throws {
        let expected = CookCommand(pot: .init(Self.portions(("a:b", 2), ("Poached", 1))))
        #expect(try command("--json cook a:b:2 Poached:1", json: true) == expected)
    }

    @Test func aPotTakesUpToEightKinds() throws {
        let portions = "abcdefgh".map { Timers.Portion(egg: String($0), count: 1) }
        #expect(try command("cook a b c d e f g h") == CookCommand(pot: .init(portions)))
    }

    @Test(arguments: [
        ("cook", "missing eggs, such as soft:2 hard:4"),
        ("cook soft:2", "'cook' is for two or more kinds of eggs; for one kind, use: eggctl start soft"),
        ("cook soft:0 hard:1", "'soft:0': the number of eggs must be 1 to 99, as in soft:2"),
        ("cook soft:x hard:1", "'soft:x': the number of eggs must be 1 to 99, as in soft:2"),
        ("cook soft: hard:1", "'soft:': the number of eggs must be 1 to 99, as in soft:2"),
        ("cook soft:+2 hard:1", "'soft:+2': the number of eggs must be 1 to 99, as in soft:2"),
        ("cook soft:100 hard:1", "'soft:100': the number of eggs must be 1 to 99, as in soft:2"),
        ("cook :2 hard:1", "':2' names no egg; write it like soft:2"),
        ("cook soft:1 Soft:2", "'Soft' is given twice"),
        ("cook 2 soft", "'2' isn't an egg; write eggs with their numbers, as in soft:2 hard:4"),
        ("cook 5m soft", "'5m' isn't an egg; write eggs with their numbers, as in soft:2 hard:4"),
        ("cook a b c d e f g h i", "there can be at most 8 kinds of eggs in a pot"),
        ("cook soft:1 hard:1 --since 20s", "'cook' has no option '--since'"),
    ])
    func eggsThatCannotBeCookedTogetherAreRefused(words: String, message: String) {
        #expect(throws: WrongUsage(message: message, command: "cook")) { try parse(words) }
    }

    /// `TimerCommandTests` has the other words that all clients take.
    private static let short: [(String, any Command)] = [
        ("soft", start(.egg("soft"))),
        ("HARD --watch", start(.egg("HARD"), watches: true)),
        ("start 1.5 m --since 20s", start(.duration(.seconds(90)), since: .seconds(20))),
        ("extend 5 min left", ChangeCommand(.extend(by: .minutes(5)), .named([name("left")]))),
        ("snooze 2 minutes left", ChangeCommand(.snooze(for: .minutes(2)), .named([name("left")]))),
        ("stop left", ChangeCommand(.dismiss, .named([name("left")]))),
        ("list", StatusCommand()), ("ls left", StatusCommand(names: [name("left")])), ("timers", StatusCommand()),
        ("delete", ChangeCommand(.cancel)), ("clear --all", ChangeCommand(.cancel, .all)),
        ("off", ChangeCommand(.dismiss)),
        ("test", DoctorCommand(rings: true)), ("ring", DoctorCommand(rings: true)),
        // Another program may have given a timer this name.
        ("cancel --name=-x", ChangeCommand(.cancel, .named([name("-x")]))),
    ]

    @Test(arguments: short)
    func aTimeAnEggAndStopWorkAsCommands(words: String, expected: any Command) throws {
        #expect(try has(words, expected))
    }

    @Test(arguments: [
        ("soft --help", "start"), ("help", nil), ("Help stop", "dismiss"), ("stop --help", "dismiss"),
        ("help ring", "doctor"), ("ls --help", "status"),
    ])
    func theyHaveTheHelpOfTheirCommands(words: String, topic: String?) throws {
        #expect(try helpTopic(words) == topic)
    }

    /// The changes, by the words that make them.
    private static let changes: [(String, TimerChange)] = [
        ("pause", .pause), ("resume", .resume), ("extend 30s", .extend(by: .seconds(30))), ("snooze", .snooze()),
        ("snooze 2m", .snooze(for: .minutes(2))), ("dismiss", .dismiss), ("cancel", .cancel),
    ]

    @Test(arguments: changes)
    func aChangeIsOfOneTimerOfSeveralOrOfAll(words: String, change: TimerChange) throws {
        #expect(try command(words) == ChangeCommand(change))
        for line in ["\(words) left", "\(words) --name left", "--name=left \(words)"] {
            #expect(try command(line) == ChangeCommand(change, .named([name("left")])), "\(line)")
        }
        #expect(try command("\(words) a b a") == ChangeCommand(change, .named([name("a"), name("b")])))
        #expect(try command("\(words) --all") == ChangeCommand(change, .all))
    }

    @Test func aQuestionIsAboutOneTimerSeveralOrAll() throws {
        for (words, left) in [("", nil), (" left", name("left")), (" --name left", name("left"))] {
            #expect(try command("status\(words)") == StatusCommand(names: [left].compactMap { $0 }))
            #expect(try command("watch\(words)") == WatchCommand(name: left))
        }
        #expect(try command("status a b") == StatusCommand(names: [name("a"), name("b")]))
        #expect(try command("wait a b") == WaitCommand(timers: .named([name("a"), name("b")])))
        #expect(try command("wait --all") == WaitCommand(timers: .all))
    }

    @Test func withoutACommandTheAppIsOpened() throws {
        for (line, socket) in [("", nil), ("--socket /tmp/s", "/tmp/s")] as [(String, String?)] {
            let invocation = try parse(line)
            guard case .uiOrStatus = invocation.action else { throw WrongUsage(message: "no app is opened") }
            #expect(invocation.socket == socket && !invocation.json)
        }
        #expect(try command("--json", json: true) == StatusCommand(rendering: .json))
        #expect(try command("ui") == AppCommand(flashes: true))
        #expect(try command("ui --no-flash") == AppCommand(flashes: false))
    }

    /// `page` is about eggweb and prints one address, `keys` is about eggkeys, and `ui` prints nothing.
    private static let commandsAboutTimers = Commands.all.filter { !["page", "keys", "ui"].contains($0.name) }

    @Test(arguments: commandsAboutTimers)
    func everyCommandAboutTimersAcceptsSocketAndJSON(about: CommandDescription) throws {
        let bare = try parse(about.example)
        #expect(bare.socket == nil && !bare.json)
        #expect(try parse("\(about.example) --socket /tmp/s").socket == "/tmp/s")
        #expect(try parse("--host cook@kitchen \(about.example)").host == RemoteHost("cook@kitchen"))
        #expect(try parse("--json \(about.example)").json)
    }

    @Test(arguments: [
        ("extend 30s", Duration.seconds(30)), ("extend -30s", .seconds(-30)), ("extend +1m", .minutes(1)),
        ("add half an hour", .minutes(30)), ("extend -٥m", .minutes(-5)), ("extend -- -30s", .seconds(-30)),
        ("extend 48h", .hours(48)),
    ])
    func anExtensionMayBeNegative(words: String, more: Duration) throws {
        #expect(try command(words) == ChangeCommand(.extend(by: more)))
        #expect(try command("\(words) left") == ChangeCommand(.extend(by: more), .named([name("left")])))
    }

    /// `RawEggTextTests` has all that can be written.
    private static let rawEggs: [(String, RawEgg.Properties)] = [
        ("--size L", .init(grams: 68)), ("--size xl", .init(grams: 78)), ("--mass 62g", .init(grams: 62)),
        ("--altitude 1,500 m", .init(altitude: 1_500)), ("--from 12 °C", .init(celsius: 12)),
        ("--size M --from room --altitude 0m", .init(grams: 58, celsius: 20, altitude: 0)),
    ]

    @Test(arguments: rawEggs)
    func theEggThatIsUsedIsGivenInACooksUnits(words: String, properties: RawEgg.Properties) throws {
        #expect(try command("start soft \(words)", as: StartCommand.self).start.rawEgg == properties)
        #expect(try command("eggs \(words)") == EggsCommand(rawEgg: properties))
        #expect(try command("kitchen \(words)") == KitchenCommand(rawEgg: properties))
    }

    @Test func theKitchensEggIsShownSetOrReset() throws {
        #expect(try command("kitchen") == KitchenCommand())
        #expect(try command("kitchen --reset --json", json: true) == KitchenCommand(resets: true))
        for option in ["--size L", "--mass 62g", "--from room", "--altitude 1m"] {
            #expect(throws: WrongUsage.self) { try parse("kitchen --reset \(option)") }
        }
        #expect(throws: WrongUsage.self) { try parse("kitchen L") }
    }

    @Test(arguments: ["rename left right", "rename --name left right", "rename right --name left"])
    func aTimerIsNamedBeforeItsNewName(words: String) throws {
        #expect(try command(words) == RenameCommand(name: name("left"), newName: name("right")))
        #expect(try command("rename right") == RenameCommand(newName: name("right")))
    }

    @Test(arguments: ["snooze 2m left", "snooze left 2m", "snooze 2m --name left", "snooze --name left 2:00"])
    func aSnoozeTakesTimeAndNameInEitherOrder(words: String) throws {
        #expect(try command(words) == ChangeCommand(.snooze(for: .minutes(2)), .named([name("left")])))
    }

    private static let watches: [(String, any Command)] = [
        ("watch", WatchCommand()),
        ("watch --format {remaining}", WatchCommand(rendering: format("{remaining}"))),
        ("status --format {name}", StatusCommand(rendering: format("{name}"))),
        ("watch left --format=", WatchCommand(rendering: format(""), name: name("left"))),
    ]

    @Test(arguments: watches)
    func aWatchCanPrintAPictureOrAFormat(words: String, expected: any Command) throws {
        #expect(try has(words, expected))
    }

    @Test func aWatchCanPrintJSON() throws {
        #expect(try command("watch --json", json: true) == WatchCommand(rendering: .json))
    }

    private static let pages: [(String, PageCommand.Action)] = [
        ("page", .show), ("page --close", .close), ("page --new-token", .renewToken), ("page --open", .open(.standard)),
    ]

    @Test(arguments: pages)
    func aPageIsShownOpenedOrClosed(words: String, action: PageCommand.Action) throws {
        #expect(try command(words) == PageCommand(action: action))
    }

    @Test func aPageIsOpenedAtAnAddress() throws {
        let listening = try PageListening("192.168.1.5:9000")
        #expect(try command("page --open 192.168.1.5:9000") == PageCommand(action: .open(listening)))
    }

    @Test func sitesAreAllowedToShowThePageInAFrame() throws {
        let origins = try ["http://a.local:8123", "https://b"].map { try FrameOrigin($0) }
        #expect(try command("page --frame http://a.local:8123 https://B") == PageCommand(action: .frame(origins)))
        #expect(try command("page --frame none") == PageCommand(action: .frame([])))
    }

    @Test func keysAreShownOrLearned() throws {
        #expect(try command("keys") == KeysCommand(learns: false))
        #expect(try command("keys --learn") == KeysCommand(learns: true))
    }

    @Test(arguments: [("doctor", false, false), ("doctor --ring", true, false), ("doctor --seen", false, true)])
    func doctorCanRingOrDismissADamagedDatabase(words: String, rings: Bool, dismissesDamage: Bool) throws {
        #expect(try command(words) == DoctorCommand(rings: rings, dismissesDamage: dismissesDamage))
    }

    @Test func eggsTakesNoTimer() throws {
        #expect(try command("eggs") == EggsCommand())
        #expect(try command("history") == HistoryCommand(maxRuns: 20))
        #expect(try command("history --limit 10000") == HistoryCommand(maxRuns: 10_000))
        #expect(try command("history --limit 1") == HistoryCommand(maxRuns: 1))
        #expect(try command("eggs --json", json: true) == EggsCommand())
    }

    @Test func aNameMayHaveSpacesAndLookLikeATime() throws {
        #expect(try command(["cancel", "left pot"]) == ChangeCommand(.cancel, .named([name("left pot")])))
        #expect(try command("snooze 2m 5m") == ChangeCommand(.snooze(for: .minutes(2)), .named([name("5m")])))
        let names = [name("a"), name("b")]
        #expect(try command("snooze a 2m b") == ChangeCommand(.snooze(for: .minutes(2)), .named(names)))
        #expect(try command("snooze --name 5m") == ChangeCommand(.snooze(), .named([name("5m")])))
    }

    @Test func aStartTakesATimeOfDay() throws {
        let time = try ClockTime("18:30")
        #expect(try command("start --at 18:30") == start(.until(time)))
        for line in ["at 18:30", "start until 18:30", "by 18:30", "start at 6:30 pm", "at 6:30\u{202f}PM", "at ١٨:٣٠"] {
            #expect(try command(line) == start(.until(time)), "\(line)")
        }
        #expect(try command("start tea at 18:30") == start(.until(time), name: name("tea")))
        #expect(try command("at 18:30 tea") == start(.until(time), name: name("tea")))
        #expect(try command("start --at 18:30 --watch") == start(.until(time), watches: true))
        #expect(try command("start --at 6 pm --watch") == start(.until(try ClockTime("18:00")), watches: true))
        #expect(try command("again --name left --watch") == AgainCommand(name: name("left"), watches: true))
    }

    @Test func aWatchTakesOneRendering() throws {
        #expect(try command("watch --waybar") == WatchCommand(rendering: .waybar))
        #expect(try command("watch left --i3bar") == WatchCommand(rendering: .i3bar, name: name("left")))
    }

    @Test func optionsMayBeShortened() throws {
        #expect(try command("watch --js", json: true) == WatchCommand(rendering: .json))
        let expected = start(.egg("soft"), since: .seconds(5), name: name("left"))
        #expect(try command("start soft --name left --since 5s") == expected)
        #expect(try command("start soft --na left --sin 5s") == expected)
    }

    @Test(arguments: ["--help", "-h", "--json --help", "--help --name left"])
    func helpWithoutACommandShowsTheOverview(words: String) throws {
        #expect(try helpTopic(words) == nil)
    }

    @Test(arguments: [
        ("start --help", "start"), ("--help start", "start"), ("start 5 --help", "start"),
        ("-h extend soft too many words", "extend"), ("eggs --since 5s -h", "eggs"), ("pause left right -h", "pause"),
        ("help start soft", "start"),
    ])
    func helpIsShownDespiteOtherMistakes(words: String, topic: String) throws {
        #expect(try helpTopic(words) == topic)
    }

    @Test(arguments: ["--version", "start --version", "--version --help", "frobnicate --version", "version"])
    func theVersionIsShownDespiteOtherArguments(words: String) throws {
        guard case .version = try parse(words).action else { throw WrongUsage(message: "no version is shown") }
    }
}

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
        #expect(command == start(.egg("quick"), watches: true) && invocation.json)
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

extension CommandDescription: CustomTestStringConvertible {
    public var testDescription: String { name }

    /// The command with its required operands, if it has any: an example of its help.
    var example: String {
        guard (try? Invocation([name])) == nil else { return name }
        let examples = help.split(separator: "\n").filter { $0.hasPrefix("  eggctl \(name) ") }
        return examples.first.map { String($0.dropFirst("  eggctl ".count)) } ?? name
    }
}
