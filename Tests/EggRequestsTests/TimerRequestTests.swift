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
        (.cancel("tea"), #"Cancel{"name":"tea"}"#),
    ]

    @Test(arguments: calls) func aRequestIsOneCall(request: TimerRequest, call: String) throws {
        #expect(try request.call(by: Writer()) == call)
        #expect(call.hasPrefix(request.method.name.dropFirst("\(Timers.interface).".count)))
    }

    @Test(arguments: calls) func itCanBeMadeAboutAnotherTimer(request: TimerRequest, call: String) throws {
        let other = try request.about("left").call(by: Writer())
        #expect(other.contains(#""name":"left""#) && other.prefix { $0 != "{" } == call.prefix { $0 != "{" })
        #expect(request.about("left").about(nil) == request.about(nil))
    }

    private typealias Line = (words: String, request: TimerRequest, timers: TimerChoice)

    private static let tea = TimerChoice.named([TimerName("tea")].compactMap { $0 })
    private static let lines: [Line] = [
        ("soft", .start(egg: "soft", name: "egg"), .unnamed),
        ("start soft", .start(egg: "soft", name: "egg"), .unnamed),
        ("9m --name tea", .start(.minutes(9), name: "tea"), .unnamed),
        ("5 minutes", .start(.minutes(5), name: "timer"), .unnamed),
        (
            "cook soft:2 hard", .cook(.init(eggs: [.init(egg: "soft", count: 2), .init(egg: "hard", count: 1)])),
            .unnamed
        ),
        ("extend 1m", .extend(nil, by: .minutes(1)), .unnamed),
        ("extend -30s tea", .extend(nil, by: .seconds(-30)), tea), ("pause --all", .pause(nil), .all),
        ("resume --name tea", .resume(nil), tea), ("stop", .dismiss(nil), .unnamed),
        ("snooze 2m", .snooze(nil, for: .minutes(2)), .unnamed), ("snooze tea", .snooze(nil), tea),
        ("rename tea left", .rename("tea", to: "left"), .unnamed), ("cancel tea", .cancel(nil), tea),
    ]

    private func read(_ words: String) throws -> (request: TimerRequest, timers: TimerChoice) {
        try TimerRequest.read(words.split(separator: " ").map(String.init), at: 0)
    }

    @Test(arguments: lines) func wordsAreARequest(words: String, request: TimerRequest, timers: TimerChoice) throws {
        let read = try read(words)
        #expect(read.request == request && read.timers == timers)
    }

    /// In each zone clocks show each minute within a day.
    @Test func aTimeOfDayIsACountdown() throws {
        guard case .start(let parameters) = try read("--at 18:30").request, let time = parameters.durationMs else {
            Issue.record("not a countdown")
            return
        }
        #expect((1000...86_400_000).contains(time) && time % 60_000 == 0)
    }

    /// The sentences of eggctl.
    @Test(arguments: [
        ("", "missing egg or time, such as soft, medium, hard or 7m30s"),
        ("9", "'9' has no unit; write 9m for minutes or 9s for seconds"),
        ("25h", "25h is out of range; a time can be 1s to 24h"),
        ("soft left", "unexpected argument 'left'; to name the timer, use --name left"),
        ("extend", "missing time, such as 30s, or -30s to shorten the countdown"),
        ("pause --since 20s", "'pause' has no option '--since'"),
        ("pause --all tea", "--all and a name can't be combined"), ("rename a b c", "unexpected argument 'b'"),
        ("5m --size L", "--size is for an egg such as soft; a time is used as it is"),
        ("--at 18::30", "'18::30' isn't a time of day; write it like 18:30, 7:05 or 6pm"),
    ])
    func otherWordsAreAComplaint(words: String, message: String) {
        #expect(throws: Complaint(message)) { try read(words) }
    }

    private func timer(_ state: Timers.State, _ actions: [String]?) -> Timers.Timer {
        Timers.Timer(
            name: "tea", egg: "soft", state: state, durationMs: 1000, remainingMs: 0, overdueMs: 0, progress: 1,
            endsAtUnixMs: nil, actions: actions)
    }

    @Test(
        arguments: zip(
            Timers.State.allCases,
            [TimerRequest.pause("tea"), .resume("tea"), .dismiss("tea"), .dismiss("tea"), .dismiss("tea")]))
    func oneKeyMakesTheMostLikelyRequest(state: Timers.State, request: TimerRequest) {
        #expect(timer(state, state.offeredMethods).likelyRequest == request)
    }

    /// Methods of a newer daemon are passed over; an older one refuses what isn't possible.
    @Test func daemonsOfOtherVersionsAreUnderstood() {
        #expect(timer(.ringing, ["Flip", "Dismiss"]).likelyRequest == .dismiss("tea"))
        #expect(timer(.cooking, ["Flip"]).likelyRequest == nil)
        #expect(timer(.paused, nil).offers(Timers.Pause.self))
    }
}
