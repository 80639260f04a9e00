import EggClient
import EggWire
import MQTT
import Testing

@testable import EggBridge

/// The messages of a kitchen to those that follow it.
@Suite struct FollowersTests {
    private let start = SuspendingClock.now

    private func running(_ access: Access = .full) -> Bridge {
        var bridge = Bridge(someKitchen(access), describes: false)
        _ = bridge.watched(.event(reply([])), at: now)
        _ = bridge.connected(at: now)
        return bridge
    }

    private func message(_ topic: String, _ text: String) -> MQTTMessage {
        MQTTMessage(topic: "eggtimer/1a2b/\(topic)", payload: Array(text.utf8))
    }

    private func ask(_ payload: String) -> MQTTMessage { message("ask", payload) }

    private func only(_ effects: [Bridge.Effect]) -> Bridge.Effect? { effects.count == 1 ? effects[0] : nil }

    @Test func aKitchenThatAsksGetsTheTimersAsTheyAre() throws {
        var bridge = running(.read)
        _ = bridge.watched(.event(reply([timer()])), at: now)
        let later = Moment(unixMs: now.unixMs, isClockRight: true, bootMs: 60_000)
        let question = ask(#"{"reply":"9f9f-1","from":"Living room"}"#)
        guard case .publish(let answer)? = only(bridge.received(question, at: start, later)) else {
            Issue.record("no answer")
            return
        }
        #expect(answer.topic == "eggtimer/1a2b/reply/9f9f-1" && !answer.isRetained)
        let heard = try #require(KitchenMessage(Array(answer.payload.utf8)))
        #expect(heard.clocks.uptimeMs == 60_000 && heard.timers.map(\.remainingMs) == [180_000])
        #expect(bridge.kitchenReports.map(\.isFine) == [false])
        _ = bridge.watched(.lost(.client(.connectionLost)), at: later)
        let away = BridgeMessage("eggtimer/1a2b/reply/9f9f-1", "offline")
        #expect(bridge.received(question, at: start, later) == [.publish(away)])
    }

    @Test(arguments: [
        "", "{}", #"{"reply":"","from":"a"}"#, #"{"reply":"a/b","from":"a"}"#, #"{"reply":"+","from":"a"}"#,
        #"{"reply":"a","from":""}"#, #"{"reply":"a","from":"a","more":"\(String(repeating: "x", count: 300))"}"#,
    ])
    func whatIsNoQuestionHasNoAnswer(_ payload: String) {
        var bridge = running(.read)
        #expect(bridge.received(ask(payload), at: start, now).isEmpty)
    }

    @Test func aFloodOfQuestionsHasFewAnswers() {
        var bridge = running()
        let answers = (0..<100).flatMap { _ in
            bridge.received(ask(#"{"reply":"a","from":"a"}"#), at: start, now)
        }
        #expect(answers.count == 20)
        #expect(bridge.received(ask(#"{"reply":"a","from":"a"}"#), room: 10, at: start + .seconds(2), now).isEmpty)
        #expect(bridge.kitchenReports.isEmpty)
    }

    private func published(_ effects: [Bridge.Effect]) throws -> KitchenMessage {
        for case .publish(let message) in effects where message.topic.hasSuffix("/timers") {
            return try #require(KitchenMessage(Array(message.payload.utf8)))
        }
        throw EndpointError.client(.connectionLost)
    }

    private static let health = Timers.Health.Reply(version: "1", ringMs: 7000, snoozeMs: 8000, warningMs: 9000)

    /// A run that ended this many milliseconds ago.
    private func run(_ id: String, _ ago: Int64) -> Timers.Run {
        Timers.Run(
            name: "egg", egg: "soft", startedAtUnixMs: 0, durationMs: 1000, ending: .dismissed,
            endedAtUnixMs: now.unixMs - ago, overdueMs: 0, pauses: [], id: id, from: "Garden")
    }

    @Test func theTimersTellHowTheAlarmsAreAndWhatHasEnded() throws {
        var bridge = running()
        let health = Self.health
        var heard = try published(bridge.healthArrived(health, [run("new", 1000), run("old", 700_000)], at: now))
        #expect((heard.ringMs, heard.snoozeMs, heard.warningMs) == (7000, 8000, 9000) && heard.access == .full)
        #expect(heard.ended == [.init(run: "new", ending: .dismissed, from: "Garden")])
        #expect(bridge.healthArrived(health, [run("new", 1000)], at: now).isEmpty)
        _ = bridge.watched(.event(reply([timer(.ringing), timer(name: "tea")])), at: now)
        // Another kitchen answers.
        _ = bridge.received(message("call/Dismiss", #"{"id":"id-egg","alarm":1,"from":"Garden"}"#), at: start, now)
        heard = try published(bridge.watched(.event(reply([], .dismissed, of: "egg")), at: now))
        #expect(
            heard.ended.map { "\($0.run) \($0.ending) \($0.from ?? "here")" }
                == ["new dismissed Garden", "id-egg dismissed Garden", "id-tea cancelled here"])
        // An undo brings it back, and after ten minutes all is forgotten.
        let later = Moment(unixMs: now.unixMs, isClockRight: true, bootMs: 599_500)
        heard = try published(bridge.watched(.event(reply([timer(name: "tea")], .undone, of: "tea")), at: later))
        #expect(heard.ended.map(\.run) == ["id-egg"])
        let last = Moment(unixMs: now.unixMs, isClockRight: true, bootMs: 600_001)
        let cancelled = bridge.watched(.event(reply([], .cancelled, of: "tea")), at: last)
        #expect(try published(cancelled).ended.map(\.run) == ["id-tea"])
    }

    /// The copy of an egg that eggd has lost with its disk must ring in the other room.
    @Test func onlyTheHistoryTellsWhatHasEndedWhileEggdWasAway() throws {
        var bridge = running()
        _ = bridge.watched(.event(reply([timer(), timer(name: "tea")], .started, of: "tea")), at: now)
        _ = bridge.watched(.lost(.client(.connectionLost)), at: now)
        let effects = bridge.watched(.event(reply([])), at: now)
        #expect(effects.contains(.readMenu))
        #expect(try published(effects).ended.isEmpty)
        let heard = try published(bridge.healthArrived(Self.health, [run("id-tea", 1000)], at: now))
        #expect(heard.ended.map(\.run) == ["id-tea"])
    }

    @Test func theTimersAreShortEnoughToBeRead() throws {
        var bridge = running()
        var effects: [Bridge.Effect] = []
        for number in 0...3000 {
            let timers = [timer(id: "run \(number)")]
            effects = bridge.watched(.event(reply(timers, .replaced, of: "egg")), at: now)
        }
        let heard = try published(effects)
        #expect(heard.ended.count == 256 && heard.ended.last?.run == "run 2999")
    }
}
