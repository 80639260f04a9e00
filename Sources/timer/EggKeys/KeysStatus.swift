/// The line that tells the state of all sections, which `eggctl doctor` reads.
enum KeysStatus {
    /// - Parameters:
    ///   - open: the devices that are read.
    ///   - refused: those that a section names, but that can't be opened.
    static func text(_ map: KeyMap, open: [DeviceFolder.Listing], refused: [DeviceFolder.Listing]) -> String {
        if let device = refused.first { return "can't read \(device.name)" }
        let missing = map.sections(without: open.map(\.names))
        if let section = missing.first { return "finds no device of [keys \(section)]" }
        return open.isEmpty ? "has no keys, only the light" : "reads \(open.map(\.name).joined(separator: ", "))"
    }
}
