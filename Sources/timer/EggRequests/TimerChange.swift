import EggWire
import POSIX

/// The verbs of the changes.
public enum ChangeVerb: String, CaseIterable, Sendable {
    case pause, resume, extend, snooze, dismiss, cancel
}

/// A change of timers that exist, without the timers.
public enum TimerChange: Equatable, Sendable {
    case pause, resume
    case extend(by: Duration)
    /// Without a time, for the configured one.
    case snooze(for: Duration? = nil)
    case dismiss, cancel

    /// Takes the words of a change, but for those that name the timers.
    init(_ verb: ChangeVerb, _ words: inout CommandWords) throws(Complaint) {
        self =
            switch verb {
            case .pause: .pause
            case .resume: .resume
            case .extend: .extend(by: try words.takeExtension())
            case .snooze: .snooze(for: try words.takeSnoozeTime())
            case .dismiss: .dismiss
            case .cancel: .cancel
            }
    }

    /// Has the change's call made for a timer or a group; nil stands for the timers that eggd chooses.
    func call<Caller: TimerCaller>(_ timer: TimerReference?, by caller: Caller) throws(Caller.Problem) -> Caller.Answer
    {
        switch self {
        case .pause: try caller.call(Timers.Pause.self, .init(timer))
        case .resume: try caller.call(Timers.Resume.self, .init(timer))
        case .extend(let time):
            try caller.call(
                Timers.Extend.self,
                .init(name: timer?.name, typed: timer?.word, id: timer?.id, byMs: time.millisecondsRoundedUp))
        case .snooze(let time):
            try caller.call(
                Timers.Snooze.self,
                .init(name: timer?.name, typed: timer?.word, id: timer?.id, forMs: time?.millisecondsRoundedUp))
        case .dismiss:
            try caller.call(Timers.Dismiss.self, .init(name: timer?.name, typed: timer?.word, id: timer?.id))
        case .cancel: try caller.call(Timers.Cancel.self, .init(timer))
        }
    }

    /// Whether it ends or snoozes alarms; that doesn't wait behind other calls, and without a name it means all alarms.
    public var answersAlarms: Bool {
        switch self {
        case .dismiss, .snooze: true
        default: false
        }
    }
}

/// A change and its timers, as its words say them: `extend 1m left-pot`, `pause --all`.
public struct ChangeRequest: Equatable, Sendable {
    /// The change.
    public let action: TimerChange
    /// The timers.
    public let timers: TimerChoice

    /// A change of these timers.
    public init(_ action: TimerChange, _ timers: TimerChoice = .unnamed) {
        (self.action, self.timers) = (action, timers)
    }

    /// Takes the words of a change.
    public init(_ verb: ChangeVerb, _ words: inout CommandWords) throws(Complaint) {
        action = try TimerChange(verb, &words)
        timers = try words.takeTimers()
    }
}
