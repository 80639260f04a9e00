import Glibc
import POSIX

/// The sounds that exist at one moment: by name in the folders, by path anywhere, and the built-in one.
package struct SoundCatalog: Sendable {
    /// A sound, and the reason if it is not the requested one.
    package struct Finding: Sendable {
        package let sound: Sound
        /// The file it came from; nil for the built-in tone.
        package let path: String?
        /// Why its file can't be played, in words.
        package let reason: String?
        /// Why other files of its name can't be played, in words.
        package let leftOut: [String]
        /// Why the built-in tone replaces it, in words.
        package var problem: String? { reason.map { "\($0); the built-in tone will ring" } }
    }

    /// The names of the sounds in the folders: those that come with the program, then the user's own, each in
    /// alphabetical order.
    package let names: [String]
    /// The files of each name, in the order in which they are tried.
    private let files: [String: [String]]
    private let folders: [String]

    /// Finds the sounds of the program at this path.
    ///
    /// - Parameter userFolder: the folder of the user's own sounds, in which every file counts that can be played.
    package init(executable: String, userFolder: String? = nil) {
        let shipped = Self.folders(of: executable)
        let own = userFolder.map { Self.files(in: $0) } ?? []
        let ours = shipped.flatMap { folder in Self.files(in: folder).filter { $0.path.hasSuffix(".wav") } }
        files = Dictionary(grouping: own + ours) { $0.name }.mapValues { $0.map(\.path) }
        let ownNames = Set(own.map(\.name)).subtracting(ours.map(\.name))
        names = Set(ours.map(\.name)).sorted() + ownNames.sorted()
        folders = [userFolder].compactMap { $0 } + shipped
    }

    /// The files in a folder by the names of their sounds, in alphabetical order, without those that are hidden.
    private static func files(in folder: String) -> [(name: String, path: String)] {
        Folder.entries(of: folder).compactMap { file in
            guard !file.hasPrefix(".") else { return nil }
            let name = file.lastIndex(of: ".").map { file[..<$0] } ?? file[...]
            return (String(name), "\(folder)/\(file)")
        }
    }

    /// The sound with this name or path, decoded; the built-in tone if there is none that can be played.
    package func load(_ name: String) -> Finding {
        var problems: [String] = []
        for path in name.contains("/") ? [name] : files[name] ?? [] {
            do {
                return Finding(sound: try SoundFile.decode(path), path: path, reason: nil, leftOut: problems)
            } catch {
                let advice = "; give an absolute path, in which '~' and variables have no meaning"
                problems.append("\(error)\(path.hasPrefix("/") ? "" : advice)")
            }
        }
        let hint = name.contains(".") ? ", and a path has a '/'" : ""
        let missing = "there is no sound '\(name)' in \(folders.joined(separator: " or "))\(hint)"
        return Finding(
            sound: .builtInTone, path: nil, reason: problems.first ?? missing, leftOut: Array(problems.dropFirst()))
    }

    /// `<prefix>/share/eggtimer/sounds`, and `sounds` in the nearest folder above the program that has one.
    private static func folders(of executable: String) -> [String] {
        let above = Folder.above(executable)
        let installed = above.dropFirst().first.map { "\($0)/share/eggtimer/sounds" }
        let beside = above.map { $0 + "/sounds" }.first { (path: String) in access(path, X_OK) == 0 }
        return [installed, beside].compactMap { $0 }
    }
}
