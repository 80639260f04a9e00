import EggTestSupport
import Foundation
import Glibc
import POSIX
import Synchronization
import Testing

@Suite struct UninterruptedTests {
    @Test func aCallIsRepeatedWhenASignalInterruptsIt() throws {
        let (source, target) = try socketPair(isBlocking: true)
        defer { for end in [source, target] { close(end) } }

        let thread = Mutex<InterruptibleThread?>(nil)
        let calls = Mutex(0)
        let results = Mutex<[Int]>([])
        Thread.detachNewThread {
            thread.withLock { $0 = InterruptibleThread() }
            var byte: UInt8 = 0
            let result = uninterrupted {
                calls.withLock { $0 += 1 }
                return read(source, &byte, 1)
            }
            results.withLock { $0.append(result) }
        }
        try waitUntil("two reads were interrupted") {
            thread.withLock { $0?.interrupt() }
            return calls.withLock { $0 } > 2
        }
        #expect(results.withLock { $0 } == [])
        #expect(write(target, "x", 1) == 1)
        try waitUntil("the read has returned") { results.withLock { $0 } == [1] }
    }

    @Test func anotherFailureIsReturnedAtOnce() {
        var calls = 0
        let result = uninterrupted {
            calls += 1
            return read(-1, nil, 0)
        }
        let code = errno
        #expect(result == -1 && code == EBADF && calls == 1)
    }

    @Test func anEarlierErrorDoesNotMatter() {
        errno = EINTR
        #expect(uninterrupted { Int32(0) } == 0)
    }
}
