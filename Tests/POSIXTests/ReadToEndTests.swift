import EggTestSupport
import Foundation
import Glibc
import POSIX
import Testing

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
