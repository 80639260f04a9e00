import EggRequests
import EggTimers
import EggWire
import Varlink

/// A call of eggd: its method, and its parameters as they are sent.
public struct EggdCall: Equatable, Sendable {
    /// The purpose of a call, which decides whether it waits for the calls before it.
    public enum Kind: Equatable, Sendable {
        /// It stops or snoozes alarms.
        case answer
        /// It changes anything else.
        case change
        /// It changes nothing.
        case query
    }

    /// The method's name without its interface.
    public let method: String
    /// The parameters.
    public let parameters: JSONText
    /// Whether it starts the last egg once more; its parameters have at most the timer's name then.
    private(set) var isAgain = false

    /// A call of a method with parameters that were checked nowhere.
    public init(method: String, parameters: JSONText = .none) {
        (self.method, self.parameters) = (method, parameters)
    }

    /// A call of a method.
    public init<M: Method>(_ method: M.Type, _ parameters: M.Parameters) {
        // eggd refuses a call whose parameters can't be encoded, such as numbers that are not finite.
        self.init(
            method: String(M.name.dropFirst(Timers.interface.count + 1)),
            parameters: JSONText(parameters: parameters) ?? .none)
    }

    /// The start of the last egg once more; without a name, under its own. `EggdCalls` makes it.
    public static func again(_ name: TimerName?) -> EggdCall {
        var call = EggdCall(Timers.Start.self, .init(name: name?.text))
        call.isAgain = true
        return call
    }

    /// The full name.
    public var name: String { "\(Timers.interface).\(method)" }

    /// The purpose of the call.
    public var kind: Kind {
        switch Timers.MethodName(rawValue: method) {
        case .dismiss, .snooze: .answer
        case let method?: method.row.kind == .query ? .query : .change
        case nil: .change
        }
    }

    /// Whether it ends alarms.
    public var dismisses: Bool { name == Timers.Dismiss.name }
}

extension TimerRequest {
    /// The request's call, without making it.
    public var eggdCall: EggdCall { call(by: CallMaker()) }
}

private struct CallMaker: TimerCaller {
    typealias Answer = EggdCall
    typealias Problem = Never

    func call<M: Method>(_ method: M.Type, _ parameters: M.Parameters) -> EggdCall { EggdCall(method, parameters) }
}
