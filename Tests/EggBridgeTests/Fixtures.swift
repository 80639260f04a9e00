import EggWire
import MQTT

@testable import EggBridge

let now = Moment(unixMs: 1_800_000_000_000, isClockRight: true)

func someKitchen(_ access: Access = .full) -> BridgedKitchen {
    BridgedKitchen(id: "1a2b", name: "Kitchen", access: access, prefix: "eggtimer")
}

/// A soft egg that went in a minute ago.
func timer(
    _ state: Timers.State = .cooking, name: String = "egg", remainingMs: Int64 = 240_000, endsAt: Int64? = nil,
    group: String? = nil, id: String? = nil
) -> Timers.Timer {
    Timers.Timer(
        name: name, egg: "soft", state: state, durationMs: 300_000, remainingMs: remainingMs, overdueMs: 0,
        progress: 0.2, endsAtUnixMs: state == .paused ? nil : endsAt ?? now.unixMs + 240_000, group: group,
        actions: state == .cooking ? ["Pause", "Extend", "Cancel"] : ["Resume", "Cancel"], id: id ?? "id-\(name)")
}

func reply(
    _ timers: [Timers.Timer], _ kind: Timers.EventKind = .snapshot, of name: String? = nil, soundOut: String? = nil
) -> Timers.Watch.Reply {
    Timers.Watch.Reply(
        event: Timers.Event(kind: kind, timer: name, id: name.map { "id-\($0)" }, sequence: 1), timers: timers,
        soundOut: soundOut)
}
