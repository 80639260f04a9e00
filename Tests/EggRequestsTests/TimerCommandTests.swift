import EggTimers
import EggWire
import Languages
import Testing

@testable import EggRequests

@Suite struct TimerCommandTests {
    private static let tea = TimerName("tea")
    private static let ofTea = TimerChoice.named([tea].compactMap { $0 })

    private static let lines: [(line: String, command: TimerCommand)] = [
        ("soft", .start(.init(.egg("soft")))), ("start Soft", .start(.init(.egg("Soft")))),
        ("jammy", .start(.init(.egg("jammy")))), ("5 minutes", .start(.init(.duration(.minutes(5))))),
        ("9m --name tea", .start(.init(.duration(.minutes(9)), name: tea))),
        ("9m tea --sound chime", .start(.init(.duration(.minutes(9)), name: tea, sound: "chime"))),
        ("soft --size L", .start(.init(.egg("soft"), rawEgg: .init(grams: 68)))),
        ("cook soft:2 hard", .cook(.init([.init(egg: "soft", count: 2), .init(egg: "hard", count: 1)]))),
        ("in 10m", .start(.init(.duration(.minutes(10))))),
        ("start for 5m tea", .start(.init(.duration(.minutes(5)), name: tea))),
        ("half an hour", .start(.init(.duration(.minutes(30))))),
        ("'1h 30m' tea", .start(.init(.duration(.minutes(90)), name: tea))),
        ("9m\u{a0}tea", .start(.init(.duration(.minutes(9)), name: tea))),
        ("soft --since 1m 30s", .start(.init(.egg("soft"), since: .seconds(90)))),
        ("soft --since 5 min 30 sec", .start(.init(.egg("soft"), since: .seconds(330)))),
        ("after 10m", .start(.init(.duration(.minutes(10))))), ("Undo", .undo),
        ("PAUSE tea", .change(.init(.pause, ofTea))),
        ("5m\u{200e}", .start(.init(.duration(.minutes(5))))),
        ("9m --name by", .start(.init(.duration(.minutes(9)), name: TimerName("by")))),
        ("extend by 1m tea", .change(.init(.extend(by: .minutes(1)), ofTea))),
        ("snooze for 5 min", .change(.init(.snooze(for: .minutes(5))))),
        ("again", .again(nil)), ("again --name tea", .again(tea)), ("undo", .undo),
        ("rename tea 'left pot'", .rename(tea, to: TimerName("left pot") ?? .standard)),
        ("extend 1m", .change(.init(.extend(by: .minutes(1))))),
        ("add -30s tea", .change(.init(.extend(by: .seconds(-30)), ofTea))),
        ("more tea 30 seconds", .change(.init(.extend(by: .seconds(30)), ofTea))),
        ("pause --all", .change(.init(.pause, .all))), ("resume --name tea", .change(.init(.resume, ofTea))),
        ("stop", .change(.init(.dismiss))), ("done tea", .change(.init(.dismiss, ofTea))),
        ("snooze 2m", .change(.init(.snooze(for: .minutes(2))))),
        ("snooze tea", .change(.init(.snooze(), ofTea))), ("cancel tea", .change(.init(.cancel, ofTea))),
        ("kill tea", .change(.init(.cancel, ofTea))), ("remove --all", .change(.init(.cancel, .all))),
    ]

    @Test(arguments: lines) func aLineIsACommand(line: String, command: TimerCommand) throws {
        #expect(try TimerCommand(line: line) == command)
    }

    /// In each zone clocks show each minute within a day.
    @Test(arguments: [
        "--at 18:30", "at 18:30", "start until 6:30pm", "start tea by 18:30", "--at 6:30 pm", "till 18:30",
        "at 18:30 o’clock", "at 18 o’clock", "at 18:30 hours",
    ])
    func aTimeOfDayIsACountdown(line: String) throws {
        guard case .start(let start) = try TimerCommand(line: line),
            let time = try start.parameters(at: 0).durationMs
        else {
            Issue.record("not a countdown")
            return
        }
        #expect((1000...86_400_000).contains(time) && time % 60_000 == 0)
    }

    private static let alone =
        " is for eggctl alone; a line here starts or changes timers, such as soft, extend 1m or dismiss"

    /// The sentences of eggctl, except for its commands that change no timers.
    @Test(arguments: [
        ("", "missing egg or time, such as soft, medium, hard or 7m30s"),
        ("9", "'9' has no unit; write 9m for minutes or 9s for seconds"),
        ("100h", "100h is out of range; a time can be 1s to 99h"),
        ("1h 30m", "'1h 30m' can mean two things; write 1h30m for one time, or 1h --name 30m for a timer of that name"),
        ("in", "missing time after 'in', such as in 10m"),
        ("at 6 o’clock", "'6' isn't a time of day; write it like 18:30, 7:05 or 6pm"),
        ("at 25:00", "'25:00' isn't a time of day; write it like 18:30, 7:05 or 6pm"),
        ("extend 100h", "100h is out of range; a countdown can be 1s to 99h"),
        ("soft 'left pot'", "unexpected argument 'left pot'; to name the timer, use --name 'left pot'"),
        ("soft left", "unexpected argument 'left'; to name the timer, use --name left"),
        ("strat soft", "unknown command 'strat'; did you mean 'start'?"), ("9m 'x", "the quote ' isn't closed"),
        ("extend", "missing time, such as 30s, or -30s to shorten the countdown"),
        ("pause --since 20s", "'pause' has no option '--since'"), ("soft --host pi", "unknown option '--host'"),
        ("pause --all tea", "--all and a name can't be combined"), ("rename a b c", "unexpected argument 'b'"),
        ("5m --size L", "--size is for an egg such as soft; a time is used as it is"),
        ("--at 18::30", "'18::30' isn't a time of day; write it like 18:30, 7:05 or 6pm"),
        ("status", "'status'" + alone), ("list", "'list'" + alone), ("history", "'history'" + alone),
        ("ring", "'ring'" + alone), ("kitchen --size L", "'kitchen'" + alone),
    ])
    func otherWordsAreAComplaint(line: String, message: String) {
        #expect(throws: Complaint(message)) { try TimerCommand(line: line) }
    }

    @Test func onlyAnExtensionIsRepeated() throws {
        #expect(try TimerCommand(line: "extend 30s tea").repeated(-3) == TimerCommand(line: "extend -90s tea"))
        #expect(try TimerCommand(line: "pause").repeated(2) == TimerCommand(line: "pause"))
    }
}

/// A language with some words of German, Bulgarian, Spanish and Italian.
private let language = Language("de", pluralRule: "n != 1") { english, context in
    guard context == "typed" else { return nil }
    return [
        "soft": "weich, меко", "hour": "Stunde, Stunden, ora", "minute": "Minute, Minuten, минути, м", "second": "с",
        "half": "halbe, mezz’", "an": "eine", "at": "um, a, a las", "o'clock": "Uhr", "in": "in", "and": "und",
        "room": "Zimmer",
    ][english].map { [$0] }
}

@Suite struct TypedWordsTests {
    private func command(_ line: String) throws -> TimerCommand { try language.speak { try TimerCommand(line: line) } }

    @Test(arguments: [
        ("weich", "soft"), ("МЕКО", "soft"), ("start Weich --from Zimmer", "start soft --from room"),
        ("cook weich:2 hard:1", "cook soft:2 hard:1"), ("5 Minuten", "5 minutes"), ("5 минути tea", "5 minutes tea"),
        ("7м30с", "7m30s"), ("1,5 Minuten", "1.5m"), ("eine halbe Stunde", "half an hour"),
        ("1 Stunde und 5 Minuten", "1h5m"), ("mezz’ora", "half an hour"), ("in 5 Minuten", "in 5 minutes"),
        ("um 18:30", "at 18:30"), ("um 18:30 Uhr", "at 18:30"), ("um 18 Uhr Tee", "at 18:00 Tee"),
        ("a las 18:30", "at 18:30"), ("a 18:30", "at 18:30"),
        ("extend 2 Minuten tea", "extend 2m tea"), ("weich --since 2 Minuten", "soft --since 2m"),
    ])
    func aLineInTheLanguageMeansTheSame(line: String, english: String) throws {
        #expect(try command(line) == TimerCommand(line: english))
    }

    @Test(arguments: ["soft", "5 minutes", "half an hour", "at 18:30", "in 10m", "cancel Minuten", "9m --name weich"])
    func englishAndNamesStay(line: String) throws {
        #expect(try command(line) == TimerCommand(line: line))
    }

    @Test func theWordsOfALanguageAreNoneOfEnglish() throws {
        #expect(try TimerCommand(line: "weich") == .start(StartRequest(.egg("weich"))))
        #expect(throws: Complaint.self) { try TimerCommand(line: "5 Minuten") }
    }
}
