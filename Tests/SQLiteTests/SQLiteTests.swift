import EggTestSupport
import Foundation
import SQLite
import Testing

@Suite struct SQLiteTests {
    private let folder = TemporaryFolder()
    private var path: String { folder.path("test.db") }

    /// A database in WAL mode with a table of texts.
    private func database(locking: SQLiteConnection.Locking = .shared) throws -> SQLiteConnection {
        let connection = try SQLiteConnection(path, locking: locking)
        try connection.execute("PRAGMA journal_mode = WAL; CREATE TABLE IF NOT EXISTS word (text TEXT UNIQUE)")
        return connection
    }

    private func words(_ connection: SQLiteConnection) throws -> [String?] {
        var words: [String?] = []
        try connection.statement("SELECT text FROM word ORDER BY rowid").run { words.append($0.text(0)) }
        return words
    }

    /// The SQLite error with which some work fails; nil if there is none.
    private func failure(_ work: () throws -> Void) -> SQLiteError? {
        do {
            try work()
            return nil
        } catch {
            return error as? SQLiteError
        }
    }

    /// Files of the database that this process has open.
    private func openFiles() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
            .compactMap { try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)") }
            .filter { $0.hasPrefix(path) }
    }

    @Test func boundValuesAreReadBackUnchanged() throws {
        let connection = try SQLiteConnection(path)
        var row: (Int64?, Int64?, String?, String?, Int64?) = (nil, nil, nil, nil, nil)
        try connection.statement("SELECT ?, ?, ?, ?, ?").run([
            .integer(.min), .integer(.max), .text("it's \"鍋🥚\""), .text(""), .null,
        ]) { row = ($0.integer(0), $0.integer(1), $0.text(2), $0.text(3), $0.integer(4)) }
        #expect(row == (.min, .max, "it's \"鍋🥚\"", "", nil))
    }

    @Test func aColumnOfAnotherTypeReadsAsNil() throws {
        let connection = try SQLiteConnection(path)
        var row: (Int64?, String?, String?) = (1, "x", "x")
        try connection.statement("SELECT '1', 1, CAST(x'ff' AS TEXT)").run {
            row = ($0.integer(0), $0.text(1), $0.text(2))
        }
        #expect(row == (nil, nil, nil))
    }

    @Test func aFailedTransactionChangesNothing() throws {
        let connection = try database()
        try connection.statement("INSERT INTO word VALUES (?)").run([.text("one")])
        #expect {
            try connection.transaction { () throws(SQLiteError) in
                try connection.execute("INSERT INTO word VALUES ('two')")
                try connection.execute("INSERT INTO word VALUES ('one')")
            }
        } throws: {
            ($0 as? SQLiteError)?.code.primary == .constraint
        }
        #expect(try words(connection) == ["one"])
    }

    @Test func aRefusedTransactionChangesNothing() throws {
        let connection = try database()
        for refusal in ["no", nil] {
            let result = try connection.transaction(refusedBy: { () throws(SQLiteError) -> String? in
                try connection.execute("INSERT INTO word VALUES ('one')")
                return refusal
            })
            #expect(result == refusal)
            #expect(try words(connection) == (refusal == nil ? ["one"] : []))
        }
    }

    @Test func anErrorIsDescribedWithoutItsSQL() throws {
        let connection = try SQLiteConnection(path)
        let error = failure { try connection.execute("SELECT word FROM nowhere") }
        #expect(error?.description == "no such table: nowhere (SQLite error 1)")
        #expect(error?.call == "SELECT word FROM nowhere")
    }

    @Test func anErrorOfTheSystemIsNamed() {
        let error = failure { _ = try SQLiteConnection(folder.path("none/test.db")) }
        #expect(error?.code.primary == .cannotOpen)
        #expect(error?.description == "the file can't be opened or created: No such file or directory")
    }

    @Test func aFileThatMustExistIsNotCreated() {
        #expect(throws: SQLiteError.self) { _ = try SQLiteConnection(path, access: .readWrite) }
        #expect(access(path, F_OK) != 0)
    }

    @Test func aSharedDatabaseIsReadByOthers() throws {
        let (first, second) = (try database(), try database())
        try first.execute("INSERT INTO word VALUES ('one')")
        #expect(try words(second) == ["one"])
        #expect(access(path + "-shm", F_OK) == 0)
    }

    @Test func anExclusiveDatabaseNeedsNoSharedMemoryAndLocksOthersOut() throws {
        let connection = try database(locking: .exclusive)
        try connection.execute("INSERT INTO word VALUES ('one')")
        #expect(access(path + "-wal", F_OK) == 0)
        #expect(access(path + "-shm", F_OK) != 0)
        let other = try SQLiteConnection(path)
        let error = failure { _ = try words(other) }
        #expect(error?.code.primary == .busy)
    }

    @Test func aClosedConnectionHasNoFileOpenAndRefusesWork() throws {
        let connection = try database()
        _ = try words(connection)
        #expect(try !openFiles().isEmpty)
        connection.close()
        #expect(try openFiles().isEmpty)
        let error = failure { try connection.execute("SELECT 1") }
        #expect(error?.code == .misuse)
    }
}
