import Instants
import Testing

@testable import EggDaemon

/// When the wall clock is checked, and what follows.
@Suite struct ClockWatchTests {
    private var watch = ClockWatch()

    private mutating func handle(
        _ event: ClockWatch.Event, isSynchronised: Bool = false, hasTimers: Bool = true, isEstimated: Bool = false
    ) -> [ClockWatch.Effect] {
        watch.handle(event, isSynchronised: isSynchronised, hasTimers: hasTimers, isEstimated: isEstimated)
    }

    @Test mutating func aClockThatIsSynchronisedIsNotChecked() {
        #expect(handle(.timersChanged, isSynchronised: true).isEmpty)
        #expect(handle(.stepped, isSynchronised: true) == [.notifyManager, .save])
    }

    @Test mutating func withoutTimersThereIsNothingToDo() {
        for event in [ClockWatch.Event.stepped, .checkIsDue, .timersChanged] {
            #expect(handle(event, hasTimers: false).isEmpty)
        }
    }

    /// A timer that was started before the clock is synchronised. Without a check its saved state would stay untrusted.
    @Test mutating func anUnsynchronisedClockIsCheckedWhileThereIsATimer() {
        #expect(handle(.timersChanged) == [.check(after: .minutes(1))])
        // The timer is already armed.
        #expect(handle(.timersChanged).isEmpty)
        for minutes in [2, 4, 8, 10, 10] { #expect(handle(.checkIsDue) == [.check(after: .minutes(Int64(minutes)))]) }
        #expect(handle(.checkIsDue, isSynchronised: true) == [.save, .stopChecking])
        #expect(handle(.timersChanged, isSynchronised: true).isEmpty)
    }

    @Test mutating func anEstimateIsCheckedEveryTenSeconds() {
        #expect(handle(.timersChanged, isEstimated: true) == [.check(after: .seconds(10))])
        for _ in 0..<3 { #expect(handle(.checkIsDue, isEstimated: true) == [.check(after: .seconds(10))]) }
        #expect(handle(.checkIsDue) == [.check(after: .seconds(20))])
    }

    /// A time server often calls the clock synchronised some seconds after it has set it.
    @Test mutating func theClockIsCheckedSoonAfterAStep() {
        #expect(handle(.timersChanged) == [.check(after: .minutes(1))])
        #expect(handle(.stepped) == [.notifyManager, .save, .check(after: .seconds(10))])
        #expect(handle(.checkIsDue) == [.check(after: .seconds(20))])
    }

    @Test mutating func aStepThatSynchronisesTheClockEndsTheChecks() {
        #expect(handle(.timersChanged) == [.check(after: .minutes(1))])
        #expect(handle(.stepped, isSynchronised: true) == [.notifyManager, .save, .stopChecking])
        #expect(handle(.checkIsDue, isSynchronised: true) == [.save])
    }

    @Test mutating func theChecksEndWithTheLastTimer() {
        #expect(handle(.timersChanged) == [.check(after: .minutes(1))])
        #expect(handle(.timersChanged, hasTimers: false) == [.stopChecking])
        #expect(handle(.timersChanged) == [.check(after: .minutes(1))])
    }
}
