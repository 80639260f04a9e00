import CLinux
import Dispatch
import EggTestSupport
import Glibc
import Synchronization
import Testing

@testable import EggLoop

@Suite struct EventLoopTests {
    private let running: RunningLoop

    init() throws {
        running = try RunningLoop()
    }

    /// An eventfd that is readable from the start.
    private func readable() -> Descriptor {
        Descriptor(owning: eventfd(1, clinux_event_flags))
    }

    @Test func workFromAnyThreadIsDoneOnTheQueueInOrder() throws {
        let done = DispatchSemaphore(value: 0)
        let numbers = Mutex<[Int]>([])
        let queue = running.queue
        for number in 0..<1_000 {
            running.loop.post {
                dispatchPrecondition(condition: .onQueue(queue))
                numbers.withLock { $0.append(number) }
                if number == 999 { done.signal() }
            }
        }
        try #require(done.wait(timeout: .now() + 20) == .success)
        #expect(numbers.withLock { $0 } == Array(0..<1_000))
    }

    @Test func eventsThatAreFoundTogetherAreHandledInTheirOrder() throws {
        let queue = DispatchQueue(label: "test")
        let loop = try EventLoop(queue: queue)
        let all: [EventLoop.Order] = [.connection, .listener, .report, .tick, .deadline]
        let descriptors = all.map { _ in eventfd(1, clinux_event_flags) }
        defer { descriptors.forEach { close($0) } }
        let seen = Mutex<[EventLoop.Order]>([])
        try queue.sync {
            for (order, descriptor) in zip(all, descriptors) {
                _ = try loop.add(descriptor, order: order) { _ in seen.withLock { $0.append(order) } }
            }
            _ = loop.iterateOnce()
            loop.stop()
        }
        #expect(seen.withLock { $0 } == all.reversed())
    }

    @Test func aHandlerRemovedInTheSameIterationDoesNotRun() throws {
        let queue = DispatchQueue(label: "test")
        let loop = try EventLoop(queue: queue)
        let first = readable()
        let second = readable()
        let runs = Mutex(0)
        try queue.sync {
            let other = Mutex(0)
            _ = try loop.add(first.number, order: .deadline) { _ in loop.remove(other.withLock { $0 }) }
            let id = try loop.add(second.number, order: .connection) { _ in runs.withLock { $0 += 1 } }
            other.withLock { $0 = id }
            _ = loop.iterateOnce()
            loop.stop()
        }
        #expect(runs.withLock { $0 } == 0)
    }

    @Test func anEdgeIsReportedOnceAndALevelForAsLongAsItLasts() throws {
        let queue = DispatchQueue(label: "test")
        let loop = try EventLoop(queue: queue)
        let edge = readable()
        let level = readable()
        let runs = Mutex((edge: 0, level: 0))
        try queue.sync {
            _ = try loop.add(edge.number, order: .connection, trigger: .edge) { _ in runs.withLock { $0.edge += 1 } }
            let id = try loop.add(level.number, order: .listener) { _ in runs.withLock { $0.level += 1 } }
            for _ in 0..<3 { _ = loop.iterateOnce() }
            loop.pause(true, id)
            _ = loop.iterateOnce()
            loop.pause(false, id)
            _ = loop.iterateOnce()
            loop.stop()
        }
        #expect(runs.withLock { $0 } == (1, 4))
    }

    @Test func aTimerFiresOnceAndADisarmedOneNever() throws {
        let (fired, witness) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let timers = running.sync {
            let timers = [
                OneShot(loop: running.loop) { fired.signal() }, OneShot(loop: running.loop) { witness.signal() },
                OneShot(loop: running.loop) { Issue.record("it was disarmed") },
            ]
            timers[2].arm(after: .milliseconds(10))
            timers[0].arm(after: .seconds(60))
            // This replaces the earlier arming.
            timers[0].arm(after: .milliseconds(20))
            timers[2].disarm()
            timers[1].arm(after: .milliseconds(60))
            return timers
        }
        #expect(fired.wait(timeout: .now() + 20) == .success)
        #expect(witness.wait(timeout: .now() + 20) == .success)
        #expect(fired.wait(timeout: .now()) == .timedOut)
        running.sync { withExtendedLifetime(timers) {} }
    }

    @Test func aTimerArmedDuringTheWaitFiresInTime() throws {
        let (idle, fired) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        running.loop.post { idle.signal() }
        #expect(idle.wait(timeout: .now() + 20) == .success)
        // The loop is waiting without a limit, or is about to.
        let timer = running.sync {
            let timer = OneShot(loop: running.loop) { fired.signal() }
            timer.arm(after: .milliseconds(1))
            return timer
        }
        #expect(fired.wait(timeout: .now() + 20) == .success)
        running.sync { withExtendedLifetime(timer) {} }
    }

    /// If it were only repeated, its timeout would begin again.
    @Test func anInterruptedWaitEnds() throws {
        let thread = Mutex<InterruptibleThread?>(nil)
        let iterations = Mutex(0)
        running.sync {
            running.loop.afterEvents = {
                iterations.withLock { $0 += 1 }
                return false
            }
        }
        running.loop.post { thread.withLock { $0 = InterruptibleThread() } }
        try waitUntil("three waits have ended, one of them by the work above") {
            thread.withLock { $0?.interrupt() }
            return iterations.withLock { $0 } >= 3
        }
    }

    @Test func aStoppedLoopKeepsNothingAlive() throws {
        final class Witness: Sendable {}
        weak var kept: Witness?
        let descriptor = readable()
        do {
            let (loop, witness) = (try RunningLoop(), Witness())
            kept = witness
            try loop.sync {
                _ = try loop.loop.add(descriptor.number, order: .report, trigger: .edge) { _ in
                    withExtendedLifetime(witness) {}
                }
            }
        }
        #expect(kept == nil)
    }
}

@Suite struct WorkThreadTests {
    @Test func workIsDoneInOrderAndFinishWaitsForIt() throws {
        let numbers = Mutex<[Int]>([])
        let thread = try WorkThread()
        for number in 0..<1_000 { thread.perform { numbers.withLock { $0.append(number) } } }
        #expect(thread.finish(within: .seconds(20)))
        #expect(numbers.withLock { $0 } == Array(0..<1_000))
    }

    @Test func workBeyondTheLimitIsDroppedWithoutWaiting() throws {
        let (started, release) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let done = Mutex(0)
        let thread = try WorkThread(limit: 2)
        thread.perform {
            started.signal()
            release.wait()
        }
        try #require(started.wait(timeout: .now() + 60) == .success)
        let taken = (0..<5).map { _ in thread.perform { done.withLock { $0 += 1 } } }
        #expect(taken == [true, true, false, false, false])
        #expect(!thread.finish(within: .milliseconds(1)))
        release.signal()
        #expect(thread.finish(within: .seconds(20)))
        #expect(done.withLock { $0 } == 2)
    }

    @Test func queuedWorkIsDoneEvenAfterTheThreadIsReleased() throws {
        let done = DispatchSemaphore(value: 0)
        do {
            let thread = try WorkThread()
            thread.perform { done.signal() }
        }
        #expect(done.wait(timeout: .now() + 20) == .success)
    }
}
