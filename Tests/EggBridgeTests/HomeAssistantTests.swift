import EggWire
import Languages
import Testing
import Varlink

@testable import EggBridge

private func kitchen(_ access: Access, name: String = "Kitchen") -> HomeAssistant {
    HomeAssistant(kitchen: BridgedKitchen(id: "1a2b", name: name, access: access, prefix: "eggtimer"))
}

private func egg(_ name: String) -> Timers.Egg { Timers.Egg(name: name, durationMs: 1, description: "") }

private let menu = ["soft", "medium", "hard"].map(egg)

/// The description that a bridge sends.
private func description(
    _ bridge: HomeAssistant, _ eggs: [Timers.Egg] = menu, earlier: String? = nil
) throws -> [String: DescriptionValue] {
    let message = try #require(bridge.descriptions(eggs, earlier: earlier).first)
    #expect(message.topic == "homeassistant/device/eggtimer_1a2b/config" && message.isRetained)
    return try decodeJSON(from: Array(message.payload.utf8))
}

/// The entities of a description, by their ids.
private func entities(
    _ bridge: HomeAssistant, _ eggs: [Timers.Egg] = menu, earlier: String? = nil
) throws -> [String: [String: DescriptionValue]] {
    guard case .object(let all)? = try description(bridge, eggs, earlier: earlier)["components"] else { return [:] }
    return all.compactMapValues { if case .object(let fields) = $0 { fields } else { nil } }
}

@Suite struct HomeAssistantTests {
    @Test func theDeviceIsDescribedWithItsNameAndAvailability() throws {
        let description = try description(kitchen(.read, name: "Küche"))
        #expect(description["availability_topic"] == "eggtimer/1a2b/status")
        guard case .object(let device)? = description["device"] else {
            Issue.record("there is no device")
            return
        }
        #expect(device["identifiers"] == ["eggtimer_1a2b"] && device["name"] == "Küche")
        #expect(device["manufacturer"] == "eggtimer" && device["configuration_url"] == nil)
    }

    @Test func entitiesAreNamedInTheLanguageAndKeepTheirIDs() throws {
        var german = BridgedKitchen(id: "1a2b", name: "Kitchen", access: .full, prefix: "eggtimer")
        german.language = Language("de", pluralRule: "0") { english, _ in
            ["Dismiss": ["Stopp"], "State": ["Zustand"], "soft": ["weich"]][english]
        }
        let (named, english) = (try entities(HomeAssistant(kitchen: german)), try entities(kitchen(.full)))
        #expect(named.keys == english.keys)
        for (id, name) in [("dismiss", "Stopp"), ("state", "Zustand"), ("egg_soft", "Weich"), ("snooze", "Snooze")] {
            #expect(named[id]?["name"] == .text(name))
        }
        for key in ["options", "default_entity_id"] {
            #expect(named.mapValues { $0[key] } == english.mapValues { $0[key] })
        }
        #expect(named["egg_soft"]?["default_entity_id"] == "button.Kitchen Soft")
    }

    @Test func theDeviceLinksToAnOpenPage() throws {
        var open = someKitchen()
        open.page = "http://192.168.1.5:8090/"
        guard case .object(let device)? = try description(HomeAssistant(kitchen: open))["device"] else {
            Issue.record("there is no device")
            return
        }
        #expect(device["configuration_url"] == "http://192.168.1.5:8090/")
    }

    // As `eggctl page --open` writes it: everywhere, at an address, for this machine alone; and no such file.
    @Test(
        arguments: [
            ("ListenStream=\nListenStream=8091\n", "http://10.0.0.2:8091/"),
            ("ListenStream=\nListenStream=127.0.0.1:8090\nListenStream=192.168.1.5:8090\n", "http://192.168.1.5:8090/"),
            ("ListenStream=\nListenStream=[fd00::1]:8090\n", "http://[fd00::1]:8090/"),
            ("ListenStream=\nListenStream=127.0.0.1:8091\n", nil), ("", nil),
        ] as [(String, String?)])
    func theAddressOfThePageIsThatOfItsSocket(_ lines: String, _ address: String?) {
        #expect(PageAddress.address(in: lines, machine: "10.0.0.2") == address)
    }

    @Test func theDashboardShowsWhatACookNeeds() throws {
        let found = try entities(kitchen(.full))
        let elsewhere = found.compactMapValues { $0["entity_category"] }
        let readings = ["problem", "countdown", "timer"].map { ($0, DescriptionValue.text("diagnostic")) }
        #expect(elsewhere == Dictionary(uniqueKeysWithValues: readings + [("command", "config")]))
        #expect(
            found["timer"]?["event_types"]
                == .texts([
                    "started", "replaced", "paused", "resumed", "extended", "renamed", "warned", "cued", "rang",
                    "snoozed",
                    "missed", "dismissed", "cancelled", "undone",
                ]))
    }

    @Test func theCountdownHasTheStatesOfHomeAssistantsOwnTimers() throws {
        let countdown = try #require(try entities(kitchen(.read))["countdown"])
        #expect(countdown["options"] == ["idle", "active", "paused"])
        #expect(countdown["default_entity_id"] == "sensor.Kitchen Countdown")
        #expect(countdown["state_topic"] == "eggtimer/1a2b/timers" && countdown["value_template"] != nil)
        #expect(countdown["json_attributes_topic"] == "eggtimer/1a2b/timers")
    }

    @Test func theStateIsThatOfTheMostUrgentTimer() throws {
        let template = """
            {% set states = value_json.timers | map(attribute='state') | list %}\
            {{ ['ringing', 'cooking', 'snoozed', 'missed', 'paused'] | select('in', states) | first | default('idle') }}
            """
        #expect(try entities(kitchen(.read))["state"]?["value_template"] == .text(template))
    }

    @Test func whatIsOfferedFollowsTheAccess() throws {
        let readings: Set = ["next_end", "countdown", "state", "ringing", "problem", "timer"]
        let answers: Set = ["dismiss", "snooze", "one_minute_more", "paused", "command", "answer"]
        let starts: Set = ["undo", "egg_soft", "egg_medium", "egg_hard"]
        #expect(try Set(entities(kitchen(.read)).keys) == readings)
        #expect(try Set(entities(kitchen(.answer)).keys) == readings.union(answers))
        #expect(try Set(entities(kitchen(.full)).keys) == readings.union(answers).union(starts))
    }

    @Test func withReadAccessNothingCanBeCommanded() throws {
        #expect(try entities(kitchen(.read)).values.allSatisfy { $0["command_topic"] == nil })
    }

    @Test func theIdsOfEntitiesDoNotDependOnTheKitchensName() throws {
        let (one, other) = (try entities(kitchen(.full)), try entities(kitchen(.full, name: "Other")))
        #expect(one.mapValues { $0["unique_id"] } == other.mapValues { $0["unique_id"] })
        #expect(one["ringing"]?["unique_id"] == "eggtimer_1a2b_ringing")
        #expect(Set(one.values.map { $0["unique_id"] }).count == one.count)
    }

    @Test func aButtonStartsItsEgg() throws {
        let soft = try entities(kitchen(.full))["egg_soft"]
        #expect(soft?["platform"] == "button" && soft?["name"] == "Soft")
        #expect(soft?["command_topic"] == "eggtimer/1a2b/call/Start" && soft?["payload_press"] == #"{"egg":"soft"}"#)
    }

    @Test(arguments: ["Œuf à la coque", "Soft", "a\"b", String(repeating: "x", count: 64), "9"])
    func anEggWithAnyNameHasAStableId(name: String) throws {
        let found = try entities(kitchen(.full), [egg(name)]).filter { $0.key.hasPrefix("egg_") }
        let (id, button) = try #require(found.first)
        #expect(found.count == 1 && Entity.isID(id))
        #expect(try entities(kitchen(.full), [egg("b"), egg(name)])[id] == button)
        guard case .text(let payload)? = button["payload_press"] else {
            Issue.record("there is no payload")
            return
        }
        #expect(try decodeJSON([String: String].self, from: Array(payload.utf8)) == ["egg": name])
    }

    @Test func similarNamesHaveTheirOwnButtons() throws {
        let names = ["soft", "Soft", "sôft", "so\u{302}ft", "egg_soft", "_soft"]
        #expect(try entities(kitchen(.full), names.map(egg)).keys.count { $0.hasPrefix("egg_") } == names.count)
    }

    @Test func anEggThatLeavesTheMenuIsRemovedAndStaysRemoved() throws {
        let first = try #require(kitchen(.full).descriptions(menu, earlier: nil).first)
        let second = try #require(kitchen(.full).descriptions([egg("soft")], earlier: first.payload).first)
        let later = try entities(kitchen(.full), [egg("soft"), egg("hard")], earlier: second.payload)
        #expect(
            try entities(kitchen(.full), [egg("soft")], earlier: first.payload)["egg_hard"] == ["platform": "button"])
        #expect(later["egg_medium"] == ["platform": "button"])
        #expect(later["egg_hard"]?["command_topic"] == "eggtimer/1a2b/call/Start")
    }

    @Test func whatIsNoLongerAllowedIsRemoved() throws {
        let full = try #require(kitchen(.full).descriptions(menu, earlier: nil).first)
        let read = try entities(kitchen(.read), earlier: full.payload)
        #expect(read["paused"] == ["platform": "switch"] && read["egg_soft"] == ["platform": "button"])
        #expect(read["ringing"]?["state_topic"] == "eggtimer/1a2b/timers")
    }

    @Test(arguments: [
        "", "x", "[]", "{}", #"{"components":[]}"#, #"{"components":{"a":{}}}"#,
        #"{"components":{"a":{"platform":"x"}}}"#,
        ##"{"components":{"a/#":{"platform":"button"},"\u00e9":{"platform":"button"}}}"##,
    ])
    func aRetainedDescriptionThatIsNotOursChangesNothing(text: String) throws {
        #expect(try entities(kitchen(.full), earlier: text) == entities(kitchen(.full)))
    }

    @Test func aHugeRetainedDescriptionIsLimited() throws {
        let many = (0..<5_000).map { #""a\#($0)":{"platform":"button"}"# }.joined(separator: ",")
        #expect(try entities(kitchen(.read), earlier: "{\"components\":{\(many)}}").count <= 256 + 6)
    }

    @Test func forgettingRemovesTheDevice() {
        #expect(
            kitchen(.full).removals
                == [BridgeMessage("homeassistant/device/eggtimer_1a2b/config", "", isRetained: true)])
    }
}
