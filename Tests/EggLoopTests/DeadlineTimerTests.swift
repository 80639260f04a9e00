import Dispatch
import EggLoop
import EggTestSupport
import EggTimers
import Foundation
import Glibc
import Instants
import Testing

@Suite struct DeadlineTimerTests {
    private let running: RunningLoop
    private let clock = SystemClock()

    init() throws {
        running = try RunningLoop()
    }

    private func makeTimer(_ handler: @escaping @Sendable () -> Void) throws -> DeadlineTimer {
        try running.sync { try DeadlineTimer(loop: running.loop, order: .deadline, handler: handler) }
    }

    /// Arms the timer for one time after the other, before the loop does anything else.
    private func arm(_ timer: DeadlineTimer, at instants: Instant?...) {
        running.sync { for instant in instants { timer.arm(at: instant) } }
    }

    @Test func itFiresAtItsDeadlineAndNotBefore() throws {
        let fired = DispatchSemaphore(value: 0)
        let timer = try makeTimer { fired.signal() }
        let deadline = clock.now().advanced(by: .milliseconds(60))
        arm(timer, at: deadline)
        #expect(fired.wait(timeout: .now() + 20) == .success)
        #expect(clock.now() >= deadline)
    }

    @Test func aDeadlineInThePastFiresAtOnce() throws {
        let fired = DispatchSemaphore(value: 0)
        let timer = try makeTimer { fired.signal() }
        arm(timer, at: Instant(sinceBoot: .zero))
        #expect(fired.wait(timeout: .now() + 20) == .success)
    }

    @Test func aLaterArmingReplacesAnEarlierOne() throws {
        let fired = DispatchSemaphore(value: 0)
        let timer = try makeTimer { fired.signal() }
        let now = clock.now()
        let deadline = now.advanced(by: .milliseconds(120))
        arm(timer, at: now.advanced(by: .milliseconds(30)), deadline)
        #expect(fired.wait(timeout: .now() + 20) == .success)
        #expect(clock.now() >= deadline)
        #expect(fired.wait(timeout: .now()) == .timedOut)
    }

    @Test func aDisarmedTimerDoesNotFire() throws {
        let (fired, other) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let timer = try makeTimer { fired.signal() }
        let witness = try makeTimer { other.signal() }
        arm(timer, at: clock.now().advanced(by: .milliseconds(30)), nil)
        arm(witness, at: clock.now().advanced(by: .milliseconds(60)))
        #expect(other.wait(timeout: .now() + 20) == .success)
        #expect(fired.wait(timeout: .now()) == .timedOut)
    }

    /// Trap 1: a deadline on a clock that stops in suspend. The kernel shows which clock a timerfd uses.
    @Test func deadlinesGoByTheBootClock() throws {
        let timer = try makeTimer {}
        // So many seconds ahead that no other test's timer has the same value.
        arm(timer, at: clock.now().advanced(by: .seconds(987_654)))
        let folder = "/proc/self/fdinfo"
        let ours = try FileManager.default.contentsOfDirectory(atPath: folder).compactMap {
            try? String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8)
        }.filter { $0.contains("it_value: (98765") }
        #expect(!ours.isEmpty)
        // Flags are octal: 01 is TFD_TIMER_ABSTIME.
        #expect(ours.allSatisfy { $0.contains("clockid: \(CLOCK_BOOTTIME)") && $0.contains("settime flags: 01") })
        arm(timer, at: nil)
    }

    /// Trap 3: work that blocks the threads that all programs' queues share. A deadline has a queue of its own, and
    /// passes while that work still waits.
    @Test func aDeadlineDoesNotWaitForBlockedThreads() throws {
        let (blocked, release) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        // More than there can be threads for: Dispatch adds some each second, up to 255.
        let count = 300
        let blocks = DispatchGroup()
        for _ in 0..<count {
            DispatchQueue.global().async(group: blocks) {
                blocked.signal()
                release.wait()
            }
        }
        defer {
            for _ in 0..<count { release.signal() }
            blocks.wait()
        }
        try #require(blocked.wait(timeout: .now() + 20) == .success)
        let fired = DispatchSemaphore(value: 0)
        let timer = try makeTimer { fired.signal() }
        arm(timer, at: clock.now().advanced(by: .milliseconds(50)))
        // Nothing releases the blocked ones before.
        #expect(fired.wait(timeout: .now() + 20) == .success)
    }
}

@Suite struct TickerTests {
    @Test func ticksFallOnTheWholeSecondsBeforeADeadline() throws {
        let clock = SystemClock()
        let running = try RunningLoop()
        let deadline = clock.now().advanced(by: .milliseconds(2_900))
        let ticked = DispatchSemaphore(value: 0)
        let readings = Readings()
        let ticker = try running.sync {
            try Ticker(loop: running.loop) {
                readings.append(clock.now().duration(to: deadline))
                ticked.signal()
            }
        }
        running.sync { ticker.run(towards: deadline, now: clock.now()) }
        for _ in 0..<2 { #expect(ticked.wait(timeout: .now() + 20) == .success) }
        running.sync { ticker.stop() }
        // A tick is never early: rounded up, a display then shows exactly 2 and 1.
        #expect(readings.values.map(\.secondsRoundedUp) == [2, 1])
    }

    @Test func aStoppedTickerDoesNotTick() throws {
        let running = try RunningLoop()
        let ticked = DispatchSemaphore(value: 0)
        let ticker = try running.sync { try Ticker(loop: running.loop) { ticked.signal() } }
        running.sync {
            ticker.run(towards: Instant(sinceBoot: .milliseconds(50)), now: Instant(sinceBoot: .zero))
            ticker.stop()
        }
        #expect(ticked.wait(timeout: .now() + 0.2) == .timedOut)
    }

    private final class Readings: @unchecked Sendable {
        // Written on one queue, and read when it has become idle.
        private(set) var values: [Duration] = []
        func append(_ value: Duration) { values.append(value) }
    }
}
