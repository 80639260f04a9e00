import EggTestSupport
import EggTimers
import Testing

@testable import EggConfig

private func problems(_ bytes: [UInt8]) -> [String] {
    Configuration.read(bytes, path: "eggd.conf").problems.map(\.description)
}

private let times = "it must be 1s to 99h, such as 90s, 5m or 7m30s"
private let waits = "it must be 1s to 24h, such as 90s, 5m or 7m30s"
private let preparations = "it must be 0s to 60s, such as 5s or 20s"

/// Tests every message and the line that it names.
@Suite struct ProblemTests {
    private static let invalidAlarmValues = [
        ("sound =", "'sound' has no value; it must be the name or the path of a sound"),
        ("sound = ; none", "'sound' has no value; it must be the name or the path of a sound"),
        ("device =", "'device' has no value; it must be the ALSA name of a device"),
        ("volume =", "'volume' has no value; it must be 0% to 100%, a whole number with a percent sign"),
        (
            "volume = 101%",
            "'101%' isn't a valid value of 'volume'; it must be 0% to 100%, a whole number with a percent sign"
        ),
        ("unmute = true", "'true' isn't a valid value of 'unmute'; it must be yes or no"),
        ("ramp = 61s", "'61s' isn't a valid value of 'ramp'; \(preparations)"),
        ("ramp = -1s", "'-1s' isn't a valid value of 'ramp'; \(preparations)"),
        ("lead-in = 2m", "'2m' isn't a valid value of 'lead-in'; \(preparations)"),
        ("lead-in =", "'lead-in' has no value; \(preparations)"),
        ("warning = 2h", "'2h' isn't a valid value of 'warning'; it must be 0s to 1h, such as 90s, 5m or 7m30s"),
        ("silence-after = 0s", "'0s' isn't a valid value of 'silence-after'; \(waits)"),
        ("silence-after = never", "'never' isn't a valid value of 'silence-after'; \(waits)"),
        ("snooze = 5", "'5' isn't a valid value of 'snooze'; \(waits)"),
        ("snooze = 5m # later", "'5m # later' isn't a valid value of 'snooze'; \(waits)"),
        ("late-after = 24:00:01", "'24:00:01' isn't a valid value of 'late-after'; \(waits)"),
    ]

    private static let quoted = [
        ("sound", #""/home/egg/My Song.mp3""#), ("sound", "'bell'"), ("device", #""hw:0""#), ("volume", "'40%'"),
    ]

    @Test(arguments: quoted)
    func aValueInQuotesIsReported(key: String, value: String) {
        #expect(
            problems("[alarm]\n\(key) = \(value)") == [
                "eggd.conf:2: '\(value)' isn't a valid value of '\(key)'; write it without the quotes, also with spaces "
                    + "in it"
            ])
        #expect(problems("[mqtt]\nbroker = mqtt://a\npassword-file = '/a b'").first?.hasSuffix("spaces in it") == true)
        #expect(problems("[alarm]\nramp = '2m'").first?.hasSuffix(preparations) == true)
    }

    @Test(arguments: invalidAlarmValues)
    func invalidValuesInTheAlarmSectionAreReported(line: String, sentence: String) {
        let reading = read("\n[alarm]\n\(line)\n")
        #expect(reading.problems.map(\.description) == ["eggd.conf:3: \(sentence)"])
        #expect(reading.configuration == .standard)
    }

    @Test(arguments: ["80", "1", "0.8", "8 0%", "80 % %", "+80%", "-0%", "1000%", "%", "8.5%", "٨%", "loud", "80%%"])
    func aVolumeIsAWholePercentage(value: String) {
        #expect(problems("[alarm]\nvolume = \(value)").count == 1)
    }

    private static let hosts =
        "it must be names of hosts without ports, separated by spaces, such as 'kitchen.example'"

    private static let invalidHosts = [
        ("hosts =", "'hosts' has no value; \(hosts)"),
        ("hosts = kitchen:80", "'kitchen:80' isn't a valid value of 'hosts'; \(hosts)"),
        ("hosts = http://kitchen", "'http://kitchen' isn't a valid value of 'hosts'; \(hosts)"),
        ("hosts = a..b", "'a..b' isn't a valid value of 'hosts'; \(hosts)"),
        ("hosts = küche", "'küche' isn't a valid value of 'hosts'; \(hosts)"),
        ("host = kitchen", "unknown key 'host' in [page]; did you mean 'hosts'?"),
    ]

    @Test(arguments: invalidHosts)
    func invalidHostsAreReported(line: String, sentence: String) {
        let reading = read("[page]\n\(line)\n")
        #expect(reading.problems.map(\.description) == ["eggd.conf:2: \(sentence)"])
        #expect(reading.configuration == .standard)
    }

    private static let invalidKitchenValues = [
        ("egg-size = XXL", "'XXL' isn't a valid value of 'egg-size'; it must be S, M, L, XL, or 5g to 200g"),
        ("egg-size = 500g", "'500g' isn't a valid value of 'egg-size'; it must be S, M, L, XL, or 5g to 200g"),
        ("egg-size =", "'egg-size' has no value; it must be S, M, L, XL, or 5g to 200g"),
        (
            "egg-from = 80C",
            "'80C' isn't a valid value of 'egg-from'; it must be fridge, room, or 0C to 40C, such as 12C or 54F"
        ),
        (
            "altitude = 1600",
            "'1600' isn't a valid value of 'altitude'; it must be -500m to 5000m, such as 1600m or 5250ft"
        ),
        ("oven = 1", "unknown key 'oven' in [kitchen]; the keys are egg-size, egg-from, altitude"),
        ("altitud = 1m", "unknown key 'altitud' in [kitchen]; did you mean 'altitude'?"),
    ]

    @Test(arguments: invalidKitchenValues)
    func invalidValuesInTheKitchenSectionAreReported(line: String, sentence: String) {
        let reading = read("\n[kitchen]\n\(line)\n")
        #expect(reading.problems.map(\.description) == ["eggd.conf:3: \(sentence)"])
        #expect(reading.configuration == .standard)
    }

    @Test func anEggHasOneTime() {
        let text = "[egg soft]\nyolk = 68C\nduration = 5m\ncentre = 70C\n[egg hard]\nduration = 0s\nyolk = 70C"
        #expect(
            problems(text) == [
                "eggd.conf:3: 'duration' contradicts 'yolk' on line 2; this line is ignored",
                "eggd.conf:4: 'centre' contradicts 'yolk' on line 2; this line is ignored",
                "eggd.conf:6: '0s' isn't a valid value of 'duration'; \(times)",
                "eggd.conf:7: 'yolk' contradicts 'duration' on line 6; this line is ignored",
            ])
    }

    @Test func waterThatIsNotHotEnoughIsReported() {
        let text = "[egg hot]\nyolk = 92C\n[egg soft]\nyolk = 93C\n[kitchen]\naltitude = 3000m"
        let sentence = "can't become that hot, because the water boils at 89.9C at this altitude"
        let reading = read(text)
        #expect(
            reading.problems.map(\.description) == [
                "eggd.conf:2: [egg hot] \(sentence)", "eggd.conf:4: [egg soft] \(sentence)",
            ])
        #expect(reading.configuration.menu.eggs.map(\.name) == ["soft", "medium", "hard"])
        #expect(reading.configuration.menu.eggs.first?.doneness == .soft)
    }

    private static let invalidEggValues = [
        ("yolk = 59C", "'59C' isn't a valid value of 'yolk'; it must be 60C to 95C, such as 68C or 155F"),
        ("centre = hot", "'hot' isn't a valid value of 'centre'; it must be 60C to 95C, such as 68C or 155F"),
        ("yolk =", "'yolk' has no value; it must be 60C to 95C, such as 68C or 155F"),
        ("duration = 99h1s", "'99h1s' isn't a valid value of 'duration'; \(times)"),
        ("duration = 3", "'3' isn't a valid value of 'duration'; \(times)"),
        ("duration =", "'duration' has no value; \(times)"),
        ("description =", "'description' has no value; it must be 1 to 200 bytes of text that can be seen"),
        (
            "description = a\tb",
            "'a\u{fffd}b' isn't a valid value of 'description'; it must be 1 to 200 bytes of text that can be seen"
        ),
        (
            "description = a\u{202e}b",
            "'a\u{fffd}b' isn't a valid value of 'description'; it must be 1 to 200 bytes of text that can be seen"
        ),
        ("sound =", "'sound' has no value; it must be the name or the path of a sound"),
        (
            "volume = 5%",
            "unknown key 'volume' in [egg soft]; the keys are duration, yolk, centre, description, sound, on-start, "
                + "on-warning, on-ring, on-dismissed, on-missed, on-cancelled"
        ),
    ]

    @Test(arguments: invalidEggValues)
    func invalidValuesOfAnEggAreReported(line: String, sentence: String) {
        #expect(problems("[egg soft]\n\(line)\n") == ["eggd.conf:2: \(sentence)"])
    }

    @Test(arguments: [
        ("volum = 5%", "unknown key 'volum' in [alarm]; did you mean 'volume'?"),
        ("Volume = 5%", "unknown key 'Volume' in [alarm]; did you mean 'volume'?"),
        ("silence_after = 5m", "unknown key 'silence_after' in [alarm]; did you mean 'silence-after'?"),
        (
            "colour = red",
            "unknown key 'colour' in [alarm]; the keys are sound, device, volume, unmute, ramp, lead-in, "
                + "warning, silence-after, snooze, late-after, on-start, on-warning, on-ring, on-dismissed, "
                + "on-missed, on-cancelled"
        ),
        ("volume", "the line is neither '[section]' nor 'key = value'"),
        ("= 5%", "the line is neither '[section]' nor 'key = value'"),
        ("volume ; = 5%", "the line is neither '[section]' nor 'key = value'"),
        ("vol\u{0}ume = 5%", "the line has a control character (0x0)"),
        ("volume = 5%\u{1b}[2J", "the line has a control character (0x1b)"),
        ("volume = 5%\r snooze = 5m", "the line has a control character (0xd)"),
        ("# \u{7f}", "the line has a control character (0x7f)"),
        ("sound = \u{85}", "the line has a control character (0x85)"),
        ("sound = " + String(repeating: "x", count: 191), "the line has 199 bytes; the limit is 198"),
        (String(repeating: "x", count: 5_000), "the line has 5000 bytes; the limit is 198"),
        (
            "[]",
            "the section has no name; the sections are [alarm], [kitchen], [page], [mqtt], [follow NAME], [keys NAME], [light] and [egg NAME]"
        ),
        (
            "[ \t ] ; empty",
            "the section has no name; the sections are [alarm], [kitchen], [page], [mqtt], [follow NAME], [keys NAME], [light] and [egg NAME]"
        ),
        ("[alarm", "the section's name isn't followed by ']'"),
        ("[alarm ;]", "the section's name isn't followed by ']'"),
        ("[egg soft] duration = 5m", "only a comment can follow '[section]' on its line"),
        ("[alarm]]", "only a comment can follow '[section]' on its line"),
        (
            "[garden]",
            "unknown section [garden]; the sections are [alarm], [kitchen], [page], [mqtt], [follow NAME], [keys NAME], [light] and [egg NAME]"
        ),
        ("[Alarm]", "unknown section [Alarm]; did you mean [alarm]?"),
        ("[alarm clock]", "unknown section [alarm clock]; did you mean [alarm]?"),
        ("[eggs poached]", "unknown section [eggs poached]; did you mean [egg NAME]?"),
        ("[egg]", "an egg needs a name: [egg NAME]"),
        ("[egg custom]", "'custom' can't be an egg's name; it means a time without an egg"),
        ("[egg poached]", "[egg poached] needs a time, such as 'duration = 3m30s' or 'yolk = 68C'"),
    ])
    func invalidLinesAreReported(line: String, sentence: String) {
        let text = "[alarm]\n# one\n\nramp = 1s\n\(line)"
        #expect(problems(text) == ["eggd.conf:5: \(sentence)"])
        // The keys after an invalid header are skipped, so the next line begins another section.
        let next = line.hasPrefix("[") ? "[egg hard]\nduration = 0s" : "snooze = 0s"
        let key = line.hasPrefix("[") ? "duration" : "snooze"
        let (number, allowed) = line.hasPrefix("[") ? (7, times) : (6, waits)
        #expect(
            problems("\(text)\r\n\(next)") == [
                "eggd.conf:5: \(sentence)", "eggd.conf:\(number): '0s' isn't a valid value of '\(key)'; \(allowed)",
            ])
    }

    @Test(arguments: ["9minutes", "-x", "+x", "a\u{200b}b", "x" + String(repeating: "y", count: 64)])
    func anEggsNameIsOneOfATimerButNoTime(name: String) {
        let shown = name.replacing("\u{200b}", with: "\u{fffd}")
        let rule =
            switch name.count {
            case 3: "it must be text that can be seen"
            case 65: "it is too long; the limit is 64 bytes"
            default: "times and options begin with a digit, '+' or '-'"
            }
        #expect(
            problems("[egg \(name)]\nduration = 5m") == ["eggd.conf:1: '\(shown)' isn't a valid egg name; \(rule)"])
    }

    @Test func aKeyBeforeTheFirstSectionIsReported() {
        #expect(
            problems("volume = 5%\n[alarm]") == [
                "eggd.conf:1: 'volume' comes before any section; the sections are [alarm], [kitchen], [page], [mqtt], [follow NAME], [keys NAME], [light] and [egg NAME]"
            ])
    }

    @Test func repeatedKeysNameTheLineThatCounts() throws {
        let text = "[alarm]\nramp = 1s\nramp = 2s\nvolum = 3%"
        let reading = Configuration.read(Array(text.utf8), path: "f")
        #expect(reading.configuration.alarm.ramp == .seconds(1))
        #expect(reading.problems.map(\.isRepetition) == [true, false])
        #expect(
            problems("[alarm]\nramp = 1s\nramp = 1s\n[egg soft]\n[ alarm ]\nramp = 2s\n[egg  soft]") == [
                "eggd.conf:3: 'ramp' is already set in [alarm] on line 2; this line is ignored",
                "eggd.conf:6: 'ramp' is already set in [alarm] on line 2; this line is ignored",
            ])
    }

    @Test func theFirstLineThatNamesASoundIsKnown() {
        let text =
            "[alarm]\nsound = Bell\nsound = x\n[egg soft]\nsound = Bell\n[egg hard]\nsound =\n[egg medium]\nsound = y"
        #expect(Configuration.read(Array(text.utf8), path: "f").soundLines == ["Bell": 2, "y": 9])
    }

    @Test func theSameKeyInAnotherSectionIsNotARepetition() {
        #expect(problems("[alarm]\nsound = a\n[egg soft]\nsound = a\n[egg hard]\nsound = a").isEmpty)
    }

    @Test func problemsAreReportedInTheOrderOfTheFile() {
        #expect(
            Configuration.read(Array("[egg a]\nx = 1\n[egg b]\n\nx".utf8), path: "f").problems.map(\.line)
                == [1, 2, 3, 5])
    }

    private static let otherText: [(String, [UInt8])] = [
        ("[alarm]\nsound = caf", [0xE9]), ("[alarm]\n# caf", [0xE9]), ("[alarm]\n", [0xFF, 0xFE]),
        ("[alarm]\nsound = ", [0xED, 0xA0, 0x80]),
    ]

    @Test(arguments: otherText)
    func textThatIsNotUTF8IsReported(text: String, bytes: [UInt8]) {
        #expect(problems(Array(text.utf8) + bytes) == ["eggd.conf:2: the line is not UTF-8 text"])
    }

    @Test func aFileOfZerosHasOneProblemPerLine() {
        #expect(problems([UInt8](repeating: 0, count: 4096)) == ["eggd.conf:1: the line has a control character (0x0)"])
    }
}
