import EggLoop
import HTTP

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
