import EggClient
import Glibc
import HTTP
import POSIX
import Synchronization

/// A small file, such as that with the token of the page's link, which another program may replace at any time.
final class WatchedFile<Value: Sendable>: Sendable {
    private let path: String?
    private let none: Value
    private let read: @Sendable (String) throws(FileError) -> Value
    private let state: Mutex<State>

    private struct State {
        /// The file's device, inode, length and time of change.
        var identity: [Int]?
        var value: Value
    }

    /// - Parameters:
    ///   - path: nil if no folder for it is known.
    ///   - none: what counts without a file.
    init(_ path: String?, none: Value, read: @escaping @Sendable (String) throws(FileError) -> Value) {
        (self.path, self.none, self.read) = (path, none, read)
        state = Mutex(State(value: none))
    }

    /// What the file says now. It is read again only if the file is another than before, or could not be read, as without
    /// a free descriptor: until it can, what was read last counts.
    func current() -> Value {
        guard let path else { return none }
        var status = stat()
        let isThere = stat(path, &status) == 0
        if !isThere, errno != ENOENT, errno != ENOTDIR { return state.withLock(\.value) }
        let (device, inode) = (Int(truncatingIfNeeded: status.st_dev), Int(truncatingIfNeeded: status.st_ino))
        let found =
            isThere ? [device, inode, Int(status.st_size), status.st_mtim.tv_sec, status.st_mtim.tv_nsec] : nil
        return state.withLock { state in
            guard found != state.identity else { return state.value }
            do throws(FileError) {
                state.value = found == nil ? none : try read(path)
            } catch {
                if case .system = error.reason { return state.value }
                state.value = none
            }
            state.identity = found
            return state.value
        }
    }
}

/// The file of the origins that may show the page in a frame.
typealias FrameFile = WatchedFile<[FrameOrigin]>

extension FrameFile {
    convenience init(folder: String?) {
        self.init(folder.map { "\($0)/\(FrameOrigin.file)" }, none: [], read: FrameOrigin.read)
    }
}

/// A file with a token, that of the page's link or that for answers.
final class TokenFile: Sendable {
    private let path: String?
    private let file: WatchedFile<Secret?>

    /// The file in this folder; nil if no folder is known.
    init(_ name: String = PageToken.linkFile, folder: String?) {
        path = folder.map { "\($0)/\(name)" }
        file = WatchedFile(path, none: nil) { path throws(FileError) in
            try PageToken.read(path).map { Secret($0.text) }
        }
    }

    /// The token as it is now; nil if there is none.
    func current() -> Secret? { file.current() }

    /// Makes a token unless there is one.
    func make() throws(TokenError) {
        guard let path else { throw TokenError(reason: nil) }
        do {
            _ = try PageToken.readOrMake(path)
        } catch {
            throw TokenError(reason: error)
        }
    }
}

/// The token can't be saved.
struct TokenError: Error, CustomStringConvertible {
    /// The file and the kernel's reason; nil if no folder for it is known.
    let reason: FileError?

    var description: String {
        guard let reason else {
            return "no folder for the token is known; set XDG_STATE_HOME or HOME, or use --state-dir DIR"
        }
        return "the token can't be saved: \(reason)"
    }
}
