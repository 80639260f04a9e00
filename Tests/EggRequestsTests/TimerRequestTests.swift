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
        (.pause("tea"), #"Pause{"name":"tea"}"#), (.resume(nil), "Resume{}"),
        (.extend("tea", by: .seconds(-30)), #"Extend{"byMs":-30000,"name":"tea"}"#),
        (.rename(nil, to: "tea"), #"Rename{"to":"tea"}"#), (.dismiss("tea"), #"Dismiss{"name":"tea"}"#),
        (.snooze("tea"), #"Snooze{"name":"tea"}"#), (.snooze(nil, for: .minutes(2)), #"Snooze{"forMs":120000}"#),
        (.cancel("tea"), #"Cancel{"name":"tea"}"#), (.cancel(.typed("Tea")), #"Cancel{"typed":"Tea"}"#),
        (.extend(.typed("Tea"), by: .seconds(1)), #"Extend{"byMs":1000,"typed":"Tea"}"#),
        (.rename(.typed("Tea"), to: "x"), #"Rename{"to":"x","typed":"Tea"}"#),
        (.snooze(.typed("Tea")), #"Snooze{"typed":"Tea"}"#),
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
            [TimerRequest.pause("tea"), .resume("tea"), .dismiss("tea"), .dismiss("tea"), .dismiss("tea")]))
    func oneKeyMakesTheMostLikelyRequest(state: Timers.State, request: TimerRequest) {
        #expect(timer(state, state.offeredMethods).likelyRequest == request)
    }

    @Test func methodsOfANewerDaemonArePassedOver() {
        #expect(timer(.ringing, ["Flip", "Dismiss"]).likelyRequest == .dismiss("tea"))
        #expect(timer(.cooking, ["Flip"]).likelyRequest == nil)
    }
}
