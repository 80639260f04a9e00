import CMicroHTTPD
import EggLoop
import Glibc
import POSIX

/// An HTTP server on an event loop (libmicrohttpd).
///
/// libmicrohttpd has no thread and no listening socket of its own. It is run on the loop whenever its epoll descriptor
/// can be read, and this server accepts the connections. So everything is in one place and needs no locks: the limits,
/// which libmicrohttpd knows too few of, streams that are resumed by events, and nothing that wakes up while no
/// request is on its way.
///
/// Everything belongs to the loop's queue.
// Unchecked: all state belongs to the loop's queue, on which libmicrohttpd's callbacks also run.
package final class Server: @unchecked Sendable {
    /// Takes a request; it answers now or later.
    package typealias Handler = (Request, Exchange) -> Void

    /// The longest head of a request, in bytes, together with what libmicrohttpd needs for the connection.
    static let connectionMemory = 16 * 1024
    static let maxBodyLength = 64 * 1024
    /// How many connections are accepted before requests are answered again. Each may need a look at a table of sockets.
    static let acceptedAtOnce = 16

    private let loop: EventLoop
    private let handler: Handler
    private var daemon: OpaquePointer?
    private let handlers: UnsafeMutablePointer<cmicrohttpd_handlers>
    private var table: ConnectionTable
    private let owners = SocketOwners()
    private let user = geteuid()
    /// Connections that libmicrohttpd has not accepted yet; it closes those that it does not accept.
    private var arriving: [Int32: Request.Peer] = [:]
    private var peers: [Int32: Request.Peer] = [:]
    private var exchanges: [Int32: Exchange] = [:]
    private var listeners: [(id: EventLoop.ID, descriptor: Int32)] = []
    private var registration: EventLoop.ID?
    private var deadline: OneShot?
    /// When the deadline fires; nil if it is not armed.
    private var armed: ContinuousClock.Instant?
    private var pause: OneShot?
    private var pausedListeners: [EventLoop.ID] = []
    /// Called when the number of connections becomes zero (true), or is no longer zero (false).
    package var onIdle: ((Bool) -> Void)?
    /// Header fields of every answer.
    package var headers: [Field] = []

    /// A server that listens nowhere yet.
    ///
    /// - Parameter descriptors: how many descriptors the process may have open; some are left for other purposes.
    package convenience init(
        loop: EventLoop, descriptors: Int = 1024, handler: @escaping Handler
    ) throws(SystemError) {
        var limits = ConnectionTable.Limits()
        limits.connections = max(16, min(limits.connections, descriptors - 64))
        try self.init(loop: loop, limits: limits, handler: handler)
    }

    init(loop: EventLoop, limits: ConnectionTable.Limits, handler: @escaping Handler) throws(SystemError) {
        self.loop = loop
        self.handler = handler
        table = ConnectionTable(limits: limits)
        handlers = .allocate(capacity: 1)
        handlers.initialize(to: cmicrohttpd_handlers())
        handlers.pointee = MicroHTTPD.handlers(of: self)
        daemon = cmicrohttpd_start(handlers, UInt32(limits.connections + 64), Self.connectionMemory)
        guard let daemon else { throw SystemError("MHD_start_daemon") }
        registration = try loop.add(cmicrohttpd_poll_descriptor(daemon), order: .connection) { _ in }
        deadline = OneShot(loop: loop) { [unowned self] in closeOverdue() }
        pause = OneShot(loop: loop) { [unowned self] in resumeListeners() }
        // libmicrohttpd runs after all handlers, which have resumed connections perhaps.
        loop.afterEvents = { [weak self] in self?.run() ?? false }
    }

    deinit {
        stop()
        handlers.deinitialize(count: 1)
        handlers.deallocate()
    }

    package var connectionCount: Int { table.count }

    /// Accepts connections on a listening socket, which it closes at its end.
    package func listen(on socket: consuming Descriptor) throws(SystemError) {
        let number = socket.number
        let id = try loop.add(number, order: .listener) { [weak self] _ in self?.accept(from: number) }
        listeners.append((id, socket.release()))
    }

    package func stop() {
        guard let daemon else { return }
        self.daemon = nil
        loop.afterEvents = nil
        if let registration { loop.remove(registration) }
        for listener in listeners {
            loop.remove(listener.id)
            close(listener.descriptor)
        }
        listeners = []
        // libmicrohttpd doesn't end while a connection is suspended.
        for exchange in exchanges.values { exchange.cancel() }
        MHD_run(daemon)
        MHD_stop_daemon(daemon)
        deadline = nil
        pause = nil
    }

    private func run() -> Bool {
        guard let daemon else { return false }
        MHD_run(daemon)
        armDeadline()
        return cmicrohttpd_has_more(daemon) != 0
    }

    // MARK: Connections

    private func accept(from listener: Int32) {
        for _ in 0..<Self.acceptedAtOnce {
            guard let daemon else { return }
            var address = cmicrohttpd_address()
            let descriptor = uninterrupted { cmicrohttpd_accept(listener, &address) }
            guard descriptor >= 0 else {
                if [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(errno) { return makeRoom(for: listener) }
                if errno == ECONNABORTED { continue }
                return
            }
            guard let endpoint = IPEndpoint(address) else {
                close(descriptor)
                continue
            }
            let peer = peer(at: endpoint, of: descriptor)
            switch table.admission(from: .init(peer, own: user)) {
            case .admitted: break
            case .replaces(let oldest):
                disconnect(oldest)
                // Its place is free after the next run.
                MHD_run(daemon)
            case .refused:
                close(descriptor)
                continue
            }
            arriving[descriptor] = peer
            _ = cmicrohttpd_add(daemon, descriptor)
            // Newer versions of libmicrohttpd accept it only now. The table must have it before the next one comes.
            MHD_run(daemon)
        }
    }

    /// Without a descriptor, a connection waits in the queue of its listening socket, which is reported again at once.
    private func makeRoom(for listener: Int32) {
        if let daemon, let oldest = table.oldestReceiving() {
            disconnect(oldest)
            MHD_run(daemon)
        } else if let id = listeners.first(where: { $0.descriptor == listener })?.id {
            loop.pause(true, id)
            pausedListeners.append(id)
            pause?.arm(after: .seconds(1))
        }
    }

    private func resumeListeners() {
        for id in pausedListeners { loop.pause(false, id) }
        pausedListeners = []
    }

    /// Closes a connection: libmicrohttpd finds it at its end.
    private func disconnect(_ descriptor: Int32) {
        shutdown(descriptor, Int32(SHUT_RDWR))
        exchanges[descriptor]?.cancel()
    }

    private func closeOverdue() {
        armed = nil
        for descriptor in table.overdue(at: .now) { disconnect(descriptor) }
    }

    private func armDeadline() {
        guard let due = table.nextDue else { return }
        if let armed, armed <= due { return }
        armed = due
        deadline?.arm(after: max(.milliseconds(100), due - .now))
    }

    /// The other end of a connection, with its user if that is on this machine.
    private func peer(at endpoint: IPEndpoint, of descriptor: Int32) -> Request.Peer {
        var peer = Request.Peer(address: endpoint.address)
        if peer.address.isLoopback, let server = ListeningSocket.endpoint(of: descriptor) {
            peer.user = owners.owner(of: endpoint, connectedTo: server)
        }
        return peer
    }

    // MARK: libmicrohttpd's callbacks

    func begun(_ target: String, _ connection: OpaquePointer) -> Exchange {
        let descriptor = cmicrohttpd_descriptor(connection)
        let exchange = Exchange(connection, descriptor: descriptor, target: target)
        if daemon == nil { exchange.cancel() }
        exchanges[descriptor] = exchange
        return exchange
    }

    func arrived(
        _ exchange: Exchange, method: UnsafePointer<CChar>, version: UnsafePointer<CChar>, body: UnsafeRawBufferPointer
    ) -> Bool {
        guard !exchange.isCancelled else { return false }
        switch exchange.stage {
        case .begun(let target):
            guard cmicrohttpd_has_exact_head(exchange.connection, exchange.targetEnd, method, version) != 0 else {
                return refuse(exchange, 400, "The request's head has a NUL, or a line that does not end in CR LF.")
            }
            let headers = MicroHTTPD.headers(of: exchange.connection)
            if let fault = Framing.fault(version: String(cString: version), target: target, headers: headers) {
                return refuse(exchange, 400, fault)
            }
            // libmicrohttpd before 1.0 accepts chunks that a proxy could divide otherwise.
            guard !headers.contains(where: { $0.name == "transfer-encoding" }) else {
                return refuse(exchange, 411, "A body needs its length in Content-Length.")
            }
            let length = headers.first { $0.name == "content-length" }.flatMap { Int($0.value) } ?? 0
            guard length <= Self.maxBodyLength else {
                return refuse(exchange, 413, "The body of a request can have \(Self.maxBodyLength) bytes at most.")
            }
            guard let peer = peers[exchange.descriptor] else { return false }
            let request = Request(method: String(cString: method), target: target, headers: headers, peer: peer)
            exchange.stage = .receiving(request)
            return true
        case .receiving(var request):
            guard body.isEmpty else {
                // Without this, the body would be copied for each part.
                exchange.stage = .handed
                request.body.append(contentsOf: body)
                exchange.stage = .receiving(request)
                return request.body.count <= Self.maxBodyLength
            }
            exchange.stage = .handed
            table.entered(.replying, exchange.descriptor, at: .now)
            handler(request, exchange)
            return settle(exchange)
        case .handed: return settle(exchange)
        case .answered: return body.isEmpty
        }
    }

    private func settle(_ exchange: Exchange) -> Bool {
        switch exchange.answer {
        case nil:
            exchange.suspend()
            return true
        case .reply(let reply): return send(reply, exchange)
        case .stream(let stream, let headers):
            guard table.admitsStream(exchange.descriptor) else { return send(Self.tooManyStreams, exchange) }
            exchange.stage = .answered
            guard queue(stream.response(), exchange, 200, headers) else { return false }
            table.entered(.streaming, exchange.descriptor, at: .now)
            return true
        }
    }

    private static let tooManyStreams = Response.text(
        503, "This page is open too often. Close some of its tabs and load it again.", Field("Retry-After", "60"))

    private func refuse(_ exchange: Exchange, _ status: Int, _ sentence: String) -> Bool {
        exchange.stage = .handed
        table.entered(.replying, exchange.descriptor, at: .now)
        // The rest of what was sent can't be trusted to be a request.
        exchange.reply(.text(status, sentence, Field("Connection", "close")))
        return settle(exchange)
    }

    private func send(_ reply: Response, _ exchange: Exchange) -> Bool {
        exchange.stage = .answered
        let response = reply.body.withUnsafeBytes { cmicrohttpd_response($0.baseAddress, $0.count) }
        return queue(response, exchange, reply.status, reply.headers)
    }

    private func queue(_ response: OpaquePointer?, _ exchange: Exchange, _ status: Int, _ headers: [Field]) -> Bool {
        guard let response else { return false }
        for field in headers + self.headers { _ = cmicrohttpd_add_header(response, field.name, field.value) }
        return cmicrohttpd_queue(exchange.connection, UInt32(status), response) != 0
    }

    func ended(_ exchange: Exchange) {
        let descriptor = exchange.descriptor
        exchanges[descriptor] = nil
        exchange.end()
        table.entered(.receiving, descriptor, at: .now)
    }

    func opened(_ descriptor: Int32) {
        guard let peer = arriving.removeValue(forKey: descriptor) else { return }
        table.opened(descriptor, from: .init(peer, own: user), at: .now)
        peers[descriptor] = peer
        if table.count == 1 { onIdle?(false) }
    }

    func closed(_ descriptor: Int32) {
        peers[descriptor] = nil
        table.closed(descriptor)
        guard table.count == 0 else { return }
        // Nothing wakes up while nobody is connected.
        deadline?.disarm()
        armed = nil
        onIdle?(true)
    }
}
