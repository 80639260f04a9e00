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

@Suite struct WriteAllTests {
    private let bytes = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0) }

    /// A blocking socket takes a megabyte in several parts.
    @Test func aSlowReaderGetsAllBytes() throws {
        let (source, target) = try socketPair(isBlocking: true)
        defer { close(source) }
        Thread.detachNewThread { [bytes] in
            #expect(writeAll(bytes, to: target) == bytes.count)
            close(target)
        }
        #expect(readToEnd(of: source, limit: bytes.count) == bytes)
    }

    @Test func theBytesBeforeAFailureAreCounted() throws {
        let (source, target) = try socketPair(isBlocking: true)
        defer { for end in [source, target] { close(end) } }
        #expect(fcntl(target, F_SETFL, O_NONBLOCK) == 0)
        let (count, code) = (writeAll(bytes, to: target), errno)
        #expect(count > 0 && count < bytes.count && code == EAGAIN)
    }

    @Test func nothingIsWrittenToAClosedDescriptor() {
        let (count, code) = (writeAll([1], to: -1), errno)
        #expect(count == 0 && code == EBADF)
        #expect(writeAll([], to: -1) == 0)
    }
}

@Suite struct ReadToEndTests {
    @Test func aSocketIsReadUntilItsOtherEndIsClosed() throws {
        let (source, target) = try socketPair(isBlocking: true)
        defer { close(source) }
        let parts = (0..<5).map { [UInt8](repeating: $0, count: 40_000) }
        Thread.detachNewThread {
            for part in parts { _ = write(target, part, part.count) }
            close(target)
        }
        #expect(readToEnd(of: source, limit: 1 << 20) == Array(parts.joined()))
    }

    @Test(arguments: [0, 1, 65_535, 65_536, 65_537, 200_000])
    func asManyBytesAreReadAsTheLimitAllows(count: Int) throws {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
        let folder = TemporaryFolder()
        let file = open(folder.write(bytes, to: "file"), O_RDONLY | O_CLOEXEC)
        defer { close(file) }
        for limit in [count, count + 1, .max] {
            lseek(file, 0, SEEK_SET)
            #expect(readToEnd(of: file, limit: limit) == bytes)
        }
        guard count > 0 else { return }
        lseek(file, 0, SEEK_SET)
        let (tooLong, code) = (readToEnd(of: file, limit: count - 1), errno)
        #expect(tooLong == nil && code == EFBIG)
    }

    @Test func theReasonOfAFailureIsLeftInErrno() throws {
        let folder = open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        defer { close(folder) }
        let (bytes, code) = (readToEnd(of: folder, limit: 1), errno)
        #expect(bytes == nil && code == EISDIR)
    }
}
