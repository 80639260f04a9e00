import EggRequests
import EggTestSupport
import EggTimers
import EggWire
import Testing
import Varlink

@Suite struct TimerRequestTests {
    /// Writes calls instead of making them.
    private struct Writer: TimerCaller {
        typealias Answer = String
        typealias Problem = ClientError

        func call<M: Method>(_ method: M.Type, _ parameters: M.Parameters) throws(ClientError) -> String {
            let all = (try? encodeJSON(parameters)).map { String(decoding: $0, as: UTF8.self) } ?? "?"
            let text = all.replacing(/"\w+":null,?/, with: "").replacing(",}", with: "}")
            return "\(method.name.split(separator: ".").last ?? "")\(text)"
        }
    }

    private static let calls: [(TimerRequest, String)] = [
        (.start(egg: "soft"), #"Start{"egg":"soft"}"#),
        (.start(.minutes(9), name: "tea"), #"Start{"durationMs":540000,"name":"tea"}"#),
        (.start(.init(egg: "soft", sound: "chime")), #"Start{"egg":"soft","sound":"chime"}"#),
        (.cook(.init(eggs: [.init(egg: "soft", count: 2)])), #"Cook{"eggs":[{"count":2,"egg":"soft"}]}"#),
        (.change(.pause, "tea"), #"Pause{"name":"tea"}"#), (.change(.resume, nil), "Resume{}"),
        (.change(.extend(by: .seconds(-30)), "tea"), #"Extend{"byMs":-30000,"name":"tea"}"#),
        (.rename(nil, to: "tea"), #"Rename{"to":"tea"}"#), (.change(.dismiss, "tea"), #"Dismiss{"name":"tea"}"#),
        (.change(.snooze(), "tea"), #"Snooze{"name":"tea"}"#),
        (.change(.snooze(for: .minutes(2)), nil), #"Snooze{"forMs":120000}"#),
        (.change(.cancel, "tea"), #"Cancel{"name":"tea"}"#),
        (.change(.cancel, .typed("Tea")), #"Cancel{"typed":"Tea"}"#),
        (.change(.extend(by: .seconds(1)), .typed("Tea")), #"Extend{"byMs":1000,"typed":"Tea"}"#),
        (.rename(.typed("Tea"), to: "x"), #"Rename{"to":"x","typed":"Tea"}"#),
        (.change(.snooze(), .typed("Tea")), #"Snooze{"typed":"Tea"}"#),
        (.change(.snooze(), .run("1", name: "tea")), #"Snooze{"id":"1","name":"tea"}"#),
        (.change(.extend(by: .seconds(1)), .run("1", name: nil)), #"Extend{"byMs":1000,"id":"1"}"#),
        (.change(.dismiss, .run("1", name: "tea")), #"Dismiss{"id":"1","name":"tea"}"#),
        (.rename(.run("1", name: "tea"), to: "x"), #"Rename{"id":"1","name":"tea","to":"x"}"#),
    ]

    @Test(arguments: calls) func aRequestIsOneCall(request: TimerRequest, call: String) throws {
        #expect(try request.call(by: Writer()) == call)
        #expect(call.hasPrefix(request.method.name.dropFirst("\(Timers.interface).".count)))
    }

    @Test(arguments: calls) func itCanBeMadeAboutAnotherTimer(request: TimerRequest, call: String) throws {
        let other = try request.about("left").call(by: Writer())
        let starts = call.hasPrefix("Start") || call.hasPrefix("Cook")
        #expect(starts ? other == call : other.contains(#""name":"left""#))
        #expect(other.prefix { $0 != "{" } == call.prefix { $0 != "{" })
        #expect(request.about("left").about(nil) == request.about(nil))
    }

    private func timer(_ state: Timers.State, _ actions: [String]) -> Timers.Timer {
        Timers.Timer(
            name: "tea", egg: "soft", state: state, durationMs: 1000, remainingMs: 0, overdueMs: 0, progress: 1,
            endsAtUnixMs: nil, actions: actions, id: "1")
    }

    @Test(
        arguments: zip(
            Timers.State.allCases,
            [TimerChange.pause, .resume, .dismiss, .dismiss, .dismiss]))
    func oneKeyMakesTheMostLikelyRequest(state: Timers.State, change: TimerChange) {
        #expect(timer(state, state.offeredMethods).likelyRequest == .change(change, .run("1", name: "tea")))
    }

    @Test(arguments: Action.allCases) func eachActionIsAMethodThatChangesTimers(action: Action) {
        #expect(Timers.MethodName(rawValue: action.rawValue)?.row.kind == .change)
    }

    @Test func methodsOfANewerDaemonArePassedOver() {
        let request = TimerRequest.change(.dismiss, .run("1", name: "tea"))
        #expect(timer(.ringing, ["Flip", "Dismiss"]).likelyRequest == request)
        #expect(timer(.cooking, ["Flip"]).likelyRequest == nil)
    }

    @Test func theFirstActionIsTheLikelyOne() {
        #expect(timer(.ringing, ["Snooze", "Dismiss", "Pause"]).likelyRequest?.method.name == Timers.Dismiss.name)
    }
}
