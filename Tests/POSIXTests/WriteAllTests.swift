import EggTestSupport
import Foundation
import Glibc
import POSIX
import Testing

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
