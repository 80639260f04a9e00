import Glibc

/// Gives a database and a statement to sqlite3, and returns what it prints.
@discardableResult
public func sqlite(_ path: String, _ sql: String) throws -> String {
    let result = try Program.run("/usr/bin/sqlite3", [path, sql])
    guard result.status == 0 else { throw ProgramError("\(sql): \(result.errors)", EIO) }
    return result.output
}

/// A database as an eggd has left it, made from the text in `Tests/Layouts`.
public enum OtherLayout {
    /// The layouts that have a text: the first one, and the one before today's.
    public static let earlier = [8, 10]

    /// Makes a database with a later layout than this version's.
    ///
    /// - Parameter hasLog: whether the layout is in the write-ahead log alone, as after a power cut.
    public static func makeLater(at path: String, hasLog: Bool) throws {
        let sql = "ALTER TABLE timer ADD COLUMN yolk TEXT; CREATE TABLE toast (slices INTEGER)"
        let settings = hasLog ? [".dbconfig no_ckpt_on_close on"] : []
        try make(8, at: path, settings + ["\(sql); PRAGMA user_version = 99"])
        // An eggd has none, because it doesn't share its database.
        unlink("\(path)-shm")
    }

    /// Makes a database of an earlier layout at a path, and gives it to sqlite3 with these commands.
    public static func make(_ layout: Int, at path: String, _ commands: [String] = []) throws {
        let text = "\(BuiltPrograms.sourceTree)/Tests/Layouts/layout-\(layout).sql"
        let made = try Program.run(
            "/usr/bin/sqlite3", ["-bail", path, "PRAGMA journal_mode = WAL", ".read \(text)"] + commands)
        guard made.status == 0 else { throw ProgramError("\(text): \(made.errors)", EIO) }
    }
}
