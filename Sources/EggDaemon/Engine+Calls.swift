import EggTimers
import EggWire
import Varlink

/// A call becomes an event of the board, and what comes of it the reply.
extension Engine {
    func answer(_ call: Call, from peer: Peer) {
        if let reply = service.answer(call) { return finish(peer, with: reply) }
        let command: Command
        do {
            command = try Command(call, menu: menu)
        } catch {
            return finish(peer, with: call.refusal(error))
        }
        switch command {
        case .watch where !call.isOneway: beginWatching(call, peer)
        case .history(let limit) where !call.isOneway: tellHistory(limit: limit, peer)
        case .health where !call.isOneway: tellHealth(peer)
        case .examine where !call.isOneway: examine(for: peer)
        case .tryAlarm where !call.isOneway: tryAlarm(for: peer)
        default:
            let (reply, commit) = carryOut(command, call)
            // Acknowledged is what is on disk; with a disk that fails nobody is kept waiting.
            if let commit, commits.trouble == nil, !reply.isEmpty {
                // The timeout is that of the reply that has waited longest.
                let isFirst = !commits.isWaitedFor
                commits.wait(for: commit, peer: peer.id, reply: reply)
                if isFirst { armCommitTimeout() }
            } else {
                finish(peer, with: reply)
            }
        }
    }

    /// Does what was asked for; a reply to a change waits for its commit.
    private func carryOut(_ command: Command, _ call: Call) -> (reply: [UInt8], commit: Commits.Number?) {
        let now = clock.now()
        switch command {
        case .start(let order, let name, let elapsed):
            return settle(board.start(order, name: name, elapsed: elapsed, at: now), call) { started, engine in
                Timers.Start.Reply(
                    timer: engine.reading(of: started.timer), replaced: started.replaced.map { engine.reading(of: $0) })
            }
        case .cancel(let name): return settle(board.cancel(name, at: now), call, Self.one)
        case .pause(let name): return settle(board.pause(name, at: now), call, Self.one)
        case .resume(let name): return settle(board.resume(name, at: now), call, Self.one)
        case .extend(let name, let more): return settle(board.extend(name, by: more, at: now), call, Self.one)
        case .dismiss(let name): return settle(board.dismiss(name, at: now), call, Self.many)
        case .snooze(let name, let time): return settle(board.snooze(name, for: time, at: now), call, Self.many)
        case .list, .watch, .history, .health, .examine, .tryAlarm:
            return (call.reply(Self.many(board.timers, self)), nil)
        case .dismissDamage:
            dismissDamage()
            return (call.reply(Nothing()), nil)
        case .eggs: return (call.reply(Timers.Eggs.Reply(eggs: menu.eggs.map { Timers.Egg($0) })), nil)
        }
    }

    /// Performs a step's effects, then words its answer or refusal.
    private func settle<Answer>(
        _ step: Step<Answer>, _ call: Call, _ word: (Answer, isolated Engine) -> some Encodable
    ) -> (reply: [UInt8], commit: Commits.Number?) {
        let commit = perform(step)
        switch step.result {
        case .success(let answer): return (call.reply(word(answer, self)), commit)
        case .failure(let refusal): return (call.refusal(refusal.reply), nil)
        }
    }

    private static func one(_ timer: EggTimer, _ engine: isolated Engine) -> Timers.One {
        Timers.One(timer: engine.reading(of: timer))
    }

    private static func many(_ timers: [EggTimer], _ engine: isolated Engine) -> Timers.Many {
        Timers.Many(timers: engine.readings(of: timers))
    }

    private func reading(of timer: EggTimer) -> Timers.Timer {
        Timers.Timer(timer, at: clock.now(), wall: clock.wallNow())
    }

    private func beginWatching(_ call: Call, _ peer: Peer) {
        peer.isWatching = true
        audience.join(peer.id)
        let snapshot = call.reply(watchReply(audience.snapshot()), continues: true)
        guard peer.connection.send(snapshot) else { return part(with: peer) }
        keepTime()
    }

    func finish(_ peer: Peer, with reply: [UInt8]) {
        peer.session.answered()
        // To a peer that is gone it is lost; what else it has sent is carried out all the same.
        _ = peer.connection.send(reply)
        weigh(peer)
    }
}
