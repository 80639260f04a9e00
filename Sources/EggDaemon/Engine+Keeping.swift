import EggStore
import EggTimers
import EggWire
import Varlink

/// What goes to the keeper and what comes back from it, and the replies that have waited.
extension Engine {
    /// Timers that were kept join the board, and with it are kept.
    func takeUp(_ kept: [KeptTimer]) {
        if !kept.isEmpty { log("\(kept.count) kept timer\(kept.count == 1 ? "" : "s") came back") }
        // A store that found timers late saves nothing until it is told what has become of them, even if nothing has.
        if perform(board.restore(kept, in: clock.boot())) == nil { keep([]) }
        if board.isEstimated { lookAtClock(after: Self.clockInterval) }
    }

    /// Has the board kept as it is, and these runs besides; nobody waits for it but the reply.
    @discardableResult
    func keep(_ ended: [Run]) -> Commits.Number? {
        guard keeper != nil else { return nil }
        let number = commits.change(ended)
        beginCommit()
        return number
    }

    /// One commit at a time: many changes while the disk is busy are one when it is not.
    func beginCommit(isLast: Bool = false) {
        guard let keeper, let next = commits.next(isLast: isLast) else { return }
        keeper.commit(board.timers, ended: next.ended, in: clock.boot()) { [weak self] isKept in
            self?.later { $0.committed(next.number, isKept) }
        }
    }

    /// Waits for the disk while a reply does, and at no other time.
    func watchPatience() {
        if commits.isWaitedFor { patience?.arm(after: Commits.patience) } else { patience?.disarm() }
    }

    /// A commit has come to its end.
    func committed(_ number: Commits.Number, _ isKept: Bool) {
        if isKept { storeIsWell() }
        send(commits.end(number))
        beginCommit()
        watchPatience()
    }

    /// The disk has not answered for too long: those who wait are answered, and told so if they ask.
    func patienceEnds() {
        storeFails("the disk has not answered for \(Commits.patience.components.seconds) s")
        send(commits.giveUp())
        watchPatience()
    }

    func storeReported(_ report: Keeper.Report) {
        switch report {
        case .failing(let reason): storeFails(reason)
        case .healed: storeIsWell()
        case .found(let kept): takeUp(kept)
        }
    }

    /// The runs that have ended, for a peer that waits for them.
    func tellHistory(limit: Int, _ peer: Peer) {
        historians.append((peer.id, limit))
        lookUpHistory()
    }

    /// One at a time, so that a commit waits for one at the most; all who want the same have it together. They are
    /// worded on the keeper's queue: a long history must not keep a deadline waiting.
    private func lookUpHistory() {
        guard !isLookingUp else { return }
        historians.removeAll { peers[$0.peer] == nil }
        guard let limit = historians.first?.limit else { return }
        let askers = historians.filter { $0.limit == limit }.map(\.peer)
        historians.removeAll { $0.limit == limit }
        guard let keeper else {
            let reply = Reply.encode(Timers.History.Reply(runs: []))
            return send(askers.map { ($0, reply) })
        }
        isLookingUp = true
        keeper.history(limit: limit, in: clock.boot()) { [weak self] runs in
            let reply = Reply.encode(Timers.History.Reply(runs: runs.map { Timers.Run($0) }))
            self?.later { engine in
                engine.isLookingUp = false
                engine.send(askers.map { ($0, reply) })
                engine.lookUpHistory()
            }
        }
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
