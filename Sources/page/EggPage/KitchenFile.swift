import EggTimers
import EggWire
import POSIX
import Varlink

/// The file with the egg that was set on the page, for every device of the kitchen. It has the properties that aren't
/// those of `eggd.conf`.
struct KitchenFile: Sendable {
    /// Its path; nil if no folder is known.
    let path: String?

    init(folder: String?) {
        path = folder.map { "\($0)/kitchen.json" }
    }

    /// The egg in the file; without properties if there is none, or none that eggd would take.
    func read() -> Timers.Eggs.Parameters {
        guard let path, let text = try? SmallFile.read(path),
            let egg = try? decodeJSON(Timers.Eggs.Parameters.self, from: text),
            let _ = try? RawEgg.reference.with(
                .init(grams: egg.massG, celsius: egg.fromCelsius, altitude: egg.altitudeM))
        else { return .init() }
        return egg
    }

    /// Replaces the egg in the file.
    ///
    /// - Returns: a sentence if it can't be saved.
    func write(_ egg: Timers.Eggs.Parameters) -> String? {
        guard let path else {
            return "This can't be saved: no folder for it is known. Start eggweb with --state-dir DIR."
        }
        do {
            try Folder.make(above: path)
            try SmallFile.replace(path, with: try encodeJSON(egg) + Array("\n".utf8))
            return nil
        } catch {
            return "This can't be saved: \(error)."
        }
    }
}
