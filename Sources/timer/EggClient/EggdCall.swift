import EggRequests
import EggWire
import Varlink

/// A call of eggd that is made later, or on another thread.
public struct EggdCall: Equatable, Sendable {
    /// The method's name without its interface.
    public let method: String
    /// The parameters.
    public let parameters: JSONText

    /// A call with these parameters.
    public init(method: String, parameters: JSONText = .none) {
        (self.method, self.parameters) = (method, parameters)
    }

    /// The full name.
    public var name: String { "\(Timers.interface).\(method)" }
    /// Whether it ends alarms.
    public var dismisses: Bool { method == "Dismiss" }
    /// Whether it answers alarms; such calls don't wait behind others.
    public var answersAlarms: Bool { dismisses || method == "Snooze" }
}

extension TimerRequest {
    /// The request's call, without making it.
    public var eggdCall: EggdCall { call(by: CallMaker()) }
}

private struct CallMaker: TimerCaller {
    typealias Answer = EggdCall
    typealias Problem = Never

    func call<M: Method>(_ method: M.Type, _ parameters: M.Parameters) -> EggdCall {
        let text = (try? encodeJSON(parameters)).flatMap { JSONText($0) }
        return EggdCall(
            method: String(M.name.dropFirst(Timers.interface.count + 1)), parameters: text ?? .none)
    }
}
