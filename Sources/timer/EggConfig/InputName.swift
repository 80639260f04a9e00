/// A key, a button or a dial by the kernel's name, as `[keys NAME]` has it: `KEY_F13`, `BTN_0`, `REL_DIAL`.
package struct InputName: Equatable, Sendable {
    /// Whether it is a relative axis (`EV_REL`), not a key or a button (`EV_KEY`).
    package let isDial: Bool
    /// The kernel's number.
    package let code: UInt16

    /// nil for a name that the kernel doesn't have.
    package init?(_ name: String) {
        guard let code = Self.codes[name] else { return nil }
        (isDial, self.code) = (name.hasPrefix("REL_"), code)
    }

    static var all: [String] { Array(codes.keys) }

    private static let codes: [String: UInt16] = {
        var codes: [String: UInt16] = [:]
        for entry in table.split(separator: " ") {
            let halves = entry.split(separator: "=")
            if let name = halves.first, let code = halves.last.flatMap({ UInt16($0) }) { codes[String(name)] = code }
        }
        return codes
    }()
}
