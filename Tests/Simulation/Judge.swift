import EggClient
import EggWire
import SimulatedKernel
import Varlink

/// Checks eggd against the true time, the replies in the ledger, and the sounds that were heard.
final class Judge {
    /// A promise that was broken.
    struct Verdict {
        let words: String
    }

    /// The defaults of eggd.conf, which no configuration of the simulation changes.
    static let (lateAfter, silenceAfter) = (Duration.hours(1), Duration.minutes(10))
    /// An alarm is heard this soon after its deadline.
    private static let promptness: Duration = .milliseconds(100)
    /// How long eggd may take, after a fault of the sound, until it tries a device again: ten seconds, and two to open it.
    private static let settling: Duration = .seconds(13)
    /// The pause between two rings, and the time to end one.
    private static let pause: Duration = .milliseconds(2_500)
    /// An alarm that is due when eggd is started is heard after this time: two seconds of lead-in, and two to begin.
    private static let startOfSound: Duration = .seconds(4)
    /// A dismissed alarm is silent after this time.
    private static let quiet: Duration = .milliseconds(400)

    /// eggd tries a failed disk again this soon: two minutes, and the time to notice that it works.
    private static let diskRetry: Duration = .seconds(140)
    /// An eggd without clients has at most this many descriptors open.
    private static let maxDescriptors = 32

    let machine: Machine
    let ledger: Ledger
    private let chronicle: Chronicle
    private let onVerdict: (Verdict) -> Void
    var cards: SoundCards { machine.cards }

    init(_ machine: Machine, _ ledger: Ledger, _ chronicle: Chronicle, onVerdict: @escaping (Verdict) -> Void) {
        (self.machine, self.ledger, self.chronicle, self.onVerdict) = (machine, ledger, chronicle, onVerdict)
        ledger.onDue = { [unowned self] name, entry in follow(name, entry) }
        machine.cards.onSound = { [unowned self] in soundBegins() }
    }

    func find(_ words: String) {
        onVerdict(Verdict(words: words))
    }

    // MARK: Alarms

    /// Since when an alarm can be heard; nil while it can't.
    private var ableSince: TrueTime? {
        guard machine.isAudited, let serves = machine.servesSince, let audible = cards.audibleSince, !sim_is_stopped()
        else { return nil }
        return max(serves, audible)
    }

    /// Whether an alarm is heard now; it may be the pause between two rings.
    var isHeard: Bool { cards.wasHeard(from: .now + (.zero - Self.pause), to: .now) }

    private func isAble(for time: Duration) -> Bool { ableSince.map { $0 + time <= .now } ?? false }

    /// Waits for a deadline, and listens from then on.
    private func follow(_ name: String, _ entry: Ledger.Entry) {
        switch entry.phase {
        case .counting(let due):
            Tasks.start { [self] in
                Tasks.sleep(until: due + Self.promptness)
                guard isStill(name, entry) else { return }
                // The estimate may have been corrected in the moment of its reply.
                if entry.isEstimated { return audit() }
                expectRing(of: name, due: due)
            }
        case .ringing: Tasks.start { [self] in listen(to: name, entry.id) }
        case .paused, .missed: return
        }
    }

    private func isStill(_ name: String, _ entry: Ledger.Entry) -> Bool {
        !ledger.uncertain.contains(name) && ledger.entries[name]?.id == entry.id
            && ledger.entries[name]?.phase == entry.phase
    }

    /// The deadline has passed: the alarm must be heard by now, if it could be.
    private func expectRing(of name: String, due: TrueTime) {
        guard let entry = ledger.entries[name] else { return }
        if let since = ableSince, since + Self.settling <= due {
            // Alarms that overlap are played as one, also after one of them was dismissed.
            let isAlone = !ledger.isAnyRinging && !ledger.hasUntracked && !ledger.hasEnded(within: Self.pause)
            let from = isAlone ? due + .milliseconds(-20) : due + (.zero - Self.pause)
            if !cards.wasHeard(from: from, to: .now) {
                find("'\(name)' was due at \(due) and is not heard \(Self.promptness) later")
            } else if isAlone, let first = cards.firstSound(after: from) {
                chronicle.worstLateness = max(chronicle.worstLateness, first - due)
            }
            chronicle.count("rings")
            ledger.rings(name, since: due)
            listen(to: name, entry.id)
        } else {
            chronicle.count("rings after a fault")
            // If eggd does not run, the audit after its start tells whether it rings.
            guard machine.servesSince != nil, !sim_is_stopped() else { return }
            ledger.rings(name, since: due)
            listen(to: name, entry.id)
        }
    }

    /// A timer that rings when eggd has been started is heard soon.
    private func expectSound(of timers: [Timers.Timer]) {
        guard let serves = machine.servesSince, let audible = cards.audibleSince, audible + Self.settling <= .now else {
            return
        }
        let (began, wasSynchronised) = (TrueTime.now, sim_is_synchronised())
        Tasks.start { [self] in
            Tasks.sleep(Self.startOfSound)
            let name = timers.map(\.name).first { name in
                guard !ledger.uncertain.contains(name), let entry = ledger.entries[name] else { return false }
                return rings(entry, from: began, to: .now, wasSynchronised: wasSynchronised)
            }
            guard let name, machine.stillServes(since: serves), cards.audibleSince == audible, !sim_is_stopped() else {
                return
            }
            chronicle.count("alarms after a start")
            if !isHeard {
                find("'\(name)' rang when eggd was started, and is not heard \(Self.startOfSound) later")
            }
        }
    }

    /// The alarm must be heard until somebody answers it or `silence-after` is over, whenever it can be.
    private func listen(to name: String, _ id: String) {
        while true {
            Tasks.sleep(.seconds(7))
            guard let entry = ledger.entries[name], entry.id == id, stillRings(entry), !ledger.uncertain.contains(name)
            else { return }
            // After a restart, the audit tells first whether it rings.
            guard isAble(for: Self.settling + .seconds(2)) else { continue }
            if !isHeard { return find("'\(name)' rings and is not heard") }
        }
    }

    /// Whether an alarm has begun, and not for so long that `silence-after` may be over.
    private func stillRings(_ entry: Ledger.Entry) -> Bool {
        guard case .ringing(let since) = entry.phase else { return false }
        // A boot whose clock is right again moves the end of the alarm by the error of the clock before, and an estimate
        // by what it was wrong.
        return TrueTime.now - min(since, entry.earliest) < Self.silenceAfter - .seconds(10)
    }

    /// Whether an alarm that rings when eggd is started does so all this time. One that should have ended before begins
    /// again, and one that ends meanwhile does not. While the clock isn't synchronised, eggd doesn't know which it is.
    private func rings(_ entry: Ledger.Entry, from start: TrueTime, to end: TrueTime, wasSynchronised: Bool) -> Bool {
        guard case .ringing(let since) = entry.phase else { return false }
        let first = min(since, entry.earliest) + Self.silenceAfter
        let last = max(since, entry.latest, entry.beganBefore ?? .beginning) + Self.silenceAfter
        return wasSynchronised && last + .seconds(1) < start || end + .seconds(1) < first
    }

    /// A sound begins: something must be due.
    private func soundBegins() {
        let now = TrueTime.now
        guard machine.isAudited else { return }
        if !ledger.mayRing(at: now), !ledger.hasEnded(within: Self.quiet) {
            find("an alarm is heard, and nothing is due: \(ledger.words)")
        }
    }

    // MARK: Audits

    /// Makes a call, on a connection of its own if there is none; while eggd serves, it has a reply.
    ///
    /// - Returns: nil if the call is refused, or eggd can't be asked or ends meanwhile.
    func ask<M: Method>(_ method: M.Type, _ parameters: M.Parameters, by client: Client? = nil) -> M.Reply? {
        let served = machine.servesSince
        do {
            return try (client ?? machine.connect()).call(method, parameters)
        } catch {
            if case .refused? = error as? ClientError { return nil }
            if machine.stillServes(since: served), !sim_is_stopped() { find("\(M.name) got no reply: \(error)") }
            return nil
        }
    }

    /// Compares what eggd says with what it has promised.
    func audit() {
        machine.events += 1
        let before = cards.states
        guard let health = ask(Timers.Health.self, .init()) else { return }
        // Timers that eggd says are missing until the disk answers are not lost yet.
        let areMissing = [health.storeOut, health.storeNotice].contains { $0?.contains("are missing until") == true }
        if areMissing, machine.wasDiskDisturbed(within: .minutes(3)), !machine.isAudited {
            return chronicle.count("starts without the timers on the disk")
        }
        guard let timers = currentTimers() else { return }
        report(
            ledger.audit(
                timers, lateAfter: Self.lateAfter, silenceAfter: Self.silenceAfter,
                wasInterrupted: machine.wasInterrupted))
        if !machine.isAudited { expectSound(of: timers.filter { $0.state == .ringing }) }
        (machine.isAudited, machine.wasInterrupted) = (true, false)
        if !machine.isDiskDisturbed { ledger.isDiskTrusted = health.storeOut == nil }
        if let reason = health.storeOut, !machine.wasDiskDisturbed(within: Self.diskRetry), machine.diskDelay == .zero,
            machine.hasServed(for: Self.diskRetry)
        {
            find("the disk works, and eggd says that it doesn't: \(reason)")
        }
        dismissReturned(timers)
        guard before == cards.states else { return }
        if health.soundOut == nil { expectWarning() }
        if !ledger.entries.isEmpty, isAble(for: .seconds(60)), let reason = health.soundOut {
            find("an alarm can be heard, and eggd says that it can't: \(reason)")
        }
    }

    /// A start was replied to while the disk refused it: eggd says that it is not saved.
    func expectUnsaved(_ name: String) {
        guard machine.refusesWrites, let health = ask(Timers.Health.self, .init()), machine.refusesWrites else {
            return
        }
        chronicle.count("starts on a disk that refused them")
        if health.storeOut == nil { find("'\(name)' can't be saved, and eggd does not say so") }
    }

    /// eggd was told to read a configuration: a moment later it says whether that is in effect.
    func expectConfiguration(isGood: Bool) {
        Tasks.sleep(.seconds(1))
        guard let health = ask(Timers.Health.self, .init()) else { return }
        chronicle.count("configurations")
        if (health.configOut == nil) != isGood {
            find("the configuration is \(isGood ? "good" : "bad"), and eggd says \(health.configOut ?? "nothing")")
        }
    }

    /// The clock is right again: what it can correct is exact.
    func expectCorrection() {
        guard machine.isAudited, let timers = currentTimers() else { return }
        if let name = ledger.uncorrected(among: timers).first {
            find("the clock is right, and '\(name)' is still an estimate")
        }
        if let words = ledger.inexact(among: timers).first { find("the clock is right, and \(words)") }
    }

    /// The disk works again: waits until eggd says so, and takes what it lists then for saved.
    func awaitSaving() {
        let end = TrueTime.now + Self.diskRetry
        repeat {
            audit()
            if ledger.isDiskTrusted, machine.isAudited { return }
            Tasks.sleep(.seconds(2))
        } while TrueTime.now < end
        find("the disk has worked for \(Self.diskRetry), and eggd does not save")
    }

    /// The timers that eggd lists, while nobody else has changed any; nil if it doesn't answer.
    private func currentTimers() -> [Timers.Timer]? {
        while true {
            let changes = ledger.changes
            guard let reply = ask(Timers.List.self, .init()) else { return nil }
            if ledger.changes == changes { return reply.timers }
            Tasks.sleep(.milliseconds(5))
        }
    }

    /// Somebody cancels the timers that a restart has brought back.
    private func dismissReturned(_ timers: [Timers.Timer]) {
        let returned = ledger.returned(among: timers)
        for timer in returned {
            chronicle.count("timers that returned after a fault of the disk")
            if let reply = ask(Timers.Cancel.self, .init(timer.name)) { ledger.end(reply.all, at: .now) }
        }
        if returned.isEmpty, ledger.isDiskTrusted { ledger.forgetReturns() }
    }

    private func report(_ broken: [String]) {
        for words in broken { find(words) }
    }

    /// The history has each run once.
    func auditHistory() {
        let before = ledger.isDiskTrusted ? ledger.ended : []
        guard let reply = readHistory() else { return }
        if let reason = reply.historyOut {
            if ledger.isDiskTrusted { find("the disk works, and the history can't be read: \(reason)") }
            return
        }
        var found: Set<String> = []
        for run in reply.runs {
            if !found.insert(run.id).inserted { find("the history has the run \(run.id) of '\(run.name)' twice") }
        }
        // Others may have ended, or were brought back, while eggd replied.
        let missing = before.intersection(ledger.ended).subtracting(found).sorted()
        if let id = missing.first, ledger.isDiskTrusted {
            find("\(missing.count) runs have ended and are not in the history, such as \(id)")
        }
    }

    /// The whole history; nil if eggd can't be asked for it, or ends meanwhile.
    func readHistory() -> Timers.History.Reply? {
        ask(Timers.History.self, .init(limit: Int64(Timers.History.maxRuns)))
    }

    /// eggd sleeps while nothing happens. During a fault, a card may change, and a slow disk may still save the last alarm.
    func auditRest() {
        let process = machine.process
        guard isAble(for: .minutes(3)), ledger.entries.isEmpty, !ledger.hasUntracked, ledger.isDiskTrusted,
            !machine.hasFault
        else { return }
        let events = machine.events
        // The last call of the audit has just ended, and a lead-in is played to its end although its timer was cancelled.
        Tasks.sleep(.seconds(5))
        let wakeups = sim_wakeups(process)
        Tasks.sleep(.minutes(1))
        guard machine.process == process, machine.events == events, ledger.entries.isEmpty, ledger.isDiskTrusted else {
            return
        }
        let woken = sim_wakeups(process) - wakeups
        if woken > 0 { find("eggd was woken \(woken) times in a minute in which nothing happened") }
        let descriptors = sim_descriptors(process)
        if descriptors > Self.maxDescriptors { find("eggd has \(descriptors) descriptors open, and no client") }
        chronicle.count(machine.hasWatchers ? "minutes of rest with watchers" : "minutes of rest")
    }
}
