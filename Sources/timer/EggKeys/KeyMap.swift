import EggClient
import EggConfig
import InputDevices

/// The sections `[keys NAME]` with the kernel's codes.
struct KeyMap {
    struct Section: Equatable {
        let name: String
        let devices: [DevicePattern]
        let grabs: Bool
        let answersAlarms: Bool
        /// The lines of keys that are pressed, of those that are held, and of dials.
        private(set) var presses: [InputCode: String] = [:]
        private(set) var holds: [InputCode: String] = [:]
        private(set) var turns: [InputCode: String] = [:]

        init(_ settings: KeysSettings) {
            (name, devices) = (settings.name, settings.devices)
            (grabs, answersAlarms) = (settings.grabs, settings.answersAlarms)
            for binding in settings.bindings {
                guard let code = InputCode(binding.key) else { continue }
                switch binding.gesture {
                case .press: presses[code] = binding.line
                case .hold: holds[code] = binding.line
                case .turn: turns[code] = binding.line
                }
            }
        }

        func has(_ key: InputCode) -> Bool { presses[key] != nil || holds[key] != nil }
    }

    let sections: [Section]

    init(_ settings: [KeysSettings]) {
        sections = settings.map(Section.init)
    }

    /// The first section that is for a device.
    ///
    /// - Parameter names: its name, its physical path, and its links.
    func section(for names: [String]) -> Section? {
        sections.first { section in
            section.devices.contains { pattern in names.contains { !$0.isEmpty && pattern.matches($0) } }
        }
    }

    /// The sections that none of these devices belongs to.
    func sections(without devices: [[String]]) -> [String] {
        let found = devices.compactMap { section(for: $0)?.name }
        return sections.map(\.name).filter { !found.contains($0) }
    }
}

extension InputCode {
    /// The code of a name that eggd.conf can have; nil for any other.
    init?(_ name: String) {
        guard let name = InputName(name) else { return nil }
        self = name.isDial ? .axis(name.code) : .key(name.code)
    }
}

extension KeysReport {
    /// - Parameters:
    ///   - open: the devices that are read.
    ///   - refused: those that a section names, but that can't be opened.
    init(_ map: KeyMap, open: [DeviceFolder.Listing], refused: [DeviceFolder.Listing]) {
        if let device = refused.first {
            self = .unreadable(device: device.name)
        } else if let section = map.sections(without: open.map(\.names)).first {
            self = .missing(section: section)
        } else {
            self = map.sections.isEmpty ? .lightOnly : .reads(devices: open.map(\.name))
        }
    }
}
