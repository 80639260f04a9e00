import EggStore
import EggTimers
import EggWire
import Varlink

/// What comes back from the keeper, and the replies that have waited for it.
extension Engine {
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
        case .found(let kept):
            takeUp(kept)
        }
    }

    /// The runs that have ended, for a peer that waits for them. They are worded on the keeper's queue: a long history
    /// must not keep a deadline waiting.
    func tellHistory(limit: Int, _ peer: Peer) {
        guard let keeper else { return finish(peer, with: Reply.encode(Timers.History.Reply(runs: []))) }
        let id = peer.id
        keeper.history(limit: limit) { [weak self] runs in
            let reply = Reply.encode(Timers.History.Reply(runs: runs.map { Timers.Run($0) }))
            self?.later { $0.send([(id, reply)]) }
        }
    }

    private func storeFails(_ reason: String) {
        guard commits.trouble != reason else { return }
        if commits.trouble == nil { log("nothing is being kept, and a restart would lose the timers: \(reason)") }
        commits.trouble = reason
    }

    private func storeIsWell() {
        guard commits.trouble != nil else { return }
        commits.trouble = nil
        log("timers are being kept again")
    }

    private func send(_ replies: [(peer: Peer.ID, reply: [UInt8])]) {
        for (id, reply) in replies {
            guard let peer = peers[id] else { continue }
            finish(peer, with: reply)
            // Their next calls wait their turn: many may have waited for the same commit.
            peer.isQueuedForService = true
            later { engine in engine.peers[id].map { engine.serve($0) } }
        }
    }
}
