import EggTimers
import Testing

@testable import EggCommands

private typealias Line = (String, Invocation)

/// Words of a command line, split at spaces.
private func parse(_ line: String) throws -> Invocation {
    try Invocation(line.split(separator: " ").map(String.init))
}

private func format(_ text: String) -> Invocation.Rendering {
    guard let format = try? FormatString(text) else { preconditionFailure("bad fixture: \(text)") }
    return .format(format)
}

@Suite struct InvocationTests {
    private static let starts: [Line] = [
        ("start soft", Invocation(command: .start(.egg("soft"), since: .zero, watch: false))),
        ("start 7m30s", Invocation(command: .start(.duration(.seconds(450)), since: .zero, watch: false))),
        ("start 7:30", Invocation(command: .start(.duration(.seconds(450)), since: .zero, watch: false))),
        ("start 1s", Invocation(command: .start(.duration(.seconds(1)), since: .zero, watch: false))),
        ("start 24h", Invocation(command: .start(.duration(.hours(24)), since: .zero, watch: false))),
        // Only the daemon knows all eggs.
        ("start poached", Invocation(command: .start(.egg("poached"), since: .zero, watch: false))),
        ("start soft --since 20s", Invocation(command: .start(.egg("soft"), since: .seconds(20), watch: false))),
        ("start soft --since=0s", Invocation(command: .start(.egg("soft"), since: .zero, watch: false))),
        ("start --watch soft", Invocation(command: .start(.egg("soft"), since: .zero, watch: true))),
        (
            "--json start 5m --name left",
            Invocation(
                command: .start(.duration(.minutes(5)), since: .zero, watch: false), name: name("left"), json: true)
        ),
    ]

    @Test(arguments: starts)
    func aStartTakesAnEggOrATime(words: String, invocation: Invocation) throws {
        #expect(try parse(words) == invocation)
    }

    private static let pots: [Line] = [
        (
            "cook soft:2 hard:4",
            Invocation(command: .cook([.init(egg: "soft", count: 2), .init(egg: "hard", count: 4)], watch: false))
        ),
        (
            "cook soft hard:99 --watch --name left",
            Invocation(
                command: .cook([.init(egg: "soft", count: 1), .init(egg: "hard", count: 99)], watch: true),
                name: name("left"))
        ),
        (
            "--json cook a:b:2 Poached:1",
            Invocation(
                command: .cook([.init(egg: "a:b", count: 2), .init(egg: "Poached", count: 1)], watch: false),
                json: true)
        ),
        (
            "cook soft:1 hard:1 --size L",
            Invocation(
                command: .cook([.init(egg: "soft", count: 1), .init(egg: "hard", count: 1)], watch: false),
                rawEgg: .init(grams: 68))
        ),
    ]

    @Test(arguments: pots)
    func aPotTakesEggsWithTheirNumbers(words: String, invocation: Invocation) throws {
        #expect(try parse(words) == invocation)
    }

    @Test func aPotTakesUpToEightKinds() throws {
        let portions = "abcdefgh".map { Invocation.Portion(egg: String($0), count: 1) }
        #expect(try parse("cook a b c d e f g h") == Invocation(command: .cook(portions, watch: false)))
    }

    @Test(arguments: [
        ("cook", "missing eggs, such as soft:2 hard:4"),
        ("cook soft:2", "'cook' is for two or more kinds of eggs; for one kind, use 'eggctl start soft'"),
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
        #expect(throws: WrongUsage(message: message, command: .cook)) { try parse(words) }
    }

    private static let short: [Line] = [
        ("soft", Invocation(command: .start(.egg("soft"), since: .zero, watch: false))),
        ("HARD --watch", Invocation(command: .start(.egg("HARD"), since: .zero, watch: true))),
        ("5m", Invocation(command: .start(.duration(.minutes(5)), since: .zero, watch: false))),
        ("5 minutes", Invocation(command: .start(.duration(.minutes(5)), since: .zero, watch: false))),
        ("start 5 min", Invocation(command: .start(.duration(.minutes(5)), since: .zero, watch: false))),
        (
            "start 1.5 m --since 20s",
            Invocation(command: .start(.duration(.seconds(90)), since: .seconds(20), watch: false))
        ),
        ("extend 5 min left", Invocation(command: .extend(.minutes(5)), name: name("left"))),
        ("extend -5 min", Invocation(command: .extend(.minutes(-5)))),
        ("snooze 2 minutes left", Invocation(command: .snooze(.minutes(2)), name: name("left"))),
        ("snooze left 2 minutes", Invocation(command: .snooze(.minutes(2)), name: name("left"))),
        ("soft --help", Invocation(command: .help(.start))),
        ("help", Invocation(command: .help(nil))),
        ("help stop", Invocation(command: .help(.dismiss))),
        ("extend left 30 seconds", Invocation(command: .extend(.seconds(30)), name: TimerName("left"))),
        ("stop", Invocation(command: .dismiss)), ("stop left", Invocation(command: .dismiss, name: name("left"))),
        ("stop --help", Invocation(command: .help(.dismiss))),
        // Another program may have given a timer this name.
        ("cancel --name=-x", Invocation(command: .cancel, name: name("-x"))),
    ]

    @Test(arguments: short)
    func aTimeAnEggAndStopWorkAsCommands(words: String, invocation: Invocation) throws {
        #expect(try parse(words) == invocation)
    }

    private static let simple: [(String, Invocation.Command)] = [
        ("status", .status(.forPeople)), ("watch", .watch(.forPeople)), ("pause", .pause), ("resume", .resume),
        ("extend 30s", .extend(.seconds(30))), ("snooze", .snooze(nil)), ("dismiss", .dismiss), ("cancel", .cancel),
    ]

    @Test(arguments: simple)
    func aTimerIsNamedByAnOperandOrAnOption(words: String, command: Invocation.Command) throws {
        #expect(try parse(words) == Invocation(command: command))
        #expect(try parse("\(words) left") == Invocation(command: command, name: name("left")))
        #expect(try parse("\(words) --name left") == Invocation(command: command, name: name("left")))
        #expect(try parse("--name=left \(words)") == Invocation(command: command, name: name("left")))
    }

    /// `page` is about eggweb and prints one address, and `ui` prints nothing.
    private static let commandsAboutTimers = CommandName.allCases.filter { $0 != .page && $0 != .ui }

    @Test func withoutACommandTheAppIsOpened() throws {
        #expect(try parse("") == Invocation(command: .uiOrStatus))
        #expect(try parse("--socket /tmp/s") == Invocation(command: .uiOrStatus, socket: "/tmp/s"))
        #expect(try parse("--json") == Invocation(command: .status(.json), json: true))
        #expect(try parse("ui") == Invocation(command: .ui(flashes: true)))
        #expect(try parse("ui --no-flash") == Invocation(command: .ui(flashes: false)))
    }

    @Test(arguments: commandsAboutTimers)
    func everyCommandAboutTimersAcceptsSocketAndJSON(name: CommandName) throws {
        let bare = try parse(name.example)
        #expect(bare.socket == nil && !bare.json)
        #expect(try parse("\(name.example) --socket /tmp/s").socket == "/tmp/s")
        #expect(try parse("--json \(name.example)").json)
    }

    @Test(arguments: [
        ("extend 30s", Duration.seconds(30)), ("extend -30s", .seconds(-30)), ("extend +1m", .minutes(1)),
        ("extend -1:30", .seconds(-90)), ("extend -- -30s", .seconds(-30)), ("extend 48h", .hours(48)),
    ])
    func anExtensionMayBeNegativeAndHasNoLimitHere(words: String, more: Duration) throws {
        #expect(try parse(words) == Invocation(command: .extend(more)))
        #expect(try parse("\(words) left") == Invocation(command: .extend(more), name: name("left")))
    }

    private static let rawEggs: [(String, RawEgg.Properties)] = [
        ("--size L", .init(grams: 68)), ("--size xl", .init(grams: 78)), ("--mass 62g", .init(grams: 62)),
        ("--mass=62.5g", .init(grams: 62.5)), ("--from room", .init(celsius: 20)), ("--from Fridge", .init(celsius: 4)),
        ("--from 12C", .init(celsius: 12)), ("--from 12.5°C", .init(celsius: 12.5)),
        ("--from 54F", .init(celsius: 12.22)),
        ("--altitude 1600m", .init(altitude: 1_600)), ("--altitude 5250ft", .init(altitude: 1_600.2)),
        ("--altitude -10m", .init(altitude: -10)),
        ("--size M --from room --altitude 0m", .init(grams: 58, celsius: 20, altitude: 0)),
    ]

    @Test(arguments: rawEggs)
    func theEggThatIsUsedIsGivenInACooksUnits(words: String, properties: RawEgg.Properties) throws {
        #expect(try parse("start soft \(words)").rawEgg == properties)
        #expect(try parse("eggs \(words)") == Invocation(command: .eggs, rawEgg: properties))
    }

    @Test(arguments: ["rename left right", "rename --name left right", "rename right --name left"])
    func aTimerIsNamedBeforeItsNewName(words: String) throws {
        #expect(try parse(words) == Invocation(command: .rename(to: name("right")), name: name("left")))
        #expect(try parse("rename right") == Invocation(command: .rename(to: name("right"))))
    }

    @Test(arguments: ["snooze 2m left", "snooze left 2m", "snooze 2m --name left", "snooze --name left 2:00"])
    func aSnoozeTakesTimeAndNameInEitherOrder(words: String) throws {
        #expect(try parse(words) == Invocation(command: .snooze(.minutes(2)), name: name("left")))
    }

    @Test func aSnoozeTakesATimeAlone() throws {
        #expect(try parse("snooze 2m") == Invocation(command: .snooze(.minutes(2))))
    }

    private static let watches: [Line] = [
        ("watch", Invocation(command: .watch(.forPeople))),
        ("watch --json", Invocation(command: .watch(.json), json: true)),
        ("watch --format {remaining}", Invocation(command: .watch(format("{remaining}")))),
        ("status --format {name}", Invocation(command: .status(format("{name}")))),
        ("watch left --format=", Invocation(command: .watch(format("")), name: name("left"))),
    ]

    @Test(arguments: watches)
    func aWatchCanPrintAPictureJSONOrAFormat(words: String, invocation: Invocation) throws {
        #expect(try parse(words) == invocation)
    }

    private static let pages: [(String, PageCommand.Action)] = [
        ("page", .show), ("page --close", .close), ("page --new-token", .renewToken), ("page --open", .open(.standard)),
    ]

    @Test(arguments: pages)
    func aPageIsShownOpenedOrClosed(words: String, action: PageCommand.Action) throws {
        #expect(try parse(words) == Invocation(command: .page(action)))
    }

    @Test func aPageIsOpenedAtAnAddress() throws {
        let listening = try PageListening("192.168.1.5:9000")
        #expect(try parse("page --open 192.168.1.5:9000") == Invocation(command: .page(.open(listening))))
    }

    @Test(arguments: [("doctor", false, false), ("doctor --ring", true, false), ("doctor --seen", false, true)])
    func doctorCanRingOrDismissADamagedDatabase(words: String, rings: Bool, dismissesDamage: Bool) throws {
        let command = Invocation.Command.doctor(rings: rings, dismissesDamage: dismissesDamage)
        #expect(try parse(words) == Invocation(command: command))
    }

    @Test func eggsTakesNoTimer() throws {
        #expect(try parse("eggs") == Invocation(command: .eggs))
        #expect(try parse("history") == Invocation(command: .history(limit: 20)))
        #expect(try parse("history --limit 10000").command == .history(limit: 10_000))
        #expect(try parse("history --limit 1").command == .history(limit: 1))
        #expect(try parse("eggs --json") == Invocation(command: .eggs, json: true))
    }

    @Test func aNameMayHaveSpacesAndLookLikeATime() throws {
        let invocation = try Invocation(["cancel", "left pot"])
        #expect(invocation == Invocation(command: .cancel, name: name("left pot")))
        #expect(try parse("snooze 2m 5m") == Invocation(command: .snooze(.minutes(2)), name: name("5m")))
        #expect(try parse("snooze --name 5m") == Invocation(command: .snooze(nil), name: name("5m")))
    }

    @Test(arguments: [
        ("pause a b", Invocation.Command.pause), ("resume a b", .resume), ("cancel a b", .cancel),
        ("dismiss a b", .dismiss), ("wait a b", .wait), ("status a b", .status(.forPeople)),
        ("extend 30s a b", .extend(.seconds(30))), ("snooze a b", .snooze(nil)),
        ("snooze a 2m b", .snooze(.minutes(2))), ("snooze 2m a b a", .snooze(.minutes(2))),
    ])
    func severalTimersCanBeNamed(words: String, command: Invocation.Command) throws {
        let invocation = try parse(words)
        #expect(invocation.command == command && invocation.names == [name("a"), name("b")] && !invocation.isForAll)
    }

    @Test(arguments: ["pause", "resume", "cancel", "dismiss", "wait", "extend 30s", "snooze", "snooze 2m"])
    func allTimersCanBeMeant(words: String) throws {
        let invocation = try parse("\(words) --all")
        #expect(invocation.isForAll && invocation.names.isEmpty)
    }

    @Test func aStartTakesATimeOfDay() throws {
        let time = ClockTime(hour: 18, minute: 30)
        #expect(try parse("start --at 18:30").command == .start(.until(time), since: .zero, watch: false))
        #expect(try parse("start --at 18:30 --watch").command == .start(.until(time), since: .zero, watch: true))
        #expect(try parse("again --name left --watch") == Invocation(command: .again(watch: true), name: name("left")))
    }

    @Test func aWatchTakesOneRendering() throws {
        #expect(try parse("watch --waybar").command == .watch(.waybar))
        #expect(try parse("watch left --i3bar") == Invocation(command: .watch(.i3bar), name: name("left")))
    }

    @Test func optionsMayBeShortened() throws {
        #expect(try parse("watch --js") == parse("watch --json"))
        #expect(try parse("start soft --na left --sin 5s") == parse("start soft --name left --since 5s"))
    }

    @Test(arguments: ["--help", "-h", "--json --help", "--help --name left"])
    func helpWithoutACommandShowsTheOverview(words: String) throws {
        #expect(try parse(words) == Invocation(command: .help(nil)))
    }

    @Test(arguments: [
        ("start --help", CommandName.start), ("--help start", .start), ("start 5 --help", .start),
        ("-h extend soft too many words", .extend), ("eggs --since 5s -h", .eggs), ("pause left right -h", .pause),
        ("help start soft", .start),
    ])
    func helpIsShownDespiteOtherMistakes(words: String, command: CommandName) throws {
        #expect(try parse(words) == Invocation(command: .help(command)))
    }

    @Test(arguments: ["--version", "start --version", "--version --help", "frobnicate --version"])
    func theVersionIsShownDespiteOtherArguments(words: String) throws {
        #expect(try parse(words) == Invocation(command: .version))
    }
}

@Suite struct WrongUsageTests {
    private typealias Wrong = ([String], CommandName?, String)

    private static let rule = "it must be 1 to 64 bytes of text that can be seen"

    private static let temperatures = "it must be fridge, room, or 0C to 40C, such as 12C or 54F"
    private static let altitudes = "it must be -500m to 5000m, such as 1600m or 5250ft"

    private static let wrong: [Wrong] = [
        (
            ["--name", "left"], nil,
            "missing command before '--name'; the commands are start, cook, again, status, watch, wait, pause, resume, extend, rename, "
                + "snooze, dismiss, cancel, eggs, history, doctor, page, ui"
        ),
        (["--socket", ""], nil, "--socket needs the path of eggd's socket"),
        (["strat", "soft"], nil, "unknown command 'strat'; did you mean 'start'?"),
        (["dis"], nil, "unknown command 'dis'; did you mean 'dismiss'?"),
        (["sofft"], nil, "unknown command 'sofft'; did you mean 'soft'?"),
        (["help", "strat"], nil, "unknown command 'strat'; did you mean 'start'?"),
        (
            ["cook", "soft:2,hard:4"], .cook,
            "'soft:2,hard:4' isn't an egg; put spaces between the eggs, as in soft:2 hard:4"
        ),
        (["start", "soft", "5m"], .start, "unexpected argument '5m'; give an egg, which has its own time, or a time"),
        (
            ["boil"], nil,
            "unknown command 'boil'; the commands are start, cook, again, status, watch, wait, pause, resume, extend, rename, snooze, dismiss, "
                + "cancel, eggs, history, doctor, page, ui"
        ),
        (
            ["", "soft"], nil,
            "unknown command ''; the commands are start, cook, again, status, watch, wait, pause, resume, extend, rename, snooze, dismiss, "
                + "cancel, eggs, history, doctor, page, ui"
        ),
        (
            ["boil", "--help"], nil,
            "unknown command 'boil'; the commands are start, cook, again, status, watch, wait, pause, resume, "
                + "extend, rename, snooze, dismiss, cancel, eggs, history, doctor, page, ui"
        ),
        (["start", "soft", "--jsno"], .start, "unknown option '--jsno'; did you mean '--json'?"),
        (["status", "-x"], .status, "unknown option '-x'"),
        (["start", "soft", "--s", "5s"], .start, "'--s' is ambiguous: --socket, --since, --size, --seen"),
        (["start", "soft", "--name"], .start, "the option '--name' needs a value"),
        (["status", "--json=yes"], .status, "the option '--json' takes no value"),

        (["status", "--watch"], .status, "'status' has no option '--watch'"),
        (["start", "soft", "--format", "{name}"], .start, "'start' has no option '--format'"),
        (["watch", "--since", "5s"], .watch, "'watch' has no option '--since'"),
        (["eggs", "--name", "left"], .eggs, "'eggs' has no option '--name'"),
        // The first one in alphabetical order, so that it is always the same.
        (["eggs", "--watch", "--since", "5s"], .eggs, "'eggs' has no option '--since'"),

        (["start"], .start, "missing egg or time, such as soft, medium, hard or 7m30s"),
        (["start", "5"], .start, "'5' has no unit; write 5m for minutes or 5s for seconds"),
        (["5"], .start, "'5' has no unit; write 5m for minutes or 5s for seconds"),
        (["extend", "-12"], .extend, "'-12' has no unit; write -12m for minutes or -12s for seconds"),
        (["start", "soft", "--since", "20"], .start, "'20' has no unit; write 20m for minutes or 20s for seconds"),
        (["snooze", "2"], .snooze, "'2' has no unit; write 2m for minutes or 2s for seconds"),
        (
            ["start", "1.5s"], .start, "'1.5s' isn't a valid time; write it like 90s, 5m, 7m30s, 1h or 7:30"
        ),
        (["start", "5m", "30s"], .start, "unexpected argument '30s'; did you mean 5m30s?"),
        (["start", "5", "minutes", "30", "seconds"], .start, "unexpected argument '30'; did you mean 5m30s?"),
        (["5m", "30s"], .start, "unexpected argument '30s'; did you mean 5m30s?"),
        (["start", "24h", "30s"], .start, "unexpected argument '30s'; give an egg, which has its own time, or a time"),
        (
            ["start", "5m", "30s", "left"], .start,
            "unexpected argument '30s'; give an egg, which has its own time, or a time"
        ),
        (["start", "5", "eggs"], .start, "'5' has no unit; write 5m for minutes or 5s for seconds"),
        (["start", "5x"], .start, "'5x' isn't a valid time; write it like 90s, 5m, 7m30s, 1h or 7:30"),
        (["extend", "left"], .extend, "'left' isn't a valid time; write it like 90s, 5m, 7m30s, 1h or 7:30"),
        (["extend", ""], .extend, "'' isn't a valid time; write it like 90s, 5m, 7m30s, 1h or 7:30"),
        (
            ["start", "soft", "--since", "now"], .start,
            "'now' isn't a valid time; write it like 90s, 5m, 7m30s, 1h or 7:30"
        ),
        (["start", "0s"], .start, "0s is out of range; a time can be 1s to 24h"),
        (["start", "-5m"], .start, "-5m is out of range; a time can be 1s to 24h"),
        (["start", "24h1s"], .start, "24h1s is out of range; a time can be 1s to 24h"),
        (["snooze", "25h", "left"], .snooze, "25h is out of range; a time can be 1s to 24h"),
        (
            ["start", "soft", "--since", "-20s"], .start,
            "--since can't be negative; it says how long ago the egg went in"
        ),
        (["extend"], .extend, "missing time, such as 30s, or -30s to shorten the countdown"),

        (
            ["start", "soft", "--size", "XXL"], .start,
            "'XXL' isn't a size; the sizes are S, M, L, XL; for a mass, use --mass"
        ),
        (["soft", "--size", "M", "--mass", "60g"], .start, "--size and --mass can't be combined"),
        (["soft", "--mass", "500g"], .start, "'500g' isn't a valid --mass; it must be 5g to 200g, such as 62g"),
        (["soft", "--mass", "62"], .start, "'62' isn't a valid --mass; it must be 5g to 200g, such as 62g"),
        (["soft", "--mass", "2oz"], .start, "'2oz' isn't a valid --mass; it must be 5g to 200g, such as 62g"),
        (["soft", "--from", "80C"], .start, "'80C' isn't a valid --from; \(temperatures)"),
        (["soft", "--from", "12"], .start, "'12' isn't a valid --from; \(temperatures)"),
        (["eggs", "--from", "shelf"], .eggs, "'shelf' isn't a valid --from; \(temperatures)"),
        (["soft", "--altitude", "5001m"], .start, "'5001m' isn't a valid --altitude; \(altitudes)"),
        (["soft", "--altitude", "1600"], .start, "'1600' isn't a valid --altitude; \(altitudes)"),
        (["5m", "--size", "L"], .start, "--size is for an egg such as soft; a time is used as it is"),
        (["status", "--size", "L"], .status, "'status' has no option '--size'"),

        (["rename"], .rename, "missing new name, such as left-pot"),
        (["rename", "--", "-x"], .rename, "'-x': a timer's name can't begin with '-'"),
        (["rename", "left", " "], .rename, "' ' isn't a valid timer name; \(rule)"),
        (["rename", "a", "b", "--name", "c"], .rename, "the timer is named twice: 'c' and 'a'"),
        (["rename", "a", "b", "c"], .rename, "unexpected argument 'b'"),

        (["pause", "left", "--name", "right"], .pause, "the timer is named twice: 'right' and 'left'"),
        (["snooze", "left", "2m", "--name", "left"], .snooze, "the timer is named twice: 'left' and 'left'"),
        (["watch", "left", "right"], .watch, "unexpected argument 'right'"),
        (["cancel", "left", "--name", "x"], .cancel, "the timer is named twice: 'x' and 'left'"),
        (["cancel", "left", "--all"], .cancel, "--all and a name can't be combined"),
        (["cancel", "left", ""], .cancel, "'' isn't a valid timer name; \(rule)"),
        (["status", "--all"], .status, "'status' has no option '--all'"),
        (["start", "soft", "left"], .start, "unexpected argument 'left'; to name the timer, use --name left"),
        (["start", "soft", "--at", "18:30"], .start, "--at and 'soft' can't be combined"),
        (["start", "--at", "18:30", "--since", "1m"], .start, "--at and --since can't be combined"),
        (
            ["start", "--at", "18:30", "--size", "L"], .start,
            "--size is for an egg such as soft; a time is used as it is"
        ),
        (["start", "--at", "24:00"], .start, "'24:00' isn't a time of day; write it like 18:30 or 7:05"),
        (["again", "soft"], .again, "unexpected argument 'soft'"),
        (["again", "--name=-x"], .again, "'-x': a timer's name can't begin with '-'"),
        (["eggs", "soft"], .eggs, "unexpected argument 'soft'"),
        (["history", "--limit", "0"], .history, "'0' isn't a valid --limit; it must be a number from 1 to 10000"),
        (
            ["history", "--limit", "10001"], .history,
            "'10001' isn't a valid --limit; it must be a number from 1 to 10000"
        ),
        (["history", "--limit", "all"], .history, "'all' isn't a valid --limit; it must be a number from 1 to 10000"),
        (["cancel", ""], .cancel, "'' isn't a valid timer name; \(rule)"),
        (["start", "soft", "--name", " "], .start, "' ' isn't a valid timer name; \(rule)"),
        (["pause", "left\u{1b}[2Jpot"], .pause, "'left\u{fffd}[2Jpot' isn't a valid timer name; \(rule)"),
        (["start", "soft", "--name=-x"], .start, "'-x': a timer's name can't begin with '-'"),
        (["start", "soft", "--name", "a", "--name", "b"], .start, "the option '--name' is given more than once"),
        (["status", "--socket", ""], .status, "--socket needs the path of eggd's socket"),

        (["page", "--open", "--close"], .page, "--open and --close can't be combined"),
        (["page", "8090"], .page, "unexpected argument '8090'"),
        (["page", "--json"], .page, "'page' has no option '--json'"),
        (
            ["page", "--open", "0"], .page, "'0' isn't a port; it must be a number from 1 to 65535, such as 8090"
        ),

        (["watch", "--json", "--format", "{name}"], .watch, "--json and --format can't be combined"),
        (["watch", "--waybar", "--i3bar"], .watch, "--waybar and --i3bar can't be combined"),
        (["status", "--waybar"], .status, "'status' has no option '--waybar'"),
        (["watch", "--format", "{nam}"], .watch, "unknown field '{nam}'; did you mean '{name}'?"),
        (["watch", "--format", "{"], .watch, "the format has a '{' without its '}'"),
    ]

    @Test(arguments: wrong)
    func theMessageNamesTheMistakeAndTheAllowedValues(
        words: [String], command: CommandName?, message: String
    ) {
        #expect(throws: WrongUsage(message: message, command: command)) { try Invocation(words) }
    }

    /// Parts of a command line in messages must not move the terminal's cursor.
    @Test(arguments: [
        ["\u{1b}[2J"], ["--\u{1b}[2J"], ["start", "soft", "\u{1b}[2J"], ["extend", "\u{1b}[2J"],
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

extension CommandName {
    /// The command with its required arguments.
    var example: String {
        switch self {
        case .start: "start soft"
        case .cook: "cook soft hard"
        case .extend: "extend 30s"
        case .rename: "rename left"
        case .again, .status, .watch, .wait, .pause, .resume, .snooze, .dismiss, .cancel: rawValue
        case .eggs, .history, .doctor, .page, .ui: rawValue
        }
    }
}
