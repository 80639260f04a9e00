import EggStore
import EggTimers
import EggWire
import Varlink

/// What goes to the store writer and comes back from it, and the replies that wait for it.
extension Engine {
    /// Restores timers to the board and saves it.
    func restore(_ kept: [KeptTimer]) {
        if !kept.isEmpty { log("restored \(kept.count) timer\(kept.count == 1 ? "" : "s")") }
        // A store writer that found timers late saves nothing until the engine does, even if nothing has changed.
        if perform(board.restore(kept, in: clock.boot())) == nil { keep([]) }
        if board.isEstimated { lookAtClock(after: Self.clockInterval) }
    }

    /// Saves the board as it is, and these runs besides. Only replies wait for it.
    @discardableResult
    func keep(_ ended: [Run]) -> Commits.Number? {
        guard storeWriter != nil else { return nil }
        let number = commits.change(ended)
        beginCommit()
        return number
    }

    /// One commit at a time: many changes while the disk is busy are one when it is not.
    func beginCommit(isLast: Bool = false) {
        guard let storeWriter, let next = commits.next(isLast: isLast) else { return }
        storeWriter.commit(board.timers, ended: next.ended, in: clock.boot()) { [weak self] isDurable in
            self?.later { $0.committed(next.number, isDurable) }
        }
    }

    /// Replies wait for a commit only so long.
    func armCommitTimeout() {
        if commits.isWaitedFor { commitTimeout?.arm(after: Commits.timeout) } else { commitTimeout?.disarm() }
    }

    /// A commit is durable or has failed.
    func committed(_ number: Commits.Number, _ isDurable: Bool) {
        if isDurable { storeIsWell() }
        send(commits.end(number))
        beginCommit()
        armCommitTimeout()
    }

    /// The disk has not answered for too long: the replies are sent all the same, and `Health` says why.
    func commitTimesOut() {
        storeFails("the disk has not answered for \(Commits.timeout.components.seconds) s")
        send(commits.giveUp())
        armCommitTimeout()
    }

    func storeReported(_ report: StoreWriter.Report) {
        switch report {
        case .failing(let reason): storeFails(reason)
        case .healed: storeIsWell()
        case .found(let kept):
            // First: the commits that follow hold them.
            storeWriter?.hasMerged()
            restore(kept)
        case .notices(let notices): storeNotices = notices
        }
    }

    /// The runs that have ended, for a peer that waits for them.
    func tellHistory(limit: Int, _ peer: Peer) {
        historians.append((peer.id, limit))
        lookUpHistory()
    }

    /// One at a time, so that a commit waits for one at the most; all who want the same have it together. They are
    /// worded on the store writer's thread: a long history must not keep a deadline waiting.
    private func lookUpHistory() {
        guard !isLookingUp else { return }
        historians.removeAll { peers[$0.peer] == nil }
        guard let limit = historians.first?.limit else { return }
        let askers = historians.filter { $0.limit == limit }.map(\.peer)
        historians.removeAll { $0.limit == limit }
        guard let storeWriter else {
            let reply = Reply.encode(Timers.History.Reply(runs: []))
            return send(askers.map { ($0, reply) })
        }
        isLookingUp = true
        storeWriter.history(limit: limit, in: clock.boot()) { [weak self] runs in
            let reply = Reply.encode(Timers.History.Reply(runs: runs.map { Timers.Run($0) }))
            self?.later { engine in
                engine.isLookingUp = false
                engine.send(askers.map { ($0, reply) })
                engine.lookUpHistory()
            }
        }
    }

    /// A person has seen that timers may be missing.
    func dismissDamage() {
        storeNotices.damagedFiles = []
        storeWriter?.dismissDamage()
    }

    private func storeFails(_ reason: String) {
        guard commits.trouble != reason else { return }
        if commits.trouble == nil {
            log("timers are not being saved; a restart would lose them: \(reason)", .storeOut, .warning)
        }
        commits.trouble = reason
        considerLeaving()
    }

    private func storeIsWell() {
        guard commits.trouble != nil else { return }
        commits.trouble = nil
        considerLeaving()
        log("timers are being saved again", .storeBack)
    }

    func send(_ replies: [(peer: Peer.ID, reply: [UInt8])]) {
        for (id, reply) in replies {
            guard let peer = peers[id] else { continue }
            finish(peer, with: reply)
            // Their next calls wait their turn: many may have waited for the same commit.
            enlist(peer)
        }
    }
}
