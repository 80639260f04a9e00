import Dispatch
import EggLoop
import EggTestSupport
import POSIX
import Synchronization
import Testing

@testable import HTTP

/// Answers `/hold` and `/events` later, and everything else with what it was asked.
// Unchecked: everything but the requests and the signals is used on the loop's queue.
final class Answers: @unchecked Sendable {
    var held: [Exchange] = []
    var streams: [EventStream] = []
    var reading: Duration = .seconds(600)
    let ended = DispatchSemaphore(value: 0)
    let requests = Mutex<[Request]>([])
    /// The server's reports of connections that came and went.
    let isIdle = Mutex<[Bool]>([])

    func answer(_ request: Request, _ exchange: Exchange) {
        requests.withLock { $0.append(request) }
        switch request.path {
        case "/hold": held.append(exchange)
        case "/events":
            let stream = exchange.stream(headers: [Field("Content-Type", "text/event-stream")])
            stream.readTimeout = reading
            stream.onEnd = { [ended] in ended.signal() }
            streams.append(stream)
        default: exchange.reply(.text(200, "\(request.method) \(request.path) \(request.body.count)"))
        }
    }
}

/// A server on a loop of its own. Nothing on the loop's queue holds it, because its end waits for that queue.
// Unchecked: the server is used on the loop's queue only.
final class RunningServer: @unchecked Sendable {
    let port: UInt16
    let answers = Answers()
    private let queue = DispatchQueue(label: "test")
    private let loop: EventLoop
    private var server: Server?

    /// No test may depend on how fast the machine is, so the times for a request and to read are long unless given.
    init(
        connections: Int = 960, receiving: Duration = .seconds(600), reading: Duration = .seconds(600),
        listening: String = "127.0.0.1:0"
    ) throws {
        answers.reading = reading
        loop = try EventLoop(queue: queue)
        let socket = try ListeningSocket.open(at: #require(IPEndpoint(listening: listening)))
        port = try #require(ListeningSocket.endpoint(of: socket.number)).port
        let number = socket.release()
        server = try queue.sync { [loop, answers] in
            let limits = ConnectionTable.Limits(connections: connections, receiving: receiving)
            let server = try Server(loop: loop, limits: limits) { answers.answer($0, $1) }
            server.onIdle = { isIdle in answers.isIdle.withLock { $0.append(isIdle) } }
            try server.listen(on: Descriptor(owning: number))
            return server
        }
        try loop.start()
    }

    deinit {
        queue.sync {
            server?.stop()
            loop.stop()
        }
    }

    /// Does something, and stops the server before it has noticed.
    func stop(after work: () -> Void) {
        queue.sync {
            work()
            server?.stop()
        }
    }

    /// Does something on the loop's queue, and has the loop notice.
    private func perform(_ work: () -> Void) {
        queue.sync(execute: work)
        loop.post {}
    }

    func release(_ text: String) {
        perform {
            for exchange in answers.held { exchange.reply(.text(200, text)) }
            answers.held = []
        }
    }

    func send(_ message: String) {
        perform {
            for stream in answers.streams { stream.send(Array(message.utf8)) }
        }
    }

    func closeStreams() {
        perform {
            for stream in answers.streams { stream.close() }
        }
    }

    func waitForEnd() -> Bool {
        answers.ended.wait(timeout: .now() + 20) == .success
    }

    /// Whether a stream has ended by now, or in a moment.
    var waitedForEnd: Bool { answers.ended.wait(timeout: .now() + .milliseconds(10)) == .success }

    var connectionCount: Int { queue.sync { server?.connectionCount ?? 0 } }

    func client() throws -> WebClient { try WebClient(port: port) }
}
