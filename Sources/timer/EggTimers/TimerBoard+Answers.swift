import Instants

/// Answers to alarms. Those of copies act at once, and are kept until their kitchens have them.
extension TimerBoard {
    /// Removes timers that ring, are snoozed or were missed: those of the name, or without one all that are heard here;
    /// finding none is not refused.
    ///
    /// - Parameters:
    ///   - alarm: the alarm that is answered, of this timer alone; another one is not meant.
    ///   - from: the name of the kitchen in which it was answered; nil for this one.
    package mutating func dismiss(
        _ name: TimerName?, alarm: Int64? = nil, from: TimerName? = nil, at now: Instant
    ) -> Step<[EggTimer]> {
        step(at: now) { board, effects in
            let indices = name.map { board.indices(of: $0, alarm) } ?? board.heard
            let answered = indices.map { board.timers[$0] }.filter { $0.allows(.dismiss) }
            let own = answered.filter { $0.origin == nil }
            if !own.isEmpty { board.keepForUndo(own, .removed, at: now) }
            for timer in answered {
                guard let index = board.index(of: timer.name) else { continue }
                board.keepAnswer(to: timer, at: now)
                board.remove(at: index, as: .dismissed, .dismissed, from: from, at: now, &effects)
            }
            return .success(answered)
        }
    }

    /// Snoozes a timer that rings or is already snoozed; without a name, all timers that ring here.
    ///
    /// - Parameter alarm: the alarm that is answered, of this timer alone; another one is not meant.
    package mutating func snooze(
        _ name: TimerName?, for time: Duration? = nil, alarm: Int64? = nil, at now: Instant
    ) -> Step<[EggTimer]> {
        step(at: now) { board, effects in
            if let time, !Self.snoozes.contains(time) {
                return .failure(.invalidDuration(time, allowed: Self.snoozes))
            }
            let indices: [Int]
            if let name {
                let named = board.indices(of: name, alarm)
                guard let first = named.first else { return alarm == nil ? .failure(.noSuchTimer(name)) : .success([]) }
                indices = named.filter { board.timers[$0].allows(.snooze) }
                guard !indices.isEmpty else { return .failure(.wrongState(name, board.timers[first].state)) }
            } else {
                indices = board.heard.filter { board.timers[$0].state == .ringing }
            }
            let own = indices.map { board.timers[$0] }.filter { $0.origin == nil }
            if !own.isEmpty { board.keepForUndo(own, .snoozed, at: now) }
            for index in indices {
                let timer = board.timers[index]
                guard let deadline = timer.timing.deadline else { continue }
                let time = time ?? timer.origin?.kitchen.snooze ?? board.settings.snooze
                board.keepAnswer(to: timer, snooze: time, at: now)
                if timer.isAlarming { effects.append(.stopAlarm(timer.id)) }
                board.timers[index].phase = .snoozed(deadline: deadline, until: now.advanced(by: time))
                board.timers[index].alarm += 1
                if timer.estimate?.extent == .everything { board.timers[index].estimate?.extent = .firstDeadline }
                effects.append(.publish(.snoozed, board.timers[index]))
            }
            return .success(indices.map { board.timers[$0] })
        }
    }

    /// The timers that an answer without a name means: not another kitchen's that is only shown here.
    private var heard: [Int] { timers.indices.filter { timers[$0].isHeard } }

    /// The timers of a name; with an alarm, only the timer with this name, if that is its alarm.
    private func indices(of name: TimerName, _ alarm: Int64?) -> [Int] {
        guard let alarm else { return indices(of: name) }
        return index(of: name).map { [$0] }?.filter { timers[$0].alarm == alarm } ?? []
    }

    // MARK: Answers to alarms of copies

    /// How long a kitchen is asked for what an answer says.
    package static let answerTime: Duration = .minutes(10)

    private static let answerLimit = 64

    /// The answers that kitchens have not got yet, the oldest first.
    package func openAnswers(at now: Instant) -> [CopyAnswer] {
        copyAnswers.filter { answer in
            !answer.isDelivered && answeredAt[answer.id].map { $0.duration(to: now) <= Self.answerTime } ?? false
        }
    }

    /// Keeps the answer to the alarm of a timer if it is a copy.
    private mutating func keepAnswer(to timer: EggTimer, snooze: Duration? = nil, at now: Instant) {
        guard let origin = timer.origin else { return }
        let id = runIDs.next().text
        copyAnswers.append(
            CopyAnswer(id: id, kitchen: origin.kitchen.id, run: origin.run, alarm: timer.alarm, snooze: snooze))
        answeredAt[id] = now
        if copyAnswers.count > Self.answerLimit { copyAnswers.removeFirst() }
        dropTimes()
    }

    /// Takes the answers that were saved. How old they are isn't known.
    package mutating func restore(_ saved: [CopyAnswer], at now: Instant) {
        let known = Set(copyAnswers.map(\.id))
        let saved = saved.filter { !known.contains($0.id) }
        copyAnswers = saved + copyAnswers
        for answer in saved { answeredAt[answer.id] = now }
    }

    /// A kitchen has the answer with this ID, or refuses it.
    package mutating func delivered(_ id: String, at now: Instant) -> Step<Void> {
        step(at: now) { board, _ in
            if let index = board.copyAnswers.firstIndex(where: { $0.id == id }) {
                board.copyAnswers[index].isDelivered = true
            }
            return .success(())
        }
    }

    mutating func dropAnswers(where isOver: (CopyAnswer) -> Bool) {
        copyAnswers.removeAll(where: isOver)
        dropTimes()
    }

    private mutating func dropTimes() {
        let ids = Set(copyAnswers.map(\.id))
        answeredAt = answeredAt.filter { ids.contains($0.key) }
    }
}
