import EggClient
import EggRequests
import EggTimers
import EggWire
import Glibc
import Testing

@testable import EggCommands

/// Fixed times for these tests; the time zone is UTC on every machine.
enum Kitchen {
    /// The zone is set once for the process, because tests run in parallel.
    private static let isInUTC: Bool = {
        let isSet = setenv("TZ", "UTC", 1) == 0
        tzset()
        return isSet
    }()

    /// A time on 15 January 2027, or this many days later, in milliseconds since 1970.
    static func unixMilliseconds(_ hour: Int64, _ minute: Int64, _ second: Int64 = 0, days: Int64 = 0) -> Int64 {
        precondition(isInUTC)
        return (1_799_971_200 + ((days * 24 + hour) * 60 + minute) * 60 + second) * 1000
    }

    static func time(_ hour: Int64, _ minute: Int64, _ second: Int64 = 0, days: Int64 = 0) -> LocalTime {
        LocalTime(unixMilliseconds: unixMilliseconds(hour, minute, second, days: days))
    }

    /// Half past eight in the morning.
    static var now: LocalTime { time(8, 30) }
}

extension Timers.Timer {
    /// A soft or other egg of five minutes in this state at `Kitchen.now`.
    static func example(_ state: Timers.State, name: String = "egg", egg: String = "soft") -> Timers.Timer {
        let (remaining, overdue, ends): (Int64, Int64, Int64?) =
            switch state {
            case .cooking: (200, 0, Kitchen.unixMilliseconds(8, 33, 20))
            case .paused: (200, 0, nil)
            case .ringing: (0, 20, Kitchen.unixMilliseconds(8, 29, 40))
            case .snoozed: (50, 20, Kitchen.unixMilliseconds(8, 30, 50))
            case .missed: (0, 720, Kitchen.unixMilliseconds(8, 18))
            }
        let isCounting = state == .cooking || state == .paused
        return Timers.Timer(
            name: name, egg: egg, state: state, durationMs: 300_000, remainingMs: remaining * 1000,
            overdueMs: overdue * 1000, progress: isCounting ? 1 - Double(remaining) / 300 : 1, endsAtUnixMs: ends)
    }

    /// Two soft eggs that go into the water at 08:33:20.
    static var goingIn: Timers.Timer {
        .example(.cooking, name: "2 soft eggs").with {
            ($0.group, $0.count) = ("pot", 2)
            $0.cue = .init(text: "2 soft eggs in", cookMs: 300_000)
        }
    }

    func with(_ change: (inout Timers.Timer) -> Void) -> Timers.Timer {
        var timer = self
        change(&timer)
        return timer
    }
}

/// A name that is known to be valid.
func name(_ text: String) -> TimerName {
    guard let name = TimerName(text) else { preconditionFailure("bad fixture: \(text)") }
    return name
}

func clock(_ text: String) -> StartRequest.Choice {
    guard let time = try? ClockTime(text) else { preconditionFailure("bad fixture: \(text)") }
    return .until(time)
}
