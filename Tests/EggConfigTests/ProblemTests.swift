import EggTestSupport
import EggTimers
import Testing

@testable import EggConfig

/// The problems in their own words.
private func problems(_ bytes: some Sequence<UInt8>) -> [String] {
    Configuration.read(Array(bytes), path: "eggd.conf").problems.map(\.description)
}

private func problems(_ text: String) -> [String] { problems(text.utf8) }

private let waits = "it is 1s to 24h, like 90s, 5m or 7m30s"
private let preparations = "it is 0s to 60s, like 90s, 5m or 7m30s"

/// Every sentence, and the line that it names.
@Suite struct ProblemTests {
    private static let badValuesOfTheAlarmCases = [
        ("sound =", "'sound' has no value; it is a sound's name or its path"),
        ("sound = ; none", "'sound' has no value; it is a sound's name or its path"),
        ("device =", "'device' has no value; it is ALSA's name of a device"),
        ("volume =", "'volume' has no value; it is 0% to 100%, a whole number with its sign"),
        ("volume = 101%", "'101%' is no value for 'volume'; it is 0% to 100%, a whole number with its sign"),
        ("unmute = true", "'true' is no value for 'unmute'; it is yes or no"),
        ("ramp = 61s", "'61s' is no value for 'ramp'; \(preparations)"),
        ("ramp = -1s", "'-1s' is no value for 'ramp'; \(preparations)"),
        ("lead-in = 2m", "'2m' is no value for 'lead-in'; \(preparations)"),
        ("lead-in =", "'lead-in' has no value; \(preparations)"),
        ("silence-after = 0s", "'0s' is no value for 'silence-after'; \(waits)"),
        ("silence-after = never", "'never' is no value for 'silence-after'; \(waits)"),
        ("snooze = 5", "'5' is no value for 'snooze'; \(waits)"),
        ("snooze = 5m # later", "'5m # later' is no value for 'snooze'; \(waits)"),
        ("late-after = 24:00:01", "'24:00:01' is no value for 'late-after'; \(waits)"),
    ]

    @Test(arguments: badValuesOfTheAlarmCases)
    func badValuesOfTheAlarm(line: String, sentence: String) {
        let reading = Configuration.read(Array("\n[alarm]\n\(line)\n".utf8), path: "eggd.conf")
        #expect(reading.problems.map(\.description) == ["eggd.conf:3: \(sentence)"])
        #expect(reading.configuration == .standard)
    }

    @Test(arguments: ["80", "1", "0.8", "80 %", "+80%", "-0%", "1000%", "%", "8.5%", "٨%", "loud", "80%%"])
    func aVolumeIsAWholePercentage(value: String) {
        #expect(problems("[alarm]\nvolume = \(value)").count == 1)
    }

    private static let badValuesOfAnEggCases = [
        ("duration = 24h1s", "'24h1s' is no value for 'duration'; \(waits)"),
        ("duration = 3", "'3' is no value for 'duration'; \(waits)"),
        ("duration =", "'duration' has no value; \(waits)"),
        ("description =", "'description' has no value; it is 1 to 200 bytes of printable text"),
        ("description = a\tb", "'a\u{fffd}b' is no value for 'description'; it is 1 to 200 bytes of printable text"),
        (
            "description = a\u{202e}b",
            "'a\u{fffd}b' is no value for 'description'; it is 1 to 200 bytes of printable text"
        ),
        ("sound =", "'sound' has no value; it is a sound's name or its path"),
        ("volume = 5%", "'volume' is no key of [egg soft]; there are duration, description, sound"),
    ]

    @Test(arguments: badValuesOfAnEggCases)
    func badValuesOfAnEgg(line: String, sentence: String) {
        #expect(problems("[egg soft]\n\(line)\n") == ["eggd.conf:2: \(sentence)"])
    }

    @Test(arguments: [
        ("volum = 5%", "'volum' is no key of [alarm]; did you mean 'volume'?"),
        ("Volume = 5%", "'Volume' is no key of [alarm]; did you mean 'volume'?"),
        ("silence_after = 5m", "'silence_after' is no key of [alarm]; did you mean 'silence-after'?"),
        (
            "colour = red",
            "'colour' is no key of [alarm]; there are sound, device, volume, unmute, ramp, lead-in, "
                + "silence-after, snooze, late-after"
        ),
        ("volume", "the line is neither '[section]' nor 'key = value'"),
        ("= 5%", "the line is neither '[section]' nor 'key = value'"),
        ("volume ; = 5%", "the line is neither '[section]' nor 'key = value'"),
        ("vol\u{0}ume = 5%", "the line has a control character (0x0)"),
        ("volume = 5%\u{1b}[2J", "the line has a control character (0x1b)"),
        ("volume = 5%\r snooze = 5m", "the line has a control character (0xd)"),
        ("# \u{7f}", "the line has a control character (0x7f)"),
        ("sound = \u{85}", "the line has a control character (0x85)"),
        ("sound = " + String(repeating: "x", count: 191), "the line has 199 bytes; 198 are the most"),
        (String(repeating: "x", count: 5_000), "the line has 5000 bytes; 198 are the most"),
        ("[]", "the section has no name; there are [alarm] and [egg NAME]"),
        ("[ \t ] ; empty", "the section has no name; there are [alarm] and [egg NAME]"),
        ("[alarm", "the section's name has no ']' at its end"),
        ("[alarm ;]", "the section's name has no ']' at its end"),
        ("[egg soft] duration = 5m", "only a comment can stand behind a section's name"),
        ("[alarm]]", "only a comment can stand behind a section's name"),
        ("[kitchen]", "there is no section [kitchen]; there are [alarm] and [egg NAME]"),
        ("[Alarm]", "there is no section [Alarm]; did you mean [alarm]?"),
        ("[alarm clock]", "there is no section [alarm clock]; did you mean [alarm]?"),
        ("[eggs poached]", "there is no section [eggs poached]; did you mean [egg NAME]?"),
        ("[egg]", "an egg needs a name: [egg NAME]"),
        ("[egg custom]", "'custom' can't be an egg's name: it stands for a bare duration"),
        ("[egg poached]", "[egg poached] needs a duration, like 'duration = 3m30s'"),
    ])
    func badLines(line: String, sentence: String) {
        let text = "[alarm]\n# one\n\nramp = 1s\n\(line)"
        #expect(problems(text) == ["eggd.conf:5: \(sentence)"])
        // What follows a bad section is nobody's, so that line after it would be silent either way.
        let next = line.hasPrefix("[") ? "[egg hard]\nduration = 0s" : "snooze = 0s"
        let key = line.hasPrefix("[") ? "duration" : "snooze"
        let number = line.hasPrefix("[") ? 7 : 6
        #expect(
            problems("\(text)\r\n\(next)") == [
                "eggd.conf:5: \(sentence)", "eggd.conf:\(number): '0s' is no value for '\(key)'; \(waits)",
            ])
    }

    @Test(arguments: ["9minutes", "-x", "+x", "_x", "🥚", "a\u{200b}b", "x" + String(repeating: "y", count: 64)])
    func anEggsNameBeginsWithALetterAndIsPrintable(name: String) {
        let shown = name.replacing("\u{200b}", with: "\u{fffd}")
        let rule = "it begins with a letter and has 1 to 64 bytes of printable text"
        #expect(
            problems("[egg \(name)]\nduration = 5m") == ["eggd.conf:1: '\(shown)' can't be an egg's name: \(rule)"])
    }

    @Test func aKeyBelongsToASection() {
        #expect(
            problems("volume = 5%\n[alarm]") == [
                "eggd.conf:1: 'volume' stands before any section; there are [alarm] and [egg NAME]"
            ])
    }

    @Test func repetitionsNameTheLineThatCounts() {
        #expect(
            problems("[alarm]\nramp = 1s\nramp = 1s\n[egg soft]\n[ alarm ]\nramp = 2s\n[egg  soft]") == [
                "eggd.conf:3: 'ramp' of [alarm] is already set in line 2, and that counts",
                "eggd.conf:5: [alarm] already begins in line 1; both are read as one",
                "eggd.conf:6: 'ramp' of [alarm] is already set in line 2, and that counts",
                "eggd.conf:7: [egg soft] already begins in line 4; both are read as one",
            ])
    }

    @Test func theSameKeyOfAnotherSectionIsNoRepetition() {
        #expect(problems("[alarm]\nsound = a\n[egg soft]\nsound = a\n[egg hard]\nsound = a").isEmpty)
    }

    @Test func problemsComeInTheFilesOrder() {
        #expect(
            Configuration.read(Array("[egg a]\nx = 1\n[egg b]\n\nx".utf8), path: "f").problems.map(\.line)
                == [1, 2, 3, 5])
    }

    private static let otherText: [(String, [UInt8])] = [
        ("[alarm]\nsound = caf", [0xE9]), ("[alarm]\n# caf", [0xE9]), ("[alarm]\n", [0xFF, 0xFE]),
        ("[alarm]\nsound = ", [0xED, 0xA0, 0x80]),
    ]

    @Test(arguments: otherText)
    func textIsUTF8(text: String, bytes: [UInt8]) {
        #expect(problems(Array(text.utf8) + bytes) == ["eggd.conf:2: the line is not UTF-8 text"])
    }

    @Test func aFileOfZerosHasOneProblemALine() {
        #expect(problems([UInt8](repeating: 0, count: 4096)) == ["eggd.conf:1: the line has a control character (0x0)"])
    }
}
