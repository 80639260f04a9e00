import EggWire
import Testing

@testable import EggCommands

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
