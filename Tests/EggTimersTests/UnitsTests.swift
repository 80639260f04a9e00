import EggTimers
import Testing

@Suite struct DurationTextTests {
    @Test(arguments: [
        ("90s", 90), ("5m", 300), ("7m30s", 450), ("1h", 3600), ("1h1m1s", 3661), ("7:30", 450), ("0:05", 5),
        ("1:00:00", 3600), ("90:00", 5400), ("+30s", 30), ("-30s", -30), ("-1:30", -90), ("0s", 0),
        ("5 m", 300), ("5 minutes", 300), ("5 min", 300), ("1 minute", 60), ("2 hrs", 7200), ("90  seconds", 90),
        ("7min30sec", 450), ("1.5m", 90), ("1.5 hours", 5400), ("-0.5m", -30), ("0.250h", 900), ("1.0s", 1),
    ])
    func durationsAreParsed(text: String, seconds: Int64) throws {
        #expect(try DurationText.parse(text) == .seconds(seconds))
    }

    @Test(arguments: ["5", "-12", "0012"])
    func aBareNumberIsRefusedForItsMissingUnit(text: String) {
        #expect(throws: DurationText.Problem.missingUnit(text)) { try DurationText.parse(text) }
    }

    @Test(arguments: [
        "", "-", "s", "5x", "5m5", "5s5m", "5m5m", "1.5s", "1.3333m", "1.m", ".5m", "1.5", "5m 30s", "1.5m30s", "5 ",
        "5 eggs", "5\tm", "7:3", "7:60", ":30", "7:", "1:2:3", "1:00:00:00",
        "99999999s", "٥m", "5M", "--5s", "5m-3s",
    ])
    func anythingElseIsRefused(text: String) {
        #expect(throws: DurationText.Problem.malformed(text)) { try DurationText.parse(text) }
    }

    @Test func theFirstByteTellsWhetherAWordIsADuration() {
        #expect(DurationText.looksLikeDuration("5m") && DurationText.looksLikeDuration("-x"))
        #expect(!DurationText.looksLikeDuration("soft") && !DurationText.looksLikeDuration(""))
    }

    @Test(arguments: [("5m30s", 330), ("1h", 3600), ("24h", 86_400), ("0s", 0), ("-1m1s", -61)])
    func aWrittenDurationCanBeParsed(text: String, seconds: Int64) throws {
        #expect(DurationText.written(.seconds(seconds)) == text)
        #expect(try DurationText.parse(text) == .seconds(seconds))
    }

    @Test func aUnitHasSeveralNames() {
        for word in ["h", "hours", "m", "min", "minute", "s", "sec", "seconds"] { #expect(DurationText.isUnit(word)) }
        for word in ["", "M", "eggs", "ms", "5m"] { #expect(!DurationText.isUnit(word)) }
    }

    @Test func clocksRoundUp() {
        #expect(DurationText.clock(.minutes(5)) == "5:00")
        #expect(DurationText.clock(.milliseconds(4_000)) == "0:04")
        #expect(DurationText.clock(.milliseconds(4_001)) == "0:05")
        #expect(DurationText.clock(.hours(24)) == "24:00:00")
        #expect(DurationText.clock(.seconds(3599.5)) == "1:00:00")
        #expect(DurationText.clock(.seconds(-5)) == "0:00")
    }

    @Test func millisecondsRoundUp() {
        #expect(Duration.nanoseconds(1).millisecondsRoundedUp == 1)
        #expect(Duration.milliseconds(7).millisecondsRoundedUp == 7)
        #expect(Duration.zero.millisecondsRoundedUp == 0)
        #expect(Duration.nanoseconds(-1).millisecondsRoundedDown == -1)
        #expect(Duration.microseconds(1999).millisecondsRoundedDown == 1)
    }

    @Test func nanosecondsAreLimitedTo64Bits() {
        #expect(Duration.nanoseconds(Int64.max).nanoseconds == .max && Duration.nanoseconds(-7).nanoseconds == -7)
        #expect(Duration.seconds(Int64.max).nanoseconds == .max && Duration.seconds(Int64.min).nanoseconds == .min)
    }
}

@Suite struct TimerNameTests {
    @Test(arguments: [
        "egg", "left pot", "Frühstück", "鍋", "🥚", String(repeating: "x", count: 64), "❤️", "e\u{301}", "👩‍🍳", "👩🏽‍🍳", "🏳️‍🌈",
        "한글", "नमस्ते", "5",
    ])
    func printableNamesAreAccepted(text: String) {
        #expect(TimerName(text)?.text == text)
    }

    @Test(arguments: [" egg", "egg ", "\u{a0}egg\u{3000}", "  egg  "])
    func outerSpacesAreRemoved(text: String) {
        #expect(TimerName(text)?.text == "egg")
    }

    /// An invisible name can't be distinguished from no name.
    @Test(arguments: [
        " ", "\u{3164}", "\u{115f}\u{1160}", "\u{ffa0}", "\u{2800}", "\u{2800} \u{2800}", "\u{301}", "\u{fe0f}",
        "\u{20dd}",
        "\u{903}", "\u{34f}", "\u{3164}\u{301}",
    ])
    func invisibleNamesAreRefused(text: String) {
        #expect(TimerName(text) == nil)
    }

    @Test(arguments: ["a\u{200d}b", "\u{200d}🥚", "🥚\u{200d}", "🥚\u{200d}a", "5\u{200d}5", "🥚\u{200d}\u{200d}🥚"])
    func joinersAreAcceptedOnlyBetweenEmoji(text: String) {
        #expect(TimerName(text) == nil)
    }

    @Test(arguments: [
        "", "\negg", "egg\n", "a\nb", "a\u{0}b", "a\u{1b}[2Jb", "a\u{200b}b", "a\u{202e}b", "a\u{2028}b",
        "\u{378}",
        String(repeating: "x", count: 65), String(repeating: "é", count: 33),
    ])
    func otherNamesAreRefused(text: String) {
        #expect(TimerName(text) == nil)
    }

    @Test func namesAreComparedByTheirBytes() {
        let (composed, decomposed) = ("\u{e9}gg", "e\u{301}gg")
        #expect(composed == decomposed)
        #expect(TimerName(composed) != TimerName(decomposed))
        #expect(Set([composed, decomposed].compactMap(TimerName.init)).count == 2)
    }
}

@Suite struct EggMenuTests {
    @Test func thePresetsTakeFiveSevenAndTwelveMinutes() {
        #expect(EggMenu.presets.eggs.map(\.name) == ["soft", "medium", "hard"])
        #expect(EggMenu.presets.eggs.map(\.duration) == [.minutes(5), .minutes(7), .minutes(12)])
    }

    @Test func anOrderIsAnEggOrADurationOrBoth() throws {
        let menu = EggMenu.presets
        #expect(menu.order(egg: nil, duration: nil) == nil)
        #expect(menu.order(egg: "soft", duration: nil) == .success(Order(egg: "soft", duration: .minutes(5))))
        #expect(menu.order(egg: nil, duration: .seconds(9)) == .success(Order(egg: "custom", duration: .seconds(9))))
        #expect(menu.order(egg: "hard", duration: .seconds(9)) == .success(Order(egg: "hard", duration: .seconds(9))))
        #expect(menu.order(egg: "custom", duration: .seconds(9)) == menu.order(egg: nil, duration: .seconds(9)))
    }

    @Test func anUnknownEggIsRefusedWithTheKnownOnes() {
        let known = ["soft", "medium", "hard"]
        #expect(EggMenu.presets.order(egg: "sotf", duration: nil) == .failure(.noSuchEgg("sotf", known: known)))
        #expect(EggMenu.presets.order(egg: "custom", duration: nil) == .failure(.noSuchEgg("custom", known: known)))
    }
}
