import Glibc
import POSIX

/// Levels that a mixer had before an alarm raised them, in a file that survives a crash.
///
/// One line per control, with fields separated by tabs: the mixer, the control, the levels before, the levels since.
struct SavedLevels: Equatable, Sendable {
    struct Entry: Equatable, Sendable {
        let mixer: String
        let control: String
        private(set) var before: Mixer.Levels
        /// The levels that the alarm has set; nil until it has.
        var raised: Mixer.Levels?

        /// Takes levels that another program has set since for those to restore. Where they are still the alarm's own,
        /// the earlier ones stay.
        mutating func note(_ levels: Mixer.Levels) {
            guard let raised, raised != levels else { return }
            before = Mixer.Levels(
                volumes: Self.merge(levels.volumes, before.volumes, where: raised.volumes),
                switches: Self.merge(levels.switches, before.switches, where: raised.switches))
            self.raised = levels
        }

        private static func merge<Level: Equatable>(_ new: [Level], _ old: [Level], where raised: [Level]) -> [Level] {
            guard new.count == old.count, new.count == raised.count else { return new }
            return new.indices.map { new[$0] == raised[$0] ? old[$0] : new[$0] }
        }
    }

    var entries: [Entry] = []
    /// nil if the levels are not saved in a file.
    private let file: String?

    /// Reads the file; empty if there is none.
    init(file: String?) {
        self.file = file
        guard let file, let bytes = try? SmallFile.read(file, followsLinks: false) else { return }
        entries = String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap { Entry(line: $0) }
    }

    /// Where the levels of a control of this mixer are among the entries.
    func index(of control: String, on mixer: String) -> Int? {
        entries.firstIndex { $0.mixer == mixer && $0.control == control }
    }

    /// Writes the file; removes it if there is nothing to set back.
    func write() {
        guard let file else { return }
        guard !entries.isEmpty else {
            unlink(file)
            return
        }
        // A full disk leaves the file as it was. Without it, a crash during an alarm leaves the mixer raised, and no
        // worse. An alarm doesn't wait for the disk.
        try? SmallFile.replace(file, with: Array(entries.map(\.line).joined().utf8), isDurable: false)
    }
}

extension SavedLevels.Entry {
    init(mixer: String, control: String, before: Mixer.Levels) {
        (self.mixer, self.control, self.before, raised) = (mixer, control, before, nil)
    }

    init?(line: Substring) {
        let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
        guard fields.count == 4, let before = Mixer.Levels(text: fields[2]) else { return nil }
        (mixer, control, self.before) = (String(fields[0]), String(fields[1]), before)
        raised = Mixer.Levels(text: fields[3])
    }

    var line: String {
        "\(mixer)\t\(control)\t\(before.text)\t\(raised?.text ?? "-")\n"
    }
}

extension Mixer.Levels {
    /// `65536,65536/1,1`: the volumes, then the switches.
    init?(text: Substring) {
        let halves = text.split(separator: "/", omittingEmptySubsequences: false)
        guard halves.count == 2 else { return nil }
        let numbers = halves.map { $0.split(separator: ",").map { Int($0) } }
        guard numbers.allSatisfy({ $0.allSatisfy { $0 != nil } }) else { return nil }
        self.init(volumes: numbers[0].compactMap { $0 }, switches: numbers[1].map { $0 != 0 })
    }

    var text: String {
        volumes.map(String.init).joined(separator: ",") + "/"
            + switches.map { $0 ? "1" : "0" }.joined(separator: ",")
    }
}
