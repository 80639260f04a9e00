import EggLoop
import EggStore
import EggTimers
import EggWire
import Varlink

/// Has the timers, the kitchen's egg and the history saved, and holds the replies that wait for it.
///
/// It belongs to the engine's queue. The store writer's thread does the work, and its results enter that queue.
final class Saving {
    private weak var engine: Engine?
    /// Nil if nothing is to be saved.
    private let writer: StoreWriter?
    private let connections: Connections
    private let clock: any Clock
    private let log: Log
    /// Runs only while a reply waits for the disk.
    private let timeout: OneShot
    private var commits = Commits()
    private var isReadingHistory = false
    /// Other facts about the database that the user should know.
    private(set) var notices = StoreNotices()

    /// - Parameter timeout: calls `timesOut`.
    init(
        _ writer: StoreWriter?, of engine: Engine, connections: Connections, clock: any Clock, log: Log,
        timeout: OneShot
    ) {
        self.writer = writer
        self.engine = engine
        self.connections = connections
        self.clock = clock
        self.log = log
        self.timeout = timeout
    }

    var folder: String? { writer?.folder }

    /// Why nothing can be saved, in words; nil while saving works.
    var trouble: String? { commits.trouble }

    var isWaitedFor: Bool { commits.isWaitedFor }

    // MARK: Commits

    /// Saves the content as it is now, and changes the history. Only replies wait for it.
    ///
    /// - Returns: the commit that will save them; nil if nothing is to be saved.
    @discardableResult
    func save(_ content: Content, _ history: HistoryChange = HistoryChange()) -> Commits.Number? {
        guard writer != nil else { return nil }
        let number = commits.change(history)
        beginCommit(of: content)
        return number
    }

    /// Saves what has changed without waiting for a commit that is under way.
    func saveForTheLastTime(_ content: Content) {
        beginCommit(of: content, isLast: true)
    }

    /// One commit at a time: changes made while the disk is busy are saved together.
    private func beginCommit(of content: Content, isLast: Bool = false) {
        guard let writer, let next = commits.next(isLast: isLast) else { return }
        writer.commit(content, next.history, in: clock.boot()) {
            [weak engine = self.engine] isSaved in
            engine?.later { $0.saving?.commitEnds(next.number, isSaved, now: $0.content) }
        }
    }

    private func commitEnds(_ number: Commits.Number, _ isSaved: Bool, now content: Content) {
        let replies = commits.end(number, isSaved: isSaved)
        if isSaved { recover() }
        send(replies)
        beginCommit(of: content)
        readHistory()
        updateTimeout()
    }

    // MARK: Replies

    /// Sends a reply when a commit is durable; at once if there is no commit or nothing can be saved.
    func answer(_ ticket: Ticket, _ reply: @autoclosure () -> [UInt8], after commit: Commits.Number?) {
        guard let commit, trouble == nil, !ticket.isOneway else {
            return connections.answer(ticket, reply(), at: clock.now())
        }
        // The timeout is that of the reply that has waited longest.
        let isFirst = !isWaitedFor
        commits.wait(for: commit, ticket: ticket, reply: reply())
        if isFirst { updateTimeout() }
    }

    /// The disk has not answered for too long. The replies are sent without a commit, and `Health` says why.
    func timesOut() {
        fail("the disk has not answered for \(Commits.timeout.components.seconds) s")
        send(commits.giveUp())
        updateTimeout()
    }

    private func updateTimeout() {
        if isWaitedFor { timeout.arm(after: Commits.timeout) } else { timeout.disarm() }
    }

    private func send(_ replies: [(ticket: Ticket, reply: [UInt8])]) {
        for (ticket, reply) in replies { connections.answer(ticket, reply, at: clock.now()) }
    }

    // MARK: The store's reports

    /// Takes a report of the store writer; returns content that was found late and has to be restored.
    func handle(_ report: StoreWriter.Report) -> SavedContent? {
        switch report {
        case .failing(let reason): fail(reason)
        case .recovered: recover()
        case .reading, .read:
            notices.isReading = report == .reading
            if notices.isReading, let notice = notices.findings { log(notice) }
            engine?.assumeIsolated { $0.updateNeed() }
        case .notices(var notices):
            notices.isReading = self.notices.isReading
            self.notices = notices
        case .found(let saved):
            // The commits that follow will include it.
            writer?.hasMerged()
            return saved
        }
        return nil
    }

    private func fail(_ reason: String) {
        if commits.fail(reason) {
            log("timers are not being saved; a restart would lose them: \(reason)", .warning)
            engine?.assumeIsolated { $0.publish(.saving, nil) }
        }
        engine?.assumeIsolated { $0.updateNeed() }
    }

    private func recover() {
        guard commits.recover() else { return }
        engine?.assumeIsolated {
            $0.publish(.saving, nil)
            $0.updateNeed()
        }
        log("timers are being saved again")
    }

    /// The user has dismissed the message that timers may be missing.
    func dismissDamage() {
        // A disk that does not answer is told once.
        guard !notices.damagedFiles.isEmpty else { return }
        notices.damagedFiles = []
        writer?.dismissDamage()
    }

    // MARK: History

    func history(limit: Int, for ticket: Ticket) {
        _ = connections.pending.add(ticket, for: .history(limit: limit))
        readHistory()
    }

    /// The history is read once at a time, so that a commit waits for one reading at most; calls for the same number of
    /// runs share it. It is not read for clients that have all left. Runs that wait for the end of a commit are committed
    /// before it is read. The reply is encoded on the store's thread, because a long history must not delay a deadline.
    private func readHistory() {
        guard !isReadingHistory, !commits.isChanged else { return }
        for history in connections.pending.histories(where: connections.isAbandoned) {
            connections.answerAll(history, [], at: clock.now())
        }
        guard let limit = connections.pending.nextHistory else { return }
        guard let writer else {
            return historyIsRead(limit, Reply.encode(Timers.History.Reply(runs: [])))
        }
        isReadingHistory = true
        writer.history(limit: limit, in: clock.boot()) { [weak engine = self.engine] runs, problem in
            let reply = Reply.encode(Timers.History.Reply(runs: runs.map { Timers.Run($0) }, historyOut: problem))
            engine?.later { $0.saving?.historyIsRead(limit, reply) }
        }
    }

    private func historyIsRead(_ limit: Int, _ reply: [UInt8]) {
        isReadingHistory = false
        connections.answerAll(.history(limit: limit), reply, at: clock.now())
        readHistory()
    }
}
