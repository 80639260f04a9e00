import EggTimers
import EggWire
import Varlink

// The parameters of calls, checked.

extension Call {
    /// The parameters, or the error that says what is wrong with them.
    func checked<P: Decodable>(_ type: P.Type) throws(ErrorReply) -> P {
        do {
            return try parameters(as: type)
        } catch {
            throw error.reply
        }
    }
}

extension Result where Failure == Refusal {
    func checked() throws(ErrorReply) -> Success {
        switch self {
        case .success(let value): return value
        case .failure(let refusal): throw refusal.reply
        }
    }
}

extension KeyedParameters {
    /// The call's key if it has one, or the error for one that is empty or too long.
    var checkedKey: String? {
        get throws(ErrorReply) {
            guard let key else { return nil }
            guard (1...64).contains(key.utf8.count) else { throw ServiceError.invalidParameter("key").reply }
            return key
        }
    }
}

extension EggMenu {
    /// The order for an egg, a duration or both, or the error.
    func checkedOrder(
        _ egg: String?, _ durationMs: Int64?, _ properties: RawEgg.Properties
    ) throws(ErrorReply) -> Order {
        // No egg's name can be this long, so it is neither compared nor sent back.
        guard egg?.utf8.count ?? 0 <= TimerName.maxLength else { throw ServiceError.invalidParameter("egg").reply }
        guard let order = order(egg: egg, duration: durationMs.map(Duration.milliseconds), properties: properties)
        else { throw ServiceError.invalidParameter("egg").reply }
        return try order.checked()
    }

    /// The order for eggs that are done at the same moment, or the error.
    func checkedOrder(
        _ eggs: [Timers.Portion], _ properties: RawEgg.Properties
    ) throws(ErrorReply) -> GroupOrder {
        guard eggs.count <= GroupOrder.maxPortions, eggs.allSatisfy({ $0.egg.utf8.count <= TimerName.maxLength }),
            let order = order(eggs.map { ($0.egg, Int(clamping: $0.count)) }, properties: properties)
        else { throw ServiceError.invalidParameter("eggs").reply }
        return try order.checked()
    }
}

extension TimerBoard {
    /// The name of the timer or group that a call is about, by the id of its run, by its name or by the word that a
    /// person has typed, or the error; nil if the call has none of them.
    func checkedName(_ parameters: some TimerParameters) throws(ErrorReply) -> TimerName? {
        if let id = parameters.id {
            if let timer = timers.first(where: { $0.runID.text == id }) { return timer.name }
            throw TimersError.noSuchRun(id: String(id.unicodeScalars.prefix(TimerName.maxLength))).reply
        }
        // The name of a copy can be longer than others.
        func checked(_ text: String) throws(ErrorReply) -> TimerName {
            if let name = TimerName.ofAny(text) { name } else { try TimerName.checked(text) }
        }
        guard let word = parameters.typed else {
            guard let name = parameters.name else { return nil }
            return try checked(name)
        }
        guard parameters.name == nil else { throw ServiceError.invalidParameter("typed").reply }
        return try name(typed: try checked(word)).checked()
    }
}

extension TimerName {
    static func checked(_ text: String?) throws(ErrorReply) -> TimerName? {
        guard let text else { return nil }
        return try checked(text) as TimerName
    }

    static func checked(_ text: String) throws(ErrorReply) -> TimerName {
        guard let name = TimerName(text) else {
            // A client can send a name of any length; only enough of it to recognise it is sent back.
            throw TimersError.invalidName(name: String(text.unicodeScalars.prefix(TimerName.maxLength + 1)))
                .reply
        }
        return name
    }
}
