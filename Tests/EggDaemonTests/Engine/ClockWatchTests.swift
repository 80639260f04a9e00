import Instants
import Testing

@testable import EggDaemon

/// When the wall clock is checked, and what follows.
@Suite struct ClockWatchTests {
    private var watch = ClockWatch()

    private mutating func take(
        _ event: ClockWatch.Event, isSynchronised: Bool = false, hasTimers: Bool = true, isEstimated: Bool = false
    ) -> [ClockWatch.Effect] {
        watch.take(event, isSynchronised: isSynchronised, hasTimers: hasTimers, isEstimated: isEstimated)
    }

    @Test mutating func aClockThatIsSynchronisedIsNotChecked() {
        #expect(take(.timersChanged, isSynchronised: true).isEmpty)
        #expect(take(.stepped, isSynchronised: true) == [.notifyManager, .save])
    }

    @Test mutating func withoutTimersThereIsNothingToDo() {
        for event in [ClockWatch.Event.stepped, .checkIsDue, .timersChanged] {
            #expect(take(event, hasTimers: false).isEmpty)
        }
    }

    /// A timer that was started before the clock is synchronised. Without a check its saved state would stay untrusted.
    @Test mutating func anUnsynchronisedClockIsCheckedWhileThereIsATimer() {
        #expect(take(.timersChanged) == [.check(after: .minutes(1))])
        // The timer is already armed.
        #expect(take(.timersChanged).isEmpty)
        for minutes in [2, 4, 8, 10, 10] { #expect(take(.checkIsDue) == [.check(after: .minutes(Int64(minutes)))]) }
        #expect(take(.checkIsDue, isSynchronised: true) == [.save, .stopChecking])
        #expect(take(.timersChanged, isSynchronised: true).isEmpty)
    }

    @Test mutating func anEstimateIsCheckedEveryTenSeconds() {
        #expect(take(.timersChanged, isEstimated: true) == [.check(after: .seconds(10))])
        for _ in 0..<3 { #expect(take(.checkIsDue, isEstimated: true) == [.check(after: .seconds(10))]) }
        #expect(take(.checkIsDue) == [.check(after: .seconds(20))])
    }

    /// A time server often calls the clock synchronised some seconds after it has set it.
    @Test mutating func theClockIsCheckedSoonAfterAStep() {
        #expect(take(.timersChanged) == [.check(after: .minutes(1))])
        #expect(take(.stepped) == [.notifyManager, .save, .check(after: .seconds(10))])
        #expect(take(.checkIsDue) == [.check(after: .seconds(20))])
    }

    @Test mutating func aStepThatSynchronisesTheClockEndsTheChecks() {
        #expect(take(.timersChanged) == [.check(after: .minutes(1))])
        #expect(take(.stepped, isSynchronised: true) == [.notifyManager, .save, .stopChecking])
        #expect(take(.checkIsDue, isSynchronised: true) == [.save])
    }

    @Test mutating func theChecksEndWithTheLastTimer() {
        #expect(take(.timersChanged) == [.check(after: .minutes(1))])
        #expect(take(.timersChanged, hasTimers: false) == [.stopChecking])
        #expect(take(.timersChanged) == [.check(after: .minutes(1))])
    }
}
