import EggClient

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
