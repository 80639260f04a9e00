import EggLoop
import Instants
import Synchronization
import Testing

/// Readings of both clocks at one moment.
@Suite struct ClockTests {
    /// A machine that sleeps for an hour after each of the first readings of the boot clock.
    private final class SleepyClock: Clock {
        let bootID = "a boot"
        private let sleeps: Mutex<Int>
        private let slept = Mutex(Duration.zero)

        init(sleeps: Int) { self.sleeps = Mutex(sleeps) }

        func now() -> Instant {
            let reading = slept.withLock { $0 }
            let sleepsNow = sleeps.withLock { left in
                defer { left = max(0, left - 1) }
                return left > 0
            }
            if sleepsNow { slept.withLock { $0 += .hours(1) } }
            return Instant(sinceBoot: reading)
        }

        func wallNow() -> Duration { .seconds(1_800_000_000) + slept.withLock { $0 } }
        func isSynchronised() -> Bool { true }
    }

    @Test(arguments: [0, 1, 2, 5]) func bothClocksAreReadAtOneMomentAlsoIfTheMachineSleepsBetween(sleeps: Int) {
        let boot = SleepyClock(sleeps: sleeps).boot()
        #expect(boot.wall - boot.reading.sinceBoot == .seconds(1_800_000_000))
    }

    @Test func aMachineThatSleepsAllTheTimeIsReadNevertheless() {
        let boot = SleepyClock(sleeps: .max).boot()
        #expect(boot.wall - boot.reading.sinceBoot == .seconds(1_800_000_000) + .hours(1))
    }
}
