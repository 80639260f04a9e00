import EggWire
import Testing

@testable import EggCommands

/// Timers at a later time, for screens that run on between two events.
@Suite struct TimerShowingTests {
    @Test func theProgressOfATimerWithoutALengthStays() {
        let timer = Timers.Timer.example(.cooking).with { ($0.durationMs, $0.progress) = (0, 0.5) }
        #expect(timer.advanced(by: .seconds(1)).progress == 0.5)
    }

    @Test(arguments: [(30_000, 15_001), (29_000, 14_001), (15_000, 1), (300_000, 15_001)] as [(Int64, Int64)])
    func aBarOfTenStepsChangesInTheMiddleOfAStep(remainingMs: Int64, waitMs: Int64) {
        let timer = Timers.Timer.example(.cooking).with { $0.remainingMs = remainingMs }
        #expect(timer.timeToNextStep(of: 10) == .milliseconds(waitMs))
    }

    @Test func anEmptyBarDoesNotChange() {
        let timer = Timers.Timer.example(.cooking)
        #expect(timer.with { $0.remainingMs = 14_000 }.timeToNextStep(of: 10) == nil)
        #expect(timer.timeToNextStep(of: 0) == nil)
        #expect(timer.with { $0.durationMs = 0 }.timeToNextStep(of: 10) == nil)
        #expect(Timers.Timer.example(.paused).timeToNextStep(of: 10) == nil)
    }
}
