import Glibc
import Languages
import POSIX
import SQLite
import TillStore

extension TillStore.Problem {
    /// What a person is told: the database's path, what is wrong with it, and what helps.
    package var sentence: String {
        switch self {
        case .newerSchema(let path, let found, let known):
            return tr(
                "{path} was written by a newer till (its layout is {found}, this one knows {known}); update till, or move "
                    + "the file away", ["path": path, "found": "\(found)", "known": "\(known)"])
        case .foreign(let path): return tr("{path} is another program's database; move it away", ["path": path])
        case .irregular(let path): return tr("{path} is not a regular file; move it away", ["path": path])
        case .locked(let path):
            return tr("{path} is locked by another program; try again when that has finished", ["path": path])
        case .corrupt(let path, let damage):
            return tr("{path} is damaged: {reason}", ["path": path, "reason": damage.sentence])
        case .setAside(let path, let new, let damage):
            return tr(
                "{path} was damaged ({reason}). It is now {new}, and a new, empty database takes its place. If you have an "
                    + "export, '{command}' restores it",
                ["path": path, "reason": damage.sentence, "new": new, "command": "till cards import FILE"])
        case .failed(let path, let error): return Self.sentence(path, error)
        case .noFolder(let error):
            return tr(
                "{path} can't be created or read: {reason}", ["path": error.path, "reason": words(of: error.reason)])
        }
    }

    private static func sentence(_ path: String, _ error: SQLiteError) -> String {
        let reason = error.systemCode == 0 ? nil : systemWords(of: error.systemCode)
        switch (error.code.primary, reason) {
        case (.full, _): return tr("{name}: the disk is full", ["name": path])
        case (.readOnly, _): return tr("{name}: the disk or the file is read-only", ["name": path])
        case (.busy, _): return Self.locked(path: path).sentence
        case (.cannotOpen, nil): return tr("{path} can't be opened or created", ["path": path])
        case (.cannotOpen, let reason?):
            return tr("{path} can't be opened or created: {reason}", ["path": path, "reason": reason])
        case (.ioError, let reason?):
            return tr("{path} can't be read or written: {reason}", ["path": path, "reason": reason])
        default:
            return tr(
                "{path} can't be read or written: {message} (SQLite error {code})",
                ["path": path, "code": "\(error.code.rawValue)", "message": error.message])
        }
    }
}

extension TillStore.Damage {
    /// The damage in words; those of SQLite stay as they are.
    var sentence: String {
        switch self {
        case .customer: tr("a customer can't be read")
        case .order: tr("an order can't be read")
        case .tables(let message): tr("its tables are not those that till makes ({message})", ["message": message])
        case .content(let report): report
        }
    }
}

private func words(of reason: FileError.Reason) -> String {
    guard case .system(let code) = reason else { return "\(reason)" }
    return systemWords(of: code)
}

/// What an error number of errno(3) means, for those that a file or a disk can have.
package func systemWords(of code: Int32) -> String {
    switch code {
    case EACCES: tr("Permission denied")
    case EPERM: tr("Operation not permitted")
    case ENOENT: tr("No such file or directory")
    case ENOTDIR: tr("Not a directory")
    case EISDIR: tr("Is a directory")
    case ENOSPC: tr("No space left on device")
    case EDQUOT: tr("Disk quota exceeded")
    case EROFS: tr("Read-only file system")
    case EIO: tr("Input/output error")
    case ELOOP: tr("Too many levels of symbolic links")
    case ENAMETOOLONG: tr("File name too long")
    case EMFILE: tr("Too many open files")
    default: String(cString: strerror(code))
    }
}
