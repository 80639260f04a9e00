import EggTimers
import EggWire
import Languages
import Testing

@testable import EggRequests

/// A language with some words of German and Bulgarian.
private let language = Language("de", pluralRule: "n != 1") { english, context in
    guard context == "typed" else { return nil }
    return [
        "soft": "weich, меко", "hour": "Stunde, Stunden", "minute": "Minute, Minuten, минути, м", "second": "с",
        "half": "halbe", "an": "eine", "at": "um", "in": "in", "and": "und", "room": "Zimmer",
    ][english].map { [$0] }
}

@Suite struct TypedWordsTests {
    private func command(_ line: String) throws -> TimerCommand { try language.speak { try TimerCommand(line: line) } }

    @Test(arguments: [
        ("weich", "soft"), ("МЕКО", "soft"), ("start Weich --from Zimmer", "start soft --from room"),
        ("cook weich:2 hard:1", "cook soft:2 hard:1"), ("5 Minuten", "5 minutes"), ("5 минути tea", "5 minutes tea"),
        ("7м30с", "7m30s"), ("1,5 Minuten", "1.5m"), ("eine halbe Stunde", "half an hour"),
        ("1 Stunde und 5 Minuten", "1h5m"), ("um 18:30", "at 18:30"), ("in 5 Minuten", "in 5 minutes"),
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
