import EggRequests
import EggTimers
import EggWire

// All that clients derive from a timer's state. A new state is described here and nowhere else in a client.

/// The colour in which clients show a timer; several states can have the same.
public enum Tone: String, Encodable, Sendable {
    case running, paused, ringing, snoozed, missed
}

extension Timers.State {
    /// What clients do with a timer in this state.
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
        /// What helps if something else was refused.
        public let remedy: ChangeVerb
        /// The purpose of that: `to pause it`.
        public let purpose: String

        /// Whether its countdown runs, and isn't over.
        public var isCountingDown: Bool { ticks && !isDue }
        /// Whether nothing more will happen to it without a command, because its alarm is over.
        public var isOver: Bool { isDue && !ticks && !rings }
    }

    /// What clients do with a timer in this state.
    public var traits: Traits {
        switch self {
        case .cooking: Traits(tone: .running, urgency: 1, ticks: true, remedy: .pause, purpose: "to pause it")
        case .paused: Traits(tone: .paused, urgency: 3, remedy: .resume, purpose: "to resume it")
        case .ringing:
            Traits(
                tone: .ringing, urgency: 0, isDue: true, rings: true, remedy: .dismiss,
                purpose: "to stop the alarm")
        case .snoozed:
            Traits(
                tone: .snoozed, urgency: 1, ticks: true, isDue: true, remedy: .dismiss,
                purpose: "to stop the alarm for good")
        case .missed: Traits(tone: .missed, urgency: 2, isDue: true, remedy: .dismiss, purpose: "to remove it")
        }
    }

    /// The state after a timer's name: `is paused`.
    public var predicate: String { "\(traits.isOver ? "was" : "is") \(rawValue)" }
}

extension Timers.Timer {
    /// Whether its alarm is to be heard: another kitchen's timer may only be shown here.
    public var rings: Bool { state.traits.rings && origin?.rings ?? true }

    /// The order of urgency: ringing timers, then those that ring next, then missed ones, then paused ones.
    public var urgency: (Int, Int64) {
        let traits = state.traits
        return (traits.urgency, traits.rings ? -max(0, overdueMs) : traits.isOver ? overdueMs : remainingMs)
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
            end: end?.phrase(seenFrom: now) ?? "at ?",
            clock: end?.clock ?? "?")
    }
}

/// The snooze of one minute that clients without a choice of times offer.
public enum OneMoreMinute {
    /// The words on its button.
    public static let title = "One more minute"
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
    /// What continues after the end of a watch: `keeps cooking: 4:23 left`; nil if nothing does.
    public let continuation: String?
    /// Why the timer asks for an answer: `done`; nil if it doesn't.
    public var alarm: String?
    /// The word on the button that answers it.
    public var answer = "Stop"

    // While it isn't known how long the machine was off, the time of day of the deadline isn't known either.
    public init(_ timer: Timers.Timer, _ times: TimeTexts) {
        let (left, since, end) = (times.left, times.since, times.end)
        let (isExact, isCue, isOne) = (timer.isEstimated != true, timer.cue != nil, !timer.isSeveralEggs)
        switch timer.state {
        case .cooking:
            sentence = isExact ? "\(left) left, done \(end)" : "\(left) left"
            note = isCue ? (isExact ? "in \(end)" : "in") : isExact ? "done \(end)" : ""
            word = isCue ? "in" : ""
            brief = left
            before = "with \(left) left"
            continuation = "\(isOne ? "keeps" : "keep") cooking: \(sentence)"
        case .paused:
            sentence = isCue ? "paused \(left) before going in" : "paused with \(left) left"
            note = isCue ? "paused, not in yet" : "paused"
            word = "paused"
            brief = "paused \(left)"
            before = "paused with \(left) left"
            continuation = "\(isOne ? "stays" : "stay") \(sentence)"
        case .ringing:
            sentence = "ringing, done \(since) ago"
            note = isExact ? "ringing since \(times.clock)" : "ringing"
            word = "ringing"
            brief = "ringing \(since)"
            before = "that was ringing"
            continuation = "\(isOne ? "keeps" : "keep") ringing; stop it with 'eggctl dismiss'"
            alarm = "done"
        case .snoozed:
            sentence = "snoozed, rings again in \(left)\(isExact ? " \(end)" : ""), done \(since) ago"
            note = isExact ? "rings again \(end)" : "snoozed"
            word = "snoozed"
            brief = "snoozed \(left)"
            before = "that was snoozed"
            continuation = "\(isOne ? "rings" : "ring") again in \(left)"
        case .missed:
            // A cue that was missed never rang.
            let ago = "\(isExact && !isCue ? "\(end), " : "")\(since) ago"
            sentence = isCue ? "missed, should have gone in \(ago)" : "missed, done \(ago)"
            note = !isExact ? "missed" : isCue ? "missed, should have gone in \(end)" : "missed \(end)"
            word = "missed"
            brief = "missed"
            before = "that was done \(since) ago"
            continuation = nil
            alarm = isCue ? "not put into the water in time" : "done, and nobody answered"
            answer = "Seen"
        }
    }
}
