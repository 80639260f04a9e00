import EggClient
import EggConfig
import EggWire
import InputDevices

@testable import EggKeys

func ms(_ milliseconds: Int) -> Duration { .milliseconds(milliseconds) }

func moment(_ milliseconds: Int) -> PressMachine.Moment {
    PressMachine.Moment(time: ms(milliseconds), unixMs: 1_800_000_000_000 + Int64(milliseconds))
}

func code(_ name: String) -> InputCode { InputCode(name) ?? InputCode(type: 0, code: 0) }

func timer(_ state: Timers.State, name: String = "egg") -> Timers.Timer {
    Timers.Timer(
        name: name, egg: "soft", state: state, durationMs: 300_000, remainingMs: 1000, overdueMs: 0, progress: 0.5,
        endsAtUnixMs: nil, group: nil, actions: ["Pause", "Extend", "Cancel"], id: "id-\(name)")
}

/// A timer of another kitchen that is only shown here.
func shownTimer(_ state: Timers.State) -> Timers.Timer {
    var shown = timer(state, name: "Garden/egg")
    shown.origin = .init(
        kitchen: "aaaaaaaaaaaa", kitchenName: "Garden", run: "run", name: "egg", isReachable: true, rings: false)
    return shown
}

func event(_ timers: [Timers.Timer], _ kind: Timers.EventKind = .snapshot) -> WatchReport {
    .event(Timers.Watch.Reply(event: Timers.Event(kind: kind, sequence: 1), timers: timers, soundOut: nil))
}

func lost() -> WatchReport { .lost(.client(.connectionLost)) }

/// A section with these lines.
func settings(
    _ lines: [(String, KeyBinding.Gesture, String)], devices: [String] = ["button@*"], name: String = "worktop",
    answersAlarms: Bool = true
) -> KeysSettings {
    var settings = KeysSettings(name: name)
    settings.devices = devices.compactMap(DevicePattern.init)
    settings.bindings = lines.map { KeyBinding($0, $1, $2) }
    settings.answersAlarms = answersAlarms
    return settings
}

func device(_ name: String, _ file: String = "event3", phys: String = "", links: [String] = []) -> DeviceFolder.Listing
{
    DeviceFolder.Listing(file: file, name: name, physicalPath: phys, links: links)
}
