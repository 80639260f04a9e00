import EggWire

/// Another kitchen on the broker that is followed: what it has told, and whether it can be reached. It does no I/O.
struct OtherKitchen {
    /// How long it may take to answer; twice as long after each question in a row that it hasn't answered.
    static let answerTime: Int64 = 10_000
    /// That time is doubled at most so often, to eleven minutes.
    private static let maxDoublings = 6
    /// A message can be this late. One that is older by both clocks is one that the broker had saved before; one whose boot
    /// clock alone is earlier is of a machine that was restored from its image.
    private static let maxDelayMs: Int64 = 60_000
    /// A deadline that differs by less than this from what was told is the same, so that nothing moves back and forth.
    private static let toleranceMs: Int64 = 100

    /// Identifies it.
    let id: String
    /// Whether its alarms are heard here.
    let rings: Bool
    /// Its last message; nil before.
    private(set) var message: KitchenMessage?
    /// When that was made.
    private var dating = KitchenClock.Dating(bootMs: 0, isEstimated: true)
    private(set) var clock = KitchenClock()
    /// When something was heard of it last, in milliseconds since 1970.
    private(set) var lastHeardUnixMs: Int64?
    /// The end of the topic for the answer to a question, and when it was asked; nil while none is open.
    private var question: (reply: String, bootMs: Int64)?
    /// Whether the bridge there says that it is online.
    private var isOnline = false
    /// How many questions in a row it has not answered.
    private var unanswered = 0
    /// Whether it has not answered the last question.
    var isSilent: Bool { unanswered > 0 }

    init(id: String, rings: Bool) { (self.id, self.rings) = (id, rings) }

    /// Whether it can be asked for anything.
    var isReachable: Bool { isOnline && !isSilent }

    /// When `timePassed` must be called, on the boot clock; nil if it needn't.
    var nextWake: Int64? { question.map { $0.bootMs + Self.answerTime << min(unanswered, Self.maxDoublings) } }

    // MARK: What is heard

    /// Its status has arrived.
    ///
    /// - Returns: whether it has come back.
    mutating func heard(isOnline: Bool, at moment: Moment) -> Bool {
        let isBack = isOnline && !self.isOnline
        self.isOnline = isOnline
        if isOnline { heard(at: moment) } else { question = nil }
        return isBack
    }

    /// Its timers have arrived. Those of an older message are not taken: it was slow, or came twice.
    mutating func heard(_ message: KitchenMessage, at moment: Moment) {
        if let last = self.message?.clocks, last.bootID == message.clocks.bootID,
            message.clocks.uptimeMs < last.uptimeMs,
            message.clocks.unixMs < last.unixMs || last.uptimeMs - message.clocks.uptimeMs <= Self.maxDelayMs
        {
            return heard(at: moment)
        }
        self.message = message
        dating = clock.date(message.clocks, at: moment)
        heard(at: moment)
    }

    /// An answer has arrived.
    ///
    /// - Returns: false if it is no answer to the question.
    mutating func answered(_ reply: String, _ message: KitchenMessage, at moment: Moment) -> Bool {
        guard let question, question.reply == reply else { return false }
        clock.answered(message.clocks, asked: question.bootMs, at: moment)
        self.question = nil
        heard(message, at: moment)
        return true
    }

    private mutating func heard(at moment: Moment) {
        // The open question has more time than others.
        if isSilent { question = nil }
        (lastHeardUnixMs, unanswered) = (moment.unixMs, 0)
    }

    /// The wall clock was set or is right now, by which its message may be dated better.
    mutating func dateAgain(at moment: Moment) {
        if let message, dating.isEstimated { dating = clock.date(message.clocks, at: moment) }
    }

    // MARK: What is asked

    /// Whether its last message could be dated better.
    func needsAnswer(at moment: Moment) -> Bool { message.map { clock.needsAnswer($0.clocks, at: moment) } ?? true }

    /// The end of the topic for the answer to a new question; nil while one is open.
    mutating func ask(from kitchen: String, at moment: Moment) -> String? {
        guard question == nil, isOnline else { return nil }
        let reply = "\(kitchen)-\(moment.bootMs)"
        question = (reply, moment.bootMs)
        return reply
    }

    /// Time has passed.
    ///
    /// - Returns: whether the question was not answered in time: it may be lost, so another one follows.
    mutating func timePassed(at moment: Moment) -> Bool {
        guard let due = nextWake, due <= moment.bootMs else { return false }
        (question, unanswered) = (nil, unanswered + 1)
        return true
    }

    /// The connection to the broker has ended.
    mutating func disconnected() { (question, isOnline, unanswered) = (nil, false, 0) }

    // MARK: What is told

    /// What eggd is told of it; nil before its first message.
    ///
    /// - Parameters:
    ///   - told: what it was told last.
    ///   - copies: the copies that eggd has, and the boot clock when it said so.
    func parameters(
        after told: Timers.SetCopies.Parameters?, _ copies: [Timers.Timer], at bootMs: Int64
    ) -> Timers.SetCopies.Parameters? {
        guard let message else { return nil }
        let known = told?.copies ?? []
        return .init(
            kitchen: id, name: message.name, isReachable: isReachable, rings: rings, ringMs: message.ringMs,
            snoozeMs: message.snoozeMs, warningMs: message.warningMs,
            copies: message.timers.map { timer in
                let copy = copies.first { $0.origin?.kitchen == id && $0.origin?.run == timer.id }
                return self.copy(of: timer, exact: copy, at: bootMs).settled(
                    after: known.first { $0.run == timer.id }, within: Self.toleranceMs)
            }, ended: message.ended)
    }

    /// - Parameter exact: eggd's copy of it. If it is exact, a message that is estimated can't tell it better.
    private func copy(of timer: Timers.Timer, exact: Timers.Timer?, at bootMs: Int64) -> Timers.Copy {
        var isEstimated = dating.isEstimated || timer.isEstimated == true
        var deadline = timer.deadline(at: dating.bootMs)
        if isEstimated, deadline != nil, let exact, exact.isEstimated != true, exact.alarm == timer.alarm,
            let known = exact.deadline(at: bootMs)
        {
            (deadline, isEstimated) = (known, false)
        }
        if timer.state == .paused { isEstimated = false }
        return .init(
            run: timer.id, alarm: timer.alarm ?? 0, name: timer.name, egg: timer.egg, state: timer.state,
            durationMs: timer.durationMs, deadlineBootMs: deadline,
            snoozedUntilBootMs: timer.state == .snoozed ? dating.bootMs + timer.remainingMs : nil,
            remainingMs: timer.state == .paused ? timer.remainingMs : nil, group: timer.group, count: timer.count,
            cue: timer.cue, sound: timer.sound, isEstimated: isEstimated)
    }
}

extension Timers.Copy {
    /// This copy with the times of one that was told before, if they hardly differ.
    fileprivate func settled(after old: Timers.Copy?, within tolerance: Int64) -> Timers.Copy {
        guard let old, old.alarm == alarm, old.isEstimated == isEstimated else { return self }
        func settled(_ new: Int64?, _ old: Int64?) -> Int64? {
            guard let new, let old, (new - old).magnitude <= tolerance.magnitude else { return new }
            return old
        }
        var copy = self
        copy.deadlineBootMs = settled(deadlineBootMs, old.deadlineBootMs)
        copy.snoozedUntilBootMs = settled(snoozedUntilBootMs, old.snoozedUntilBootMs)
        return copy
    }
}
