import EggTimers
import Instants
import Testing

@Suite struct DurationTextTests {
    @Test(arguments: [
        ("90s", 90), ("5m", 300), ("7m30s", 450), ("1h", 3600), ("1h1m1s", 3661), ("7:30", 450), ("0:05", 5),
        ("1:00:00", 3600), ("90:00", 5400), ("+30s", 30), ("-30s", -30), ("-1:30", -90), ("0s", 0),
        ("5 m", 300), ("5 minutes", 300), ("5 min", 300), ("1 minute", 60), ("2 hrs", 7200), ("90  seconds", 90),
        ("7min30sec", 450), ("1.5m", 90), ("1.5 hours", 5400), ("-0.5m", -30), ("0.250h", 900), ("1.0s", 1),
        ("1h30", 5400), ("1H30", 5400), ("1h5", 3900), ("5m30", 330), ("1h30m15", 5415), ("1h 30", 5400),
        ("1h 30m", 5400), ("1h30m 15s", 5415), ("5 min 30 sec", 330), ("1 Hour and 30 Minutes", 5400), ("5M", 300),
        ("5,5m", 330), ("1,25 h", 4500), ("0,250h", 900), ("-1,5m", -90), ("1.500h", 5400), ("1h 2.5m", 3750),
        ("half an hour", 1800), ("Half a minute", 30), ("a half hour", 1800), ("half hour", 1800), ("an hour", 3600),
        ("a minute", 60), ("one hour", 3600), ("an hour and a half", 5400), ("2 hours and a half", 9000),
        ("1 and a half hours", 5400), ("a quarter of an hour", 900), ("an hour and a quarter", 4500), ("1½h", 5400),
        ("½ hour", 1800), ("1 ¾ hours", 6300), ("٥m", 300), ("١٢:٣٠", 750), ("५ min", 300), ("5 m", 300),
        ("5\u{a0}min", 300), ("5\u{202f}m\u{2009}30\u{3000}s", 330), ("\u{a0}7:30\u{a0}", 450), ("99h", 356_400),
    ])
    func durationsAreParsed(text: String, seconds: Int64) throws {
        #expect(try DurationText.parse(text) == .seconds(seconds))
    }

    @Test(arguments: ["5", "-12", "0012", "٥"])
    func aBareNumberIsRefusedForItsMissingUnit(text: String) {
        #expect(throws: DurationText.Problem.missingUnit(text)) { try DurationText.parse(text) }
    }

    @Test(arguments: [
        ("1,500m", ["1500m", "1.500m"]), ("12,000 sec", ["12000sec", "12.000sec"]), ("7.30", ["7:30", "7.30m"]),
        ("7,05", ["7:05", "7.05m"]),
    ])
    func whatCouldMeanTwoTimesIsRefused(text: String, spellings: [String]) {
        #expect(throws: DurationText.Problem.ambiguous(text, spellings)) { try DurationText.parse(text) }
        for spelling in spellings { #expect((try? DurationText.parse(spelling)) != nil) }
    }

    @Test(arguments: [
        "", "-", "s", "5x", "5s5m", "5m5m", "1.5s", "1.3333m", "1.m", ".5m", "1.5", "1.5m30s", "5s5", "1h90", "1h1.5",
        "5 eggs", "5\tm", "7:3", "7:60", ":30", "7:", "1:2:3", "1:00:00:00", "half", "an", "a half", "an hour and",
        "and an hour", "half a second", "an hour and a half hour", "1 half hour", "an hour a half", "hour",
        "99999999s", "86399000", "--5s", "5m-3s", "五m",
    ])
    func anythingElseIsRefused(text: String) {
        #expect(throws: DurationText.Problem.malformed(text)) { try DurationText.parse(text) }
    }

    @Test func theFirstCharacterTellsWhetherAWordIsADuration() {
        #expect(
            DurationText.looksLikeDuration("5m") && DurationText.looksLikeDuration("٥m")
                && DurationText.looksLikeDuration("-x"))
        #expect(!DurationText.looksLikeDuration("soft") && !DurationText.looksLikeDuration(""))
    }

    @Test(arguments: [("5m30s", 330), ("1h", 3600), ("99h", 356_400), ("0s", 0), ("-1m1s", -61)])
    func aWrittenDurationCanBeParsed(text: String, seconds: Int64) throws {
        #expect(DurationText.written(.seconds(seconds)) == text)
        #expect(try DurationText.parse(text) == .seconds(seconds))
    }

    @Test func clocksRoundUp() {
        #expect(DurationText.clock(.minutes(5)) == "5:00")
        #expect(DurationText.clock(.milliseconds(4_000)) == "0:04")
        #expect(DurationText.clock(.milliseconds(4_001)) == "0:05")
        #expect(DurationText.clock(.hours(27) + .minutes(15)) == "27:15:00")
        #expect(DurationText.clock(.seconds(3599.5)) == "1:00:00")
        #expect(DurationText.clock(.seconds(-5)) == "0:00")
    }
}

@Suite struct TimerNameTests {
    @Test(arguments: [
        "egg", "left pot", "Frühstück", "鍋", "🥚", String(repeating: "x", count: 64), "❤️", "e\u{301}", "👩‍🍳", "👩🏽‍🍳", "🏳️‍🌈",
        "한글", "नमस्ते", "5", "تخم‌مرغ", "۲‌تایی", "क्‍ष", "ක්‍ෂ", "র‍্য", "a\u{200d}b", "5\u{200d}5",
        "🥚\u{200d}a",
    ])
    func printableNamesAreAccepted(text: String) {
        #expect(TimerName(text)?.text == text)
    }

    @Test(arguments: [" egg", "egg ", "\u{a0}egg\u{3000}", "  egg  "])
    func outerSpacesAreRemoved(text: String) {
        #expect(TimerName(text)?.text == "egg")
    }

    /// A no-break space, as web pages have, is a space.
    @Test func spacesAreAllTheSame() {
        #expect(TimerName("left\u{a0}pot\u{202f}2")?.text == "left pot 2")
        #expect(TypedName(egg: "onsen\u{a0}Egg", among: ["onsen egg"]) == .one("onsen egg"))
    }

    /// The flags of England and Texas.
    @Test(arguments: [
        "\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}",
        "pot \u{1f3f4}\u{e0075}\u{e0073}\u{e0074}\u{e0078}\u{e007f}\u{200d}a",
    ])
    func flagsOfRegionsAreAccepted(text: String) { #expect(TimerName(text)?.text == text) }

    @Test(arguments: [
        "a\u{e0067}", "\u{1f3f4}\u{e007f}", "\u{1f3f4}\u{e0067}", "\u{1f3f4}\u{e0067}a\u{e007f}", "\u{e0067}\u{e007f}",
    ])
    func tagsWithoutAFlagAreRefused(text: String) { #expect(TimerName(text) == nil) }

    /// An invisible name can't be distinguished from no name.
    @Test(arguments: [
        " ", "\u{3164}", "\u{115f}\u{1160}", "\u{ffa0}", "\u{2800}", "\u{2800} \u{2800}", "\u{301}", "\u{fe0f}",
        "\u{20dd}",
        "\u{903}", "\u{34f}", "\u{3164}\u{301}",
    ])
    func invisibleNamesAreRefused(text: String) {
        #expect(TimerName(text) == nil)
    }

    @Test(arguments: [
        "\u{200d}🥚", "🥚\u{200d}", "🥚\u{200d}\u{200d}🥚", "a\u{200c}\u{200d}b", "a \u{200c}b", "a\u{200c} b", "\u{200c}",
        "a\u{3164}\u{200d}b",
    ])
    func joinersAreAcceptedOnlyBetweenVisibleCharacters(text: String) {
        #expect(TimerName(text) == nil)
    }

    /// They are copied with a word from a page or a message, and nobody sees them.
    @Test(arguments: [
        "left\u{ad}-pot", "\u{200e}left-pot", "left-pot\u{200f}", "\u{61c} left-pot \u{200e}", "left-p\u{200e}\u{ad}ot",
    ])
    func softHyphensAndDirectionMarksAreDropped(text: String) {
        #expect(TimerName(text)?.text == "left-pot")
    }

    @Test func aDroppedCharacterDoesNotSeparateAJoinerFromItsNeighbour() {
        #expect(TimerName("👩\u{ad}\u{200d}🍳")?.text == "👩\u{200d}🍳")
        #expect(TimerName("\u{ad}\u{200e}") == nil)
    }

    @Test(arguments: [
        "", "\negg", "egg\n", "a\nb", "a\u{0}b", "a\u{1b}[2Jb", "a\u{200b}b", "a\u{202e}b", "a\u{2028}b",
        "\u{378}", "\u{feff}egg", "a\u{2066}b", "a\u{fffd}b",
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
    @Test func anOrderIsAnEggOrADurationOrBoth() throws {
        let menu = EggMenu.presets
        #expect(menu.order(egg: nil, duration: nil) == nil)
        #expect(
            menu.order(egg: "soft", duration: nil)
                == .success(Order(egg: "soft", duration: .minutes(5), rawEgg: .reference)))
        #expect(menu.order(egg: nil, duration: .seconds(9)) == .success(Order(egg: "custom", duration: .seconds(9))))
        let timed = Order(egg: "hard", duration: .seconds(9), rawEgg: .reference, isComputed: false)
        #expect(menu.order(egg: "hard", duration: .seconds(9)) == .success(timed))
        #expect(menu.order(egg: "custom", duration: .seconds(9)) == menu.order(egg: nil, duration: .seconds(9)))
    }

    @Test func anEggOfOtherPropertiesTakesItsOwnTime() throws {
        let kitchen = try RawEgg(grams: 58, celsius: 20, altitude: 0)
        let menu = EggMenu(eggs: EggMenu.presets.eggs, kitchen: kitchen)
        let order = try #require(try menu.order(egg: "soft", duration: nil)?.get())
        #expect(order == Order(egg: "soft", duration: .seconds(226), rawEgg: kitchen))
        // Values that aren't given are the kitchen's.
        let higher = try #require(try menu.order(egg: "soft", duration: nil, properties: .init(altitude: 1_500))?.get())
        #expect(higher.duration == .seconds(263) && higher.rawEgg?.celsius == 20)
        // A time is used as it is; the egg in the water is the kitchen's.
        let timed = Order(egg: "soft", duration: .seconds(9), rawEgg: kitchen, isComputed: false)
        #expect(menu.order(egg: "soft", duration: .seconds(9)) == .success(timed))
    }

    @Test func anEggWithATimeOfItsOwnHasNoProperties() {
        let poached = Egg(name: "poached", duration: .seconds(210), description: "")
        let (menu, large) = (EggMenu(eggs: [poached]), RawEgg.Properties(grams: 68))
        #expect(menu.order(egg: "poached", duration: nil) == .success(Order(egg: "poached", duration: .seconds(210))))
        #expect(menu.order(egg: "poached", duration: nil, properties: large) == .failure(.fixedTime("poached")))
        #expect(menu.order(egg: nil, duration: .minutes(5), properties: large) == .failure(.fixedTime("custom")))
        #expect(
            EggMenu.presets.order(egg: "soft", duration: .minutes(5), properties: large) == .failure(.fixedTime("soft"))
        )
    }

    @Test func anImpossibleEggIsRefused() throws {
        let impossible = Refusal.impossible("soft", .outOfRange(.mass, 500))
        #expect(
            EggMenu.presets.order(egg: "soft", duration: nil, properties: .init(grams: 500)) == .failure(impossible))
        #expect(EggMenu.presets.with(.init(grams: 500)) == .failure(.impossible(nil, .outOfRange(.mass, 500))))
    }

    @Test func aMenuForAnotherEggHasItsTimes() throws {
        let stew = Egg(name: "stew", duration: .hours(1), description: "")
        let hot = Egg(name: "hot", duration: .minutes(20), doneness: .yolk(92), description: "")
        let menu = EggMenu(eggs: EggMenu.presets.eggs + [stew, hot])
        let high = try menu.with(.init(altitude: 3_000)).get()
        #expect(high.eggs.map(\.name) == ["soft", "medium", "hard", "stew"], "no water is 92 °C there")
        #expect(high.eggs.map(\.duration) == [.seconds(393), .seconds(575), .seconds(825), .hours(1)])
        #expect(high.kitchen.altitude == 3_000)
        #expect(try menu.with(.init()).get().eggs.prefix(3) == EggMenu.presets.eggs[...])
    }

    @Test func onlyEggsThatAreNotFirmHaveAWarning() {
        #expect(EggMenu.presets.eggs.map { $0.safety == nil } == [false, true, true])
        // With a fixed time, a soft egg is as soft as before.
        let fixed = ["soft", "medium"].map { Egg(name: $0, duration: .minutes(4), description: "") }
        #expect(fixed.map { $0.safety == nil } == [false, true])
        func safety(_ doneness: Doneness?) -> String? {
            Egg(name: "x", duration: .minutes(5), doneness: doneness, description: "").safety
        }
        #expect(
            safety(.yolk(70.9)) != nil && safety(.yolk(71)) == nil && safety(.centre(60)) == nil && safety(nil) == nil)
    }

    @Test func anUnknownEggIsRefusedWithTheKnownOnes() {
        let known = ["soft", "medium", "hard"]
        #expect(EggMenu.presets.order(egg: "sotf", duration: nil) == .failure(.noSuchEgg("sotf", known: known)))
        #expect(EggMenu.presets.order(egg: "custom", duration: nil) == .failure(.noSuchEgg("custom", known: known)))
    }
}

@Suite struct RawEggTextTests {
    @Test(arguments: [("S", 48.0), ("m", 58), ("L", 68), ("xl", 78)])
    func aSizeIsAMass(text: String, grams: Double) {
        #expect(RawEggText.grams(ofSize: text) == grams && RawEggText.grams(text) == nil)
    }

    @Test(arguments: [
        ("room", 20.0), ("Fridge", 4), ("12C", 12), ("12 °C", 12), ("12.5c", 12.5), ("12,5 C", 12.5),
        ("12\u{a0}°C", 12), ("١٢C", 12), ("54F", 12.22), ("32 F", 0),
        ("-4C", -4), ("155F", 68.33),
    ])
    func temperaturesAreRead(text: String, celsius: Double) {
        #expect(RawEggText.celsius(text) == celsius)
    }

    @Test(arguments: [
        ("1600m", 1_600.0), ("5250ft", 1_600.2), ("1600 M", 1_600), ("5250FT", 1_600.2), ("-10 m", -10), ("+3m", 3),
        ("0m", 0), ("1,500m", 1_500), ("1,500\u{202f}m", 1_500), ("5,250ft", 1_600.2), ("-1,5m", -1.5),
    ])
    func altitudesAreRead(text: String, metres: Double) {
        #expect(RawEggText.metres(text) == metres)
    }

    @Test(arguments: [
        (egg(58, 4, 0), "M, fridge"), (egg(68, 20, 1_500), "L, room temperature, 1,500 m"),
        (egg(61.7, 12.5, -3), "61.7 g, 12.5 °C, -3 m"),
    ])
    func anEggIsDescribedInTheWordsOfCooks(egg: RawEgg, text: String) {
        #expect(RawEggText.description(of: egg) == text)
    }

    @Test(arguments: [
        "", "12", "C", "12K", "12.C", ".5C", "12.345C", "1e1C", "--1C", "123456C", "12C ", "nanC", "infC",
        "0x1C",
        "0,500m", "1,500,0m", "12 C C", "shelf", "-", "5'000m",
    ])
    func anythingElseIsRefused(text: String) {
        #expect(RawEggText.celsius(text) == nil && RawEggText.metres(text) == nil && RawEggText.grams(text) == nil)
    }
}
