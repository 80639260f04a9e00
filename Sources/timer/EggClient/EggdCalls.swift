import CLinux
import EggLoop
import Glibc
import Languages
import POSIX
import Varlink

/// Calls to eggd that never block their program, and how they ended.
///
/// Changes are made one after the other, in the order of `make`, and one that has waited too long is not made. Answers to
/// alarms and queries wait for nothing: eggd ends an alarm at once, but replies when that is saved, and the next alarm must
/// not wait for it.
///
/// There is no thread. A program polls `descriptor` for reading, and then calls `advance`; one with an `EventLoop` calls
/// `serve` once. While no call waits for its reply, this costs nothing.
// Unchecked: everything belongs to the thread or the queue of its program.
public final class EggdCalls: @unchecked Sendable {
    /// How a call ended.
    public enum Ending: Sendable {
        case reply(JSONText)
        case refused(RemoteError)
        /// eggd can't be reached; the call was not carried out.
        case unreachable(EndpointError)
        /// eggd was lost, or took too long, before its reply; the call may have been carried out.
        case uncertain(EndpointError)
        /// It was not made, for this reason.
        case impossible(String)
        /// Too many calls waited, or the call waited too long; it was not made.
        case late
    }

    /// The most series of calls of one kind without an ending.
    static let maxPending = 64

    /// Where eggd listens.
    public let endpoint: Endpoint
    private let lifetime: Duration
    private let answerTime: Duration?
    private let epoll: Descriptor
    private let timer: Descriptor
    private var pending: [CallSeries] = []

    /// - Parameters:
    ///   - lifetime: how long calls may wait: one must not be carried out when its user no longer expects it.
    ///   - answerTime: how long eggd may take to answer at all before it counts as unreachable, and gets no call; nil if it
    ///     is not asked. systemd accepts connections to its socket also while it isn't running.
    public init(
        _ endpoint: Endpoint, lifetime: Duration = Client.timeout, answerTime: Duration? = nil
    ) throws(SystemError) {
        (self.endpoint, self.lifetime, self.answerTime) = (endpoint, lifetime, answerTime)
        epoll = Descriptor(owning: epoll_create1(clinux_epoll_flags))
        timer = Descriptor(owning: timerfd_create(CLOCK_BOOTTIME, clinux_timer_flags))
        guard clinux_epoll_set(epoll.number, EPOLL_CTL_ADD, timer.number, 0, clinux_epoll_readable) == 0 else {
            throw SystemError("epoll_ctl")
        }
    }

    /// The descriptor to poll for reading.
    public var descriptor: Int32 { epoll.number }

    /// Whether a call that changes anything has no ending yet.
    public var hasChanges: Bool { pending.contains { $0.kind != .query } }

    /// Has a loop call `advance`, on whose queue everything is done then.
    public func serve(on loop: EventLoop) throws(SystemError) {
        _ = try loop.add(descriptor, order: .report) { [weak self] _ in self?.advance() }
    }

    /// Makes calls one after the other on one connection. Their endings are handed over in the language in which this is called.
    ///
    /// - Parameter done: gets the ending of each call, from `advance`.
    public func make(_ calls: [EggdCall], done: @escaping ([Ending]) -> Void) {
        make(calls, by: .now + lifetime, done: done)
    }

    /// Makes calls that may begin until a moment, as above.
    func make(_ calls: [EggdCall], by expiry: ContinuousClock.Instant, done: @escaping ([Ending]) -> Void) {
        if let call = calls.first, call.isAgain { return makeAgain(call, by: expiry, done: done) }
        let language = Language.current
        let series = CallSeries(calls, expiry: expiry) { endings in language.speak { done(endings) } }
        if pending.count(where: { $0.kind == series.kind }) >= Self.maxPending { series.end(.late) }
        pending.append(series)
        begin()
        arm()
    }

    /// Takes all that has arrived, and hands over the endings of calls.
    public func advance() {
        var expirations: UInt64 = 0
        _ = read(timer.number, &expirations, MemoryLayout<UInt64>.size)
        for series in pending { series.advance() }
        begin()
        let over = pending.filter(\.isOver)
        pending.removeAll(where: \.isOver)
        arm()
        for series in over { series.handOver() }
    }

    /// Begins everything that need not wait.
    private func begin() {
        var isChanging = false
        for series in pending {
            if series.isWaiting, series.kind != .change || !isChanging {
                series.begin(endpoint, answerTime: answerTime)
                // Its end closes the connection, which removes it here.
                if let descriptor = series.descriptor,
                    clinux_epoll_set(epoll.number, EPOLL_CTL_ADD, descriptor, 0, clinux_epoll_readable) != 0
                {
                    series.end(.uncertain(.client(.connectionLost)))
                }
            }
            if series.kind == .change, !series.isOver { isChanging = true }
        }
    }

    private func arm() {
        var setting = itimerspec()
        // Endings are handed over by `advance` only, also those that are known at once.
        let next = pending.contains(where: \.isOver) ? .now : pending.compactMap(\.deadline).min()
        // Zero would disarm it.
        if let next { setting.it_value = max(next - .now, .nanoseconds(1)).timespec }
        timerfd_settime(timer.number, 0, &setting, nil)
    }
}

extension EggdCalls.Ending {
    /// The reply if it is one to this method.
    public func reply<M: Method>(to method: M.Type) -> M.Reply? {
        guard case .reply(let text) = self else { return nil }
        return try? decodeJSON(M.Reply.self, from: text.bytes)
    }

    /// Whether eggd has not got the call.
    public var isNotMade: Bool {
        switch self {
        case .unreachable, .impossible, .late: true
        case .reply, .refused, .uncertain: false
        }
    }
}
