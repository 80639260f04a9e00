import EggWire
import POSIX
import Varlink

/// The timer or group that a request is about.
public enum TimerReference: Equatable, Sendable {
    /// The one that has exactly this name.
    case named(String)
    /// The one that a person means by this word; eggd decides which it is.
    case typed(String)
    /// The one whose run has this id, as a person sees it; the name is for words about it.
    case run(String, name: String?)

    /// The name or the word.
    public var text: String {
        switch self {
        case .named(let text), .typed(let text): text
        case .run(let id, let name): name ?? id
        }
    }

    /// Its name, if that is known.
    var name: String? {
        switch self {
        case .named(let name): name
        case .run(_, let name): name
        case .typed: nil
        }
    }
    /// The id of its run, if that is known.
    var id: String? { if case .run(let id, _) = self { id } else { nil } }
    /// The word, if the name isn't known.
    var word: String? { if case .typed(let word) = self { word } else { nil } }
}

/// A call that changes timers. Requests about a timer or a group have nil for the timers that eggd chooses.
public enum TimerRequest: Equatable, Sendable {
    case start(Timers.Start.Parameters)
    case cook(Timers.Cook.Parameters)
    case change(TimerChange, TimerReference?)
    case rename(TimerReference?, to: String)
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
        case .change(let change, let timer): try change.call(timer, by: caller)
        case .rename(let timer, let newName):
            try caller.call(
                Timers.Rename.self, .init(name: timer?.name, typed: timer?.word, id: timer?.id, to: newName))
        case .undo: try caller.call(Timers.Undo.self, .init())
        }
    }

    /// The same request about this timer; a request that starts timers is about none.
    public func about(_ timer: TimerReference?) -> TimerRequest {
        switch self {
        case .start, .cook, .undo: self
        case .change(let change, _): .change(change, timer)
        case .rename(_, let newName): .rename(timer, to: newName)
        }
    }

    /// The method that it calls.
    public var method: any Method.Type { call(by: MethodOfCall()) }
}

/// Makes the calls of requests in its own way.
public protocol TimerCaller {
    /// The outcome of a call.
    associatedtype Answer
    /// Why a call can't be made.
    associatedtype Problem: Error

    /// Makes a call of a method that changes timers.
    func call<M: Method>(_ method: M.Type, _ parameters: M.Parameters) throws(Problem) -> Answer
    where M.Reply: TimersReply
}

private struct MethodOfCall: TimerCaller {
    typealias Answer = any Method.Type
    typealias Problem = Never

    func call<M: Method>(_ method: M.Type, _ parameters: M.Parameters) -> any Method.Type { method }
}

extension Timers.Name {
    /// Parameters for this timer or group.
    public init(_ timer: TimerReference?) {
        self.init(name: timer?.name, typed: timer?.word, id: timer?.id)
    }

    /// The timer or group; nil without one.
    public var reference: TimerReference? {
        id.map { .run($0, name: name) } ?? name.map { .named($0) } ?? typed.map { .typed($0) }
    }
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
    /// This run of it, for a button beside it.
    public var reference: TimerReference { .run(id, name: name) }

    /// The request of a key or a click that means the most likely action: to pause, resume or dismiss the timer.
    public var likelyRequest: TimerRequest? {
        let requests = [TimerChange.pause, .resume, .dismiss].map { TimerRequest.change($0, reference) }
        return actions.lazy.compactMap { action in requests.first { $0.method.name.hasSuffix(".\(action)") } }.first
    }
}
