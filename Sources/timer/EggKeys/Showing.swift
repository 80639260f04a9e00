import EggWire
import InputDevices
import Text

/// The lines of `--show`: each press, and what it would do. It does no I/O and carries out nothing.
struct Showing {
    private let map: KeyMap
    private var machine = PressMachine()
    private var names: [Int: (device: String, section: KeyMap.Section?)] = [:]
    private var last = ""

    init(_ map: KeyMap) {
        self.map = map
        // Without a countdown, and as if eggd could be reached.
        let event = Timers.Event(kind: .snapshot, sequence: 0)
        _ = machine.watched(.event(.init(event: event, timers: [], soundOut: nil)), at: .init(time: .zero, unixMs: 0))
    }

    var nextWake: Duration? { machine.nextWake }

    /// A device and its section: `button@11 (gpio-keys/input0): [keys worktop]`.
    func line(_ device: DeviceFolder.Listing, isOpen: Bool) -> String {
        let place = device.links.first ?? device.physicalPath
        let title = "\(device.name)\(place.isEmpty ? "" : " (\(place))")"
        guard isOpen else { return "\(title): can't be read; see: eggctl doctor" }
        return "\(title): \(map.section(for: device.names).map { "[keys \($0.name)]" } ?? "no section is for it")"
    }

    /// A device has been opened, or has other links now.
    mutating func appeared(_ number: Int, _ device: DeviceFolder.Listing) -> [String] {
        let section = map.section(for: device.names)
        names[number] = (device.name, section)
        if let section { machine.assign(section, to: number) }
        return [line(device, isOpen: true)]
    }

    mutating func vanished(_ number: Int) -> [String] {
        machine.vanished(number)
        return names.removeValue(forKey: number).map { ["\($0.device): disconnected"] } ?? []
    }

    mutating func received(_ event: InputEvent, from number: Int, at now: PressMachine.Moment) -> [String] {
        guard let (device, section) = names[number] else { return [] }
        let code = event.code
        if let section, code.isKey ? section.has(code) : section.turns[code] != nil {
            return lines(machine.received(event, from: number, at: now), at: now)
        }
        guard code.isKey ? event.value == 1 : code.isAxis && event.value != 0 else { return [] }
        let line = "\(code.name) of \(device): \(section.map { "[keys \($0.name)] has no line for it" } ?? "nothing")"
        // A mouse sends the same thing again and again.
        defer { last = line }
        return line == last && !code.isKey ? [] : [line]
    }

    mutating func advance(to now: PressMachine.Moment) -> [String] { lines(machine.advance(to: now), at: now) }

    private mutating func lines(_ effects: [PressMachine.Effect], at now: PressMachine.Moment) -> [String] {
        var lines: [String] = []
        for effect in effects {
            switch effect {
            case .call(_, let press):
                let times = press.steps.map { ", \($0) times" } ?? ""
                lines.append("\(press.title): eggctl \(press.line)\(times)")
                _ = machine.ended(press, .carriedOut, at: now)
            case .refuse(let sentence): lines.append(sentence)
            case .watch: break
            }
        }
        return lines
    }
}
