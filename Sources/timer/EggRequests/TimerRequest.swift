import EggWire
import POSIX
import Varlink

/// A call that changes timers. Requests about one timer have its name, or nil for the timer that eggd chooses.
public enum TimerRequest: Equatable, Sendable {
    case start(Timers.Start.Parameters)
    case cook(Timers.Cook.Parameters)
    case pause(String?)
    case resume(String?)
    case extend(String?, by: Duration)
    case rename(String?, to: String)
    /// Without a name, for all alarms.
    case dismiss(String?)
    /// Without a name, for all alarms; without a time, for the configured one.
    case snooze(String?, for: Duration? = nil)
    case cancel(String?)
    /// Reverses the last change, whichever timers it was about.
    case undo

    /// Starts an egg.
    public static func start(egg: String, name: String? = nil) -> TimerRequest {
        .start(Timers.Start.Parameters(egg: egg, name: name))
    }

    /// Starts a countdown of this time.
    public static func start(_ time: Duration, name: String? = nil) -> TimerRequest {
        .start(Timers.Start.Parameters(durationMs: time.millisecondsRoundedUp, name: name))
    }

    /// Has the request's call made, whichever method it is.
    public func call<Caller: TimerCaller>(by caller: Caller) throws(Caller.Problem) -> Caller.Answer {
        switch self {
        case .start(let parameters): try caller.call(Timers.Start.self, parameters)
        case .cook(let parameters): try caller.call(Timers.Cook.self, parameters)
        case .pause(let name): try caller.call(Timers.Pause.self, .init(name))
        case .resume(let name): try caller.call(Timers.Resume.self, .init(name))
        case .extend(let name, let time):
            try caller.call(Timers.Extend.self, .init(name: name, byMs: time.millisecondsRoundedUp))
        case .rename(let name, let newName): try caller.call(Timers.Rename.self, .init(name: name, to: newName))
        case .dismiss(let name): try caller.call(Timers.Dismiss.self, .init(name))
        case .snooze(let name, let time):
            try caller.call(Timers.Snooze.self, .init(name: name, forMs: time?.millisecondsRoundedUp))
        case .cancel(let name): try caller.call(Timers.Cancel.self, .init(name))
        case .undo: try caller.call(Timers.Undo.self, .init())
        }
    }

    /// The same request about the timer with this name.
    public func about(_ name: String?) -> TimerRequest {
        switch self {
        case .start(var parameters):
            parameters.name = name
            return .start(parameters)
        case .cook(var parameters):
            parameters.name = name
            return .cook(parameters)
        case .pause: return .pause(name)
        case .resume: return .resume(name)
        case .extend(_, let time): return .extend(name, by: time)
        case .rename(_, let newName): return .rename(name, to: newName)
        case .dismiss: return .dismiss(name)
        case .snooze(_, let time): return .snooze(name, for: time)
        case .cancel: return .cancel(name)
        case .undo: return .undo
        }
    }

    /// The method that it calls.
    public var method: any Method.Type { call(by: MethodOfCall()) }
}

/// Makes the calls of requests in its own way.
public protocol TimerCaller {
    /// What becomes of a call.
    associatedtype Answer
    /// Why a call can't be made.
    associatedtype Problem: Error

    /// Makes a call of a method that changes timers.
    func call<M: Method>(_ method: M.Type, _ parameters: M.Parameters) throws(Problem) -> Answer
    where M.Reply: TimersReply
}

/// Makes no call.
private struct MethodOfCall: TimerCaller {
    typealias Answer = any Method.Type
    typealias Problem = Never

    func call<M: Method>(_ method: M.Type, _ parameters: M.Parameters) -> any Method.Type { method }
}

/// The reply to a request.
public protocol TimersReply: Encodable {
    /// The timers that were started or changed.
    var all: [Timers.Timer] { get }
}

extension Timers.Start.Reply: TimersReply {
    public var all: [Timers.Timer] { [timer] }
}

extension Timers.Cook.Reply: TimersReply {
    public var all: [Timers.Timer] { timers }
}

extension Timers.One: TimersReply {
    public var all: [Timers.Timer] { [timer] }
}

extension Timers.Changed: TimersReply {}

extension Timers.Undo.Reply: TimersReply {
    public var all: [Timers.Timer] { timers }
}

extension Timers.Many: TimersReply {
    public var all: [Timers.Timer] { timers }
}

extension Timers.Timer {
    /// The request of a key or a click that means the most likely action: to pause, resume or dismiss the timer.
    public var likelyRequest: TimerRequest? {
        [TimerRequest.pause(name), .resume(name), .dismiss(name)].first { offers($0.method) }
    }
}
