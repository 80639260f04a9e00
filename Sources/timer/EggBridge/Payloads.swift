import EggClient
import EggWire
import Glibc
import Varlink

/// The moment at which a message is made.
struct Moment: Equatable, Sendable {
    /// Milliseconds since 1970 on the wall clock.
    let unixMs: Int64
    /// Whether the wall clock can be trusted.
    let isClockRight: Bool
    /// Milliseconds on the boot clock, which no step of the wall clock changes.
    var bootMs: Int64 = 0
}

/// All timers at one moment: what `timers` has. A kitchen that follows this one reads of each timer what eggd knows.
struct TimersPayload<Timer> {
    let kitchen: String
    let timers: [Timer]
    /// Why an alarm would not be heard; also here, because a broker can't retain the empty text of `sound`.
    let soundOut: String?
    let sentAtUnixMs: Int64
    let isClockRight: Bool
    /// The kernel's `boot_id`, and the boot clock, by which a receiver dates the message whatever the wall clocks say.
    let bootId: String
    let uptimeMs: Int64
    let access: String
    /// How long alarms ring, snoozes last, and warnings come before; null until eggd has told it.
    let ringMs: Int64?
    let snoozeMs: Int64?
    let warningMs: Int64?
    /// The runs that ended within the last ten minutes.
    let ended: [Timers.EndedRun]
}

extension TimersPayload: Encodable where Timer: Encodable {}
extension TimersPayload: Decodable where Timer: Decodable {}

/// A timer as it is on the wire, and beside it the fields of Home Assistant's coming `timer_list`.
struct TimerPayload: Encodable, Equatable {
    let timer: Timers.Timer
    let list: ListedTimer

    init(_ timer: Timers.Timer, first: FirstSight) {
        (self.timer, list) = (timer, ListedTimer(timer, first))
    }

    func encode(to encoder: any Encoder) throws {
        try timer.encode(to: encoder)
        try list.encode(to: encoder)
    }
}

/// The values of a timer that the bridge remembers from the first message that had it.
struct FirstSight: Equatable, Sendable {
    /// When its countdown began, in milliseconds since 1970; without the pauses that were before.
    let createdAtUnixMs: Int64
    let durationMs: Int64

    /// - Parameter durationMs: the duration at the start, if it is known; the timer may have been extended since.
    init(_ timer: Timers.Timer, at moment: Moment, durationMs: Int64? = nil) {
        let passed = timer.durationMs - timer.remainingMs + timer.overdueMs
        createdAtUnixMs = moment.unixMs - max(0, passed)
        self.durationMs = durationMs ?? timer.durationMs
    }
}

/// The fields of `timer_list`: times in seconds, and moments in UTC.
struct ListedTimer: Encodable, Equatable {
    let id: String
    let status: String
    let createdDuration: Double
    let totalDuration: Double
    let createdAt: String
    let finishesAt: String?
    let pausedRemaining: Double?

    private enum CodingKeys: String, CodingKey {
        case id = "timer_id"
        case status
        case createdDuration = "created_duration"
        case totalDuration = "total_duration"
        case createdAt = "created_at"
        case finishesAt = "finishes_at"
        case pausedRemaining = "paused_remaining"
    }

    init(_ timer: Timers.Timer, _ first: FirstSight) {
        id = timer.id
        let traits = timer.state.traits
        status = traits.ticks ? "active" : traits.isDue ? "finished" : "paused"
        createdDuration = Double(first.durationMs) / 1000
        totalDuration = Double(timer.durationMs) / 1000
        createdAt = utcText(first.createdAtUnixMs)
        finishesAt = status == "active" ? timer.endsAtUnixMs.map(utcText) : nil
        pausedRemaining = timer.state == .paused ? Double(timer.remainingMs) / 1000 : nil
    }
}

/// What `event` has beside the wire's event.
struct EventDetails: Encodable {
    let egg: String?
    let sentAtUnixMs: Int64
}

struct AnswerPayload: Encodable, Equatable {
    /// The method that was called; nil if none was.
    let method: String?
    /// The reply's parameters, or the error's.
    var parameters: JSONText?
    /// The error's full name; nil if eggd has carried the call out, or if the bridge itself has refused it.
    var error: String?
    /// Why it was refused, as a sentence without its full stop; nil if it was carried out.
    var message: String?
    /// The sentence that says what was done, without its full stop; nil if it was refused.
    var sentence: String?
    var command: String?

    var text: String { jsonText(self) }
}

/// A value as JSON; texts and finite numbers can always be written.
func jsonText(_ value: some Encodable) -> String {
    (try? encodeJSON(value)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
}

/// `2026-11-23T12:40:50.123+00:00`.
func utcText(_ unixMs: Int64) -> String {
    let milliseconds = ((unixMs % 1000) + 1000) % 1000
    var (seconds, broken) = (time_t((unixMs - milliseconds) / 1000), tm())
    gmtime_r(&seconds, &broken)
    func digits(_ number: some BinaryInteger, _ count: Int) -> String {
        let text = "\(number)"
        return String(repeating: "0", count: max(0, count - text.count)) + text
    }
    return "\(digits(broken.tm_year + 1900, 4))-\(digits(broken.tm_mon + 1, 2))-\(digits(broken.tm_mday, 2))T"
        + "\(digits(broken.tm_hour, 2)):\(digits(broken.tm_min, 2)):\(digits(broken.tm_sec, 2))"
        + ".\(digits(milliseconds, 3))+00:00"
}
