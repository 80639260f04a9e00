import EggTestSupport
import Glibc
import SQLite
import Testing

@Suite struct DatabaseFilesTests {
    private let folder = TemporaryFolder()
    private var files: DatabaseFiles { DatabaseFiles(folder.path("egg.db")) }

    @Test func anEmptyDatabaseIsItsOwnersAlone() {
        files.create()
        #expect(mode(of: files.path) == 0o600)
        folder.write("data".utf8, to: "egg.db")
        files.create()
        #expect(contents(of: files.path) == Array("data".utf8))
    }

    @Test(arguments: ["", "-journal", "-wal", "-shm"])
    func whatIsNoRegularFileIsFound(end: String) {
        #expect(files.irregular == nil)
        #expect(mkfifo(files.path + end, 0o600) == 0)
        #expect(files.irregular == files.path + end)
    }

    @Test func otherUsersLoseTheirRights() {
        for name in ["egg.db", "egg.db-wal"] {
            folder.write([], to: name)
            chmod(folder.path(name), 0o644)
        }
        files.tighten()
        #expect(mode(of: files.path) == 0o600 && mode(of: files.path + "-wal") == 0o600)
    }

    @Test func allFilesAreRenamedAndNoneIsReplaced() {
        for name in ["egg.db", "egg.db-journal", "egg.db-wal", "old.db-shm"] { folder.write(name.utf8, to: name) }
        #expect(files.rename(to: folder.path("old.db")) == folder.path("old.db-2"))
        #expect(contents(of: folder.path("old.db-2-journal")) == Array("egg.db-journal".utf8))
        #expect(contents(of: folder.path("old.db-2-wal")) == Array("egg.db-wal".utf8))
        #expect(access(files.path, F_OK) != 0 && access(folder.path("old.db-shm"), F_OK) == 0)
        #expect(files.rename(to: folder.path("new.db")) == nil)
    }

    @Test func allFilesAreDeleted() {
        for name in ["egg.db", "egg.db-shm", "other"] { folder.write([], to: name) }
        files.remove()
        #expect(access(files.path, F_OK) != 0 && access(files.path + "-shm", F_OK) != 0)
        #expect(access(folder.path("other"), F_OK) == 0)
    }
}
