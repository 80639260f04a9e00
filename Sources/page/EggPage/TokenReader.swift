import EggLoop
import HTTP

/// Reads the page's token on a thread of its own, so that a disk that hangs delays only those who need the token.
// Unchecked: everything belongs to the loop's queue.
final class TokenReader: @unchecked Sendable {
    /// Called when there is another token than before.
    var onChange: (() -> Void)?
    /// The token that was read last; nil if there was none.
    private(set) var secret: Secret?

    private let read: @Sendable () -> Secret?
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
    ///   - secret: the token at the start.
    ///   - timeout: a read that takes longer is not waited for; the token that was read last counts meanwhile.
    ///   - read: reads the token; it may block.
    init(
        _ secret: Secret?, loop: EventLoop, timeout: Duration = .seconds(2), read: @escaping @Sendable () -> Secret?
    ) throws(SystemError) {
        (self.secret, self.loop, self.timeout, self.read) = (secret, loop, timeout, read)
        thread = try WorkThread()
        giveUp = OneShot(loop: loop) { [weak self] in self?.stopWaiting() }
    }

    /// Reads the token, and performs the action with it, on the loop's queue.
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

    private func end(_ found: Secret?) {
        giveUp?.disarm()
        (isReading, isStuck) = (false, false)
        let old = secret
        secret = found
        if let old, old.text != found?.text { onChange?() }
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
