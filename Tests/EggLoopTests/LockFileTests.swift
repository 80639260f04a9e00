import EggLoop
import EggTestSupport
import Glibc
import Testing

@Suite struct LockFileTests {
    private let folder = TemporaryFolder()
    private var path: String { folder.path("lock") }

    @Test func theLockIsExclusiveAndItsFileIsRemoved() throws {
        do {
            let lock = try LockFile(path)
            #expect(throws: LockFile.Failure.taken) { try LockFile(path) }
            withExtendedLifetime(lock) {}
        }
        #expect(access(path, F_OK) != 0)
    }

    /// The file was removed, and another holder has locked a new one of the same name, which must not be removed.
    @Test func anotherHoldersFileOfTheSameNameIsLeftAlone() throws {
        var lock: LockFile? = try LockFile(path)
        unlink(path)
        let other = try LockFile(path)
        withExtendedLifetime(lock) {}
        lock = nil
        #expect(access(path, F_OK) == 0)
        #expect(throws: LockFile.Failure.taken) { try LockFile(path) }
        withExtendedLifetime(other) {}
    }
}
