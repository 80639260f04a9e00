import EggClient
import EggRequests
import EggWire

// The calls that change timers.
extension Model {
    /// The reply to a call.
    struct Answer {
        var timers: [Timer]
        /// Those that were replaced by a start, or removed by an undo.
        var others: [Timer] = []
    }

    /// A call that is refused with this error.
    struct Refusal: Error {
        let name: String

        init(_ name: String) { self.name = name }
    }

    /// The eggs' times for the kitchen's egg.
    static let eggs: [String: Duration] = ["soft": .minutes(5), "medium": .minutes(7), "hard": .minutes(12)]

    /// Carries out a call.
    mutating func perform(_ request: TimerRequest, at now: TrueTime) throws(Refusal) -> Answer {
        pass(to: now)
        switch request {
        case .start(let parameters): return try start(parameters, at: now)
        case .cook(let parameters): return try cook(parameters, at: now)
        case .change(.pause, let timer): return try pause(timer?.text, at: now)
        case .change(.resume, let timer): return try resume(timer?.text, at: now)
        case .change(.extend(let time), let timer): return try extend(timer?.text, time, at: now)
        case .rename(let timer, let other): return try rename(timer?.text, other, at: now)
        case .change(.dismiss, let timer): return try dismiss(timer?.text, at: now)
        case .change(.snooze(let time), let timer): return try snooze(timer?.text, time ?? settings.snooze, at: now)
        case .change(.cancel, let timer): return try cancel(timer?.text, at: now)
        case .undo: return try undo(at: now)
        }
    }

    // MARK: Starts

    private mutating func start(_ call: Timers.Start.Parameters, at now: TrueTime) throws(Refusal) -> Answer {
        if let name = call.name { try check(name) }
        guard let duration = call.durationMs.map({ Duration.milliseconds($0) }) ?? call.egg.flatMap({ Self.eggs[$0] })
        else { throw Refusal("InvalidParameter") }
        let elapsed = Duration.milliseconds(call.elapsedMs ?? 0)
        guard Self.durations.contains(duration), elapsed >= .zero, elapsed < duration else {
            throw Refusal("InvalidDuration")
        }
        let name = call.name ?? (call.egg == nil ? "timer" : "egg")
        let place = timers.firstIndex { $0.name == name }
        if place == nil, isTaken(name) { throw Refusal("NameTaken") }
        if place == nil, timers.count >= Self.maxTimers { throw Refusal("TooManyTimers") }
        if place == nil { lastNumber += 1 }
        var timer = Timer(
            number: place.map { timers[$0].number } ?? lastNumber, name: name, egg: call.egg ?? "custom",
            duration: duration, phase: .cooking(due: now + duration + (.zero - elapsed)),
            startedAt: now + (.zero - elapsed))
        timer.isWarned = isTooShortForWarning(timer, at: now)
        var replaced: [Timer] = []
        if let place {
            replaced = [timers[place]]
            record(timers[place], .replaced, at: now)
            timers[place] = timer
        } else {
            timers.append(timer)
        }
        undoable = (now, "start", [timer.number], replaced)
        publish(place == nil ? .started : .replaced, timer)
        return Answer(timers: [timer], others: replaced)
    }

    private mutating func cook(_ call: Timers.Cook.Parameters, at now: TrueTime) throws(Refusal) -> Answer {
        let group = call.name ?? "pot"
        try check(group)
        let old = timers.filter { $0.group == group }
        let others = timers.filter { $0.group != group }
        let taken = Set(others.map(\.name) + others.compactMap(\.group))
        let names = call.eggs.map { portion in
            let words = "\(portion.count) \(portion.egg) egg\(portion.count == 1 ? "" : "s")"
            return call.name == nil || group == "pot" ? words : "\(group): \(words)"
        }
        if taken.contains(group) || names.contains(where: taken.contains) { throw Refusal("NameTaken") }
        if others.count + names.count > Self.maxTimers { throw Refusal("TooManyTimers") }
        timers = others
        for timer in old {
            record(timer, .replaced, at: now)
            if !names.contains(timer.name) { publish(.cancelled, timer) }
        }
        let times = call.eggs.map { Self.eggs[$0.egg] ?? .zero }
        let longest = times.max() ?? .zero
        var new: [Timer] = []
        for (index, portion) in call.eggs.enumerated() {
            lastNumber += 1
            let wait = longest - times[index]
            let isCue = wait > .zero
            var timer = Timer(
                number: lastNumber, name: names[index], egg: portion.egg, duration: isCue ? wait : times[index],
                phase: .cooking(due: now + (isCue ? wait : times[index])), startedAt: now, group: group,
                count: Int(portion.count), cooksAfterCue: isCue ? times[index] : nil)
            timer.isWarned = isTooShortForWarning(timer, at: now)
            new.append(timer)
            publish(old.contains { $0.name == timer.name } ? .replaced : .started, timer)
        }
        timers += new
        undoable = (now, "cook", Set(new.map(\.number)), old)
        return Answer(timers: new, others: old)
    }

    // MARK: Changes

    private mutating func pause(_ name: String?, at now: TrueTime) throws(Refusal) -> Answer {
        try change(name, publishing: .paused, at: now, if: { $0.isCooking }) { timer in
            timer.phase = .paused(left: timer.left(at: now))
            if timer.pauses.count < Self.maxPauses { timer.pauses.append((now, nil)) }
        }
    }

    private mutating func resume(_ name: String?, at now: TrueTime) throws(Refusal) -> Answer {
        try change(name, publishing: .resumed, at: now, if: { $0.isPaused }) { timer in
            timer.phase = .cooking(due: now + timer.left(at: now))
            if let last = timer.pauses.last, last.length == nil {
                timer.pauses[timer.pauses.count - 1].length = now - last.began
            }
        }
    }

    private mutating func change(
        _ name: String?, publishing kind: Timers.EventKind, at now: TrueTime, if allows: (Timer) -> Bool,
        _ change: (inout Timer) -> Void
    ) throws(Refusal) -> Answer {
        let changed = try meant(name).filter { allows(timers[$0]) }
        if changed.isEmpty { throw Refusal("WrongState") }
        keep(changed.map { timers[$0] }, before: kind.rawValue, at: now)
        for index in changed {
            change(&timers[index])
            publish(kind, index)
        }
        return Answer(timers: changed.map { timers[$0] })
    }

    private mutating func extend(_ name: String?, _ time: Duration, at now: TrueTime) throws(Refusal) -> Answer {
        let indices = try meant(name)
        for timer in indices.map({ timers[$0] }) {
            let remains = (timer.isDue ? .zero : timer.left(at: now)) + time
            guard remains >= Self.durations.lowerBound, timer.duration + time <= Self.durations.upperBound else {
                throw Refusal("InvalidDuration")
            }
        }
        keep(indices.map { timers[$0] }, before: "extend", at: now)
        for index in indices {
            switch timers[index].phase {
            case .cooking(let due): timers[index].phase = .cooking(due: due + time)
            case .paused(let left): timers[index].phase = .paused(left: left + time)
            case .ringing, .snoozed, .missed:
                let longest = Self.durations.upperBound - time
                timers[index].duration = min(longest, timers[index].duration + timers[index].overdue(at: now))
                timers[index].phase = .cooking(due: now + time)
                // A run that is in the history has ended; this is another one.
                if timers[index].isRecorded {
                    (timers[index].isRecorded, timers[index].id) = (false, nil)
                    undoable?.started.insert(timers[index].number)
                }
            }
            timers[index].duration += time
            timers[index].isWarned = isTooShortForWarning(timers[index], at: now)
            publish(.extended, index)
        }
        return Answer(timers: indices.map { timers[$0] })
    }

    private mutating func rename(_ name: String?, _ other: String, at now: TrueTime) throws(Refusal) -> Answer {
        if let name { try check(name) }
        try check(other)
        guard let index = timers.firstIndex(where: { $0.name == name ?? standard }) else {
            throw Refusal("NoSuchTimer")
        }
        guard timers[index].name != other else { return Answer(timers: [timers[index]]) }
        if isTaken(other) { throw Refusal("NameTaken") }
        keep([timers[index]], before: "rename", at: now)
        timers[index].name = other
        publish(.renamed, index)
        return Answer(timers: [timers[index]])
    }

    private mutating func snooze(_ name: String?, _ time: Duration, at now: TrueTime) throws(Refusal) -> Answer {
        if let name { try check(name) }
        guard Self.snoozes.contains(time) else { throw Refusal("InvalidDuration") }
        var indices = timers.indices.filter { timers[$0].isRinging }
        if let name {
            indices = try meant(name).filter { timers[$0].isRinging || timers[$0].state == .snoozed }
            if indices.isEmpty { throw Refusal("WrongState") }
        }
        if !indices.isEmpty { keep(indices.map { timers[$0] }, before: "snooze", at: now) }
        for index in indices {
            guard let due = timers[index].due else { continue }
            timers[index].phase = .snoozed(due: due, until: now + time)
            publish(.snoozed, index)
        }
        return Answer(timers: indices.map { timers[$0] })
    }

    // MARK: Ends

    private mutating func cancel(_ name: String?, at now: TrueTime) throws(Refusal) -> Answer {
        let alone = name.flatMap { name in timers.firstIndex { $0.name == name } }
        let removed: [Int]
        if let alone { removed = [alone] } else { removed = try meant(name) }
        return end(removed.map { timers[$0] }, .cancelled, publishing: .cancelled, inReverse: true, at: now)
    }

    private mutating func dismiss(_ name: String?, at now: TrueTime) throws(Refusal) -> Answer {
        if let name { try check(name) }
        let answered = name.map { indices(of: $0) } ?? Array(timers.indices)
        return end(
            answered.map { timers[$0] }.filter(\.isDue), .dismissed, publishing: .dismissed, inReverse: false, at: now)
    }

    private mutating func end(
        _ removed: [Timer], _ ending: Timers.Ending, publishing kind: Timers.EventKind, inReverse: Bool,
        at now: TrueTime
    ) -> Answer {
        guard !removed.isEmpty else { return Answer(timers: []) }
        keep(removed, before: "remove", at: now)
        for timer in inReverse ? removed.reversed() : removed {
            timers.removeAll { $0.number == timer.number }
            record(timer, ending, at: now)
            publish(kind, timer)
        }
        return Answer(timers: removed)
    }

    /// Keeps timers as they are before a command. The same change of several timers, one soon after the other, is undone
    /// as one.
    private mutating func keep(_ changed: [Timer], before command: String, at now: TrueTime) {
        if let last = undoable, last.command == command, now - last.at <= Self.joinLimit,
            last.started.isDisjoint(with: changed.map(\.number)),
            !last.before.contains(where: { timer in changed.contains { $0.number == timer.number } })
        {
            undoable = (now, command, last.started, last.before + changed)
        } else {
            undoable = (now, command, [], changed)
        }
    }

    private mutating func undo(at now: TrueTime) throws(Refusal) -> Answer {
        guard let last = undoable, now - last.at <= Self.undoLimit else { throw Refusal("NothingToUndo") }
        let started = timers.filter { last.started.contains($0.number) }
        timers.removeAll { last.started.contains($0.number) }
        undoable = nil
        // The started timers have no runs, and the runs of those that were changed have not ended.
        let isRename = last.command == "rename"
        let withdrawn = Set((started + (isRename ? [] : last.before.filter { !$0.isRecorded })).compactMap(\.id))
        history.removeAll { $0.timer.id.map(withdrawn.contains) ?? false }
        for var timer in last.before.sorted(by: { $0.number < $1.number }) {
            let place = timers.firstIndex { $0.number == timer.number }
            if let place, isRename {
                timers[place].name = timer.name
                timer = timers[place]
            } else if case .ringing(let due, _) = timer.phase {
                // Its alarm rings for its full time.
                timer.phase = .ringing(due: due, until: now + settings.silenceAfter)
            }
            if let place {
                timers[place] = timer
            } else {
                timers.insert(timer, at: timers.firstIndex { $0.number > timer.number } ?? timers.endIndex)
            }
            publish(.undone, timer)
        }
        for timer in started where !last.before.contains(where: { $0.name == timer.name }) { publish(.undone, timer) }
        catchUp(to: now, cuesOnTime: true)
        catchUp(to: now)
        let back = Set(last.before.map(\.number))
        return Answer(timers: timers.filter { back.contains($0.number) }, others: started)
    }

    // MARK: Names

    /// A name that no timer can have is refused.
    private func check(_ name: String) throws(Refusal) {
        let isPrintable = name.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7f }
        guard (1...64).contains(name.utf8.count), isPrintable, name.first != " ", name.last != " " else {
            throw Refusal("InvalidName")
        }
    }

    private func isTaken(_ name: String) -> Bool { timers.contains { $0.name == name || $0.group == name } }

    /// The timer or group that a call without a name means.
    private var standard: String {
        for name in ["egg", "timer"] where isTaken(name) { return name }
        if timers.count == 1 { return timers[0].name }
        if let group = timers.first?.group, timers.allSatisfy({ $0.group == group }) { return group }
        return "egg"
    }

    private func meant(_ name: String?) throws(Refusal) -> [Int] {
        if let name { try check(name) }
        let found = indices(of: name ?? standard)
        if found.isEmpty { throw Refusal("NoSuchTimer") }
        return found
    }

    /// The timer with this name and its group, or the group with this name.
    private func indices(of name: String) -> [Int] {
        guard let index = timers.firstIndex(where: { $0.name == name }) else {
            return timers.indices.filter { timers[$0].group == name }
        }
        guard let group = timers[index].group else { return [index] }
        return timers.indices.filter { timers[$0].group == group }
    }
}
