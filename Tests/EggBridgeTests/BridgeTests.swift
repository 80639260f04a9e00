import EggClient
import EggConfig
import EggWire
import MQTT
import Testing
import Varlink

@testable import EggBridge

@Suite struct BridgeTests {
    private let start = SuspendingClock.now

    private func bridge(_ access: Access = .full, describes: Bool = false) -> Bridge {
        Bridge(someKitchen(access), describes: describes)
    }

    /// A bridge that knows the timers and is connected.
    private func running(_ access: Access = .full) -> Bridge {
        var bridge = bridge(access)
        _ = bridge.watched(.event(reply([])), at: now)
        _ = bridge.connected(at: now)
        return bridge
    }

    private func message(_ topic: String, _ text: String, isRetained: Bool = false) -> MQTTMessage {
        MQTTMessage(topic: "eggtimer/1a2b/\(topic)", payload: Array(text.utf8), isRetained: isRetained)
    }

    private func published(_ effects: [Bridge.Effect]) -> [String] {
        effects.compactMap {
            guard case .publish(let message) = $0 else { return nil }
            let name = message.topic.split(separator: "/").last ?? ""
            return name == "status" ? "status \(message.payload)" : String(name)
        }
    }

    private func only(_ effects: [Bridge.Effect]) -> Bridge.Effect? { effects.count == 1 ? effects[0] : nil }

    private func subscribed(_ effects: [Bridge.Effect]) -> [String] {
        effects.compactMap { if case .subscribe(let topic, _, _) = $0 { topic } else { nil } }
    }

    @Test func everythingIsPublishedAtEachConnection() {
        var bridge = bridge()
        #expect(published(bridge.watched(.event(reply([timer()])), at: now)) == [])
        #expect(published(bridge.connected(at: now)) == ["timers", "sound", "status online"])
        _ = bridge.disconnected(at: now)
        #expect(published(bridge.watched(.event(reply([], .cancelled, of: "egg")), at: now)) == [])
        #expect(published(bridge.connected(at: now)) == ["timers", "sound", "status online"])
    }

    @Test func withoutEggdTheKitchenIsOffline() throws {
        var bridge = bridge()
        #expect(published(bridge.connected(at: now)) == ["status offline"])
        #expect(
            published(bridge.watched(.event(reply([])), at: now)) == ["timers", "sound", "status online"])
        #expect(published(bridge.watched(.stalled, at: now)) == ["status offline"])
        #expect(published(bridge.watched(.event(reply([], .tick)), at: now)) == ["status online"])
        #expect(published(bridge.watched(.lost(.client(.connectionLost)), at: now)) == ["status offline"])
    }

    @Test func withReadAccessNoCommandIsSubscribedTo() {
        var reading = bridge(.read)
        // Messages that were published with other settings are removed.
        let earlier = ["homeassistant/device/eggtimer_1a2b/config", "+/1a2b/status", "+/+/1a2b/status"]
        #expect(subscribed(reading.connected(at: now)) == ["eggtimer/1a2b/status", "eggtimer/1a2b/ask"] + earlier)
        #expect(reading.received(message("command", "dismiss"), at: start, now).isEmpty)
        var answering = bridge(.answer)
        let topics = ["status", "ask", "command", "call/+"].map { "eggtimer/1a2b/\($0)" }
        #expect(subscribed(answering.connected(at: now)) == topics + earlier)
    }

    @Test func aLateWillIsSetRight() {
        var bridge = running()
        #expect(published(bridge.received(message("status", "offline"), at: start, now)) == ["status online"])
        #expect(bridge.received(message("status", "online"), at: start, now).isEmpty)
    }

    @Test func theFarewellIsNotSetRight() {
        var bridge = running()
        #expect(bridge.end() == BridgeMessage("eggtimer/1a2b/status", "offline", isRetained: true))
        #expect(bridge.received(message("status", "offline"), at: start, now).isEmpty)
    }

    @Test func aRetainedCommandIsIgnoredAndSaidOnce() {
        var bridge = running()
        let effects = bridge.received(message("command", "soft", isRetained: true), at: start, now)
        guard case .say? = only(effects) else {
            Issue.record("\(effects)")
            return
        }
        #expect(bridge.received(message("call/Start", "{}", isRetained: true), at: start, now).isEmpty)
    }

    @Test func anAnswerGoesWhereItIsWanted() {
        var bridge = running()
        var call = message("call/Undo", "{}")
        func places() -> [String] {
            guard case .call(let calls, let request)? = only(bridge.received(call, at: start, now)) else { return [] }
            return calls.map(\.method) + [request.topic, "\(request.correlationData ?? [])", request.command ?? ""]
        }
        #expect(places() == ["Undo", "eggtimer/1a2b/reply", "[]", "{}"])
        (call.responseTopic, call.correlationData) = ("eggtimer/1a2b/reply/panel", [7])
        #expect(places() == ["Undo", "eggtimer/1a2b/reply/panel", "[7]", "{}"])
    }

    @Test(arguments: [
        "eggtimer/other/command", "eggtimer/1a2b/command", "homeassistant/status", "$SYS/x", "a/#", "a/+/b", "",
        "panel/answers", "eggtimer/1a2b/reply/#",
    ])
    func anAnswerIsNobodysCommand(_ topic: String) {
        var bridge = running()
        var call = message("call/Nothing", "{}")
        call.responseTopic = topic
        guard case .answer(_, let request)? = only(bridge.received(call, at: start, now)) else {
            Issue.record("no answer")
            return
        }
        #expect(request.topic == "eggtimer/1a2b/reply")
    }

    @Test func onlyWhatWasCarriedOutIsRemembered() {
        var bridge = running()
        func isCall(_ effects: [Bridge.Effect]) -> Bool { if case .call? = only(effects) { true } else { false } }
        var command = message("command", "soft --name")
        command.correlationData = [1]
        #expect(!isCall(bridge.received(command, at: start, now)))
        command.payload = Array("soft".utf8)
        guard case .call(_, let request)? = only(bridge.received(command, at: start, now)) else {
            Issue.record("no call")
            return
        }
        #expect(!isCall(bridge.received(command, at: start, now)))
        bridge.notCarriedOut(request)
        #expect(isCall(bridge.received(command, at: start, now)))
    }

    @Test func aFloodIsAnsweredOnceASecondAndDismissingIsNot() {
        var bridge = running()
        var (calls, answers, said) = (0, 0, [String]())
        for _ in 0..<1000 {
            for effect in bridge.received(message("command", "soft"), at: start, now) {
                switch effect {
                case .call: calls += 1
                case .say(let line): said.append(line)
                default: answers += 1
                }
            }
        }
        #expect(calls == 20 && answers == 1 && said.count == 1)
        // The log names the topic, once.
        #expect(said.first?.hasPrefix("eggtimer/1a2b/command gets more than 200 messages in a second") == true)
        guard case .call? = only(bridge.received(message("command", "dismiss"), at: start, now)) else {
            Issue.record("dismissing was refused")
            return
        }
    }

    @Test func aLongPayloadIsRefusedUnread() {
        var bridge = running()
        let effects = bridge.received(
            message("command", String(repeating: " ", count: 16_400) + "soft"), at: start, now)
        guard case .answer(let answer, _)? = only(effects) else {
            Issue.record("\(effects)")
            return
        }
        #expect(answer.message == "a command can have at most 16384 bytes")
    }

    @Test func homeAssistantGetsEverythingAgainAfterItsAnnouncement() {
        var bridge = bridge(describes: true)
        _ = bridge.watched(.event(reply([timer()])), at: now)
        _ = bridge.menuArrived([Timers.Egg(name: "soft", durationMs: 1, description: "")])
        let all = ["config", "timers", "sound", "status online"]
        #expect(published(bridge.connected(at: now)) == all)
        let announcement = MQTTMessage(topic: "homeassistant/status", payload: Array("online".utf8))
        #expect(bridge.received(announcement, at: start, now) == [.waitAfterAnnouncement])
        #expect(published(bridge.announcementIsOver(at: now)) == all)
        let farewell = MQTTMessage(topic: "homeassistant/status", payload: Array("offline".utf8))
        #expect(bridge.received(farewell, at: start, now).isEmpty)
    }

    /// No tick has told it: eggd sends none.
    @Test func everythingIsPublishedAsItIsThen() throws {
        var bridge = bridge()
        _ = bridge.watched(.event(reply([timer(), timer(.ringing, name: "a"), timer(.paused, name: "b")])), at: now)
        // Nor does a step of the wall clock matter.
        let later = Moment(unixMs: now.unixMs - 3_600_000, isClockRight: true, bootMs: 60_000)
        guard
            case .publish(let message)? = bridge.connected(at: later).first(where: {
                if case .publish = $0 { true } else { false }
            })
        else {
            Issue.record("nothing is published")
            return
        }
        struct Shown: Decodable { let timers: [Timers.Timer] }
        let timers = try decodeJSON(Shown.self, from: Array(message.payload.utf8)).timers
        #expect(timers.map(\.remainingMs) == [180_000, 240_000, 240_000])
        #expect(timers.map(\.overdueMs) == [0, 60_000, 0] && abs(timers[0].progress - 0.4) < 0.001)
    }

    /// The alarm, as the first message about it had it.
    private func alarms(_ effects: [Bridge.Effect]) -> [String] {
        published(effects).filter { $0 == "event" }
    }

    @Test(arguments: [true, false]) func anAlarmThatRangUnheardIsSentAgain(_ hasBroker: Bool) {
        var bridge = bridge(describes: true)
        _ = bridge.watched(.event(reply([timer()])), at: now)
        _ = bridge.connected(at: now)
        if !hasBroker { _ = bridge.disconnected(at: now) }
        let rang = bridge.watched(.event(reply([timer(.ringing)], .rang, of: "egg")), at: now)
        #expect(alarms(rang) == (hasBroker ? ["event"] : []))
        // A connection alone sends what none has sent, and Home Assistant's announcement what it may have missed.
        #expect(alarms(bridge.connected(at: now)) == (hasBroker ? [] : ["event"]))
        #expect(alarms(bridge.connected(at: now)) == [])
        #expect(alarms(bridge.announcementIsOver(at: now)) == ["event"])
        #expect(alarms(bridge.announcementIsOver(at: now)) == [])
    }

    /// The network was gone already when the alarm was published.
    @Test func anAlarmThatTheBrokerHasNotConfirmedIsSentAgain() throws {
        var (bridge, outbox) = (bridge(describes: true), Outbox())
        _ = bridge.watched(.event(reply([timer()])), at: now)
        _ = bridge.connected(at: now)
        for case .publish(let message) in bridge.watched(.event(reply([timer(.ringing)], .rang, of: "egg")), at: now) {
            outbox.add(MQTTMessage(message))
        }
        var number: Int32 = 0
        outbox.send { _ in
            number += 1
            return number
        }
        var confirmed = bridge
        _ = bridge.disconnected(dropping: outbox.disconnected(), at: now)
        #expect(alarms(bridge.connected(at: now)) == ["event"] && alarms(bridge.connected(at: now)) == [])
        _ = confirmed.disconnected(dropping: outbox.disconnected(), at: now)
        #expect(alarms(confirmed.connected(at: now)) == [])
    }

    @Test func anAlarmThatWasAnsweredMeanwhileIsNotSentAgain() {
        var bridge = bridge(describes: true)
        _ = bridge.watched(.event(reply([timer(.ringing)], .rang, of: "egg")), at: now)
        _ = bridge.watched(.event(reply([], .dismissed, of: "egg")), at: now)
        #expect(alarms(bridge.connected(at: now)) == [] && alarms(bridge.announcementIsOver(at: now)) == [])
    }

    @Test func whatWasPublishedWithOtherSettingsIsRemoved() {
        var bridge = running()
        func removed(_ topic: String, isRetained: Bool = true) -> [String] {
            let message = MQTTMessage(topic: topic, payload: Array("offline".utf8), isRetained: isRetained)
            return bridge.received(message, at: start, now).map {
                guard case .publish(let message) = $0, message.isRetained, message.payload.isEmpty else {
                    return "\($0)"
                }
                return message.topic
            }
        }
        #expect(removed("eggs/1a2b/status") == ["timers", "sound", "status"].map { "eggs/1a2b/\($0)" })
        #expect(removed("home/eggs/1a2b/status").count == 3 && removed("eggs/9f9f/status").isEmpty)
        #expect(removed("eggs/1a2b/status", isRetained: false).isEmpty)
        // Without discovery.
        #expect(removed("homeassistant/device/eggtimer_1a2b/config").count == 1)
    }

    @Test func eggsThatLeftTheMenuWhileTheBridgeDidNotRunAreRemoved() throws {
        var earlier = bridge(describes: true)
        _ = earlier.connected(at: now)
        let eggs = ["soft", "poached"].map { Timers.Egg(name: $0, durationMs: 1, description: "") }
        guard case .publish(let old)? = earlier.menuArrived(eggs).first else {
            Issue.record("no description")
            return
        }
        var bridge = bridge(describes: true)
        _ = bridge.menuArrived([eggs[0]])
        _ = bridge.connected(at: now)
        let retained = MQTTMessage(topic: old.topic, payload: Array(old.payload.utf8), isRetained: true)
        guard case .publish(let new)? = only(bridge.received(retained, at: start, now)) else {
            Issue.record("nothing was sent")
            return
        }
        #expect(new.payload.contains(#""egg_poached":{"platform":"button"}"#))
        #expect(!old.payload.contains(#""egg_poached":{"platform":"button"}"#))
        // The echo of its own description changes nothing.
        let echo = MQTTMessage(topic: new.topic, payload: Array(new.payload.utf8))
        #expect(bridge.received(echo, at: start, now).isEmpty)
    }

    @Test func theMenuIsAskedForAtTheStartAndWhenItChanges() {
        var bridge = bridge()
        #expect(bridge.watched(.event(reply([])), at: now) == [.readMenu])
        #expect(bridge.watched(.event(reply([], .started, of: "egg")), at: now) == [])
        #expect(bridge.watched(.event(reply([], .kitchen)), at: now) == [.readMenu])
    }

    @Test func theKitchensIdDependsOnMachineAndUserOnly() {
        func kitchen(_ name: String, _ machine: String, _ user: UInt32) -> BridgedKitchen {
            var settings = MQTTSettings(broker: .unixSocket(path: "/run/broker"))
            settings.kitchen = name
            return BridgedKitchen(settings, machine: machine, user: user)
        }
        let one = kitchen("Kitchen", "a", 1)
        #expect(one.id == kitchen("Küche", "a", 1).id && one.id.count == 12)
        #expect(one.id != kitchen("Kitchen", "b", 1).id && one.id != kitchen("Kitchen", "a", 2).id)
    }
}
