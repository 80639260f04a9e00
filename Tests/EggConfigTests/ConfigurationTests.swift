import EggTimers
import Instants
import Testing

@testable import EggConfig

typealias Alarm = Configuration.Alarm

/// The standard alarm with a change.
private func alarm(_ change: (inout Alarm) -> Void) -> Alarm {
    var alarm = Alarm()
    change(&alarm)
    return alarm
}

/// The configuration of lines that must be valid.
private func good(_ text: String) -> Configuration {
    let reading = read(text)
    #expect(reading.problems.isEmpty, "\(reading.problems)")
    return reading.configuration
}

/// The eggs as "name duration description".
private func menu(_ configuration: Configuration) -> [String] {
    configuration.menu.eggs.map { "\($0.name) \(DurationText.clock($0.duration)) \($0.description)" }
}

private let presets = menu(.standard)

@Suite struct ConfigurationTests {
    // MARK: Valid settings

    @Test(arguments: ["", "\n\n", "[alarm]", "[alarm]\n[egg soft]\n", "\u{feff}[alarm]\n", "# nothing\n; at all"])
    func aFileWithoutKeysGivesTheDefaults(text: String) {
        #expect(good(text) == .standard)
    }

    @Test func theDefaultsAreThoseOfTheBoard() {
        #expect(Configuration.standard.alarm.settings == TimerBoard.Settings())
        #expect(Configuration.standard.menu == .presets)
        #expect(Configuration.standard.alarm.volume == 1 && Configuration.standard.sounds.isEmpty)
    }

    @Test func theExampleIsRead() {
        let configuration = good(
            """
            [alarm]
            sound = bell
            device = default
            volume = 100%
            ramp = 0s
            lead-in = 0s
            silence-after = 10m
            snooze = 1m
            late-after = 1h

            [egg poached]
            duration = 3m30s
            description = Poached, runny
            """)
        #expect(configuration.alarm == Alarm())
        #expect(menu(configuration) == presets + ["poached 3:30 Poached, runny"])
    }

    @Test func thePageHasHostsInLowerCase() {
        #expect(Configuration.standard.hosts.isEmpty)
        let configuration = good("[page]\nhosts = Kitchen.example  other_name\tX-1 ; three")
        #expect(configuration.hosts == ["kitchen.example", "other_name", "x-1"])
    }

    @Test func theBridgeHasABrokerAndDefaults() {
        #expect(Configuration.standard.mqtt == nil)
        let mqtt = good("[mqtt]\nbroker = mqtt://House.local").mqtt
        #expect(mqtt == MQTTSettings(broker: .network(host: "house.local", port: 1883, isEncrypted: false)))
        #expect(mqtt?.access == .read && mqtt?.discovery == .homeAssistant && mqtt?.keepalive == .seconds(60))
        #expect(mqtt?.topic == "eggtimer" && mqtt?.kitchen == "Kitchen" && mqtt?.user == nil)
    }

    @Test func everyKeyOfTheBridgeIsRead() {
        let mqtt = good(
            """
            [mqtt]
            broker = mqtts://house.local:8884
            user = egg
            password-file = /etc/eggtimer/password
            ca-file = /etc/eggtimer/ca.pem
            kitchen = Küche unten
            access = answer
            discovery = none
            language = de_AT
            topic = home/eggtimer
            keepalive = 5m
            follow = Küche oben , 3f2a9c01b7d4
            [follow küche oben]
            ring = no
            """
        ).mqtt
        var expected = MQTTSettings(broker: .network(host: "house.local", port: 8884, isEncrypted: true))
        expected.user = "egg"
        expected.passwordFile = "/etc/eggtimer/password"
        expected.caFile = "/etc/eggtimer/ca.pem"
        expected.kitchen = "Küche unten"
        expected.access = .answer
        expected.discovery = .none
        expected.language = "de_AT"
        expected.topic = "home/eggtimer"
        expected.keepalive = .minutes(5)
        expected.follow = [FollowedKitchen("küche oben"), FollowedKitchen("3f2a9c01b7d4")]
        expected.follow[0].rings = false
        #expect(mqtt == expected)
    }

    @Test(arguments: [
        ("mqtt://a", "mqtt://a:1883"), ("mqtts://a", "mqtts://a:8883"), ("mqtt://10.0.0.5:1", "mqtt://10.0.0.5:1"),
        ("mqtt://[fe80::1]", "mqtt://[fe80::1]:1883"), ("mqtts://[0:0::1]:99/", "mqtts://[::1]:99"),
        ("localhost", "mqtt://localhost:1883"), ("10.0.0.5:99", "mqtt://10.0.0.5:99"),
        ("unix:///run/mosquitto/a.sock", "unix:///run/mosquitto/a.sock"),
    ])
    func theAddressOfABrokerIsWrittenInFull(text: String, written: String) {
        let broker = MQTTBroker(text)
        #expect(broker?.description == written)
        #expect(broker.flatMap { MQTTBroker($0.description) } == broker)
    }

    @Test(arguments: [
        ("mqtt://house", true), ("mqtts://house", false), ("mqtt://localhost", false), ("mqtt://127.0.0.2", false),
        ("mqtt://[::1]", false), ("mqtt://192.168.1.2", true), ("unix:///a", false),
    ])
    func aPasswordOnAnOpenNetworkIsFound(broker: String, isOpen: Bool) throws {
        var settings = MQTTSettings(broker: try #require(MQTTBroker(broker)))
        #expect(!settings.sendsPasswordInClear)
        settings.passwordFile = "/a"
        #expect(settings.sendsPasswordInClear == isOpen)
    }

    /// Each key with a value, and the resulting alarm.
    private static let alarmKeys: [(line: String, alarm: Alarm)] = [
        ("sound = gong", alarm { $0.sound = "gong" }),
        ("sound = ../my sounds/a=b:c.wav", alarm { $0.sound = "../my sounds/a=b:c.wav" }),
        ("device = plughw:CARD=Device,DEV=0", alarm { $0.device = "plughw:CARD=Device,DEV=0" }),
        ("volume = 0%", alarm { $0.volume = 0 }), ("volume = 7%", alarm { $0.volume = 0.07 }),
        ("volume = 100%", alarm { $0.volume = 1 }), ("volume = 40 %", alarm { $0.volume = 0.4 }),
        ("unmute = yes", alarm { $0.unmute = true }), ("unmute = no", alarm { $0.unmute = false }),
        ("ramp = 60s", alarm { $0.ramp = .seconds(60) }), ("ramp = 0:30", alarm { $0.ramp = .seconds(30) }),
        ("lead-in = 2s", alarm { $0.settings.leadIn = .seconds(2) }),
        ("lead-in = 1m", alarm { $0.settings.leadIn = .minutes(1) }),
        ("warning = 30s", alarm { $0.settings.warning = .seconds(30) }),
        ("warning = 1h", alarm { $0.settings.warning = .hours(1) }),
        ("silence-after = 1s", alarm { $0.settings.silenceAfter = .seconds(1) }),
        ("silence-after = 24h", alarm { $0.settings.silenceAfter = .hours(24) }),
        ("snooze = 2m30s", alarm { $0.settings.snooze = .seconds(150) }),
        ("late-after = 2:00:00", alarm { $0.settings.lateAfter = .hours(2) }),
    ]

    @Test(arguments: alarmKeys)
    func everyKeyOfTheAlarmIsRead(line: String, alarm: Alarm) {
        #expect(good("[alarm]\n\(line)\n").alarm == alarm)
    }

    @Test func theBoardGetsTheFilesSettings() {
        let alarm = good("[alarm]\nsilence-after = 5m\nsnooze = 9s\nlate-after = 2h\nwarning = 30s").alarm
        #expect(
            alarm.settings
                == TimerBoard.Settings(
                    silenceAfter: .minutes(5), snooze: .seconds(9), lateAfter: .hours(2), warning: .seconds(30)))
    }

    @Test func theKitchenSetsTheTimesOfItsEggs() throws {
        let configuration = good(
            """
            [egg jammy]
            yolk = 68C
            [egg boiled]
            centre = 158F
            [egg poached]
            duration = 3m30s
            [kitchen]
            egg-size = L
            egg-from = fridge
            altitude = 1500m
            """)
        let kitchen = try RawEgg(grams: 68, celsius: 4, altitude: 1_500)
        #expect(configuration.menu.kitchen == kitchen)
        #expect(
            configuration.menu.eggs.map { "\($0.name) \(DurationText.clock($0.duration))" } == [
                "soft 6:20", "medium 9:00", "hard 14:12", "jammy 7:04", "boiled 14:55", "poached 3:30",
            ])
        #expect(configuration.menu.eggs.suffix(3).map(\.doneness) == [.yolk(68), .centre(70), nil])
    }

    @Test(arguments: [
        ("egg-size = 62g", 62.0, 4.0, 0.0), ("egg-size = xl", 78, 4, 0), ("egg-from = room", 58, 20, 0),
        ("egg-from = 54F", 58, 12.22, 0), ("altitude = 5250ft", 58, 4, 1_600.2), ("altitude = -10m", 58, 4, -10),
    ])
    func everyKeyOfTheKitchenIsRead(line: String, grams: Double, celsius: Double, altitude: Double) {
        let kitchen = try? RawEgg(grams: grams, celsius: celsius, altitude: altitude)
        #expect(good("[kitchen]\n\(line)\n").menu.kitchen == kitchen)
    }

    @Test func aSectionWithAPresetsNameReplacesItsTime() {
        let eggs = good("[egg soft]\nyolk = 63C\n[egg hard]\nduration = 10m\n").menu.eggs
        #expect(eggs.map(\.doneness) == [.yolk(63), .medium, nil])
        #expect(eggs.map(\.duration) == [.seconds(275), .minutes(7), .minutes(10)])
        #expect(eggs.map(\.description) == EggMenu.presets.eggs.map(\.description))
    }

    @Test func newEggsFollowThePresetsInTheFilesOrder() {
        let configuration = good(
            """
            [egg poached]
            duration = 3m30s
            [egg hard]
            duration = 10m
            [egg Œuf à la coque]
            description = Mouillettes
            duration = 99h
            [egg 鍋]
            duration = 1s
            """)
        #expect(
            menu(configuration)
                == presets.prefix(2) + [
                    "hard 10:00 Firm yolk, firm white", "poached 3:30 ", "Œuf à la coque 99:00:00 Mouillettes",
                    "鍋 0:01 ",
                ])
    }

    @Test func aPresetKeepsUnchangedValues() {
        let configuration = good("[egg soft]\nsound = chime\n[egg medium]\ndescription = Mine")
        #expect(menu(configuration) == [presets[0], "medium 7:00 Mine", presets[2]])
        #expect(configuration.sounds == ["soft": "chime"])
    }

    @Test func longNamesAndDescriptionsAreNotCut() {
        let name = "x" + String(repeating: "y", count: TimerName.maxLength - 1)
        let text = String(repeating: "é", count: 92)
        let configuration = good("[egg \(name)]\nduration = 1m\ndescription = \(text)\nsound = a")
        #expect(configuration.menu.eggs.last == Egg(name: name, duration: .minutes(1), description: text))
        #expect(configuration.sounds == [name: "a"])
    }

    @Test func aLineCanBeAsLongAsLibinihAllows() {
        let path = "/" + String(repeating: "p", count: INILine.maxLength - 7)
        #expect(good("[alarm]\r\n \t sound=\(path) \t \r\ndevice = x").alarm.sound == path)
    }

    // MARK: Syntax

    private static let waysToWriteIt = [
        "[alarm]\nvolume=50%", "  [ alarm\t]  \n\tvolume  =\t50%  ", "[alarm]\r\nvolume = 50%\r\n",
        "[alarm]\nvolume: 50%", "[alarm] ; how it rings\nvolume = 50% ; not so loud",
        "# [x]\n[alarm]\n;volume = 1%\n  # snooze = 9\nvolume = 50%",
        "[alarm]\nsnooze = 1m\n  volume = 50%", "\n\n[alarm]\n\n\nvolume = 50%\n\n",
        "[alarm]\nvolume = 50%\n# \(String(repeating: "a long comment ", count: 40))",
    ]

    @Test(arguments: waysToWriteIt)
    func spacesAndCommentsDoNotMatter(text: String) {
        var expected = Configuration.standard
        expected.alarm.volume = 0.5
        #expect(good(text) == expected)
    }

    @Test(arguments: [
        ("a;b", "a;b"), ("a ;b", "a"), ("a\t; b ; c", "a"), ("a # b", "a # b"), ("a#b", "a#b"), ("# a", "# a"),
    ])
    func aSemicolonAfterASpaceBeginsAComment(value: String, meaning: String) {
        #expect(good("[alarm]\nsound = \(value)").alarm.sound == meaning)
    }

    @Test func namesMayContainSemicolons() {
        #expect(menu(good("[egg a;b] ;c]\nduration = 1m")).last == "a;b 1:00 ")
    }

    // MARK: Defaults for invalid settings

    @Test func anInvalidSettingDoesNotAffectOthers() {
        let reading = read(
            """
            [alarm]
            volume = loud
            snooze = 2m
            [egg]
            duration = 9m
            [egg poached]
            duration = 9
            [egg fried]
            colour = yellow
            duration = 4m
            sound =
            [egg soft]
            duration = 100h
            description = Mine
            """)
        var expected = Configuration.standard
        expected.alarm.settings.snooze = .minutes(2)
        #expect(reading.configuration.alarm == expected.alarm)
        #expect(menu(reading.configuration) == ["soft 5:00 Mine"] + presets[1...] + ["fried 4:00 "])
        #expect(reading.configuration.sounds.isEmpty)
        #expect(reading.problems.map(\.line) == [2, 4, 7, 9, 11, 13])
    }

    @Test func anEggThatIsNotOnTheMenuGetsNoSound() {
        #expect(read("[egg poached]\nsound = chime").configuration == .standard)
    }

    @Test(arguments: [
        "[garden]", "[]", "[alarm", "[alarm] x", "[egg 9]", "[\u{1}]", "[" + String(repeating: "x", count: 300) + "]",
    ])
    func theKeysOfAnInvalidSectionAreIgnored(header: String) {
        let reading = read("[alarm]\n\(header)\nvolume = 1%\nnonsense = 5\n[egg soft]\nduration = 6m\n")
        #expect(reading.configuration.alarm == Alarm())
        #expect(reading.configuration.menu.eggs.first?.duration == .minutes(6))
        #expect(reading.problems.map(\.line) == [2])
    }

    @Test func theFirstLineThatSetsAKeyCounts() {
        let reading = read("[alarm]\nvolume = 10%\nsnooze = x\n[alarm]\nvolume = 20%\nramp = 5s\nsnooze = 2m")
        #expect(reading.configuration.alarm.volume == 0.1)
        #expect(reading.configuration.alarm.settings.snooze == .minutes(1))
        #expect(reading.configuration.alarm.ramp == .seconds(5))
        #expect(reading.problems.map(\.line) == [3, 5, 7])
    }

    @Test func theNumberOfEggsIsLimited() {
        let eggs = (1...100).map { "[egg e\($0)]\nduration = 1m\n" }
        let reading = read(eggs.joined())
        #expect(reading.configuration.menu.eggs.count == Configuration.maxEggs)
        #expect(reading.problems.count == 100 + 3 - Configuration.maxEggs)
        #expect(
            reading.problems.first?.description
                == "eggd.conf:123: there are already 64 eggs, which is the limit")
    }
}
