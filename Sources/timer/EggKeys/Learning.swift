import EggConfig
import InputDevices

/// The dialogue of `--learn`: asks for a press for each egg, and ends with the section for them. It does no I/O.
struct Learning {
    private static let eggs = ["soft", "medium", "hard"]

    private var found: [(device: DeviceFolder.Listing, code: InputCode)] = []

    /// The question for the next press; nil if there is none.
    var question: String? {
        isComplete ? nil : "Press the button for \(Self.eggs[found.count])."
    }

    var isComplete: Bool { found.count == Self.eggs.count }

    /// Takes a press. Returns why it can't be used; nil if it can.
    mutating func pressed(_ code: InputCode, of device: DeviceFolder.Listing) -> String? {
        guard !isComplete else { return nil }
        if let index = found.firstIndex(where: { $0.code == code }) {
            let sameDevice = found[index].device == device
            return sameDevice
                ? "This button is for \(Self.eggs[index]) already."
                : "\(code.name) is also the code of the button for \(Self.eggs[index]); give one of them another code."
        }
        if let problem = Self.problem(code, device) { return "\(problem)." }
        found.append((device, code))
        return nil
    }

    private static func problem(_ code: InputCode, _ device: DeviceFolder.Listing) -> String? {
        let text = "[keys a]\ndevice = \(pattern(device))\n\(code.name) = soft\n"
        return Configuration.lastProblem(of: text)
    }

    /// The name, or another thing by which the device is found if its name isn't usable.
    private static func pattern(_ device: DeviceFolder.Listing) -> String {
        let names = [device.name] + device.links.map { DevicePattern.folder + $0 } + [device.physicalPath]
        // Outer spaces are lost in eggd.conf, and a semicolon can begin a comment.
        let usable = names.first { name in
            DevicePattern(name) != nil && name.first != " " && name.last != " " && !name.contains(";")
        }
        return usable ?? device.name
    }

    var section: String {
        var devices: [String] = []
        for (device, _) in found where !devices.contains(Self.pattern(device)) { devices.append(Self.pattern(device)) }
        let lines = devices.map { "device = \($0)" } + zip(found, Self.eggs).map { "\($0.code.name) = \($1)" }
        return "[keys buttons]\n\(lines.joined(separator: "\n"))\n"
    }
}
