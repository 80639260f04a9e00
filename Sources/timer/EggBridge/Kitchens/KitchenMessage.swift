import EggTimers
import EggWire
import POSIX
import Varlink

/// What another kitchen has published of its timers. Anybody who may write to its topic can have made it.
struct KitchenMessage: Equatable {
    /// The longest message, in bytes; all 64 timers take less than half of it.
    static let maxLength = 128 * 1024

    /// The kitchen's name.
    let name: String
    let clocks: KitchenClock.Reading
    let access: Access
    /// How its alarms are.
    let (ringMs, snoozeMs, warningMs): (Int64, Int64, Int64)
    let timers: [Timers.Timer]
    let ended: [Timers.EndedRun]

    /// The message of a payload; nil if it is too long, isn't one, or has values that no kitchen has.
    init?(_ payload: [UInt8]) {
        guard payload.count <= Self.maxLength,
            let fields = try? decodeJSON(TimersPayload<Timers.Timer>.self, from: payload),
            let name = TimerName(fields.kitchen), let access = Access(rawValue: fields.access),
            fields.timers.allSatisfy(\.isPossible),
            Set(fields.timers.map(\.id)).count == fields.timers.count, Self.isTime(fields.uptimeMs),
            Self.isTime(fields.sentAtUnixMs)
        else { return nil }
        self.name = name.text
        clocks = KitchenClock.Reading(
            bootID: fields.bootId, uptimeMs: fields.uptimeMs, unixMs: fields.sentAtUnixMs,
            isClockRight: fields.isClockRight)
        self.access = access
        // Those of an eggd that hasn't told them yet are the usual ones.
        let usual = TimerBoard.Settings()
        func time(_ ms: Int64?, _ usual: Duration, least: Duration = TimerBoard.snoozes.lowerBound) -> Int64 {
            let most = TimerBoard.snoozes.upperBound.millisecondsRoundedDown
            return min(max(ms ?? usual.millisecondsRoundedDown, least.millisecondsRoundedDown), most)
        }
        ringMs = time(fields.ringMs, usual.silenceAfter)
        snoozeMs = time(fields.snoozeMs, usual.snooze)
        warningMs = time(fields.warningMs, usual.warning, least: .zero)
        (timers, ended) = (fields.timers, fields.ended)
    }

    /// Whether it can be a time since 1970 or since a start, so that sums of such times fit.
    fileprivate static func isTime(_ ms: Int64) -> Bool { (0...(1 << 48)).contains(ms) }
}

extension Timers.Timer {
    /// Whether its times can be those of a timer; eggd judges the rest.
    fileprivate var isPossible: Bool {
        [durationMs, remainingMs, overdueMs].allSatisfy(KitchenMessage.isTime) && TimerName(id) != nil
    }

    /// The end of the countdown on a boot clock that showed this reading when the timer was told; nil while it is paused.
    func deadline(at bootMs: Int64) -> Int64? {
        if state == .paused { return nil }
        return state == .cooking ? bootMs + remainingMs : bootMs - overdueMs
    }
}
