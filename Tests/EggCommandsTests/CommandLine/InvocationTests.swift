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
private func has(_ line: String, _ expected: some Command, json: Bool = false) throws -> Bool {
    try command(line, json: json) == expected
}

/// The name of the command whose help a command line asks for; nil for the overview.
private func helpTopic(_ line: String) throws -> String? {
    guard case .help(let about) = try parse(line).action else { throw WrongUsage(message: "no help is shown") }
    return about?.name
}

private func format(_ text: String) -> Rendering {
    guard let format = try? FormatString(text) else { preconditionFailure("bad fixture: \(text)") }
    return .format(format)
}

private func change(_ change: TimerChange, _ names: String...) -> ChangeCommand {
    ChangeCommand(change, .named(names.map(name)))
}

private func start(
    _ choice: StartRequest.Choice, since: Duration = .zero, name: TimerName? = nil, watches: Bool = false
) -> StartCommand {
    StartCommand(start: StartRequest(choice, since: since, name: name), watches: watches)
}

@Suite struct InvocationTests {
    private static let starts: [(String, any Command)] = [
        ("soft", start(.egg("soft"))), ("HARD --watch", start(.egg("HARD"), watches: true)),
        ("start soft", start(.egg("soft"))), ("start 7m30s", start(.duration(.seconds(450)))),
        ("start 99h", start(.duration(.hours(99)))),
        // Only the daemon knows all eggs.
        ("start poached", start(.egg("poached"))),
        ("start soft --since 20s", start(.egg("soft"), since: .seconds(20))),
        ("start soft --na left --sin 5s", start(.egg("soft"), since: .seconds(5), name: name("left"))),
        ("start --watch soft", start(.egg("soft"), watches: true)),
        ("start --since 20 seconds soft", start(.egg("soft"), since: .seconds(20))),
        ("start 1.5 m --since 20s", start(.duration(.seconds(90)), since: .seconds(20))),
        ("start 9 min --since 5m", start(.duration(.minutes(9)), since: .minutes(5))),
        ("start tea 5m", start(.duration(.minutes(5)), name: name("tea"))),
        ("5 min 30 sec tea", start(.duration(.seconds(330)), name: name("tea"))),
        ("start an hour and a half tea", start(.duration(.minutes(90)), name: name("tea"))),
        ("start tea In half an hour", start(.duration(.minutes(30)), name: name("tea"))),
        ("again --name left --watch", AgainCommand(name: name("left"), watches: true)),
    ]

    private static let timesOfDay: [(String, any Command)] = [
        ("start --at 18:30", start(clock("18:30"))), ("at 18:30", start(clock("18:30"))),
        ("start until 18:30", start(clock("18:30"))), ("by 18:30", start(clock("18:30"))),
        ("start at 6:30 pm", start(clock("18:30"))), ("at 6:30\u{202f}PM", start(clock("18:30"))),
        ("at ١٨:٣٠", start(clock("18:30"))), ("--at 18:30 --name tea", start(clock("18:30"), name: name("tea"))),
        ("start tea at 18:30", start(clock("18:30"), name: name("tea"))),
        ("at 18:30 tea", start(clock("18:30"), name: name("tea"))),
        ("start --at 6 pm --watch", start(clock("18:00"), watches: true)),
    ]

    @Test(arguments: starts + timesOfDay)
    func aStartTakesAnEggATimeOrATimeOfDay(words: String, expected: any Command) throws {
        #expect(try has(words, expected))
    }

    /// `TimerCommandTests` has the other words that all clients take.
    private static let others: [(String, any Command)] = [
        ("extend 5 min left", change(.extend(by: .minutes(5)), "left")), ("stop left", change(.dismiss, "left")),
        ("snooze 2 minutes left", change(.snooze(for: .minutes(2)), "left")),
        ("snooze left 2m", change(.snooze(for: .minutes(2)), "left")),
        ("snooze --name left 2:00", change(.snooze(for: .minutes(2)), "left")),
        // A name may look like a time.
        ("snooze 2m 5m", change(.snooze(for: .minutes(2)), "5m")), ("snooze --name 5m", change(.snooze(), "5m")),
        ("snooze a 2m b", change(.snooze(for: .minutes(2)), "a", "b")),
        // Another program may have given a timer this name.
        ("cancel --name=-x", change(.cancel, "-x")),
        ("delete", ChangeCommand(.cancel)), ("clear --all", ChangeCommand(.cancel, .all)),
        ("off", ChangeCommand(.dismiss)),
        ("rename left right", RenameCommand(name: name("left"), newName: name("right"))),
        ("rename --name left right", RenameCommand(name: name("left"), newName: name("right"))),
        ("rename right --name left", RenameCommand(name: name("left"), newName: name("right"))),
        ("rename right", RenameCommand(newName: name("right"))),
        ("list", StatusCommand()), ("ls left", StatusCommand(names: [name("left")])), ("timers", StatusCommand()),
        ("status --format {name}", StatusCommand(rendering: format("{name}"))),
        ("ui", AppCommand(flashes: true)), ("ui --no-flash", AppCommand(flashes: false)),
        ("eggs", EggsCommand()), ("kitchen", KitchenCommand()), ("history", HistoryCommand(maxRuns: 20)),
        ("history --limit 1", HistoryCommand(maxRuns: 1)), ("history --limit 10000", HistoryCommand(maxRuns: 10_000)),
    ]

    /// What it prints, and what is about the machine.
    private static let machine: [(String, any Command)] = [
        ("watch", WatchCommand()), ("watch --format {remaining}", WatchCommand(rendering: format("{remaining}"))),
        ("watch left --format=", WatchCommand(rendering: format(""), name: name("left"))),
        ("watch --waybar", WatchCommand(rendering: .waybar)),
        ("watch left --i3bar", WatchCommand(rendering: .i3bar, name: name("left"))),
        ("page", PageCommand(action: .show)), ("page --close", PageCommand(action: .close)),
        ("page --new-token", PageCommand(action: .renewToken)), ("page --open", PageCommand(action: .open(.standard))),
        ("page --frame none", PageCommand(action: .frame([]))),
        ("keys", KeysCommand(learns: false)), ("keys --learn", KeysCommand(learns: true)),
        ("doctor", DoctorCommand(rings: false)), ("doctor --ring", DoctorCommand(rings: true)),
        ("doctor --seen", DoctorCommand(rings: false, dismissesDamage: true)),
        ("test", DoctorCommand(rings: true)), ("ring", DoctorCommand(rings: true)),
    ]

    @Test(arguments: others + machine)
    func aLineIsACommand(words: String, expected: any Command) throws {
        #expect(try has(words, expected))
    }

    private static let json: [(String, any Command)] = [
        ("--json start 5m --name left", start(.duration(.minutes(5)), name: name("left"))),
        ("--json cook a:b:2 Poached:1", CookCommand(pot: .init(portions(("a:b", 2), ("Poached", 1))))),
        ("--json", StatusCommand(rendering: .json)), ("watch --json", WatchCommand(rendering: .json)),
        ("watch --js", WatchCommand(rendering: .json)), ("eggs --json", EggsCommand()),
        ("kitchen --reset --json", KitchenCommand(resets: true)),
    ]

    @Test(arguments: json)
    func aReplyCanBeJSON(words: String, expected: any Command) throws {
        #expect(try has(words, expected, json: true))
    }

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
        ("cook a b c d e f g h", CookCommand(pot: .init("abcdefgh".map { Timers.Portion(egg: String($0), count: 1) }))),
    ]

    @Test(arguments: pots)
    func aPotTakesEggsWithTheirNumbers(words: String, expected: CookCommand) throws {
        #expect(try command(words) == expected)
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

    @Test(arguments: [
        ("soft --help", "start"), ("help", nil), ("Help stop", "dismiss"), ("stop --help", "dismiss"),
        ("help ring", "doctor"), ("ls --help", "status"), ("--help", nil), ("-h", nil),
        // Other mistakes don't matter.
        ("--json --help", nil), ("--help --name left", nil), ("start --help", "start"), ("--help start", "start"),
        ("start 5 --help", "start"), ("-h extend soft too many words", "extend"), ("eggs --since 5s -h", "eggs"),
        ("pause left right -h", "pause"), ("help start soft", "start"),
    ])
    func helpIsOfTheCommandOrTheOverview(words: String, topic: String?) throws {
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

    @Test(arguments: ["--reset --size L", "--reset --mass 62g", "--reset --from room", "--reset --altitude 1m", "L"])
    func theKitchensEggIsSetOrReset(words: String) {
        #expect(throws: WrongUsage.self) { try parse("kitchen \(words)") }
    }

    @Test func aPageIsOpenedAtAnAddress() throws {
        let listening = try PageListening("192.168.1.5:9000")
        #expect(try command("page --open 192.168.1.5:9000") == PageCommand(action: .open(listening)))
    }

    @Test func sitesAreAllowedToShowThePageInAFrame() throws {
        let origins = try ["http://a.local:8123", "https://b"].map { try FrameOrigin($0) }
        #expect(try command("page --frame http://a.local:8123 https://B") == PageCommand(action: .frame(origins)))
    }

    @Test(arguments: ["--version", "start --version", "--version --help", "frobnicate --version", "version"])
    func theVersionIsShownDespiteOtherArguments(words: String) throws {
        guard case .version = try parse(words).action else { throw WrongUsage(message: "no version is shown") }
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
