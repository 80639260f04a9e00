import EggLoop
import EggTestSupport
import Foundation
import Synchronization
import Testing

/// Waits with a time limit.
@Suite struct SemaphoreTests {
    @Test func eachSignalEndsOneWait() {
        let semaphore = Semaphore()
        semaphore.signal()
        semaphore.signal()
        #expect(semaphore.wait(upTo: .zero))
        #expect(semaphore.wait())
        #expect(!semaphore.wait(upTo: .zero))
        #expect(!semaphore.wait(upTo: .seconds(-1)))
    }

    @Test func aWaitEndsAtTheSignalOfAnotherThread() {
        let semaphore = Semaphore()
        Thread.detachNewThread { semaphore.signal() }
        #expect(semaphore.wait(upTo: .seconds(60)))
    }

    @Test func theLongestTimeIsNoTime() {
        let semaphore = Semaphore()
        Thread.detachNewThread { semaphore.signal() }
        #expect(semaphore.wait(upTo: .seconds(Int64.max)))
    }

    /// A step of the wall clock would end the wait at once, or prolong it. The kernel says what a thread waits for: the
    /// flag `FUTEX_CLOCK_REALTIME` would mean the wall clock.
    @Test func aTimeLimitGoesByTheMonotonicClock() throws {
        let work = try WorkThread()
        let release = DispatchSemaphore(value: 0)
        defer { release.signal() }
        work.perform { release.wait() }
        let task = Mutex("")
        Thread.detachNewThread {
            let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self")
            task.withLock { $0 = path ?? "" }
            work.finish(within: .seconds(60))
        }
        var flags: Int?
        try waitUntil("the thread waits") {
            flags = futexFlags(ofThread: task.withLock { $0 })
            return flags != nil
        }
        let wallClock = 256
        #expect(try #require(flags) & wallClock == 0)
    }

    /// The number of futex(2).
    private static let futex = {
        #if arch(x86_64)
            "202"
        #else
            "98"
        #endif
    }()

    /// The operation of futex(2) in which a thread is blocked, with its flags; nil if it isn't.
    private func futexFlags(ofThread task: String) -> Int? {
        let call = text(of: "/proc/\(task)/syscall") ?? ""
        let words = call.split(separator: " ")
        guard words.count > 2, words[0] == Self.futex else { return nil }
        return Int(words[2].dropFirst(2), radix: 16)
    }
}
