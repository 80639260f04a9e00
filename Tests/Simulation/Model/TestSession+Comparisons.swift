import EggClient
import EggWire
import Glibc
import POSIX
import Varlink

// Compares events, sounds, timers and the history with the model.
extension TestSession {
    /// Takes events for a while, and compares them with the model's.
    func listen(for time: Duration) {
        // Each step ends with a moment in which nothing is due.
        var (end, extensions) = (TrueTime.now + max(.zero, time) + Self.moment, 0)
        while !hasEnded, !isDisturbed {
            if TrueTime.now >= end {
                model.pass(to: .now)
                // An event of this very moment is on its way. When it has come, another may be.
                guard !model.events.isEmpty, extensions < 3 else { break }
                (end, extensions) = (.now + .milliseconds(1), extensions + 1)
            }
            guard let report = watch.wait(until: .now + (end - .now)) else { continue }
            switch report {
            case .event(let update): take(update)
            case .resumed, .lost, .stalled: find("the watch is interrupted: \(report)")
            }
        }
        guard !hasEnded, !isDisturbed else { return }
        if let event = model.events.first { return find("no event '\(event.kind)' of '\(event.name)' came") }
        checkTicks()
        checkSound()
    }

    private func take(_ update: Timers.Watch.Reply) {
        let (now, kind) = (TrueTime.now, update.event.kind)
        guard !isDisturbed else { return }
        model.pass(to: now)
        isDeaf = update.soundOut != nil
        // It may be older than a call of the same moment.
        if kind == .tick || kind == .sound, lastChange == now { return }
        switch kind {
        case .snapshot:
            if hasSnapshot { find("a second snapshot came") }
            hasSnapshot = true
            model.events = []
        case .tick:
            if !hasTicks || !model.isCounting { find("a tick came, and nothing counts") }
            if let lastTick, now - lastTick != .seconds(1) { find("a tick came \(now - lastTick) after another") }
            lastTick = now
        case .saving, .copies: return find("the event \(kind) came")
        case .sound, .kitchen: break
        case .started, .replaced, .paused, .resumed, .extended, .renamed, .warned, .cued, .rang, .snoozed, .missed,
            .dismissed, .cancelled, .undone:
            (lastTick, lastChange) = (nil, now)
            let event = Model.Event(kind: kind, name: update.event.timer ?? "")
            guard let expected = model.events.first else { return find("the event \(event) came") }
            model.events.removeFirst()
            if event != expected { find("the event \(event) came instead of \(expected)") }
        }
        compare(model.timers, update.timers, at: now, after: "the event \(kind)")
    }

    private func checkTicks() {
        guard hasTicks, model.isCounting, TrueTime.now - max(lastChange, lastTick ?? lastChange) > .milliseconds(1_050)
        else { return }
        find("no tick came for more than a second")
    }

    private func checkSound() {
        let now = TrueTime.now
        if now - lastChange > .seconds(4), isDeaf == isAudible {
            find("eggd says that an alarm can\(isDeaf ? "not" : "") be heard")
        }
        checkShortSounds()
        guard isAudible else { return }
        if model.isRinging, now - lastChange > .seconds(4) {
            if !machine.cards.wasHeard(from: now + .milliseconds(-2_500), to: now) { find("an alarm is not heard") }
        } else if !model.isRinging, model.lastSound.map({ now - $0 > .seconds(6) }) ?? true {
            if machine.cards.wasHeard(from: now + .seconds(-1), to: now) { find("a sound is heard without a reason") }
            if isMuted, machine.cards.states[0] != .isMuted { find("the card was not muted again") }
        }
    }

    /// An alarm of the same moment or a lead-in is played instead, and the card is not unmuted for a short sound.
    private func checkShortSounds() {
        let now = TrueTime.now
        guard let sound = model.shortSounds.last, now - sound > .seconds(1) else { return }
        model.shortSounds = []
        guard !isMuted, model.settings.leadIn == .zero, !machine.cards.wasHeard(from: sound, to: sound + .seconds(1))
        else {
            return
        }
        find("no short sound is heard at \(sound)")
    }

    // MARK: Comparisons

    func compare(_ own: [Model.Timer], _ timers: [Timers.Timer], at now: TrueTime, after words: String) {
        guard own.map(\.name) == timers.map(\.name) else {
            return find("after \(words): \(timers.map(\.name)) instead of \(own.map(\.name))")
        }
        for (timer, found) in zip(own, timers) {
            if timer.id == nil {
                if !ids.insert(found.id).inserted { find("after \(words): the run \(found.id) is not new") }
                for index in model.timers.indices where model.timers[index].name == timer.name {
                    model.timers[index].id = found.id
                }
            }
            if let difference = difference(timer, found, at: now) {
                find("after \(words): '\(timer.name)' \(difference)")
            }
        }
    }

    private func difference(_ own: Model.Timer, _ found: Timers.Timer, at now: TrueTime) -> String? {
        var wall = timespec()
        clock_gettime(CLOCK_REALTIME, &wall)
        let unix = Duration.seconds(wall.tv_sec) + .nanoseconds(wall.tv_nsec) + (now - .now)
        let left = own.left(at: now)
        let end: Duration? = own.isPaused ? nil : own.isCounting ? unix + left : own.due.map { unix + ($0 - now) }
        let pairs: [(String, String, String)] = [
            ("state", "\(own.state)", "\(found.state)"),
            ("id", own.id ?? found.id, found.id),
            ("egg", own.egg, found.egg),
            ("duration", "\(own.duration.millisecondsRoundedUp)", "\(found.durationMs)"),
            ("remaining", "\(left.millisecondsRoundedUp)", "\(found.remainingMs)"),
            ("overdue", "\(own.overdue(at: now).millisecondsRoundedDown)", "\(found.overdueMs)"),
            ("end", "\(end.map(\.millisecondsRoundedUp) ?? 0)", "\(found.endsAtUnixMs ?? 0)"),
            ("group", own.group ?? "", found.group ?? ""),
            ("count", "\(own.count ?? 0)", "\(found.count ?? 0)"),
            ("time after its cue", "\(own.cooksAfterCue?.millisecondsRoundedDown ?? 0)", "\(found.cue?.cookMs ?? 0)"),
            ("estimate", "", found.isEstimated == nil ? "" : "yes"),
        ]
        return pairs.first { $0.1 != $0.2 }.map { "has \($0.0) \($0.2), and not \($0.1)" }
    }

    func compareHistory() {
        guard let reply = judge.readHistory() else { return find("the history can't be read") }
        let runs = Array(reply.runs.prefix(model.history.count))
        // The oldest runs are dropped when there are too many.
        let count = min(Timers.History.maxRuns, earlierRuns + model.history.count)
        if reply.runs.count != count { return find("the history has \(reply.runs.count) runs instead of \(count)") }
        for (own, found) in zip(model.history.reversed(), runs) {
            let pauses = own.timer.pauses.map { ($0.length ?? own.endedAt - $0.began).millisecondsRoundedDown }
            let expected: [String] = [
                own.timer.name, own.timer.egg, "\(own.ending)", "\(own.timer.duration.millisecondsRoundedUp)",
                "\(own.timer.overdue(at: own.endedAt).millisecondsRoundedDown)", own.timer.id ?? "",
                "\(pauses)",
            ]
            let actual: [String] = [
                found.name, found.egg, "\(found.ending)", "\(found.durationMs)", "\(found.overdueMs)", found.id,
                "\(found.pauses.map(\.durationMs))",
            ]
            if expected != actual { return find("the history has \(actual) and not \(expected)") }
        }
    }
}
