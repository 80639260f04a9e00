import EggClient
import EggLoop
import Glibc
import HTTP
import POSIX
import Synchronization

/// Reads a file, such as that of the page's token, on a thread of its own, so that a disk that hangs delays only those who
/// need what it says.
// Unchecked: everything belongs to the loop's queue.
final class FileReader<Value: Equatable & Sendable>: @unchecked Sendable {
    /// Called when the file says something else than before.
    var onChange: (() -> Void)?
    /// The value that was read last.
    private(set) var value: Value

    private let read: @Sendable () -> Value
    private let loop: EventLoop
    private let timeout: Duration
    private let thread: WorkThread
    private var giveUp: OneShot?
    private var isReading = false
    private var isStuck = false
    /// They wait for the read that has begun.
    private var reading: [() -> Void] = []
    /// They came after it had begun, so it may have missed what they know, and they wait for the next one.
    private var waiting: [() -> Void] = []

    /// - Parameters:
    ///   - value: what the file said at the start.
    ///   - timeout: a read that takes longer is not waited for; what was read last counts meanwhile.
    ///   - read: reads the file; it may block.
    init(
        _ value: Value, loop: EventLoop, timeout: Duration = .seconds(2), read: @escaping @Sendable () -> Value
    ) throws(SystemError) {
        (self.value, self.loop, self.timeout, self.read) = (value, loop, timeout, read)
        thread = try WorkThread()
        giveUp = OneShot(loop: loop) { [weak self] in self?.stopWaiting() }
    }

    /// Reads the file, and performs the action with what it says, on the loop's queue.
    func refresh(then action: @escaping () -> Void = {}) {
        guard !isStuck else { return action() }
        waiting.append(action)
        if !isReading { begin() }
    }

    private func begin() {
        isReading = true
        (reading, waiting) = (waiting, [])
        giveUp?.arm(after: timeout)
        thread.perform { [read, loop] in
            let found = read()
            loop.post { [weak self] in self?.end(found) }
        }
    }

    private func end(_ found: Value) {
        giveUp?.disarm()
        (isReading, isStuck) = (false, false)
        let old = value
        value = found
        if old != found { onChange?() }
        let actions = reading
        reading = []
        for action in actions { action() }
        if !waiting.isEmpty, !isReading { begin() }
    }

    private func stopWaiting() {
        isStuck = true
        let actions = reading + waiting
        (reading, waiting) = ([], [])
        for action in actions { action() }
    }
}

/// Reads a token; nil if there is none.
typealias TokenReader = FileReader<Secret?>

/// A small file, such as that with the token of the page's link, which another program may replace at any time.
final class WatchedFile<Value: Sendable>: Sendable {
    private let path: String?
    private let none: Value
    private let read: @Sendable (String) throws(FileError) -> Value
    private let last: Mutex<Value>

    /// - Parameters:
    ///   - path: nil if no folder for it is known.
    ///   - none: what counts without a file.
    init(_ path: String?, none: Value, read: @escaping @Sendable (String) throws(FileError) -> Value) {
        (self.path, self.none, self.read) = (path, none, read)
        last = Mutex(none)
    }

    /// What the file says now. While it can't be read, as without a free descriptor, what was read last counts.
    func current() -> Value {
        guard let path else { return none }
        return last.withLock { last in
            do throws(FileError) {
                last = try read(path)
            } catch {
                switch error.reason {
                case .system(let code) where code != ENOTDIR: break
                case .system, .notAFile, .tooLarge: last = none
                }
            }
            return last
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
