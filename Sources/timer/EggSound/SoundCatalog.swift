import Glibc
import POSIX

/// Finds sounds: by name beside the program, by path anywhere, and the built-in one.
public struct SoundCatalog: Sendable {
    /// A sound, and the reason if it is not the requested one.
    public struct Finding: Sendable {
        /// The sound to play.
        public let sound: Sound
        /// The file it came from; nil for the built-in tone.
        public let path: String?
        /// Why its file can't be played, in words.
        public let reason: String?
        /// Why the built-in tone replaces it, in words.
        public var problem: String? { reason.map { "\($0); the built-in tone will ring" } }
    }

    private let executable: String
    private let userFolder: String?

    /// The catalog of the program at this path.
    ///
    /// - Parameter userFolder: the folder of the user's own sounds.
    public init(executable: String, userFolder: String? = nil) {
        (self.executable, self.userFolder) = (executable, userFolder)
    }

    /// The names of the sounds in the folders, in alphabetical order.
    public var names: [String] {
        let files = folders.flatMap { folder in (try? Folder.names(in: folder)) ?? [] }
        let names = files.compactMap { file in
            Self.endings.first { file.hasSuffix(".\($0)") }.map { String(file.dropLast($0.count + 1)) }
        }
        return Set(names).filter { !$0.isEmpty }.sorted()
    }

    private static let endings = ["wav", "flac", "ogg"]

    /// The sound with this name or path, decoded; the built-in tone if there is none that can be played.
    public func load(_ name: String) -> Finding {
        guard let path = find(name) else {
            let hint = name.contains(".") ? ", and a path has a '/'" : ""
            return Self.replaced("there is no sound '\(name)' in \(folders.joined(separator: " or "))\(hint)")
        }
        do {
            return Finding(sound: try SoundFile.decode(path), path: path, reason: nil)
        } catch {
            let advice = "; give an absolute path, in which '~' and variables have no meaning"
            return Self.replaced("\(error)\(path.hasPrefix("/") ? "" : advice)")
        }
    }

    private static func replaced(_ problem: String) -> Finding {
        Finding(sound: .builtInTone, path: nil, reason: problem)
    }

    /// The file with this name, or the path itself if it is one.
    func find(_ name: String) -> String? {
        if name.contains("/") { return name }
        let candidates = folders.flatMap { folder in
            Self.endings.map { "\(folder)/\(name).\($0)" }
        }
        return candidates.first { path in access(path, F_OK) == 0 }
    }

    /// The user's folder, `<prefix>/share/eggtimer/sounds`, and `sounds` in the nearest folder above the program that
    /// has one.
    var folders: [String] {
        var above: [String] = []
        var folder = Substring(executable)
        while let slash = folder.lastIndex(of: "/") {
            folder = folder[..<slash]
            above.append(String(folder))
        }
        let installed = above.dropFirst().first.map { "\($0)/share/eggtimer/sounds" }
        let beside = above.map { $0 + "/sounds" }.first { (path: String) in access(path, X_OK) == 0 }
        return [userFolder, installed, beside].compactMap { $0 }
    }
}
