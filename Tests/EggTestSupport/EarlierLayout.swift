import Glibc

/// A database as an earlier eggd has left it, from the text that makes it in `Tests/Layouts`.
public enum EarlierLayout {
    /// Makes the database of a layout at a path, and changes it by SQL.
    public static func make(_ layout: Int, at path: String, sql: String = "") throws {
        let text = "\(BuiltPrograms.sourceTree)/Tests/Layouts/layout-\(layout).sql"
        let made = try Program.run(
            "/usr/bin/sqlite3", ["-bail", path, "PRAGMA journal_mode = WAL", ".read \(text)", "SELECT 1; \(sql)"])
        guard made.status == 0 else { throw ProgramError("\(text): \(made.errors)", EIO) }
    }
}
