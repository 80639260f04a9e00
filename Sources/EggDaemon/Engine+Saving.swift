import EggStore
import EggTimers
import EggWire
import Varlink

/// Saving to the store, the store's reports, and the replies that wait for it.
extension Engine {
    /// Saves the timers as they are now and adds these runs to the history. Only replies wait for it.
    @discardableResult
    func save(_ ended: [Run]) -> Commits.Number? {
        guard storeWriter != nil else { return nil }
        let number = commits.change(ended)
        beginCommit()
        return number
    }

    /// One commit at a time: changes made while the disk is busy are saved together.
    func beginCommit(isLast: Bool = false) {
        guard let storeWriter, let next = commits.next(isLast: isLast) else { return }
        storeWriter.commit(board.timers, ended: next.ended, in: clock.boot()) { [weak self] isSaved in
            self?.later { $0.committed(next.number, isSaved) }
        }
    }

    /// The timeout runs only while a reply waits for the disk.
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

    /// The disk has not answered for too long. The replies are sent without a commit, and `Health` says why.
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
        case .recovered: storeIsWell()
        case .found(let saved):
            // This comes first, because the commits that follow include these timers.
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

    /// The user has dismissed the message that timers may be missing.
    func dismissDamage() {
        storeNotices.damagedFiles = []
        storeWriter?.dismissDamage()
    }

    // MARK: History

    /// Sends the latest runs to a client.
    func history(limit: Int, for ticket: Ticket) {
        let isFirst = pending.nextHistory == nil
        _ = pending.add(ticket, for: .history(limit: limit))
        if isFirst { readHistory() }
    }

    /// The history is read once at a time, so that a commit waits for one reading at most; calls for the same number of
    /// runs share it. The reply is encoded on the store's thread, because a long history must not delay a deadline.
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
