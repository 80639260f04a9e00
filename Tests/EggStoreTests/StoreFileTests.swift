import EggTestSupport
import EggTimers
import Foundation
import Instants
import SQLite
import Testing

@testable import EggStore

/// The files of the database, and their rights.
@Suite struct StoreFileTests: StoreSuite {
    let folder = TemporaryFolder()

    @Test func aRemovedFileIsNoticed() throws {
        let store = try open()
        _ = try store.load()
        for suffix in ["", "-wal", "-shm"] { unlink(path + suffix) }
        #expect(throws: Store.Problem.removed(path: path)) { try store.commit([], ended: [], in: boot()) }
    }

    @Test func aRemovedLogIsNoticedAndClosingSavesItsContent() throws {
        let board = fullBoard()
        let store = try committed(board.timers)
        #expect(unlink(path + "-wal") == 0)
        #expect(throws: Store.Problem.removed(path: path + "-wal")) { try store.commit([], ended: [], in: boot()) }
        store.close()
        #expect(try open().load().timers.map(\.timer) == board.timers)
    }

    /// A backup that replaces the database is read as it is, with its own log or without one.
    @Test(arguments: [false, true])
    func aReplacedDatabaseIsNoticedAndTheNewFileIsNotTouched(hasLog: Bool) throws {
        let board = fullBoard()
        let store = try committed(board.timers)
        let files = hasLog ? ["", "-wal"] : [""]
        let backup = TemporaryFolder()
        let other = try Store(folder: backup.path)
        try other.prepareForWriting()
        try other.commit(board.timers.suffix(2), ended: [], in: boot())
        if !hasLog { other.close() }
        for suffix in files {
            let bytes = try #require(contents(of: backup.path(StoreFiles.database + suffix)))
            let new = folder.write(bytes, to: "new")
            #expect(rename(new, path + suffix) == 0)
        }
        #expect(throws: Store.Problem.removed(path: path)) { try store.commit([], ended: [], in: boot()) }
        store.close()
        #expect(try open().load().timers.map(\.timer) == Array(board.timers.suffix(2)))
    }

    @Test func itNeedsNoSharedMemoryAndLocksOthersOut() throws {
        let store = try committed(fullBoard().timers)
        #expect(access(path + "-shm", F_OK) != 0)
        let other = try SQLiteConnection(path)
        #expect {
            try other.execute("SELECT count(*) FROM timer")
        } throws: {
            ($0 as? SQLiteError)?.code.primary == .busy
        }
        store.close()
        try other.execute("SELECT count(*) FROM timer")
    }

    /// Another program that reads without end makes the log grow; afterwards it shrinks.
    @Test func theLogShrinksWhenNoOtherProgramReadsIt() throws {
        let (store, other) = try openShared()
        _ = try store.load()
        let run = try run(1)
        try other.execute("BEGIN")
        try other.execute("SELECT count(*) FROM run")
        func logBytes() -> Int { contents(of: "\(store.path)-wal")?.count ?? 0 }
        while logBytes() < 4 * Store.logSizeLimit {
            try store.commit([], ended: Array(repeating: run, count: 5_000), in: boot())
        }
        try other.execute("COMMIT")
        for _ in 0..<3 { try store.commit([], ended: [run], in: boot()) }
        #expect(logBytes() <= Store.logSizeLimit)
    }

    /// SQLite can count a commit after it has failed, so the next one can't rely on what was on disk before.
    @Test func afterAFailureACommitDoesNotRelyOnTheOneBefore() throws {
        let (store, other) = try openShared()
        defer { other.close() }
        _ = try store.load()
        let (wanted, run) = (fullBoard().timers, try run(1))
        try store.commit(wanted, ended: [], in: boot())
        try other.execute("CREATE TRIGGER refuse BEFORE INSERT ON run BEGIN SELECT RAISE(FAIL, 'refused'); END")
        #expect(throws: Store.Problem.self) { try store.commit(wanted, ended: [run], in: boot()) }
        try other.execute("DROP TRIGGER refuse")
        let counted = try open()
        _ = try counted.load()
        try counted.commit(TimerBoard.with(.minutes(1)).timers, ended: [run], in: boot())
        counted.close()
        try store.commit(wanted, ended: [run], in: boot())
        #expect(try store.load().timers.map(\.timer) == wanted)
        #expect(try store.history(limit: 9).count == 1)
    }

    /// At a power cut, a part of that log that was never synced would end it.
    @Test func theLogOfAKilledProcessIsMovedIntoTheDatabase() throws {
        let store = try committed(fullBoard().timers)
        defer { store.close() }
        let (killed, later) = (TemporaryFolder(), TemporaryFolder())
        #expect(try Program.run("/bin/cp", [path, "\(path)-wal", killed.path]).status == 0)
        let next = try Store(folder: killed.path)
        #expect(try next.load().timers.count == 5)
        try next.prepareForWriting()
        #expect(try Program.run("/bin/cp", [killed.path(StoreFiles.database), later.path]).status == 0)
        #expect(try Store(folder: later.path).load().timers.count == 5)
    }

    // MARK: Rights

    @Test func onlyItsOwnerCanReadIt() throws {
        for mask: mode_t in [0o644, 0o600] {
            let store = try committed(fullBoard().timers)
            #expect(mode(of: path) == 0o600 && mode(of: path + "-wal") == 0o600)
            store.close()
            // The rights of others are removed at the next start.
            #expect(chmod(path, mask) == 0)
        }
    }

    @Test func aStateFolderIsMadePrivateAndASharedFolderIsLeftAlone() throws {
        try save(fullBoard())
        #expect(chmod(folder.path, 0o755) == 0)
        folder.write([], to: "shopping list")
        StoreFiles.tighten(folder: folder.path)
        #expect(mode(of: folder.path) == 0o755)
        unlink(folder.path("shopping list"))
        for name in ["eggd.lock", "mixer", "failed-commands", "failed-commands.71.new"] { folder.write([], to: name) }
        StoreFiles.tighten(folder: folder.path)
        #expect(mode(of: folder.path) == 0o700)
    }

    @Test func anotherProgramsLockDoesNotPreventOpening() throws {
        try save(fullBoard())
        let lock = try Program(
            "/usr/bin/python3",
            [
                "-c",
                "import sqlite3, sys, time; d = sqlite3.connect(sys.argv[1], isolation_level=None); "
                    + "d.execute('BEGIN IMMEDIATE'); print('locked', flush=True); time.sleep(60)", path,
            ])
        #expect(try lock.line() == "locked")
        let store = try open()
        #expect(try store.load().timers.count == 5 && store.readOnlyReason == nil)
        lock.signal(SIGKILL)
    }

    @Test func damageIsMovedAsideAndNothingIsOverwritten() throws {
        for number in 1...3 {
            folder.write(Array("damage \(number)".utf8), to: StoreFiles.database)
            let aside = try #require(setAside())
            #expect(contents(of: aside) == Array("damage \(number)".utf8))
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 3)
    }

    /// The log goes with its database or stays with it: alone, either would be an earlier state.
    @Test func aDatabaseIsMovedWithItsLogOrNotAtAll() throws {
        folder.write(Array("damage".utf8), to: StoreFiles.database)
        folder.write(Array("its log".utf8), to: StoreFiles.database + "-wal")
        // The log's new name is too long, and the database's is not.
        let date = String(repeating: "x", count: 253 - "\(StoreFiles.database).damaged-".count)
        #expect(setAside(date) == nil)
        #expect(contents(of: path) == Array("damage".utf8))
        #expect(contents(of: path + "-wal") == Array("its log".utf8))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 2)
    }

    @Test(.enabled(if: geteuid() == 0, "only root can mount a file"))
    func aDatabaseThatCannotBeMovedKeepsItsLog() throws {
        folder.write(Array("damage".utf8), to: StoreFiles.database)
        folder.write(Array("its log".utf8), to: StoreFiles.database + "-wal")
        // A file on which another is mounted can't be renamed.
        try #require(try Program.run("/bin/mount", ["--bind", path, path]).status == 0)
        defer { _ = try? Program.run("/bin/umount", ["-l", path]) }
        #expect(setAside() == nil)
        #expect(contents(of: path + "-wal") == Array("its log".utf8))
    }

    @Test func damageIsListedUntilItIsDismissed() throws {
        var paths: [String] = []
        for number in 1...2 {
            folder.write(Array("damage \(number)".utf8), to: StoreFiles.database)
            folder.write([], to: StoreFiles.database + "-wal")
            paths.append(try #require(setAside()))
        }
        #expect(StoreFiles.setAside(in: folder.path) == paths)
        StoreFiles.dismissSetAside(in: folder.path)
        #expect(StoreFiles.setAside(in: folder.path).isEmpty)
        #expect(contents(of: path + ".old-2026-11-20T08.35.00") == Array("damage 1".utf8))
        #expect(contents(of: path + ".old-2026-11-20T08.35.00-2") == Array("damage 2".utf8))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 4)
    }

    @Test func aReadOnlyDatabaseIsRead() throws {
        let board = fullBoard()
        try save(board)
        // Root can write anyway, and reads what others can only read.
        #expect(chmod(path, 0o400) == 0 && chmod(folder.path, 0o500) == 0)
        defer { chmod(folder.path, 0o700) }
        let store = try Store(folder: folder.path)
        #expect(try store.load().timers.map(\.timer) == board.timers)
        if geteuid() != 0 { #expect(store.readOnlyReason != nil) }
    }
}
