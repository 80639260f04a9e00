import EggClient
import EggLoop
import EggWire
import HTTP
import Languages
import POSIX
import Varlink

/// A page that gets messages until it has ended.
protocol MessageReceiver: AnyObject {
    /// Called once when it has ended.
    var onEnd: (() -> Void)? { get set }
    /// It has left, or has got the end.
    var hasEnded: Bool { get }
    /// Sends a message, which is complete by itself.
    func send(_ message: [UInt8])
    /// Sends no more messages, and ends it once it has read the earlier ones.
    func close()
}

extension EventStream: MessageReceiver {}

/// Sends the events of eggd to all pages: one watch serves them all, and there is none without a page. Each message is encoded
/// once, with marked sentences, which each page says in its language.
///
/// A page counts by itself, so the watch has no ticks. Between the events there are signs of life, by which a page
/// notices that this program or its machine has died.
// Unchecked: everything belongs to the loop's queue.
final class EventHub: @unchecked Sendable {
    private let calls: EggdCalls
    private let loop: EventLoop
    private var streams: [(stream: any MessageReceiver, byToken: Bool)] = []
    private lazy var watch = EventLoopWatch(loop: loop) { [weak self] in self?.handle($0) }
    private let signIntervals: (counting: Duration, idle: Duration)
    private var sign: OneShot?
    /// Whether eggd was asked for its timers and hasn't answered yet.
    private var isAsking = false
    /// How often the watch has told something: timers that were asked for before are old.
    private var reports = 0
    /// The first message for a new page.
    private var status = Status.unknown
    /// Called before each message, to find a new token.
    var beforeMessage: (() -> Void)?

    private enum Status {
        /// Nothing has arrived from eggd yet; then timers, or unreachable. The last page that closes leads back here.
        case unknown
        /// The newest values, and when they arrived; unreachable when eggd stops answering.
        case timers(Timers.Watch.Reply, ContinuousClock.Instant)
        /// eggd does not answer; timers when it does. If it is connected all the same, what it told last.
        case unreachable(Trouble, stalled: Timers.Watch.Reply?)
    }

    /// How often eggd has told that there are other eggs or times. Each message has it, because a page may miss one.
    private var menuChanges = 0
    /// Until when eggd can undo the last change, as its last event said; nil if it can't.
    private var undoEnd: ContinuousClock.Instant?

    /// The time from a message to the next sign of life, while a timer counts down and otherwise. A page waits a little
    /// longer (`web/shared/eggd.js`), and then for 3 s on a new connection.
    static let signIntervals: (counting: Duration, idle: Duration) = (.seconds(5), .seconds(10))

    /// A hub without pages.
    init(
        _ calls: EggdCalls, loop: EventLoop,
        signIntervals: (counting: Duration, idle: Duration) = EventHub.signIntervals
    ) {
        (self.calls, self.loop, self.signIntervals) = (calls, loop, signIntervals)
    }

    /// Adds a page, which gets the current values at once if they are known.
    func add(_ stream: any MessageReceiver, byToken: Bool) {
        streams.append((stream, byToken))
        stream.onEnd = { [weak self] in self?.removeEnded() }
        stream.send(Array("retry: 1000\n\n".utf8))
        sendStatus(to: stream)
        guard !watch.isWatching else { return }
        sign = OneShot(loop: loop) { [weak self] in self?.giveSign() }
        watch.begin(TimerWatch(calls.endpoint, ticks: false))
    }

    private func sendStatus(to stream: any MessageReceiver) {
        switch status {
        case .unknown: break
        case .timers(let reply, let since): stream.send(message(reply, as: .snapshot, age: .now - since))
        case .unreachable(let trouble, _): stream.send(Self.unreachable(trouble))
        }
    }

    /// Closes the pages that were opened by a token which is no longer valid.
    func closeStreamsByToken() {
        for entry in streams where entry.byToken { entry.stream.close() }
    }

    private func removeEnded() {
        streams.removeAll { $0.stream.hasEnded }
        guard streams.isEmpty else { return }
        watch.end()
        (sign, status) = (nil, .unknown)
        reports += 1
    }

    private func handle(_ report: WatchReport) {
        beforeMessage?()
        switch report {
        case .event(let reply), .resumed(let reply, _):
            if reply.event.kind == .kitchen { menuChanges += 1 }
            reports += 1
            status = .timers(reply, .now)
            undoEnd = reply.undoMs.map { .now + .milliseconds($0) }
            send(message(reply))
        case .lost(let error):
            reports += 1
            lose(Language.marked.speak { .unreachable(error, calls.endpoint) })
        case .stalled:
            if case .timers(let reply, _) = status { loseStalled(reply) }
        }
    }

    private func lose(_ trouble: Trouble, stalled: Timers.Watch.Reply? = nil) {
        status = .unreachable(trouble, stalled: stalled)
        send(Self.unreachable(trouble))
    }

    private func loseStalled(_ reply: Timers.Watch.Reply) {
        lose(Language.marked.speak { .stalled }, stalled: reply)
    }

    private func send(_ message: [UInt8]) {
        for entry in streams { entry.stream.send(message) }
        sign?.arm(after: isCounting ? signIntervals.counting : signIntervals.idle)
    }

    // MARK: Signs of life

    private var isCounting: Bool {
        if case .timers(let reply, _) = status { reply.timers.contains(where: \.state.traits.ticks) } else { false }
    }

    /// Tells what is known once more; while a timer counts down, what eggd replies now.
    private func giveSign() {
        beforeMessage?()
        switch status {
        case .unknown: break
        case .timers(let reply, let since):
            guard isCounting else { return send(message(reply, as: .tick, age: .now - since)) }
            if isAsking { return loseStalled(reply) }
            ask(after: reply)
            sign?.arm(after: signIntervals.counting)
        case .unreachable(let trouble, let stalled):
            if let stalled, !isAsking { ask(after: stalled) }
            send(Self.unreachable(trouble))
        }
    }

    /// Asks eggd for its timers, which have the temperatures in the eggs, and tells them.
    private func ask(after last: Timers.Watch.Reply) {
        isAsking = true
        let asked = reports
        calls.make([EggdCall(Timers.List.self, Nothing())]) { [weak self] endings in
            guard let self else { return }
            isAsking = false
            guard reports == asked else { return }
            if let found = endings.first?.reply(to: Timers.List.self) {
                var reply = last
                reply.timers = found.timers
                status = .timers(reply, .now)
            }
            if case .timers(let reply, let since) = status { send(message(reply, as: .tick, age: .now - since)) }
        }
    }

    // MARK: Messages

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
        /// For how long eggd can undo the last change, whichever device made it.
        let undoMs: Int64
        /// What that takes back, and the words where timers were that it would give back; nil without any.
        let undo, removal: String?
    }

    /// - Parameter kind: nil for the event itself; otherwise nothing has happened.
    private func message(
        _ reply: Timers.Watch.Reply, as kind: Timers.EventKind? = nil, age: Duration = .zero
    ) -> [UInt8] {
        Language.marked.speak { marked(reply, as: kind, age: age) }
    }

    private func marked(_ reply: Timers.Watch.Reply, as kind: Timers.EventKind?, age: Duration) -> [UInt8] {
        let event = kind.map { Timers.Event(kind: $0, sequence: reply.event.sequence) } ?? reply.event
        let (sound, store) = (reply.soundOut.map(Trouble.noSound), reply.storeOut.map(Trouble.notSaved))
        let timers = reply.timers.sorted { $0.urgency < $1.urgency }
        let values = Values(
            event: event, timers: timers.map(ShownTimer.init), soundOut: sound?.message,
            storeOut: store?.message, soundDetail: sound?.detail, storeDetail: store?.detail,
            ageMs: max(0, age.millisecondsRoundedDown), menuChanges: menuChanges,
            undoMs: undoEnd.map { max(0, ($0 - .now).millisecondsRoundedUp) } ?? 0, undo: reply.lastChange?.words,
            removal: reply.lastChange?.removal)
        guard let text = try? encodeJSON(values) else { return [] }
        return Array("data: ".utf8) + text + Array("\n\n".utf8)
    }

    private static func unreachable(_ trouble: Trouble) -> [UInt8] {
        guard let text = try? encodeJSON(trouble) else { return [] }
        return Array("event: gone\ndata: ".utf8) + text + Array("\n\n".utf8)
    }
}
