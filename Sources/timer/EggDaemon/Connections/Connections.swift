import EggLoop
import EggTimers
import EggWire
import Instants
import Varlink

/// All connections: reads input, sends output, and hands over one call of each connection in turn.
///
/// At most `limit` connections are open. For another one, the connection that called longest ago and does not watch is
/// closed; if all of them watch, the new one is refused. Each pass is short, whatever clients send.
final class Connections {
    /// How many connections are served before deadlines, ticks and new connections are checked again.
    private static let connectionsAtOnce = 64
    private static let arrivalsAtOnce = 64
    /// The limit on incomplete messages of all connections together, in bytes.
    private static let maxUnfinishedBytes = 32 * 1024 * 1024
    /// The limit on unread replies of all connections together, in bytes. Events don't count, because all subscribers
    /// share one copy of them.
    private static let maxUnreadBytes = 32 * 1024 * 1024

    let limit: Int
    /// Called on the loop's queue; passes its parameters to `becomesReady`.
    var onReady: @Sendable (Connection.ID, EventLoop.Readiness) -> Void = { _, _ in }
    var pending = PendingReplies()
    private(set) var subscribers = Subscribers()
    private(set) var lastID: Connection.ID = 0
    private let admission: Admission
    private let loop: EventLoop
    private let log: Log
    private var listener: UnixListener?
    private var connections: [Connection.ID: Connection] = [:]
    /// The connections that wait to be served, the next one first.
    private var queue: [Connection.ID] = []
    private var unfinished = Budget(limit: maxUnfinishedBytes)
    private var unread = Budget(limit: maxUnreadBytes)
    private var lastActivity = 0
    private var hasChanged = false
    /// Messages that each new connection could cause.
    private var (foreignUsers, unserved, delayed) = (LogLimit(), LogLimit(), LogLimit())

    init(limit: Int, admission: Admission, loop: EventLoop, log: Log) {
        self.limit = limit
        self.admission = admission
        self.loop = loop
        self.log = log
    }

    var isEmpty: Bool { connections.isEmpty }
    var unfinishedBytes: Int { unfinished.total }
    var unreadBytes: Int { unread.total }
    var all: some Collection<Connection> { connections.values }

    subscript(_ id: Connection.ID) -> Connection? { connections[id] }

    /// Whether any connection was opened or closed, or subscribed, since the last call.
    func takeChange() -> Bool {
        defer { hasChanged = false }
        return hasChanged
    }

    // MARK: Opening and closing

    func listen(on socket: consuming Descriptor, handler: @escaping @Sendable () -> Void) throws(SystemError) {
        listener = try UnixListener(socket, loop: loop, handler: handler)
    }

    func stopListening() {
        listener = nil
    }

    /// Accepts waiting connections, up to a limit; the loop reports the rest again.
    func accept(at now: Instant) {
        guard let listener else { return }
        for _ in 0..<max(1, min(Self.arrivalsAtOnce, limit / 2)) {
            switch listener.accept() {
            case .none: return
            case .failed(let error):
                if delayed.permits(at: now) { log("new connections wait: \(error)") }
                return
            case .accepted(let arrival):
                let userID = arrival.userID
                guard admission.admits(userID) else {
                    let rule = "it belongs to user \(userID), and only the same user and root may connect"
                    if foreignUsers.permits(at: now) { log("refused a connection: \(rule)") }
                    continue
                }
                open(arrival.takeDescriptor(), at: now)
            }
        }
    }

    private func reportUnserved(_ reason: String, at now: Instant) {
        if unserved.permits(at: now) { log("\(reason): new connections are closed unserved") }
    }

    /// Adds a connection of a user that may connect.
    func open(_ socket: consuming Descriptor, at now: Instant) {
        if connections.count >= limit, !closeOldest() { return refuse(socket, at: now) }
        lastID += 1
        lastActivity += 1
        let id = lastID
        do throws(SystemError) {
            let socket = try UnixConnection(socket, loop: loop) { [onReady] in onReady(id, $0) }
            connections[id] = Connection(id: id, socket: socket, lastActivity: lastActivity)
            hasChanged = true
        } catch {
            reportUnserved("\(error)", at: now)
        }
    }

    /// Closes the connection that has called longest ago and does not watch.
    private func closeOldest() -> Bool {
        let oldest = connections.values.filter { !$0.isSubscriber }.min { $0.lastActivity < $1.lastActivity }
        if let oldest { close(oldest) }
        return oldest != nil
    }

    /// Tells a client that there are too many connections, in place of the reply to its first call.
    private func refuse(_ socket: consuming Descriptor, at now: Instant) {
        let reply = Reply.encode(TimersError.tooManyConnections(limit: Int64(limit)).reply)
        do throws(SystemError) {
            _ = try UnixConnection(socket, loop: loop) { _ in }.send(reply, at: Instant(sinceBoot: .zero))
        } catch {
            reportUnserved("\(error)", at: now)
        }
    }

    func close(_ connection: Connection) {
        guard connections.removeValue(forKey: connection.id) != nil else { return }
        connection.socket.close()
        unfinished.set(0, for: connection.id)
        unread.set(0, for: connection.id)
        if connection.isSubscriber { subscribers.remove(connection.id) }
        hasChanged = true
    }

    func closeAll() {
        listener = nil
        for connection in connections.values { close(connection) }
    }

    // MARK: Serving

    func becomesReady(_ id: Connection.ID, _ readiness: EventLoop.Readiness) {
        guard let connection = connections[id] else { return }
        if readiness.isWritable {
            _ = connection.socket.flush()
            updateBudgets(of: connection)
        }
        if readiness.isReadable { connection.hasUnread = true }
        enqueue(connection)
    }

    private func enqueue(_ connection: Connection) {
        guard !connection.isQueued, connections[connection.id] != nil else { return }
        connection.isQueued = true
        queue.append(connection.id)
    }

    /// Serves one call of each waiting connection, round robin.
    ///
    /// - Parameter handle: carries out a call; its ticket is answered now or later.
    /// - Returns: whether connections are still waiting.
    func serve(_ handle: (Call, Ticket) -> Void) -> Bool {
        for _ in 0..<Self.connectionsAtOnce {
            if queue.isEmpty { return false }
            guard let connection = connections[queue.removeFirst()] else { continue }
            connection.isQueued = false
            serve(connection, handle)
        }
        return !queue.isEmpty
    }

    private func serve(_ connection: Connection, _ handle: (Call, Ticket) -> Void) {
        if !connection.hasCall { read(connection) }
        if connection.hasCall { takeCall(of: connection, handle) }
        updateBudgets(of: connection)
        guard connections[connection.id] != nil else { return }
        if connection.isDone { return close(connection) }
        if connection.hasCall || connection.hasUnread && connection.takesInput { enqueue(connection) }
    }

    private func takeCall(of connection: Connection, _ handle: (Call, Ticket) -> Void) {
        do {
            guard let call = try connection.session.nextCall() else { return }
            connection.lastCall += 1
            lastActivity += 1
            connection.lastActivity = lastActivity
            handle(call, Ticket(connection: connection.id, call: connection.lastCall, isOneway: call.isOneway))
        } catch {
            // This is not Varlink, so the rest of the stream can't be understood either.
            close(connection)
        }
    }

    /// Reads until there is a whole call or nothing more. The loop does not report unread input a second time.
    private func read(_ connection: Connection) {
        while connection.hasUnread, connection.takesInput, !connection.hasCall {
            switch connection.socket.read({ connection.session.receive($0) }) {
            case .bytes: break
            case .nothing:
                connection.hasUnread = false
                if connection.socket.isBroken { close(connection) }
            case .end:
                connection.hasUnread = false
                connection.inputHasEnded = true
                // Otherwise a subscriber's disconnection would go unnoticed until the next event.
                if connection.isSubscriber, connection.socket.hasHungUp { close(connection) }
            case .broken: close(connection)
            }
            guard connections[connection.id] != nil else { return }
            // A subscriber makes no further calls, so its input is not kept in memory without limit.
            if connection.isSubscriber, connection.session.waitingBytes > MessageBuffer.maxMessageLength {
                return close(connection)
            }
        }
    }

    // MARK: Replies and events

    /// Sends the one reply to a call, which is not encoded if no reply is wanted. A void ticket is ignored.
    func answer(_ ticket: Ticket, _ reply: @autoclosure () -> [UInt8], at now: Instant) {
        guard let connection = connection(of: ticket) else { return }
        connection.session.answered()
        if !ticket.isOneway { _ = connection.socket.send(reply(), at: now) }
        updateBudgets(of: connection)
        enqueue(connection)
    }

    /// Sends the same reply to all calls that wait for a subject.
    func answerAll(_ subject: PendingReplies.Subject, _ reply: [UInt8], at now: Instant) {
        for ticket in pending.take(subject) { answer(ticket, reply, at: now) }
    }

    /// Makes the connection of a call a subscriber; this message is its first.
    func subscribe(_ ticket: Ticket, ticks: Bool, _ snapshot: [UInt8], at now: Instant) {
        guard let connection = connection(of: ticket) else { return }
        connection.isSubscriber = true
        subscribers.add(connection.id, ticks: ticks)
        hasChanged = true
        guard connection.socket.send(snapshot, at: now) else { return close(connection) }
        enqueue(connection)
    }

    /// Whether the client of a call has closed the connection in both directions, so that nobody will read the reply.
    func isAbandoned(_ ticket: Ticket) -> Bool {
        connection(of: ticket)?.socket.hasHungUp ?? true
    }

    /// Numbers an event and sends it to the subscribers that want its kind; it is encoded only once.
    func publish(
        _ kind: Timers.EventKind, of timer: EggTimer?, at now: Instant, _ message: (Timers.Event) -> [UInt8]
    ) {
        let event = subscribers.nextEvent(kind, of: timer)
        let receivers = subscribers.receivers(of: kind)
        guard !receivers.isEmpty else { return }
        let bytes = message(event)
        for connection in receivers.compactMap({ connections[$0] }) {
            let hasStopped = Subscribers.hasStoppedReading(
                waitingBytes: connection.socket.waitingBytes, since: connection.socket.waitingSince, now: now)
            if hasStopped || !connection.socket.send(bytes, superseding: kind == .tick, at: now) { close(connection) }
        }
    }

    private func connection(of ticket: Ticket) -> Connection? {
        guard let connection = connections[ticket.connection], connection.lastCall == ticket.call,
            connection.session.isAnswering, !connection.isSubscriber
        else { return nil }
        return connection
    }

    // MARK: Budgets

    /// Notes what a connection takes up, and closes connections while that is too much for all of them together.
    private func updateBudgets(of connection: Connection) {
        guard connections[connection.id] != nil else { return }
        unfinished.set(connection.session.waitingBytes, for: connection.id)
        if !connection.isSubscriber { unread.set(connection.socket.waitingBytes, for: connection.id) }
        while let id = unfinished.connectionToClose ?? unread.connectionToClose, let largest = connections[id] {
            close(largest)
        }
    }
}
