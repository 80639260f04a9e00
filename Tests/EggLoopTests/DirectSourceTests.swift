import Dispatch
import EggTestSupport
import Glibc
import Synchronization
import Testing

@testable import EggLoop

@Suite struct DirectSourceTests {
    private let queue = DispatchQueue(label: "test")

    private func pair() throws -> (ours: SharedDescriptor, theirs: Int32) {
        let (ours, theirs) = try socketPair(isBlocking: true)
        return (SharedDescriptor(Descriptor(owning: ours)), theirs)
    }

    @Test func theHandlerRunsOnTheQueueForAsLongAsThereIsSomething() throws {
        let (ours, theirs) = try pair()
        defer { close(theirs) }
        let ran = DispatchSemaphore(value: 0)
        let source = try DirectSource(ours, queue: queue) { [queue, number = ours.number] in
            dispatchPrecondition(condition: .onQueue(queue))
            var byte: UInt8 = 0
            #expect(read(number, &byte, 1) == 1)
            ran.signal()
        }
        // One byte is read at a time: the second is there for a second run.
        #expect(write(theirs, "ab", 2) == 2)
        for _ in 0..<2 { #expect(ran.wait(timeout: .now() + 20) == .success) }
        withExtendedLifetime(source) {}
    }

    /// What the kernel tells of the calling thread's turns; nil where it tells nothing.
    private static var turn: String? {
        guard let about = contents(of: "/proc/thread-self/sched") else { return nil }
        return String(decoding: about, as: UTF8.self).split(separator: "\n").first { $0.hasPrefix("se.slice ") }
            .map { String($0) }
    }

    private static let canTakeShortTurns: Bool = {
        var names = utsname()
        uname(&names)
        let release = withUnsafeBytes(of: names.release) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        let numbers = release.split { !$0.isNumber }.prefix(2).compactMap { Int($0) }
        return turn != nil && sched_getscheduler(0) == SCHED_OTHER && [6, 11].lexicographicallyPrecedes(numbers)
    }()

    /// Where others compute all the time, it need not wait for the end of their turns.
    @Test(.enabled(if: DirectSourceTests.canTakeShortTurns, "Linux has them since 6.12"))
    func theThreadHasShortTurns() throws {
        let (ours, theirs) = try pair()
        let turn = Mutex("")
        let ran = DispatchSemaphore(value: 0)
        let source = try DirectSource(ours, queue: queue) { [number = ours.number] in
            var byte: UInt8 = 0
            _ = read(number, &byte, 1)
            turn.withLock { $0 = Self.turn ?? "" }
            ran.signal()
        }
        close(theirs)
        #expect(ran.wait(timeout: .now() + 20) == .success)
        #expect(turn.withLock { $0 }.hasSuffix(" 200000"), "\(turn.withLock { $0 })")
        withExtendedLifetime(source) {}
    }

    @Test func onceItIsGoneNothingRunsAndNothingIsKept() throws {
        let theirs = try goneSource()
        defer { close(theirs) }
        // The thread lets go of the descriptor last of all: then the other end reads an end.
        var byte: UInt8 = 0
        // What it has not read makes it a reset.
        #expect(recv(theirs, &byte, 1, 0) == -1 && errno == ECONNRESET)
    }

    /// The other end of what a source has watched, whose handler must not run.
    private func goneSource() throws -> Int32 {
        let (ours, theirs) = try pair()
        try queue.sync {
            let source = try DirectSource(ours, queue: queue) { Issue.record("it was gone before anything came") }
            // The thread may see this; the queue is taken until the source is gone.
            #expect(write(theirs, "a", 1) == 1)
            withExtendedLifetime(source) {}
        }
        return theirs
    }
}
