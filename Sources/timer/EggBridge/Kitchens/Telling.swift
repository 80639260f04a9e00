import EggClient
import EggWire

/// Decides when eggd is told of other kitchens: only what has changed, one call about a kitchen at a time. It does no I/O.
struct Telling {
    /// What a call has shown.
    enum Problem: Equatable {
        /// eggd has left out so many timers, more than before.
        case leftOut(Int64)
        case refused(String)
    }

    /// The most calls about one kitchen in a second, however many messages it sends: eggd saves what each has changed.
    private static let maxCalls = 10
    /// The time until a call that has failed is made once more.
    private static let pause: Int64 = 1000

    private struct Told {
        /// What eggd knows; nil if that isn't known.
        var parameters: Timers.SetCopies.Parameters?
        /// The call that has no reply yet.
        var open: Timers.SetCopies.Parameters?
        /// When the last calls were made, on the boot clock.
        var calls: [Int64] = []
        /// Before this there is no other; nil if nothing has to wait.
        var pauseEnd: Int64?
        var leftOut: Int64 = 0
    }

    private var isAtEggd = false
    private var told: [String: Told] = [:]
    /// The copies that eggd has, and the boot clock when it said so.
    private var copies: [Timers.Timer] = []
    private var copiesBootMs: Int64 = 0

    /// When something waits that time alone ends; nil if nothing does.
    var nextWake: Int64? { isAtEggd ? told.values.filter { $0.open == nil }.compactMap(\.pauseEnd).min() : nil }

    /// eggd has sent an event with these copies.
    mutating func watched(_ copies: [Timers.Timer], isFirst: Bool, at bootMs: Int64) {
        (self.copies, copiesBootMs, isAtEggd) = (copies, bootMs, true)
        if isFirst { for id in told.keys { told[id]?.parameters = nil } }
    }

    /// eggd can't be reached.
    mutating func lost() { isAtEggd = false }

    /// The call that removes the copies of all kitchens but these.
    mutating func keep(_ ids: [String]) -> [Bridge.Effect] {
        told = told.filter { ids.contains($0.key) }
        return isAtEggd ? [.tell(EggdCall(Timers.KeepCopies.self, .init(kitchens: ids.sorted())), about: nil)] : []
    }

    /// The call about a kitchen that is to be made now.
    mutating func advance(_ kitchen: OtherKitchen, at now: Int64) -> [Bridge.Effect] {
        var told = told[kitchen.id] ?? Told()
        defer { self.told[kitchen.id] = told }
        if let end = told.pauseEnd, end <= now { told.pauseEnd = nil }
        guard isAtEggd, told.open == nil,
            let new = kitchen.parameters(after: told.parameters, copies, at: copiesBootMs), new != told.parameters
        else { return [] }
        told.calls.removeAll { now - $0 >= 1000 }
        if told.calls.count >= Self.maxCalls { told.pauseEnd = told.pauseEnd ?? now + Self.pause }
        guard told.pauseEnd == nil else { return [] }
        told.open = new
        told.calls.append(now)
        return [.tell(EggdCall(Timers.SetCopies.self, new), about: kitchen.id)]
    }

    /// A call about a kitchen has ended.
    mutating func ended(_ id: String, _ ending: EggdCalls.Ending, at now: Int64) -> Problem? {
        guard var told = told[id], let open = told.open else { return nil }
        defer { self.told[id] = told }
        told.open = nil
        switch ending {
        case .reply:
            let leftOut = ending.reply(to: Timers.SetCopies.self)?.leftOut ?? 0
            defer { told.leftOut = leftOut }
            told.parameters = open
            return leftOut > told.leftOut ? .leftOut(leftOut) : nil
        case .refused, .impossible:
            // Once more would be refused again.
            told.parameters = open
            return .refused(ending.problem ?? "")
        case .unreachable, .uncertain, .late:
            told.pauseEnd = now + Self.pause
            return nil
        }
    }
}
