import EggTestSupport
import EggTimers
import Testing

@testable import EggConfig

/// Commands of the user's own: how a line is divided into words, and which command an event has.
@Suite struct UserCommandTests {
    private static let lines: [(text: String, words: [String])] = [
        ("light", ["light"]),
        ("light on", ["light", "on"]),
        ("light \t on", ["light", "on"]),
        ("/usr/bin/light on", ["/usr/bin/light", "on"]),
        ("light 'living room' on", ["light", "living room", "on"]),
        ("light \"living room\" on", ["light", "living room", "on"]),
        ("light 'living\troom' \"\t\"", ["light", "living\troom", "\t"]),
        ("light room=\"living room\"", ["light", "room=living room"]),
        ("light 'a'\"b\"c", ["light", "abc"]),
        ("light ''", ["light", ""]),
        ("light \"\" on", ["light", "", "on"]),
        ("'my light' on", ["my light", "on"]),
        // Quotes within the other kind are ordinary.
        ("say \"it's done\"", ["say", "it's done"]),
        ("say 'the \"egg\"'", ["say", "the \"egg\""]),
        // Backslashes.
        (#"say it\'s"#, ["say", "it's"]),
        (#"say a\ b"#, ["say", "a b"]),
        (#"say \\"#, ["say", #"\"#]),
        (#"say "a \"b\" \\ c\d""#, ["say", #"a "b" \ cd"#]),
        (#"say 'a\b'"#, ["say", #"a\b"#]),
        (#"say \ "#, ["say", " "]),
        // Nothing else has a meaning.
        ("say $HOME `id` $(id) *.txt ~ a|b >c &", ["say", "$HOME", "`id`", "$(id)", "*.txt", "~", "a|b", ">c", "&"]),
        ("say {a,b} #c !d", ["say", "{a,b}", "#c", "!d"]),
        // Words in any language, also of several scalars.
        ("sag 'Ei fertig \u{1f95a}' e\u{301}", ["sag", "Ei fertig \u{1f95a}", "e\u{301}"]),
        // A combining mark after a quote is part of the word.
        ("say '\u{301}a'", ["say", "\u{301}a"]),
    ]

    @Test(arguments: lines)
    func aLineIsDividedIntoWords(text: String, words: [String]) throws {
        let command = try UserCommand(text)
        #expect([command.program] + command.arguments == words && command.text == text)
    }

    private static let faults: [(text: String, fault: UserCommand.Fault)] = [
        ("", .noProgram), ("  ", .noProgram), ("''", .noProgram), ("\"\" on", .noProgram),
        ("light 'on", .words(.openQuote("'"))), ("light \"on", .words(.openQuote("\""))),
        ("light on'", .words(.openQuote("'"))),
        (#"light "on\""#, .words(.openQuote("\""))), (#"light 'it\'s on'"#, .words(.openQuote("'"))),
        (#"light \"#, .words(.openBackslash)), (#"light "on\"#, .words(.openBackslash)),
        ("./light", .relativePath("./light")), ("bin/light on", .relativePath("bin/light")),
        ("~/bin/light", .relativePath("~/bin/light")), ("$HOME/light", .relativePath("$HOME/light")),
    ]

    @Test(arguments: faults)
    func aFaultIsFound(text: String, fault: UserCommand.Fault) {
        #expect(throws: fault) { _ = try UserCommand(text) }
    }

    private static let problems: [(line: String, sentence: String)] = [
        ("on-ring =", "'on-ring' has no value; it must be a program and its arguments"),
        ("on-ring = light \"on", "'light \"on' isn't a valid value of 'on-ring'; the quote \" isn't closed"),
        // A comment begins after a space and a semicolon, also within quotes.
        ("on-start = say 'a ;b'", "'say 'a' isn't a valid value of 'on-start'; the quote ' isn't closed"),
        (
            #"on-missed = light \"#,
            #"'light \' isn't a valid value of 'on-missed'; there is nothing after the backslash"#
        ),
        (
            "on-dismissed = ~/light",
            "'~/light' isn't a valid value of 'on-dismissed'; the program '~/light' must be a name without '/' or an "
                + "absolute path; '~' and variables have no meaning here"
        ),
        ("on-rings = light", "unknown key 'on-rings' in [alarm]; did you mean 'on-ring'?"),
    ]

    @Test(arguments: problems)
    func aFaultIsAProblemOfItsLine(line: String, sentence: String) {
        let reading = read("[alarm]\n\(line)\n")
        #expect(reading.problems.map(\.description) == ["eggd.conf:2: \(sentence)"])
        #expect(reading.configuration == .standard)
    }

    @Test func aSemicolonCanBeEscaped() throws {
        let commands = read("[alarm]\non-ring = say 'a' \\;b ; a comment\n").configuration.commands
        #expect(commands.command(at: .ring, of: "soft")?.arguments == ["a", ";b"])
    }

    @Test func anEggsOwnCommandCountsBeforeThatOfTheAlarm() {
        let reading = read(
            """
            [alarm]
            on-start = a start
            on-warning = a warning
            on-ring = a ring
            on-dismissed = a dismissed
            on-missed = a missed
            on-cancelled = a cancelled
            [egg soft]
            on-ring = s ring
            on-missed =
            [egg tea]
            duration = 3m
            on-start = t start
            [egg lost]
            on-start = l start
            """)
        // An egg without a time is none, and so are its commands.
        #expect(reading.problems.map(\.line) == [14])
        let commands = reading.configuration.commands
        func texts(_ egg: String) -> [String?] {
            UserCommands.Event.allCases.map { commands.command(at: $0, of: egg)?.text }
        }
        let standard = ["a start", "a warning", "a ring", "a dismissed", "a missed", "a cancelled"]
        #expect(texts("hard") == standard)
        #expect(texts("custom") == texts("hard") && texts("lost") == texts("hard"))
        #expect(texts("soft") == ["a start", "a warning", "s ring", "a dismissed", nil, "a cancelled"])
        #expect(texts("tea") == ["t start"] + standard.dropFirst())
        #expect(
            commands.all.map { "\($0.event) \($0.section): \($0.command.text)" } == [
                "start alarm: a start", "start egg tea: t start", "warning alarm: a warning", "ring alarm: a ring",
                "ring egg soft: s ring", "dismissed alarm: a dismissed", "missed alarm: a missed",
                "cancelled alarm: a cancelled",
            ])
    }

    @Test func allCommandsOfAnEventAreSortedByTheirEggs() {
        let eggs = ["soft", "hard", "medium"].map { "[egg \($0)]\non-ring = \($0)\n" }
        let commands = read(eggs.joined() + "[alarm]\non-ring = alarm\n").configuration.commands
        #expect(commands.all.map(\.command.text) == ["alarm", "hard", "medium", "soft"])
        #expect(commands.all.map(\.section) == ["alarm", "egg hard", "egg medium", "egg soft"])
    }

    @Test func theFirstLineOfAKeyCounts() {
        let reading = read("[alarm]\non-ring = a\non-ring = b\n[egg soft]\non-ring =\non-ring = c\n")
        #expect(reading.problems.map(\.line) == [3, 6])
        #expect(reading.configuration.commands.command(at: .ring, of: "hard")?.text == "a")
        #expect(reading.configuration.commands.command(at: .ring, of: "soft") == nil)
    }

    /// A problem elsewhere stops no other command.
    @Test func theProblemWithACommandIsThatOfItsLine() {
        let reading = read(
            """
            [alarm]
            volume = loud
            on-start = a
            on-ring = "a
            on-ring = b
            [egg soft]
            on-start = 's
            on-ring = s
            [egg hard]
            on-ring =
            """)
        func line(_ event: UserCommands.Event, _ egg: String) -> Int? {
            reading.problem(withCommandAt: event, of: egg)?.line
        }
        #expect(line(.start, "hard") == nil && line(.ring, "soft") == nil)
        #expect(line(.start, "soft") == 7)
        #expect(line(.ring, "custom") == 4)
        // There is no such command, and the file is not as it was meant to be.
        #expect(line(.missed, "soft") == 2 && line(.ring, "hard") == 2)
        #expect(read("").problem(withCommandAt: .ring, of: "soft") == nil)
    }
}
