import EggTestSupport
import Foundation
import Glibc
import SQLite
import Testing
import Till

@testable import TillStore

/// The file of the database: its journal, its locks, and what else may be at its path.
@Suite(.timeLimit(.minutes(1))) struct TillFilesTests {
    private let folder = TemporaryFolder()
    private var path: String { folder.path("till/\(TillStore.fileName)") }

    /// Opens the store; the short timeout is for tests in which a lock is never released.
    private func open(lockTimeout: Duration = .milliseconds(100)) throws -> TillStore {
        try TillStore(folder: folder.path("till"), lockTimeout: lockTimeout)
    }

    private func values(_ sql: String, _ connection: SQLiteConnection? = nil) throws -> [String?] {
        var found: [String?] = []
        try (connection ?? SQLiteConnection(path)).statement(sql).run { row in
            found.append(row.text(0) ?? row.integer(0).map(String.init))
        }
        return found
    }

    /// A database with a customer that was set to WAL mode by hand.
    private func makeWAL() throws {
        _ = try open(lockTimeout: .seconds(10)).register(sampleCustomer())
        let connection = try SQLiteConnection(path)
        try connection.execute("PRAGMA journal_mode = WAL")
        try #require(try values("PRAGMA journal_mode") == ["wal"])
    }

    private func problem(_ body: () throws -> Void) -> TillStore.Problem? {
        do {
            try body()
            return nil
        } catch {
            return error as? TillStore.Problem
        }
    }

    private var names: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder.path("till"))) ?? []).sorted()
    }

    // MARK: The journal

    @Test func severalProgramsWriteWithARollbackJournal() throws {
        let store = try open()
        _ = try store.register(sampleCustomer())
        #expect(try values("PRAGMA journal_mode", store.connection) == ["delete"])
        #expect(try values("PRAGMA synchronous", store.connection) == ["3"])
        #expect(names == ["till.db"])
    }

    @Test func aDatabaseInWALModeIsSwitchedAndKeepsItsCustomers() throws {
        try makeWAL()
        #expect(try open().customers().map(\.customer.name) == ["ivan"])
        #expect(try values("PRAGMA journal_mode") == ["delete"])
        #expect(names == ["till.db"])
    }

    @Test func aDatabaseThatIsOpenInWALModeElsewhereIsRefusedUntilItIsClosed() throws {
        try makeWAL()
        let old = try SQLiteConnection(path)
        _ = try values("SELECT count(*) FROM customer", old)
        #expect(problem { _ = try open() } == .locked(path: path))
        old.close()
        #expect(try open().customers().count == 1)
    }

    // MARK: Locks

    @Test func aLockOfAnotherProgramIsSaidSoon() throws {
        let store = try open()
        let other = try SQLiteConnection(path)
        try other.execute("BEGIN EXCLUSIVE")
        #expect(problem { _ = try open() } == .locked(path: path))
        #expect(problem { _ = try store.customers() } == .locked(path: path))
        #expect(problem { _ = try store.register(sampleCustomer()) } == .locked(path: path))
        try other.execute("COMMIT")
        #expect(try store.customers().isEmpty && open().customers().isEmpty)
        #expect(TillStore.lockTimeout <= .seconds(2))
    }

    @Test func aLockOfTheFolderIsSaidSoon() throws {
        mkdir(folder.path("till"), 0o700)
        let descriptor = Glibc.open(folder.path("till"), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        #expect(flock(descriptor, LOCK_EX) == 0)
        #expect(problem { _ = try open() } == .locked(path: path))
        close(descriptor)
        #expect(try open().customers().isEmpty)
    }

    // MARK: Other files in its place

    @Test(arguments: ["", "-journal", "-wal", "-shm"], [true, false])
    func aPipeOrAFolderInTheDatabasesPlaceIsRefused(suffix: String, isPipe: Bool) throws {
        let store = try open()
        if suffix.isEmpty { unlink(path) }
        let file = path + suffix
        #expect((isPipe ? mkfifo(file, 0o600) : mkdir(file, 0o700)) == 0)
        #expect(problem { _ = try open() } == .irregular(path: file))
        #expect(!store.isCurrent)
        #expect(remove(file) == 0)
        #expect(try open().customers().isEmpty)
    }

    @Test(arguments: [
        "CREATE TABLE cash (amount)", "CREATE TABLE cash (amount); PRAGMA user_version = 1",
        "PRAGMA application_id = 7", "PRAGMA user_version = 2",
        "CREATE TABLE customer (a); PRAGMA application_id = 7; PRAGMA user_version = 2",
    ])
    func anotherProgramsDatabaseIsLeftAlone(sql: String) throws {
        mkdir(folder.path("till"), 0o700)
        try SQLiteConnection(path).execute(sql)
        let before = contents(of: path)
        #expect(problem { _ = try open() } == .foreign(path: path))
        #expect(contents(of: path) == before && names == ["till.db"])
    }

    // MARK: Damage

    private func damage(_ change: (inout [UInt8]) -> Void) throws {
        var bytes = try #require(contents(of: path))
        change(&bytes)
        folder.write(bytes, to: "till/till.db")
    }

    /// The path to which the damaged database was renamed.
    private func setAside(_ problem: TillStore.Problem?) throws -> String {
        guard case .setAside(path, let to, _)? = problem else {
            throw NotSetAside(problem: problem)
        }
        return to
    }

    private struct NotSetAside: Error {
        let problem: TillStore.Problem?
    }

    @Test func aDamagedDatabaseIsSetAsideAndANewOneIsMade() throws {
        _ = try open().register(sampleCustomer())
        try damage { $0.replaceSubrange(0..<16, with: Array("this is no SQLit".utf8)) }
        let before = contents(of: path)
        // Its log would restore a part of it, and must not be applied to another database.
        folder.write("log".utf8, to: "till/till.db-wal")
        let found = problem { _ = try open() }
        let aside = try setAside(found)
        #expect(aside.hasPrefix("\(path).damaged-") && contents(of: aside) == before)
        #expect(contents(of: "\(aside)-wal") == Array("log".utf8))
        #expect(try open().customers().isEmpty)
    }

    @Test func damageWithinTheFileIsFoundWhenItIsOpened() throws {
        let store = try open()
        for number in 0..<100 { _ = try store.register(sampleCustomer("c\(number)")) }
        try damage { bytes in for index in 4096..<8192 { bytes[index] = 0xAA } }
        #expect(try contents(of: setAside(problem { _ = try open() }))?.count ?? 0 > 8192)
        #expect(try open().customers().isEmpty)
    }

    /// Overwrites all tables as a failing disk would, in the file that is open. Others notice that it has changed.
    private func damageTables() throws {
        let size = try #require(contents(of: path)).count
        try damage { bytes in
            for index in 4096..<size { bytes[index] = 0xAA }
            // The counter of changes, without which others would use their caches.
            bytes[27] &+= 1
        }
    }

    @Test func damageThatIsFoundLaterSetsTheDatabaseAside() throws {
        let store = try open()
        for number in 0..<100 { _ = try store.register(sampleCustomer("c\(number)")) }
        try damageTables()
        #expect(try !setAside(problem { _ = try store.customers() }).isEmpty)
        #expect(!store.isCurrent)
        #expect(try open().customers().isEmpty)
    }

    @Test func damageThatTwoFindIsSetAsideOnce() throws {
        let (first, second) = (try open(), try open())
        for number in 0..<100 { _ = try first.register(sampleCustomer("c\(number)")) }
        try damageTables()
        _ = try setAside(problem { _ = try first.customers() })
        _ = try open().register(sampleCustomer("new"))
        guard case .corrupt? = problem({ _ = try second.customers() }) else {
            Issue.record("the second one has set another database aside")
            return
        }
        #expect(try open().customers().map(\.customer.name) == ["new"])
    }
}
