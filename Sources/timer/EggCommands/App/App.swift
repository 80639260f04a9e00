import EggClient
import EggRequests
import EggTimers
import EggWire
import Languages
import Terminal

/// The state of the terminal app. Keys, taps, events and the time go in; calls to eggd come out. It does no I/O.
struct App {
    /// This clock keeps running while the machine sleeps, like the eggs.
    typealias Instant = ContinuousClock.Instant

    let style: Style
    let flashes: Bool
    private(set) var columns: Int
    private(set) var rows: Int

    private(set) var link = Link.connecting
    private(set) var eggs: [Timers.Egg] = []
    private(set) var soundOut: String?
    private(set) var storeOut: String?
    /// The egg that Enter starts, by its place in the menu.
    private(set) var chosen = 0
    /// The time, or the kitchen's egg, that is being typed; nil if none is.
    private(set) var entry: TimeEntry?
    private(set) var isHelpShown = false
    /// The last timers that arrived, and when.
    private var last: [Timers.Timer] = []
    private var lastAt: Instant
    /// The change that Undo takes back, or took back.
    private var lastChange: Timers.LastChange?
    /// The timer that the keys are for, once one was chosen.
    private var focus: String?
    /// The egg that was tapped last, and until when it is lit.
    private var lit: (egg: Int, until: Instant)?
    private var notice: (text: String, until: Instant)?
    private var announcement: Announcement?
    /// The second of an alarm for which the bell was rung last.
    private var belledSecond: Int64?
    private var answeredAt: Instant?
    /// The timers whose alarm was answered while eggd could not be told.
    private(set) var silenced: [String] = []

    static let lightTime: Duration = .milliseconds(400)
    private static let noticeTime: Duration = .seconds(6)
    /// How long after the answer to an alarm a second tap, or a second key, does nothing.
    static let answerTime: Duration = .milliseconds(800)
    static let step: Duration = .seconds(30)

    init(style: Style, flashes: Bool, columns: Int, rows: Int, now: Instant) {
        self.style = style
        self.flashes = flashes
        self.columns = columns
        self.rows = rows
        lastAt = now
    }

    // MARK: The state that is shown

    /// The timers as they are now; without a connection, they run on from the last event.
    func timers(at now: Instant) -> [Timers.Timer] {
        let elapsed = max(.zero, lastAt.duration(to: now))
        return elapsed == .zero ? last : last.map { $0.advanced(by: elapsed) }
    }

    /// The timer that is shown large: one that rings, else the chosen one, else the one that a command without a name
    /// means, else the most urgent one.
    func main(of timers: [Timers.Timer]) -> Timers.Timer? {
        let alarms = alarms(timers)
        let shown = alarms.isEmpty ? timers : alarms
        if let chosen = focus.flatMap({ name in shown.first { $0.isNamed(name) } }) { return chosen }
        let meant = alarms.isEmpty ? timers.meant : nil
        return meant.flatMap { name in timers.first { $0.isNamed(name.text) } }
            ?? shown.min { $0.urgency < $1.urgency }
    }

    func isLit(_ egg: Int, at now: Instant) -> Bool {
        lit.map { $0.egg == egg && now < $0.until } ?? false
    }

    func notice(at now: Instant) -> String? {
        if let notice, now < notice.until { return notice.text }
        return announcement.flatMap { $0.applies(to: timers(at: now), at: now) ? $0.text : nil }
    }

    /// When the screen changes by itself; nil while nothing does.
    ///
    /// - Parameter bars: the bars of the picture that is shown.
    func nextWake(at now: Instant, bars: [AppPicture.Bar]) -> Instant? {
        let timers = timers(at: now)
        var waits: [Duration] = [lit?.until, notice?.until, announcement?.until].compactMap { $0 }.map {
            now.duration(to: $0)
        }
        .filter { $0 > .zero }
        for timer in timers {
            guard timer.state.traits.ticks, timer.remainingMs > 0 else {
                if timer.state.traits.rings || isUnheard(timer) { waits.append(timer.timeToNextSecondOverdue) }
                continue
            }
            // The tick of each second shows it, so this wake is only for one that doesn't come.
            let second = (timer.remainingMs - 1) % 1000 + 1
            waits.append(.milliseconds(second) + (link == .connected ? Self.tickDelay : .zero))
            if let bar = bars.first(where: { timer.isNamed($0.name) }) {
                waits += [timer.timeToNextStep(of: bar.steps)].compactMap { $0 }
            }
        }
        return waits.min().map { now + $0 }
    }

    /// How much later than expected a tick may arrive.
    private static let tickDelay: Duration = .milliseconds(60)

    // MARK: Inputs

    mutating func handle(_ input: Input, at now: Instant) -> [Action] {
        var actions: [Action] = []
        switch input {
        case .key(let key): actions = press(key, at: now)
        case .event(let reply): actions = receive(reply, at: now)
        case .lost(let lines): link = .lost(lines)
        case .stalled: link = .stalled
        case .eggs(let eggs):
            self.eggs = eggs
            chosen = max(0, min(chosen, eggs.count - 1))
        case .started(let reply):
            if reply.replaced != nil { say(Sentences().started(reply, undo: "u"), at: now) }
        case .kitchen(let reply): if let sentence = Sentences.kitchen(reply).first { say(sentence, at: now) }
        case .refused(let sentence): say(sentence, at: now)
        case .resized(let columns, let rows): (self.columns, self.rows) = (columns, rows)
        case .time: break
        }
        return actions + bells(at: now)
    }

    private mutating func receive(_ reply: Timers.Watch.Reply, at now: Instant) -> [Action] {
        if case .lost = link { say(tr("eggd can be reached again"), at: now) }
        if let name = reply.event.timer, let text = notice(of: reply.event.kind, name) { say(text, at: now) }
        if reply.event.kind == .rang { isHelpShown = false }
        link = .connected
        silenced = []
        last = reply.timers
        lastAt = now
        lastChange = reply.lastChange ?? lastChange
        (soundOut, storeOut) = (reply.soundOut, reply.storeOut)
        let mayHaveOtherEggs = [.snapshot, .kitchen].contains(reply.event.kind)
        return (mayHaveOtherEggs ? [.askForEggs] : []) + announce(reply, at: now)
    }

    /// The notice of what happened to a timer; nil if the screen shows it anyway.
    private func notice(of kind: Timers.EventKind, _ name: String) -> String? {
        switch kind {
        case .cancelled:
            last.first { $0.isNamed(name) }.map {
                tr("{label}: cancelled; bring it back: u", ["label": Sentences.label($0)])
            }
        case .undone: lastChange?.undone
        default: nil
        }
    }

    /// Shows a cue or a warning. Its sound is short, so the terminal's bell rings with it.
    private mutating func announce(_ reply: Timers.Watch.Reply, at now: Instant) -> [Action] {
        if let announcement, !announcement.applies(to: last, at: now) { self.announcement = nil }
        guard let announcement = Announcement(reply, at: now) else { return [] }
        self.announcement = announcement
        notice = nil
        isHelpShown = false
        return [.bell]
    }

    /// An alarm that the daemon can't sound is sounded by the terminal, once a second.
    private mutating func bells(at now: Instant) -> [Action] {
        guard soundOut != nil || !hasEggd, let second = alarmSecond(timers(at: now)) else {
            belledSecond = nil
            return []
        }
        guard second != belledSecond else { return [] }
        belledSecond = second
        return [.bell]
    }

    private mutating func say(_ text: String, at now: Instant) {
        notice = (text, now + Self.noticeTime)
    }

    // MARK: Keys

    private mutating func press(_ key: Key, at now: Instant) -> [Action] {
        // Pasted text is for a prompt only.
        if case .pasted = key { return entry == nil ? [] : type(key, at: now) }
        let timers = timers(at: now)
        let alarms = alarms(timers)
        if !alarms.isEmpty {
            // The keys in the last row come before "any tap dismisses".
            if case .key(let shown)? = target(of: key, at: now) { return press(shown, at: now) }
            if isAnswer(key) { return answer(alarms, at: now) }
        } else if let answeredAt, now < answeredAt + Self.answerTime, mayBeUnintended(key) {
            return []
        }
        if isHelpShown {
            isHelpShown = false
            return []
        }
        if entry != nil { return type(key, at: now) }
        switch key {
        case .tap:
            switch target(of: key, at: now) {
            case .egg(let index): return start(index, at: now)
            case .timer(let name): focus = name
            case .key(let key): return press(key, at: now)
            case nil: break
            }
            return []
        case .enter: return start(chosen, at: now)
        case .left: chosen = max(0, chosen - 1)
        case .right: chosen = max(0, min(chosen + 1, eggs.count - 1))
        case .up: moveFocus(by: -1, timers)
        case .down, .tab: moveFocus(by: 1, timers)
        case .escape, .backspace, .pasted: break
        case .character(let scalar): return press(scalar, main(of: timers), at: now)
        }
        return []
    }

    /// The target under a tap; nil for keys.
    private func target(of key: Key, at now: Instant) -> AppPicture.Target? {
        guard case .tap(let column, let row) = key else { return nil }
        return AppPicture(app: self, now: now).draw().target(column: column, row: row)
    }

    /// Dismisses alarms; those of which eggd can't be told are silent from now on.
    private mutating func answer(_ alarms: [Timers.Timer], at now: Instant) -> [Action] {
        isHelpShown = false
        answeredAt = now
        if !hasEggd { silenced += alarms.map(\.name) }
        return alarms.filter(\.state.traits.rings).map { .call(.change(.dismiss, $0.reference)) }
    }

    private mutating func press(_ scalar: Unicode.Scalar, _ main: Timers.Timer?, at now: Instant) -> [Action] {
        switch scalar {
        case "s", "S": return start("soft", at: now)
        case "m", "M": return start("medium", at: now)
        case "h", "H": return start("hard", at: now)
        case "q", "Q": return [.quit]
        case "?": isHelpShown = true
        case "t", "T":
            entry = TimeEntry()
            notice = nil
        case "k", "K":
            entry = TimeEntry(.kitchen)
            notice = nil
        case " ":
            return main?.likelyRequest.map { [.call($0)] } ?? []
        case "+", "=": return main.map { [.call(.change(.extend(by: Self.step), $0.reference))] } ?? []
        case "-", "_": return main.map { [.call(.change(.extend(by: .zero - Self.step), $0.reference))] } ?? []
        case "c", "C": return main.map { [.call(.change(.cancel, $0.reference))] } ?? []
        case "u", "U": return [.call(.undo)]
        case "d", "D": return main.map { [.call(.change(.dismiss, $0.reference))] } ?? []
        case "z", "Z":
            let ringing = timers(at: now).filter(\.rings)
            if !ringing.isEmpty { answeredAt = now }
            return ringing.map { .call(.change(.snooze(), $0.reference)) }
        default: break
        }
        return []
    }

    private mutating func start(_ egg: String, at now: Instant) -> [Action] {
        guard let index = eggs.firstIndex(where: { $0.name == egg }) else {
            // The menu has not arrived yet, or the water is too cool for this egg; eggd knows why.
            return [.call(.start(egg: egg))]
        }
        return start(index, at: now)
    }

    private mutating func start(_ index: Int, at now: Instant) -> [Action] {
        guard eggs.indices.contains(index) else { return [] }
        chosen = index
        lit = (index, now + Self.lightTime)
        focus = nil
        return [.call(.start(egg: eggs[index].name))]
    }

    private mutating func moveFocus(by step: Int, _ timers: [Timers.Timer]) {
        guard let main = main(of: timers), let place = timers.firstIndex(where: { $0.isNamed(main.name) }) else {
            return
        }
        focus = timers[(place + step + timers.count) % timers.count].name
    }

    // MARK: Another time

    private mutating func type(_ key: Key, at now: Instant) -> [Action] {
        entry?.problem = []
        switch key {
        case .escape: entry = nil
        case .backspace: entry?.removeLast()
        case .character(let scalar), .pasted(let scalar): entry?.append(scalar)
        case .enter: return startTyped(at: now)
        case .tab, .up, .down, .left, .right, .tap: break
        }
        return []
    }

    private mutating func startTyped(at now: Instant) -> [Action] {
        switch entry?.outcome(eggs: EggMenu.presets.eggs.map(\.name) + eggs.map(\.name)) {
        case .command(let command):
            entry = nil
            guard case .start(let start) = command else { return [.carryOut(command)] }
            if case .egg(let egg) = start.choice, start == StartRequest(.egg(egg)) { return self.start(egg, at: now) }
            focus = start.timer.text
            // Only a countdown until a time of day depends on the clock.
            if case .until = start.choice { return [.carryOut(command)] }
            return (try? start.parameters(at: 0)).map { [.call(.start($0))] } ?? []
        case .setKitchen(let rawEgg):
            entry = nil
            return [.setKitchen(rawEgg)]
        case .problem(let lines): entry?.problem = lines
        case .nothing, nil: entry = nil
        }
        return []
    }
}
