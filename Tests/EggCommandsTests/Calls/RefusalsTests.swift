import EggClient
import EggRequests
import EggTimers
import EggWire
import Instants
import POSIX
import Testing

@testable import EggCommands

/// `RefusalWordsTests` has the sentences that all clients share.
@Suite struct RefusalsTests {
    /// The message about a refusal that needs no list of timers.
    private func failure(_ error: TimersError, of request: TimerRequest? = nil) -> Failure {
        let refusals = Refusals(request: request, isNamed: true) {
            Issue.record("the timers were asked for")
            return []
        }
        let failure = refusals.failure(error)
        #expect(failure.refusal == error.reply.error)
        return unnamed(failure)
    }

    /// A failure without the error's name on the wire.
    private func unnamed(_ failure: Failure) -> Failure {
        var failure = failure
        failure.refusal = nil
        return failure
    }

    private static let start = TimerRequest.start(.init(elapsedMs: 1))

    // MARK: Eggs

    private static let known = ["soft", "medium", "hard"]

    @Test(arguments: [
        ("sotf", "unknown egg 'sotf'; did you mean 'soft'?"),
        ("med", "unknown egg 'med'; did you mean 'medium'?"),
        ("poached", "unknown egg 'poached'; the eggs are soft, medium, hard"),
        ("\u{1b}[2J", "unknown egg '\u{fffd}[2J'; the eggs are soft, medium, hard"),
    ])
    func anUnknownEggIsAUsageError(egg: String, message: String) {
        let refused = failure(.noSuchEgg(egg: egg, known: Self.known), of: Self.start)
        #expect(refused == Failure(message: message, status: 64))
    }

    // MARK: Timers

    @Test(arguments: [
        ([], true, "left", "no timer is running"),
        ([], false, "egg", "no timer is running"),
        (["left-pot", "right-pot"], true, "letf-pot", "there is no timer 'letf-pot'; did you mean 'left-pot'?"),
        (["left-pot", "right-pot"], true, "left", "there is no timer 'left'; did you mean 'left-pot'?"),
        (["left-pot", "right-pot"], true, "pasta", "there is no timer 'pasta'; the timers are left-pot, right-pot"),
        (["left-pot"], true, "egg", "there is no timer 'egg'; the only timer is left-pot"),
        // Without a name, the user didn't ask for "egg".
        (["eggs", "pasta"], false, "egg", "several timers are running; name one of them: eggs, pasta"),
        (["egg"], true, "sfot", "there is no timer 'sfot'; the only timer is soft egg"),
        (["egg"], true, "sotf egg", "there is no timer 'sotf egg'; did you mean 'soft egg'?"),
        (["a\u{1b}[2J"], true, "b\u{9b}", "there is no timer 'b\u{fffd}'; the only timer is a\u{fffd}[2J"),
    ])
    func anUnknownTimerIsReportedWithTheExistingOnes(
        timers: [String], isNamed: Bool, name: String, message: String
    ) {
        let refusals = Refusals(request: nil, isNamed: isNamed) { timers.map { .example(.cooking, name: $0) } }
        #expect(unnamed(refusals.failure(.noSuchTimer(name: name))) == Failure(message: message, status: 1))
    }

    @Test(arguments: [
        (TimerRequest.change(.pause, nil), ["left"], "there is no timer 'all'; for all timers, use --all"),
        (.change(.cancel, nil), ["ball"], "there is no timer 'all'; for all timers, use --all"),
        (.rename(nil, to: "x"), ["left"], "there is no timer 'all'; the only timer is left"),
        (.change(.pause, nil), [], "no timer is running"),
    ])
    func allTimersAreMeantByAnOption(request: TimerRequest, timers: [String], message: String) {
        let refusals = Refusals(request: request, isNamed: true) { timers.map { .example(.cooking, name: $0) } }
        #expect(unnamed(refusals.failure(.noSuchTimer(name: "all"))) == Failure(message: message, status: 1))
    }

    @Test(arguments: [
        (
            TimersError.fixedTime(egg: "poached"),
            "eggd.conf has a duration for 'poached', so it always takes the same time, "
                + "whatever the size, the temperature and the altitude"
        ),
        (
            .fixedTime(egg: "custom"),
            "a time without an egg always takes the same time, whatever the size, the temperature and the altitude"
        ),
    ])
    func anEggWithAFixedTimeIsRefused(error: TimersError, message: String) {
        #expect(failure(error, of: Self.start) == Failure(message: message, status: 1))
    }

    @Test func aNameThatIsTakenIsRefused() {
        let refused = failure(.nameTaken(name: "left\u{1b}"), of: .rename(nil, to: "left"))
        #expect(refused == Failure(message: "the name 'left\u{fffd}' is taken; choose another", status: 1))
        #expect(
            failure(.nameTaken(name: "left"), of: Self.start)
                == Failure(message: "the name 'left' is taken; choose another with --name", status: 1))
    }

    // MARK: Times

    @Test func anEggThatWouldAlreadyBeDoneIsRefused() {
        let error = TimersError.invalidDuration(ms: 360_000, minimumMs: 0, maximumMs: 299_999)
        let message = "an egg of 5:00 that went in 6:00 ago would already be done"
        #expect(failure(error, of: Self.start) == Failure(message: message, status: 1))
    }

    private typealias Extension = (Int64, ClosedRange<Int64>, String)

    private static let extensions: [Extension] = [
        (-300_000, -199_000...86_100_000, "-5:00 is too much; you can take off at most 3:19"),
        // A paused timer usually stops between two seconds, so -3:20 would be refused again.
        (-300_000, -199_500...86_100_000, "-5:00 is too much; you can take off at most 3:19"),
        (-5_000, -1_000...86_100_000, "-0:05 is too much; you can take off at most 0:01"),
        (-5_000, -999...86_100_000, "-0:05 is too much; at least one second must remain"),
        (-5_000, 300...86_100_000, "-0:05 is too much; at least one second must remain"),
        (86_400_000, -199_000...86_100_000, "24:00:00 is too much; the whole countdown can take at most 99h"),
        (30_000, 0...0, "0:30 is too much; the whole countdown can take at most 99h"),
        // An egg that is done can't be shortened.
        (
            -30_000, 1_000...86_100_000,
            "the countdown is over, so it can only be extended by a time from 0:01 to 23:55:00"
        ),
    ]

    @Test(arguments: extensions)
    func aRefusedExtensionNamesTheAllowedTime(by: Int64, allowed: ClosedRange<Int64>, message: String) {
        let error = TimersError.invalidDuration(ms: by, minimumMs: allowed.lowerBound, maximumMs: allowed.upperBound)
        #expect(failure(error, of: .change(.extend(by: .zero), nil)) == Failure(message: message, status: 1))
    }

    /// The suggested time is accepted, at whatever fraction of a second the timer was paused.
    @Test func theSuggestedTimeIsAccepted() throws {
        for remaining in stride(from: 2_001, through: 5_000, by: 37) as StrideThrough<Int64> {
            var board = TimerBoard()
            let order = Order(egg: "custom", duration: .milliseconds(remaining))
            _ = board.start(order, at: Instant(sinceBoot: .zero))
            _ = board.pause(nil, at: Instant(sinceBoot: .zero))
            let refused = board.extend(nil, by: .minutes(-1), at: Instant(sinceBoot: .zero)).result
            guard case .failure(.invalidDuration(let more, let allowed)) = refused else {
                Issue.record("the time was accepted")
                return
            }
            let message = failure(
                .invalidDuration(
                    ms: more.millisecondsRoundedUp, minimumMs: allowed.lowerBound.millisecondsRoundedUp,
                    maximumMs: allowed.upperBound.millisecondsRoundedUp), of: .change(.extend(by: .zero), nil)
            ).message
            let offered = try #require(message.split(separator: " ").last)
            let taken = board.extend(nil, by: .zero - (try DurationText.parse(offered)), at: Instant(sinceBoot: .zero))
                .result
            #expect(throws: Never.self, "\(message), with \(remaining) ms left") { try taken.get() }
        }
    }

    // MARK: States

    private typealias Case = (TimerRequest?, Timers.State, String)

    private static let cases: [Case] = [
        (nil, .paused, "soft egg is paused; to resume it: eggctl resume"),
        (nil, .ringing, "soft egg is ringing; to stop the alarm: eggctl dismiss or eggctl snooze"),
        (nil, .snoozed, "soft egg is snoozed; to stop the alarm for good: eggctl dismiss"),
        (nil, .missed, "soft egg was missed; to remove it: eggctl dismiss"),
        (.change(.resume, nil), .cooking, "soft egg is cooking; it isn't paused"),
        (.change(.resume, nil), .ringing, "soft egg is ringing; to stop the alarm: eggctl dismiss or eggctl snooze"),
        (.change(.extend(by: .zero), nil), .missed, "soft egg was missed; to remove it: eggctl dismiss"),
        (.change(.snooze(), nil), .cooking, "soft egg is cooking; only a ringing alarm can be snoozed"),
        (.change(.snooze(), nil), .paused, "soft egg is paused; only a ringing alarm can be snoozed"),
        (.change(.snooze(), nil), .missed, "soft egg was missed; to remove it: eggctl dismiss"),
    ]

    @Test(arguments: cases)
    func theWrongStateIsReportedWithTheCommandThatHelps(
        request: TimerRequest?, state: Timers.State, message: String
    ) {
        let refusals = Refusals(request: request, isNamed: false) { [.example(state, name: "left"), .example(state)] }
        let failure = refusals.failure(.wrongState(name: "egg", state: state))
        #expect(unnamed(failure) == Failure(message: message, status: 1))
    }

    @Test func aTimerThatNoLongerExistsIsNamedAsEggdNamesIt() {
        let refusals = Refusals(request: .change(.resume, nil), isNamed: false) { [] }
        let failure = refusals.failure(.wrongState(name: "egg", state: .cooking))
        #expect(failure.message == "'egg' is cooking; it isn't paused")
    }

    @Test func aTimeWithoutANameIsNotQuoted() {
        let refusals = Refusals(request: nil, isNamed: false) {
            [.example(.paused), .example(.paused, name: "timer", egg: "custom")]
        }
        let failure = refusals.failure(.wrongState(name: "timer", state: .paused))
        #expect(failure.message == "timer is paused; to resume it: eggctl resume timer")
    }

    @Test(arguments: [
        ("left", Timers.State.paused, "'left' is paused; to resume it: eggctl resume left"),
        ("left pot", .missed, "'left pot' was missed; to remove it: eggctl dismiss 'left pot'"),
    ])
    func theAdviceNamesThatTimer(name: String, state: Timers.State, message: String) {
        #expect(failure(.wrongState(name: name, state: state)).message == message)
    }
}

/// Impossible numbers, found by fuzzing: they may be shown wrongly but must not trap.
@Suite struct HostileReplyTests {
    @Test func aNegativeOverdueTimeIsTreatedAsZero() {
        let timer = Timers.Timer.example(.ringing).with { $0.overdueMs = .min }
        #expect(timer.urgency == (0, 0))
    }

    @Test func pausesWhoseSumOverflowsAreShown() {
        let forever = Timers.Interval(atUnixMs: 0, durationMs: .max)
        let run = Timers.Run(
            name: "egg", egg: "soft", startedAtUnixMs: .min, durationMs: .max, ending: .missed, endedAtUnixMs: .max,
            overdueMs: .min, pauses: [forever, forever, .init(atUnixMs: 0, durationMs: .min)], id: "1")
        #expect(Sentences(now: Kitchen.now).history([run]).first?.contains("missed, paused") == true)
    }

    @Test func aTestAlarmWithHugeFrameCountsIsShown() {
        let reply = Timers.TryAlarm.Reply(device: "null", framesPlayed: .max, rate: 48_000, problem: nil)
        #expect(DoctorCommand.test(reply).verdict == .ok)
    }

    @Test(arguments: [Int64.max, .min])
    func aLimitAtTheEndOfTheRangeIsShown(maximum: Int64) {
        let refusals = Refusals(request: .start(.init(elapsedMs: 1)), isNamed: false) { [] }
        let error = TimersError.invalidDuration(ms: .min, minimumMs: .min, maximumMs: maximum)
        #expect(refusals.failure(error).message.contains("would already be done"))
    }
}
