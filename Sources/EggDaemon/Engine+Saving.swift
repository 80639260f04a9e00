import EggStore
import EggTimers
import EggWire
import Varlink

/// What goes to the store and what comes back from it, and the replies that wait for it.
extension Engine {
    /// Has the timers saved as they are now, and these runs added to the history. Only a reply waits for it.
    @discardableResult
    func save(_ ended: [Run]) -> Commits.Number? {
        guard storeWriter != nil else { return nil }
        let number = commits.change(ended)
        beginCommit()
        return number
    }

    /// One commit at a time: many changes while the disk is busy are one when it is not.
    func beginCommit(isLast: Bool = false) {
        guard let storeWriter, let next = commits.next(isLast: isLast) else { return }
        storeWriter.commit(board.timers, ended: next.ended, in: clock.boot()) { [weak self] isSaved in
            self?.later { $0.committed(next.number, isSaved) }
        }
    }

    /// The timeout runs while a reply waits for the disk, and at no other time.
    func updateCommitTimeout() {
        if commits.isWaitedFor {
            parts?.commitTimeout.arm(after: Commits.timeout)
        } else {
            parts?.commitTimeout.disarm()
        }
    }

    private func committed(_ number: Commits.Number, _ isSaved: Bool) {
        if isSaved { storeIsWell() }
        send(commits.end(number))
        beginCommit()
        updateCommitTimeout()
    }

    /// The disk has not answered for too long: replies are sent all the same, and `Health` says why.
    func commitTimesOut() {
        storeFails("the disk has not answered for \(Commits.timeout.components.seconds) s")
        send(commits.giveUp())
        updateCommitTimeout()
    }

    private func send(_ replies: [(ticket: Ticket, reply: [UInt8])]) {
        for (ticket, reply) in replies { connections.answer(ticket, reply, at: clock.now()) }
    }

    func storeReported(_ report: StoreWriter.Report) {
        switch report {
        case .failing(let reason): storeFails(reason)
        case .healed: storeIsWell()
        case .found(let saved):
            // First: the commits that follow hold them.
            storeWriter?.hasMerged()
            restore(saved)
        case .notices(let notices): storeNotices = notices
        }
    }

    private func storeFails(_ reason: String) {
        guard commits.trouble != reason else { return }
        if commits.trouble == nil {
            log("timers are not being saved; a restart would lose them: \(reason)", .storeOut, .warning)
        }
        commits.trouble = reason
        updateNeed()
    }

    private func storeIsWell() {
        guard commits.trouble != nil else { return }
        commits.trouble = nil
        updateNeed()
        log("timers are being saved again", .storeBack)
    }

    /// A person has seen that timers may be missing.
    func dismissDamage() {
        storeNotices.damagedFiles = []
        storeWriter?.dismissDamage()
    }

    // MARK: History

    /// Has the latest runs sent to a client.
    func history(limit: Int, for ticket: Ticket) {
        let isFirst = pending.nextHistory == nil
        _ = pending.add(ticket, for: .history(limit: limit))
        if isFirst { readHistory() }
    }

    /// One reading at a time, so that a commit waits for one at the most; all calls for as many runs share it. The reply
    /// is encoded on the store's thread: a long history must not delay a deadline.
    private func readHistory() {
        guard let limit = pending.nextHistory else { return }
        guard let storeWriter else {
            answerAll(.history(limit: limit), Reply.encode(Timers.History.Reply(runs: [])))
            return readHistory()
        }
        storeWriter.history(limit: limit, in: clock.boot()) { [weak self] runs in
            let reply = Reply.encode(Timers.History.Reply(runs: runs.map { Timers.Run($0) }))
            self?.later { engine in
                engine.answerAll(.history(limit: limit), reply)
                engine.readHistory()
            }
        }
    }
}
