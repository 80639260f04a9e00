import Dispatch
import EggLoop
import EggTimers
import Foundation
import Glibc
import Testing

@Suite struct DeadlineTimerTests {
    private let queue = DispatchQueue(label: "test")
    private let clock = SystemClock()

    @Test func itFiresAtItsDeadlineAndNotBefore() throws {
        let fired = DispatchSemaphore(value: 0)
        let timer = try DeadlineTimer(queue: queue) { fired.signal() }
        let deadline = clock.now().advanced(by: .milliseconds(60))
        timer.arm(at: deadline)
        #expect(fired.wait(timeout: .now() + 20) == .success)
        #expect(clock.now() >= deadline)
    }

    @Test func aDeadlineInThePastFiresAtOnce() throws {
        let fired = DispatchSemaphore(value: 0)
        let timer = try DeadlineTimer(queue: queue) { fired.signal() }
        timer.arm(at: Instant(sinceBoot: .zero))
        #expect(fired.wait(timeout: .now() + 20) == .success)
    }

    @Test func aLaterArmingReplacesAnEarlierOne() throws {
        let fired = DispatchSemaphore(value: 0)
        let timer = try DeadlineTimer(queue: queue) { fired.signal() }
        timer.arm(at: clock.now().advanced(by: .milliseconds(30)))
        let deadline = clock.now().advanced(by: .milliseconds(120))
        timer.arm(at: deadline)
        #expect(fired.wait(timeout: .now() + 20) == .success)
        #expect(clock.now() >= deadline)
        #expect(fired.wait(timeout: .now()) == .timedOut)
    }

    @Test func aDisarmedTimerIsSilent() throws {
        let (fired, other) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let timer = try DeadlineTimer(queue: queue) { fired.signal() }
        let witness = try DeadlineTimer(queue: queue) { other.signal() }
        timer.arm(at: clock.now().advanced(by: .milliseconds(30)))
        timer.arm(at: nil)
        witness.arm(at: clock.now().advanced(by: .milliseconds(60)))
        #expect(other.wait(timeout: .now() + 20) == .success)
        #expect(fired.wait(timeout: .now()) == .timedOut)
    }

    /// Trap 1: a deadline on a clock that stops in suspend. The kernel tells which clock a timerfd goes by.
    @Test func deadlinesGoByTheBootClock() throws {
        let timer = try DeadlineTimer(queue: queue) {}
        // So many seconds ahead that no other test's timer reads the same.
        timer.arm(at: clock.now().advanced(by: .seconds(987_654)))
        let folder = "/proc/self/fdinfo"
        let ours = try FileManager.default.contentsOfDirectory(atPath: folder).compactMap {
            try? String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8)
        }.filter { $0.contains("it_value: (98765") }
        #expect(!ours.isEmpty)
        // Flags are octal: 01 is TFD_TIMER_ABSTIME.
        #expect(ours.allSatisfy { $0.contains("clockid: \(CLOCK_BOOTTIME)") && $0.contains("settime flags: 01") })
        timer.arm(at: nil)
    }

    /// Trap 3: work that blocks the threads which all programs' queues share. A deadline has a queue of its own, and
    /// passes while that work still waits.
    @Test func aDeadlineDoesNotWaitForBlockedThreads() throws {
        let (blocked, release) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        // More than there are ever threads for: Dispatch adds some each second, up to 255.
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
        let executor = QueueExecutor(label: "test")
        let fired = DispatchSemaphore(value: 0)
        let timer = try DeadlineTimer(queue: executor.queue) { fired.signal() }
        timer.arm(at: clock.now().advanced(by: .milliseconds(50)))
        // Nothing lets the blocked ones go before.
        #expect(fired.wait(timeout: .now() + 20) == .success)
    }
}

@Suite struct TickerTests {
    @Test func ticksFallOnTheWholeSecondsBeforeADeadline() throws {
        let clock = SystemClock()
        let queue = DispatchQueue(label: "test")
        let deadline = clock.now().advanced(by: .milliseconds(2_300))
        let ticked = DispatchSemaphore(value: 0)
        let readings = Readings()
        let ticker = try Ticker(queue: queue) {
            readings.append(clock.now().duration(to: deadline))
            ticked.signal()
        }
        queue.sync { ticker.run(towards: deadline, now: clock.now()) }
        for _ in 0..<2 { #expect(ticked.wait(timeout: .now() + 20) == .success) }
        queue.sync { ticker.stop() }
        // Never early: rounded up, a display then shows exactly 2 and 1.
        #expect(readings.values.map(\.secondsRoundedUp) == [2, 1])
    }

    @Test func aStoppedTickerIsSilent() throws {
        let queue = DispatchQueue(label: "test")
        let ticked = DispatchSemaphore(value: 0)
        let ticker = try Ticker(queue: queue) { ticked.signal() }
        queue.sync {
            ticker.run(towards: Instant(sinceBoot: .milliseconds(50)), now: Instant(sinceBoot: .zero))
            ticker.stop()
        }
        #expect(ticked.wait(timeout: .now() + 0.2) == .timedOut)
    }

    private final class Readings: @unchecked Sendable {
        // Written on the one queue, read after it has come to rest.
        private(set) var values: [Duration] = []
        func append(_ value: Duration) { values.append(value) }
    }
}
