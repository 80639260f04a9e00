import EggWire
import SimulatedKernel

/// The timers, each as the last reply described it.
final class Ledger {
    private(set) var entries: [String: Entry] = [:] { didSet { changes += 1 } }
    /// How often anything has changed: a list from before a change says nothing about the state after it.
    private(set) var changes = 0
    /// The names about which a call is under way or got no reply.
    private(set) var uncertain: Set<String> = []
    /// Those of them that a call may have changed, but not ended.
    private var kept: Set<String> = []
    /// The runs that a call has ended while the disk worked; the history must have each of them.
    private(set) var ended: Set<String> = []
    /// The runs of missed timers that were lost with the database.
    private var lost: Set<String> = []
    /// All runs whose timers must not return.
    private var removed: Set<String> = []
    /// The runs that were ended while the disk did not work: a restart may bring them back.
    private var mayReturn: Set<String> = []
    /// Timers of scripts exist, which are not followed one by one.
    var hasUntracked = false
    /// Whether the disk works, so that a reply is a promise.
    var isDiskTrusted = true { didSet { if isDiskTrusted { for name in names { entries[name]?.isDurable = true } } } }
    /// When a cue was last found to have been given.
    private var lastCue: TrueTime?
    /// When a call last ended a timer or its alarm.
    private var lastEnd: TrueTime?
    /// Called for each countdown that is promised.
    var onDue: (String, Entry) -> Void = { _, _ in }

    var names: [String] { entries.keys.sorted() }

    /// Whether any alarm may ring now, or a little later.
    func mayRing(at time: TrueTime) -> Bool {
        // A cue's sound is played once, a moment after the cue.
        if let lastCue, time - lastCue < .seconds(5) { return true }
        if hasUntracked || !uncertain.isEmpty || !mayReturn.isEmpty { return true }
        return entries.values.contains { entry in
            switch entry.phase {
            case .counting:
                entry.earliest <= time + .milliseconds(20)
                    || entry.cueAt.map { $0 <= time + .milliseconds(20) } ?? false
            case .ringing: true
            case .paused, .missed: false
            }
        }
    }

    var isAnyRinging: Bool { entries.values.contains { if case .ringing = $0.phase { true } else { false } } }

    /// Whether a call has ended a timer within this time.
    func hasEnded(within time: Duration) -> Bool { lastEnd.map { TrueTime.now - $0 < time } ?? false }

    /// All timers in words.
    var words: String {
        names.compactMap { name in
            entries[name].map { "'\(name)' is \($0.phase), from \($0.earliest) to \($0.latest)" }
        }.joined(separator: "; ")
    }

    // MARK: Calls

    /// A call about these timers is under way.
    ///
    /// - Parameter keepsThem: it can't end or rename any.
    /// - Returns: those that were certain before.
    func attempt(_ names: [String], keepsThem: Bool) -> Set<String> {
        let new = Set(names).subtracting(uncertain)
        uncertain.formUnion(new)
        if keepsThem { kept.formUnion(new) } else { kept.subtract(names) }
        changes += 1
        return new
    }

    /// The call is over, and its reply tells what has changed.
    func endAttempt(_ names: Set<String>) {
        uncertain.subtract(names)
    }

    /// A reply says that these timers exist. It is about the moment of the call, because it may wait for the disk.
    ///
    /// If calls of several clients wait for it together, the reply to the last one may be read first.
    func promise(_ timers: [Timers.Timer], at called: TrueTime) {
        for timer in timers where entries[timer.name].map({ $0.calledAt <= called }) ?? true {
            adopt(timer, at: called, isExact: true)
        }
    }

    /// A reply says that these timers no longer exist; a later call may have brought them back.
    func end(_ timers: [Timers.Timer], at called: TrueTime) {
        for timer in timers {
            if let entry = entries[timer.name], entry.id == timer.id, entry.calledAt > called { continue }
            // A group's eggs that were not in the water yet are not in the history.
            if let id = remove(timer), isDiskTrusted, timer.cue == nil, !lost.contains(id) { ended.insert(id) }
        }
    }

    /// Removes a timer that a reply says no longer exists.
    ///
    /// - Returns: the ID of its run.
    private func remove(_ timer: Timers.Timer) -> String? {
        uncertain.remove(timer.name)
        let id = timer.id
        if let entry = entries[timer.name], entry.id == id {
            // The sound of its cue is played to its end.
            if let cueAt = entry.cueAt, cueAt <= .now { lastCue = cueAt }
            entries[timer.name] = nil
        }
        remove(id)
        return id
    }

    private func remove(_ id: String) {
        lastEnd = .now
        if isDiskTrusted { removed.insert(id) } else { mayReturn.insert(id) }
    }

    /// A timer has another name.
    func rename(_ old: String, to timers: [Timers.Timer], at called: TrueTime) {
        // The same name changes nothing, so nothing is saved.
        guard !timers.contains(where: { $0.name == old }) else { return }
        promise(timers, at: called)
        entries[old] = nil
    }

    /// An undo has given these back, perhaps with their old names.
    func bringBack(_ timers: [Timers.Timer], at called: TrueTime) {
        allowReturn(of: timers)
        for name in names where timers.contains(where: { $0.id == entries[name]?.id && $0.name != name }) {
            entries[name] = nil
        }
        promise(timers, at: called)
    }

    private func allowReturn(of timers: [Timers.Timer]) {
        for id in timers.map(\.id) {
            removed.remove(id)
            mayReturn.remove(id)
            ended.remove(id)
        }
    }

    /// An undo has removed these: they are not in the history, and must not return.
    func withdraw(_ timers: [Timers.Timer]) {
        for timer in timers {
            if let id = remove(timer) { ended.remove(id) }
        }
    }

    /// It began to ring.
    func rings(_ name: String, since time: TrueTime) {
        entries[name]?.phase = .ringing(since: time)
        if entries[name]?.cueAt != nil, !isDiskTrusted { entries[name]?.isUnsaved = true }
    }

    // MARK: Clocks

    /// The clock is no longer synchronised.
    func loseClock() {
        for name in names { entries[name]?.isCorrectable = false }
    }

    /// The clock is synchronised again, and known to eggd: the timers that are still estimates, though they need not be.
    func uncorrected(among timers: [Timers.Timer]) -> [String] {
        timers.filter { timer in
            guard timer.isEstimated == true, let entry = entries[timer.name], entry.id == timer.id else { return false }
            return entry.isCorrectable && entry.isDurable && !uncertain.contains(timer.name)
        }.map(\.name)
    }

    /// The clock is right: the timers whose countdowns differ from what was promised exactly, in words.
    func inexact(among timers: [Timers.Timer]) -> [String] {
        let now = TrueTime.now
        return timers.compactMap { timer in
            guard timer.state == .cooking, timer.isEstimated == nil, timer.cue == nil, let entry = entries[timer.name],
                entry.id == timer.id, entry.isCorrectable, entry.isDurable, let due = entry.exactDue,
                !uncertain.contains(timer.name)
            else { return nil }
            let error = timer.due(at: now) - due
            guard error > .milliseconds(1_100) || error < .milliseconds(-1_100) else { return nil }
            return "'\(timer.name)' is due \(error) later than was promised"
        }
    }

    /// The database was lost, and with it all runs, also those of the timers that were missed.
    func forgetHistory() {
        ended = []
        // One that rang may have been missed meanwhile.
        lost = Set(
            entries.values.filter { if case .ringing = $0.phase { true } else { $0.phase == .missed } }.map(\.id))
    }

    /// The database was lost while the disk doesn't work: until it does, a restart loses all timers.
    func loseDatabase() {
        forgetHistory()
        for name in names { entries[name]?.isDurable = false }
    }

    /// The wall clock was set, or its error was read again.
    func noteWallError() {
        let error = sim_wall_error()
        for name in names {
            guard let known = entries[name]?.wallErrors else { continue }
            entries[name]?.wallErrors = min(known.lowerBound, error)...max(known.upperBound, error)
        }
    }

    /// The machine has booted with another wall clock: how early and how late its countdowns may be by that.
    ///
    /// A wrong clock can't delay a timer by more than the time since it was saved.
    func reboot() {
        let error = sim_wall_error()
        for name in names {
            guard let entry = entries[name] else { continue }
            if entry.cueAt != nil {
                // A cue that is found late moves what follows it.
                entries[name]?.earliest = .beginning
                entries[name]?.latest = .never
                continue
            }
            let ahead = Duration.nanoseconds(max(0, error - entry.wallErrors.lowerBound))
            let behind = Duration.nanoseconds(max(0, entry.wallErrors.upperBound - error))
            entries[name]?.earliest = entry.earliest + (.zero - ahead - .seconds(1))
            entries[name]?.latest = entry.latest + (min(TrueTime.now - entry.promised, behind) + .seconds(1))
        }
        noteWallError()
    }

    // MARK: Audits

    /// The timers that a restart has brought back, because they were ended while the disk did not work.
    func returned(among timers: [Timers.Timer]) -> [Timers.Timer] {
        timers.filter { mayReturn.contains($0.id) }
    }

    /// The disk works and nothing has returned: nothing can any more.
    func forgetReturns() {
        removed.formUnion(mayReturn)
        mayReturn = []
    }

    /// Compares the timers that eggd lists with those that it has promised, and adopts what it says.
    ///
    /// - Parameter wasInterrupted: eggd was started, or the machine slept, since the last comparison.
    /// - Returns: the broken promises, in words.
    func audit(
        _ timers: [Timers.Timer], lateAfter: Duration, silenceAfter: Duration, wasInterrupted: Bool
    ) -> [String] {
        var broken: [String] = []
        let now = TrueTime.now
        var found: [String: Timers.Timer] = [:]
        for timer in timers {
            if found.updateValue(timer, forKey: timer.name) != nil { broken.append("'\(timer.name)' is listed twice") }
            if removed.contains(timer.id), !uncertain.contains(timer.name) {
                broken.append("'\(timer.name)' was dismissed or cancelled, and is back as \(timer.state)")
            }
        }
        for name in names where !uncertain.contains(name) {
            guard let entry = entries[name] else { continue }
            guard let timer = found[name], timer.id == entry.id else {
                if entry.isDurable { broken.append("'\(name)' is lost; it was \(entry.phase)") }
                continue
            }
            if entry.isDurable, let problem = entry.problem(of: timer, at: now, lateAfter, silenceAfter) {
                broken.append("'\(name)' (\(entry.phase)) is \(timer.state), \(problem)")
            }
        }
        for name in names where uncertain.contains(name) && kept.contains(name) {
            guard let entry = entries[name], entry.isDurable, found[name]?.id != entry.id else { continue }
            broken.append("'\(name)' is lost after a call without a reply that keeps it; it was \(entry.phase)")
        }
        let isUncertain = uncertain
        (uncertain, kept) = ([], [])
        // The call without a reply may have been an undo.
        allowReturn(of: timers.filter { isUncertain.contains($0.name) })
        // A restart undoes changes that were not saved, such as a new name.
        let unsaved = Set(entries.values.filter { !$0.isDurable }.map(\.id))
        for name in names where found[name] == nil { entries[name] = nil }
        for timer in timers
        where entries[timer.name] != nil || isUncertain.contains(timer.name) || unsaved.contains(timer.id) {
            let isPromised = entries[timer.name]?.isDurable ?? false
            adopt(timer, at: now, isExact: !isPromised || isUncertain.contains(timer.name))
            if wasInterrupted, timer.state == .ringing { entries[timer.name]?.beginAgain(at: now) }
        }
        return broken
    }

    /// Takes a timer as eggd describes it.
    private func adopt(_ timer: Timers.Timer, at now: TrueTime, isExact: Bool) {
        let id = timer.id
        let old = entries.values.first { $0.id == id }
        if let replaced = entries[timer.name], replaced.id != id, isExact {
            remove(replaced.id)
        }
        uncertain.remove(timer.name)
        let phase: Phase
        switch timer.state {
        case .cooking, .snoozed: phase = .counting(due: timer.due(at: now))
        case .paused: phase = .paused(remaining: .milliseconds(timer.remainingMs))
        case .ringing:
            let known: TrueTime =
                switch old?.phase {
                case .ringing(let since): since
                // It began to ring while eggd could not be asked; `silence-after` counts from then.
                case .counting(let due): min(due, now)
                case .paused, .missed, nil: now
                }
            // A restart may have undone a change that was not saved, such as an extension: then it is as late as eggd says.
            let isKnown = old?.isDurable != false || timer.isEstimated == true
            phase = .ringing(since: isKnown ? known : min(known, now + .milliseconds(-timer.overdueMs)))
        case .missed: phase = .missed
        }
        let error = sim_wall_error()
        var entry = Entry(
            id: id, phase: phase, cueAt: timer.cue.map { _ in now + .milliseconds(timer.remainingMs) }, earliest: now,
            latest: now, promised: now, calledAt: now, wallErrors: error...error, isCorrectable: sim_is_synchronised(),
            isDurable: isDiskTrusted, beganAgain: old?.beganAgain, beganBefore: old?.beganBefore)
        let hadCue = old?.cueAt != nil && entry.cueAt == nil
        if isExact, timer.isEstimated == nil, case .counting(let due) = phase { entry.exactDue = due }
        if case .counting(let due) = phase { (entry.earliest, entry.latest) = (due, due) }
        if let old, !isExact, (old.cueAt == nil) == (entry.cueAt == nil) {
            (entry.earliest, entry.latest, entry.wallErrors) = (old.earliest, old.latest, old.wallErrors)
            (entry.promised, entry.isEstimated) = (old.promised, old.isEstimated)
            entry.exactDue = old.exactDue
            entry.isCorrectable = old.isCorrectable
            entry.isDurable = old.isDurable || isDiskTrusted
        } else if timer.isEstimated == true {
            // What a reply has changed, or what followed its cue, is an estimate, whose correction can be of any size.
            (entry.earliest, entry.latest, entry.isEstimated) = (.beginning, .never, true)
            // It may have been one for good, and the clock may have been wrong at its cue, and right at a boot since.
            if hadCue || old?.isCorrectable != true { entry.isCorrectable = false }
        }
        entry.isUnsaved = !isDiskTrusted && (phase == .missed || hadCue || old?.isUnsaved == true)
        if let cueAt = old?.cueAt, entry.cueAt == nil {
            lastCue = now
            // It was saved at its cue, which may be long ago.
            entry.promised = min(now, cueAt)
        }
        // Its alarm is stopped, as by an extension.
        if case .counting = phase, case .ringing? = old?.phase { lastEnd = .now }
        let isNew = entry.phase != old?.phase
        entries[timer.name] = entry
        if isNew { onDue(timer.name, entry) }
    }
}
