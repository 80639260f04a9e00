import EggRequests
import EggTimers
import EggWire
import Languages
import POSIX

// All that clients derive from a timer's state. A new state is described here and nowhere else in a client.

/// The colour in which clients show a timer; several states can have the same.
public enum Tone: String, Encodable, Sendable {
    case running, paused, ringing, snoozed, missed
}

extension Timers.State {
    /// The traits by which clients treat a timer in this state.
    public struct Traits: Sendable {
        /// The colour in which the timer is shown.
        public let tone: Tone
        /// Its place in the order of urgency; the lowest is the most urgent.
        public let urgency: Int
        /// Whether the time until it rings runs, so that a tick arrives each second.
        public var ticks = false
        /// Whether its countdown is over.
        public var isDue = false
        /// Whether its alarm rings.
        public var rings = false
        /// The command that helps if something else was refused.
        public let remedy: ChangeVerb

        /// Whether its countdown runs, and isn't over.
        public var isCountingDown: Bool { ticks && !isDue }
        /// Whether nothing more will happen to it without a command, because its alarm is over.
        public var isOver: Bool { isDue && !ticks && !rings }
    }

    /// The traits by which clients treat a timer in this state.
    public var traits: Traits {
        switch self {
        case .cooking: Traits(tone: .running, urgency: 1, ticks: true, remedy: .pause)
        case .paused: Traits(tone: .paused, urgency: 3, remedy: .resume)
        case .ringing: Traits(tone: .ringing, urgency: 0, isDue: true, rings: true, remedy: .dismiss)
        case .snoozed: Traits(tone: .snoozed, urgency: 1, ticks: true, isDue: true, remedy: .dismiss)
        case .missed: Traits(tone: .missed, urgency: 2, isDue: true, remedy: .dismiss)
        }
    }

    /// The state of this timer as a sentence: `'tea' is paused`.
    public func sentence(of timer: String) -> String {
        switch self {
        case .cooking: tr("{timer} is cooking", ["timer": timer])
        case .paused: tr("{timer} is paused", ["timer": timer])
        case .ringing: tr("{timer} is ringing", ["timer": timer])
        case .snoozed: tr("{timer} is snoozed", ["timer": timer])
        case .missed: tr("{timer} was missed", ["timer": timer])
        }
    }

    /// What helps if something else was refused: `to pause it: eggctl pause`.
    ///
    /// - Parameter command: the command of a verb, as it is typed.
    public func advice(_ command: (ChangeVerb) -> String) -> String {
        let (remedy, snooze) = (command(traits.remedy), command(.snooze))
        return switch self {
        case .cooking: tr("to pause it: {command}", ["command": remedy])
        case .paused: tr("to resume it: {command}", ["command": remedy])
        case .ringing: tr("to stop the alarm: {command} or {snooze}", ["command": remedy, "snooze": snooze])
        case .snoozed: tr("to stop the alarm for good: {command}", ["command": remedy])
        case .missed: tr("to remove it: {command}", ["command": remedy])
        }
    }
}

extension Timers.Timer {
    /// Whether its alarm is heard here, and answered without its name: another kitchen's timer may only be shown.
    public var isHeard: Bool { origin?.rings ?? true }

    /// Whether it rings here.
    public var rings: Bool { state.traits.rings && isHeard }

    /// The order of urgency: ringing timers, then those that ring next, then missed ones, then paused ones.
    public var urgency: (Int, Int64) {
        let traits = state.traits
        return (traits.urgency, traits.rings ? -max(0, overdueMs) : traits.isOver ? overdueMs : remainingMs)
    }

    /// The timer as it is this much later, if nothing else happens.
    package func advanced(by elapsed: Duration) -> Timers.Timer {
        var timer = self
        let elapsed = elapsed.millisecondsRoundedDown
        let traits = state.traits
        if traits.ticks { timer.remainingMs = max(0, remainingMs.subtractingReportingOverflow(elapsed).partialValue) }
        if traits.isDue { timer.overdueMs = max(0, overdueMs).addingReportingOverflow(elapsed).partialValue }
        if traits.isCountingDown {
            timer.overdueMs = max(0, elapsed.subtractingReportingOverflow(max(0, remainingMs)).partialValue)
            if durationMs > 0 { timer.progress = 1 - Double(timer.remainingMs) / Double(durationMs) }
        }
        return timer
    }
}

/// The times of a timer, as they are put into its words.
public struct TimeTexts: Sendable {
    /// The time until it rings: `3:20`, or `at most 3:20` while it isn't known how long the machine was off.
    let left: String
    /// The time since it was done: `0:20`, or `at least 0:20` while it is estimated.
    let since: String
    /// When it rings, or when it was done: `at 08:35`, `tomorrow at 08:35`.
    let end: String
    /// The same time of day alone: `08:35`.
    let clock: String

    /// For programs that put in the times themselves.
    public static let placeholders = TimeTexts(left: "{left}", since: "{since}", end: "{end}", clock: "{clock}")

    init(left: String, since: String, end: String, clock: String) {
        (self.left, self.since, self.end, self.clock) = (left, since, end, clock)
    }

    /// The times of a timer, where "tomorrow" refers to `now`.
    ///
    /// - Parameter left: stands for the time until it rings.
    public init(_ timer: Timers.Timer, seenFrom now: LocalTime, left: String? = nil) {
        let end = timer.endsAtUnixMs.map(LocalTime.init(unixMilliseconds:))
        self.init(
            left: timer.leftText(left ?? timer.leftClock), since: timer.sinceText,
            end: end?.phrase(seenFrom: now) ?? tr("at {clock}", ["clock": "?"]),
            clock: end?.clock ?? "?")
    }
}

/// The snooze of one minute that clients without a choice of times offer.
public enum OneMoreMinute {
    /// The words on its button.
    public static var title: String { tr("One more minute") }
    /// Until the alarm rings again.
    public static let time: Duration = .seconds(60)
}

/// The words for a timer's state, which are the same in all clients.
public struct StateWords {
    /// The state after the timer's name: `4:23 left, done at 08:35`.
    public let sentence: String
    /// The state beside the time: `done at 08:35`; empty if the time says it all.
    public let note: String
    /// The same in one word, for narrow windows.
    public let word: String
    /// The state and the time in a few characters: `4:59`, `ringing 0:20`.
    public let brief: String
    /// The state in which a reset found the timer: `with 4:23 left`.
    public let before: String
    /// Why the timer asks for an answer: `done`; nil if it doesn't.
    public var alarm: String?
    /// The word on the button that answers it.
    public var answer = tr("Stop")

    // While it isn't known how long the machine was off, the time of day of the deadline isn't known either.
    public init(_ timer: Timers.Timer, _ times: TimeTexts) {
        let (left, since, end, clock) = (times.left, times.since, times.end, times.clock)
        let (isExact, isCue, eggs) = (timer.isEstimated != true, timer.cue != nil, timer.eggs)
        switch timer.state {
        case .cooking:
            let goesIn = tr("in", context: "the countdown until the eggs go into the water")
            sentence =
                isExact
                ? tr("{left} left, done {end}", number: eggs, ["left": left, "end": end])
                : tr("{left} left", ["left": left])
            note =
                switch (isCue, isExact) {
                // tr: The eggs go into the water then: "in at 08:35".
                case (true, true): tr("in {end}", ["end": end])
                case (true, false): goesIn
                case (false, true): tr("done {end}", number: eggs, ["end": end])
                case (false, false): ""
                }
            word = isCue ? goesIn : ""
            brief = left
            // tr: The state of a timer that another one replaces: "replaces soft egg with 4:23 left".
            before = tr("with {left} left", ["left": left])
        case .paused:
            sentence =
                isCue
                ? tr("paused {left} before going in", ["left": left]) : tr("paused with {left} left", ["left": left])
            note = isCue ? tr("paused, not in yet") : tr("paused")
            word = tr("paused")
            brief = tr("paused {left}", ["left": left])
            before = tr("paused with {left} left", ["left": left])
        case .ringing:
            sentence = tr("ringing, done {since} ago", number: eggs, ["since": since])
            note = isExact ? tr("ringing since {clock}", number: eggs, ["clock": clock]) : tr("ringing", number: eggs)
            word = tr("ringing", number: eggs)
            brief = tr("ringing {since}", number: eggs, ["since": since])
            // tr: The state of a timer that another one replaces.
            before = tr("that was ringing", number: eggs)
            alarm = tr("done", number: eggs)
        case .snoozed:
            let places = ["left": left, "end": end, "since": since] as KeyValuePairs
            sentence =
                isExact
                ? tr("snoozed, rings again in {left} {end}, done {since} ago", number: eggs, places)
                : tr("snoozed, rings again in {left}, done {since} ago", number: eggs, places)
            note = isExact ? tr("rings again {end}", number: eggs, places) : tr("snoozed", number: eggs)
            word = tr("snoozed", number: eggs)
            brief = tr("snoozed {left}", number: eggs, places)
            // tr: The state of a timer that another one replaces.
            before = tr("that was snoozed", number: eggs)
        case .missed:
            let places = ["end": end, "since": since] as KeyValuePairs
            // A cue that was missed never rang.
            sentence =
                switch (isCue, isExact) {
                case (true, _): tr("missed, should have gone in {since} ago", number: eggs, places)
                case (false, true): tr("missed, done {end}, {since} ago", number: eggs, places)
                case (false, false): tr("missed, done {since} ago", number: eggs, places)
                }
            note =
                switch (isCue, isExact) {
                case (_, false): tr("missed", number: eggs)
                case (true, true): tr("missed, should have gone in {end}", number: eggs, places)
                case (false, true): tr("missed {end}", number: eggs, places)
                }
            word = tr("missed", number: eggs)
            brief = tr("missed", number: eggs)
            // tr: The state of a timer that another one replaces.
            before = tr("that was done {since} ago", number: eggs, places)
            alarm =
                isCue
                ? tr("not put into the water in time", number: eggs) : tr("done, and nobody answered", number: eggs)
            // tr: The button of an alarm that nobody answered.
            answer = tr("Seen")
        }
    }
}

extension Timers.Timer {
    /// What continues after the end of a watch: `soft egg keeps cooking: 4:23 left`; nil if nothing does.
    public func continuing(seenFrom now: LocalTime) -> String? {
        if cue != nil, state.traits.isCountingDown { return sentence(seenFrom: now) }
        let places =
            ["label": label, "state": words(seenFrom: now).sentence, "left": leftText] as KeyValuePairs
        return switch self.state {
        case .cooking:
            tr("{label} keeps cooking: {state}", plural: "{label} keep cooking: {state}", eggs, places)
        // tr: The state is "paused with 4:23 left".
        case .paused: tr("{label} stays {state}", plural: "{label} stay {state}", eggs, places)
        case .ringing:
            tr(
                "{label} keeps ringing; stop it with 'eggctl dismiss'",
                plural: "{label} keep ringing; stop it with 'eggctl dismiss'", eggs, places)
        case .snoozed:
            tr("{label} rings again in {left}", plural: "{label} ring again in {left}", eggs, places)
        case .missed: nil
        }
    }
}
