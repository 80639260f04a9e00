import EggClient
import EggLoop
import EggWire
import HTTP
import POSIX
import Varlink

/// A page that gets messages until it has ended.
protocol MessageReceiver: AnyObject {
    /// Called once when it has ended.
    var onEnd: (() -> Void)? { get set }
    /// It has left, or was closed.
    var hasEnded: Bool { get }
    /// Sends a message, which is complete by itself.
    func send(_ message: [UInt8])
    /// Ends it.
    func close()
}

extension EventStream: MessageReceiver {}

/// Sends the events of eggd to all pages: one watch serves them all, and there is none without a page.
// Unchecked: everything belongs to the loop's queue.
final class EventHub: @unchecked Sendable {
    private let endpoint: Endpoint
    private let loop: EventLoop
    private var streams: [(stream: any MessageReceiver, byToken: Bool)] = []
    private var watch: TimerWatch?
    private var registration: EventLoop.ID?
    private var wake: OneShot?
    /// The first message for a new page.
    private var status = Status.unknown
    /// Called before each message, to find a new token.
    var beforeMessage: (() -> Void)?

    private enum Status {
        /// Nothing has arrived from eggd yet; then timers, or unreachable. The last page that closes leads back here.
        case unknown
        /// The newest values, and when they arrived; unreachable when eggd stops answering.
        case timers(Timers.Watch.Reply, ContinuousClock.Instant)
        /// eggd does not answer; timers when it does.
        case unreachable(Trouble)
    }

    /// How often eggd has told that there are other eggs or times. Each message has it, because a page may miss one.
    private var menuChanges = 0

    init(_ endpoint: Endpoint, loop: EventLoop) {
        (self.endpoint, self.loop) = (endpoint, loop)
    }

    /// Adds a page, which gets the current values at once if they are known.
    func add(_ stream: any MessageReceiver, byToken: Bool) {
        streams.append((stream, byToken))
        stream.onEnd = { [weak self] in self?.removeEnded() }
        stream.send(Array("retry: 1000\n\n".utf8))
        // A message may have come after the last stream was ended by a new token; it is old now.
        if watch == nil { status = .unknown }
        sendStatus(to: stream)
        guard watch == nil else { return }
        watch = TimerWatch(endpoint)
        let hub = self
        wake = OneShot(loop: loop) { [weak hub] in hub?.advance() }
        advance()
    }

    private func sendStatus(to stream: any MessageReceiver) {
        switch status {
        case .unknown: break
        case .timers(var reply, let since):
            reply.event.kind = .snapshot
            reply.event.timer = nil
            stream.send(message(reply, age: .now - since))
        case .unreachable(let trouble): stream.send(Self.unreachable(trouble))
        }
    }

    /// Closes the pages that were opened by a token which is no longer valid.
    func closeStreamsByToken() {
        for entry in streams where entry.byToken { entry.stream.close() }
        removeEnded()
    }

    private func removeEnded() {
        streams.removeAll { $0.stream.hasEnded }
        guard streams.isEmpty else { return }
        if let registration { loop.remove(registration) }
        (registration, watch, wake, status) = (nil, nil, nil, .unknown)
    }

    /// Takes what has arrived. The watch can have another connection afterwards, even with the same number.
    private func advance() {
        guard let watch else { return }
        if let registration { loop.remove(registration) }
        registration = nil
        while let report = watch.next() { handle(report) }
        // A new token may have ended the last stream meanwhile.
        guard self.watch === watch else { return }
        if let descriptor = watch.descriptor {
            let hub = self
            registration = try? loop.add(descriptor, order: .report) { [weak hub] _ in hub?.advance() }
        }
        if let due = watch.nextWake { wake?.arm(after: max(.zero, due - .now)) } else { wake?.disarm() }
    }

    private func handle(_ report: WatchReport) {
        beforeMessage?()
        switch report {
        case .event(let reply), .resumed(let reply, _):
            if reply.event.kind == .kitchen { menuChanges += 1 }
            status = .timers(reply, .now)
            send(message(reply, age: .zero))
        case .lost(let error): lose(.unreachable(error, endpoint))
        case .stalled: lose(.stalled)
        }
    }

    private func lose(_ trouble: Trouble) {
        status = .unreachable(trouble)
        send(Self.unreachable(trouble))
    }

    private func send(_ message: [UInt8]) {
        for entry in streams { entry.stream.send(message) }
    }

    private struct Values: Encodable {
        let event: Timers.Event
        let timers: [ShownTimer]
        /// The messages of troubles; texts, because a page that was opened before an update shows them as they are.
        let soundOut: String?
        let storeOut: String?
        let soundDetail: String?
        let storeDetail: String?
        let ageMs: Int64
        let menuChanges: Int
        let undoMs: Int64?
    }

    private func message(_ reply: Timers.Watch.Reply, age: Duration) -> [UInt8] {
        let (sound, store) = (reply.soundOut.map(Trouble.noSound), reply.storeOut.map(Trouble.notSaved))
        let values = Values(
            event: reply.event, timers: reply.timers.map(ShownTimer.init), soundOut: sound?.message,
            storeOut: store?.message, soundDetail: sound?.detail, storeDetail: store?.detail,
            ageMs: max(0, age.millisecondsRoundedDown), menuChanges: menuChanges,
            undoMs: reply.event.kind.undoMs)
        guard let text = try? encodeJSON(values) else { return [] }
        return Array("data: ".utf8) + text + Array("\n\n".utf8)
    }

    private static func unreachable(_ trouble: Trouble) -> [UInt8] {
        guard let text = try? encodeJSON(trouble) else { return [] }
        return Array("event: gone\ndata: ".utf8) + text + Array("\n\n".utf8)
    }
}
