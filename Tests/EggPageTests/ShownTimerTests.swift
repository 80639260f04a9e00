import EggClient
import EggWire
import HTTP
import Testing
import Varlink

@testable import EggPage

/// What the page gets beside the values of eggd.
@Suite struct ShownTimerTests {
    private struct Message: Decodable {
        let name: String
        let state: Timers.State
        let shown: Shown
    }

    private struct Shown: Decodable {
        let tone, title, detail, label, goal, note, brief, action, answer: String
        let alarm: String?
        let ticks, isDue, rings, isOver: Bool
    }

    private func message(_ state: Timers.State, _ change: (inout Timers.Timer) -> Void = { _ in }) throws -> Message {
        var timer = Timers.Timer(
            name: "egg", egg: "soft", state: state, durationMs: 300_000, remainingMs: 60_000, overdueMs: 0,
            progress: 0.8, endsAtUnixMs: 1_800_000_000_000, actions: ["Pause", "Cancel"], id: "1")
        change(&timer)
        return try decodeJSON(Message.self, from: encodeJSON(ShownTimer(timer: timer)))
    }

    @Test func aTimerComesWithWhatIsShownOfIt() throws {
        let cooking = try message(.cooking)
        #expect(cooking.name == "egg" && cooking.state == .cooking)
        let shown = cooking.shown
        #expect(shown.tone == "running" && shown.title == "Soft egg" && shown.detail.isEmpty)
        #expect(shown.note == "done {end}" && shown.brief == "{left}" && shown.action == "Pause")
        #expect(shown.ticks && !shown.isDue && !shown.rings && !shown.isOver)
        #expect(try message(.missed).shown.answer == "Seen")
    }

    /// One that is only shown here doesn't ring on pages either.
    @Test(arguments: [true, false]) func aTimerOfAnotherKitchenSaysSo(rings: Bool) throws {
        let shown = try message(.ringing) {
            $0.name = "cellar/egg"
            $0.origin = .init(
                kitchen: "1", kitchenName: "cellar", run: "a", name: "egg", isReachable: rings, rings: rings)
        }.shown
        #expect(shown.title == "cellar: soft egg" && shown.label == "cellar: soft egg" && shown.rings == rings)
        #expect(shown.detail == (rings ? "" : "cellar can't be reached"))
    }

    @Test func anAlarmSaysWhyItRings() throws {
        #expect(try message(.cooking).shown.alarm == nil)
        #expect(try message(.ringing).shown.alarm == "done")
        #expect(try message(.missed).shown.alarm == "done, and nobody answered")
    }

    @Test func eggsOfAGroupSayWhatToDoNext() throws {
        let waiting = try message(.cooking) {
            ($0.name, $0.group, $0.count) = ("2 soft eggs", "pot", 2)
            $0.cue = .init(text: "2 soft eggs in", cookMs: 300_000)
        }.shown
        #expect(waiting.goal == "2 soft eggs in" && waiting.title == "2 soft eggs" && waiting.detail == "together")
        #expect(waiting.note == "in {end}" && waiting.label == "2 soft eggs")
    }

    @Test func anEstimateSaysWhyItIsOne() throws {
        let shown = try message(.cooking) { $0.isEstimated = true }.shown
        #expect(shown.note == "at most; the clock isn’t known to be right")
    }

    private struct History: Decodable {
        struct Run: Decodable {
            let name: String
            let shown: [String: String]
        }
        let runs: [Run]
    }

    @Test func aRunComesWithItsEnd() throws {
        let run = Timers.Run(
            name: "egg 2", egg: "soft", startedAtUnixMs: 0, durationMs: 300_000, ending: .dismissed,
            endedAtUnixMs: 320_000, overdueMs: 20_000, pauses: [], id: "1")
        let reply = try #require(
            JSONText(encodeJSON(Timers.History.Reply(runs: [run], historyOut: nil))))
        let body = Router.reply(.reply(reply), of: Timers.History.name, Endpoint(path: "")).body
        let shown = try #require(try decodeJSON(History.self, from: body).runs.first)
        #expect(shown.name == "egg 2")
        let words = ["title": "Soft egg 2", "detail": "", "ending": "dismissed 0:20 after it was done"]
        #expect(shown.shown == words.merging(["link": "egg=soft"]) { $1 })
    }
}
