import CLinux
import Dispatch
import Glibc
import POSIX
import Synchronization

/// One thread that waits for all descriptors of its owner in one epoll and handles them on the owner's serial queue.
///
/// Each event needs only one wakeup: the waiting thread enters the queue itself and needs no other thread. So the owner
/// continues to work when the system has no thread left.
///
/// `post` may be called from any thread, everything else on the queue. The thread runs from `start` to `stop`.
// Unchecked: all state but the mailbox belongs to the queue; `add`, `schedule` and `stop` check that they run there.
public final class EventLoop: @unchecked Sendable {
    /// Events that are found together are handled in this order.
    package enum Order: Int, Sendable {
        case deadline
        case tick
        /// A report from another thread or from the system.
        case report
        case listener
        /// Input from a connection, or room for output.
        case connection
    }

    /// The operations that a descriptor is ready for; an error or a hang-up counts as both.
    package struct Readiness: Equatable, Sendable {
        /// There is something to read, or the input has ended.
        package let isReadable: Bool
        /// There is room to write, or a write would fail.
        package let isWritable: Bool
    }

    package enum Trigger: Sendable {
        /// Its handler runs as long as there is something to read.
        case level
        /// Its handler runs once for each arrival; input that is not read is not reported again.
        case edge
    }

    /// A watched descriptor; numbers are not reused.
    package typealias ID = Int

    /// In practice the most descriptors that one process has open: one wait finds everything that is ready.
    private static let maxEvents = 1_100

    /// The number of the loop's own descriptor.
    private static let wakeUpID: ID = 0

    private struct Registration {
        let descriptor: Int32
        let order: Order
        let trigger: Trigger
        let handler: @Sendable (Readiness) -> Void
    }

    /// The queue on which all handlers run.
    package let queue: DispatchQueue
    /// Runs after the handlers of each iteration. True if there is more to do; then the loop does not wait.
    package var afterEvents: (@Sendable () -> Bool)?
    private let epoll: Descriptor
    private let wakeUp: Event
    private let mailbox = Mutex<[@Sendable () -> Void]>([])
    private var registrations: [ID: Registration] = [:]
    private var lastID = 0
    private var timers: [ObjectIdentifier: (due: SuspendingClock.Instant, handler: @Sendable () -> Void)] = [:]
    private var isIterating = false
    private var isStopped = false
    private let hasEnded = Semaphore()

    package init(queue: DispatchQueue) throws(SystemError) {
        self.queue = queue
        let number = epoll_create1(clinux_epoll_flags)
        guard number >= 0 else { throw SystemError("epoll_create1") }
        epoll = Descriptor(owning: number)
        wakeUp = try Event()
        let code = clinux_epoll_set(
            number, EPOLL_CTL_ADD, wakeUp.descriptor, Self.wakeUpID, clinux_epoll_readable)
        guard code == 0 else { throw SystemError("epoll_ctl") }
    }

    /// Starts the thread, which keeps the loop alive until `stop`.
    package func start() throws(SystemError) {
        try startThread { [self] in run() }
    }

    /// Ends the thread. No handler runs after this, and all handlers are released.
    package func stop() {
        dispatchPrecondition(condition: .onQueue(queue))
        isStopped = true
        registrations = [:]
        timers = [:]
        afterEvents = nil
        wake()
    }

    /// Runs work on the queue, ends the thread as `stop` does, and waits for that, at most this long.
    ///
    /// - Returns: whether the thread has ended.
    package func end(within time: Duration, after work: @escaping @Sendable () -> Void) -> Bool {
        post { [self] in
            work()
            stop()
        }
        return hasEnded.wait(upTo: time)
    }

    // MARK: Descriptors

    /// Watches a descriptor until it is removed. It must stay open until then.
    package func add(
        _ descriptor: Int32, order: Order, trigger: Trigger = .level, handler: @escaping @Sendable (Readiness) -> Void
    ) throws(SystemError) -> ID {
        dispatchPrecondition(condition: .onQueue(queue))
        lastID += 1
        guard
            clinux_epoll_set(epoll.number, EPOLL_CTL_ADD, descriptor, lastID, Self.events(trigger, writing: false)) == 0
        else { throw SystemError("epoll_ctl") }
        registrations[lastID] = Registration(descriptor: descriptor, order: order, trigger: trigger, handler: handler)
        return lastID
    }

    /// Starts or stops reporting room to write.
    package func watchRoom(_ isWatched: Bool, of id: ID) {
        guard let registration = registrations[id] else { return }
        let events = Self.events(registration.trigger, writing: isWatched)
        _ = clinux_epoll_set(epoll.number, EPOLL_CTL_MOD, registration.descriptor, id, events)
    }

    /// Stops or resumes watching for something to read.
    package func pause(_ isPaused: Bool, _ id: ID) {
        guard let registration = registrations[id] else { return }
        let events = isPaused ? 0 : Self.events(registration.trigger, writing: false)
        _ = clinux_epoll_set(epoll.number, EPOLL_CTL_MOD, registration.descriptor, id, events)
    }

    /// Stops watching a descriptor; an event that was already found is dropped. Call this before closing it.
    package func remove(_ id: ID) {
        guard let registration = registrations.removeValue(forKey: id) else { return }
        _ = clinux_epoll_set(epoll.number, EPOLL_CTL_DEL, registration.descriptor, id, 0)
    }

    private static func events(_ trigger: Trigger, writing: Bool) -> UInt32 {
        clinux_epoll_readable | (writing ? clinux_epoll_writable : 0) | (trigger == .edge ? clinux_epoll_edge : 0)
    }

    // MARK: Work and timers

    /// Runs work on the queue soon, in the order of the calls. May be called from any thread; does not wait.
    package func post(_ work: @escaping @Sendable () -> Void) {
        let isFirst = mailbox.withLock { waiting in
            waiting.append(work)
            return waiting.count == 1
        }
        if isFirst { wake() }
    }

    /// Runs a handler once at an instant, in place of any earlier one under the same key.
    func schedule(_ key: ObjectIdentifier, at due: SuspendingClock.Instant, handler: @escaping @Sendable () -> Void) {
        dispatchPrecondition(condition: .onQueue(queue))
        guard !isStopped else { return }
        timers[key] = (due, handler)
        // During an iteration, the wait that follows it uses the new instant.
        if !isIterating { wake() }
    }

    func unschedule(_ key: ObjectIdentifier) {
        timers[key] = nil
    }

    private func wake() {
        wakeUp.signal()
    }

    // MARK: Iterations

    private func run() {
        var events = [epoll_event](repeating: epoll_event(), count: Self.maxEvents)
        var timeout: Int32? = 0
        while let wait = timeout {
            // If a signal interrupts it, the time until the next timer is computed anew.
            let count = epoll_wait(epoll.number, &events, Int32(events.count), wait)
            timeout = queue.sync { iterate(events.prefix(Int(max(0, count)))) }
        }
        hasEnded.signal()
    }

    /// Handles everything that is ready now, without the thread, for tests; returns whether there is more to do.
    package func iterateOnce() -> Bool {
        var events = [epoll_event](repeating: epoll_event(), count: Self.maxEvents)
        let count = epoll_wait(epoll.number, &events, Int32(events.count), 0)
        return iterate(events.prefix(Int(max(0, count)))) == 0
    }

    /// - Returns: how long the next wait may last, in milliseconds, -1 for ever; nil at the end.
    private func iterate(_ events: some Sequence<epoll_event>) -> Int32? {
        isIterating = true
        defer { isIterating = false }
        var ready: [(id: ID, order: Order, readiness: Readiness)] = []
        for event in events {
            let id = ID(event.data.u64)
            if id == Self.wakeUpID { wakeUp.clear() }
            guard let registration = registrations[id] else { continue }
            let isBroken = event.events & clinux_epoll_broken != 0
            let readiness = Readiness(
                isReadable: isBroken || event.events & clinux_epoll_readable != 0,
                isWritable: isBroken || event.events & clinux_epoll_writable != 0)
            ready.append((id, registration.order, readiness))
        }
        ready.sort { $0.order.rawValue < $1.order.rawValue }
        var rest = ready[...]
        run(&rest, through: .tick)
        runMail()
        runTimers()
        run(&rest, through: .connection)
        let hasMore = afterEvents?() ?? false
        if isStopped { return nil }
        return hasMore ? 0 : timeout()
    }

    private func run(_ ready: inout ArraySlice<(id: ID, order: Order, readiness: Readiness)>, through last: Order) {
        while let next = ready.first, next.order.rawValue <= last.rawValue {
            ready.removeFirst()
            // An earlier handler may have removed it.
            registrations[next.id]?.handler(next.readiness)
        }
    }

    private func runMail() {
        let work = mailbox.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
        for work in work where !isStopped { work() }
    }

    private func runTimers() {
        guard !timers.isEmpty else { return }
        let now = SuspendingClock.now
        for (key, timer) in timers where timer.due <= now {
            // An earlier handler may have moved or removed it.
            guard let current = timers[key], current.due <= now else { continue }
            timers[key] = nil
            current.handler()
        }
    }

    /// The time until the next timer, in the milliseconds of `epoll_wait`.
    private func timeout() -> Int32 {
        guard let next = timers.values.map(\.due).min() else { return -1 }
        return (next - .now).pollTimeout
    }
}

/// A timer of the event loop that fires once, unless it is disarmed before; while disarmed it costs nothing.
///
/// It stops while the machine sleeps, so deadlines use `DeadlineTimer`.
package final class OneShot {
    private let loop: EventLoop
    private let handler: @Sendable () -> Void

    package init(loop: EventLoop, handler: @escaping @Sendable () -> Void) {
        self.loop = loop
        self.handler = handler
    }

    deinit {
        loop.unschedule(ObjectIdentifier(self))
    }

    /// Fires after this time, in place of any earlier arming.
    package func arm(after time: Duration) {
        loop.schedule(ObjectIdentifier(self), at: .now + time, handler: handler)
    }

    /// Fires after this time, at once if that has passed; without one, it is disarmed.
    package func set(after time: Duration?) {
        if let time { arm(after: max(.zero, time)) } else { disarm() }
    }

    package func disarm() {
        loop.unschedule(ObjectIdentifier(self))
    }
}
