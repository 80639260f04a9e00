import EggTimers
import EggWire
import Varlink

/// A call of `io.eggtimer.Timers`, decoded and checked: what the engine has to do.
enum Command: Equatable {
    case start(Order, name: TimerName, elapsed: Duration)
    case cancel(TimerName?)
    case pause(TimerName?)
    case resume(TimerName?)
    case extend(TimerName?, by: Duration)
    case dismiss(TimerName?)
    case snooze(TimerName?, for: Duration?)
    case list
    case watch
    case eggs
    case history(limit: Int)
    case health
    case examine
    case tryAlarm
    case dismissDamage

    init(_ call: Call, menu: EggMenu) throws(ErrorReply) {
        switch call.method {
        case Timers.Start.name:
            let parameters = try call.checked(Timers.Start.Parameters.self)
            let name = try TimerName.checked(parameters.name) ?? .standard
            // Longer than any egg's name can be; it is neither compared nor sent back.
            guard parameters.egg?.utf8.count ?? 0 <= TimerName.longest else {
                throw ServiceError.invalidParameter("egg").reply
            }
            let duration = parameters.durationMs.map(Duration.milliseconds)
            switch menu.order(egg: parameters.egg, duration: duration) {
            case .success(let order)?:
                self = .start(order, name: name, elapsed: .milliseconds(parameters.elapsedMs ?? 0))
            case .failure(let refusal)?: throw refusal.reply
            case nil: throw ServiceError.invalidParameter("egg").reply
            }
        case Timers.Cancel.name: self = .cancel(try Self.name(in: call))
        case Timers.Pause.name: self = .pause(try Self.name(in: call))
        case Timers.Resume.name: self = .resume(try Self.name(in: call))
        case Timers.Extend.name:
            let parameters = try call.checked(Timers.Extend.Parameters.self)
            self = .extend(try .checked(parameters.name), by: .milliseconds(parameters.byMs))
        case Timers.Dismiss.name: self = .dismiss(try Self.name(in: call))
        case Timers.Snooze.name:
            let parameters = try call.checked(Timers.Snooze.Parameters.self)
            self = .snooze(try .checked(parameters.name), for: parameters.forMs.map(Duration.milliseconds))
        case Timers.List.name:
            _ = try call.checked(Nothing.self)
            self = .list
        case Timers.Watch.name:
            _ = try call.checked(Nothing.self)
            guard call.wantsMore else { throw ServiceError.expectedMore.reply }
            self = .watch
        case Timers.Eggs.name:
            _ = try call.checked(Nothing.self)
            self = .eggs
        case Timers.Health.name:
            _ = try call.checked(Nothing.self)
            self = .health
        case Timers.Examine.name:
            _ = try call.checked(Nothing.self)
            self = .examine
        case Timers.TryAlarm.name:
            _ = try call.checked(Nothing.self)
            self = .tryAlarm
        case Timers.DismissDamage.name:
            _ = try call.checked(Nothing.self)
            self = .dismissDamage
        case Timers.History.name:
            let limit = try call.checked(Timers.History.Parameters.self).limit ?? 20
            guard (0...Int64(Timers.History.mostRuns)).contains(limit) else {
                throw ServiceError.invalidParameter("limit").reply
            }
            self = .history(limit: Int(limit))
        default: throw ServiceError.methodNotFound(call.method).reply
        }
    }

    private static func name(in call: Call) throws(ErrorReply) -> TimerName? {
        try .checked(call.checked(Timers.Name.self).name)
    }
}

extension Call {
    /// The parameters, or the reply that says what is wrong with them.
    fileprivate func checked<P: MethodParameters>(_ type: P.Type) throws(ErrorReply) -> P {
        do {
            return try parameters(as: type)
        } catch {
            throw error.reply
        }
    }
}

extension TimerName {
    /// A name if there is one, or the reply that says that it is none.
    fileprivate static func checked(_ text: String?) throws(ErrorReply) -> TimerName? {
        guard let text else { return nil }
        guard let name = TimerName(text) else {
            // A name of any length can be sent; no more of it is sent back than says which it was.
            throw TimersError.invalidName(.init(name: String(text.unicodeScalars.prefix(TimerName.longest + 1)))).reply
        }
        return name
    }
}
