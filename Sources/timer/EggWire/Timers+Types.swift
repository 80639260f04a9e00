import Varlink

// What the generated types don't say by themselves.

extension Timers {
    /// The parameters of methods that act on one timer or group.
    public typealias Name = Cancel.Parameters
    /// A reply with one timer.
    public typealias One = Rename.Reply
    /// A reply with one timer, or with those of a group.
    public typealias Changed = Cancel.Reply
    /// A reply with any number of timers.
    public typealias Many = Dismiss.Reply
}

extension Timers.Name {
    /// Parameters for the timer or group with this name.
    public init(_ name: String?) {
        self.init(name: name)
    }
}

extension Timers.Dismiss.Parameters {
    /// Parameters for the timer or group with this name.
    public init(_ name: String?) {
        self.init(name: name)
    }
}

/// The parameters of a call that can have a key.
public protocol KeyedParameters {
    /// The key.
    var key: String? { get }
}

/// The parameters of a call that is about a timer or a group, or about those that eggd chooses.
public protocol TimerParameters: KeyedParameters {
    /// Its name.
    var name: String? { get }
    /// A word for it that a person has typed.
    var typed: String? { get }
    /// The id of its run.
    var id: String? { get }
}

/// The parameters of a change that the kitchen of a copy has to make.
public protocol ChangeParameters: TimerParameters {
    /// The request without the kitchen and the run that it is about.
    var request: Timers.Request { get }
}

extension Timers.Start.Parameters: KeyedParameters {}
extension Timers.Cook.Parameters: KeyedParameters {}
extension Timers.Undo.Parameters: KeyedParameters {}
extension Timers.Dismiss.Parameters: TimerParameters {}
extension Timers.Snooze.Parameters: TimerParameters {}
extension Timers.Cancel.Parameters: ChangeParameters {
    public var request: Timers.Request { .init(id: "", kitchen: "", run: "", method: "") }
}
extension Timers.Extend.Parameters: ChangeParameters {
    public var request: Timers.Request { .init(id: "", kitchen: "", run: "", method: "", byMs: byMs) }
}
extension Timers.Rename.Parameters: ChangeParameters {
    public var request: Timers.Request { .init(id: "", kitchen: "", run: "", method: "", to: to) }
}

extension Timers.Changed {
    /// The timer, or all of the group.
    public var all: [Timers.Timer] { timers ?? [timer] }
}

extension Timers.Timer {
    /// Whether a method is of use in its state.
    public func offers(_ method: any Method.Type) -> Bool {
        actions.contains { method.name == "\(Timers.interface).\($0)" }
    }
}

extension Timers.EventKind {
    /// A kind that only a newer daemon knows reads as `snapshot`, because each event has all timers.
    public init(from decoder: any Decoder) throws {
        self = Self(rawValue: try decoder.singleValueContainer().decode(String.self)) ?? .snapshot
    }
}

extension Timers.History {
    /// The most runs in one reply.
    public static let maxRuns = 10_000
}

extension Timers.Check {
    package static func ok(_ subject: String, _ finding: String) -> Timers.Check {
        Timers.Check(subject: subject, verdict: .ok, finding: finding)
    }

    /// - Parameter fix: the command that fixes the problem, if one does.
    package static func warning(_ subject: String, _ finding: String, fix: String? = nil) -> Timers.Check {
        Timers.Check(subject: subject, verdict: .warning, finding: finding, fix: fix)
    }

    package static func failed(_ subject: String, _ finding: String, fix: String? = nil) -> Timers.Check {
        Timers.Check(subject: subject, verdict: .failed, finding: finding, fix: fix)
    }
}
