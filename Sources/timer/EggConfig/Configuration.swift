import EggTimers
import Glibc
import POSIX
import Program

/// The checked settings of `eggd.conf`: alarm, kitchen, page, broker, keys, light, eggs and commands. Everything in the
/// file is optional; eggd.conf(5) describes its sections and keys.
///
/// A comment is a line that begins with `#` or `;`, or the rest of a line after a space and `;`. A `#` within a line is
/// part of the value. Indentation, spaces around keys and values and CR LF are ignored, `:` works like `=`, and lines
/// can't be continued. A section may begin several times. If a key is set twice, the first line counts.
package struct Configuration: Equatable, Sendable {
    /// How an alarm rings and for how long.
    package struct Alarm: Equatable, Sendable {
        /// A sound's name or its path, as given; it is checked when the sound is loaded.
        package var sound = "bell"
        package var device = "default"
        /// From 0 (silent) to 1 (full); the file gives it as a percentage.
        package var volume = 1.0
        /// Whether an alarm unmutes and raises the mixer while it is being played.
        package var unmute = false
        /// How long an alarm takes to reach its volume.
        package var ramp: Duration = .zero
        package var settings = TimerBoard.Settings()
    }

    /// The configuration of an empty file.
    package static let standard = Configuration()

    /// The most eggs on a menu, including the presets; the whole list must fit into one message.
    package static let maxEggs = 64

    package var alarm = Alarm()
    /// The names, besides the usual ones, under which browsers may ask for the page, in lower case.
    package var hosts: [String] = []
    /// The bridge to an MQTT broker; nil without a section `[mqtt]` that has a valid broker.
    package var mqtt: MQTTSettings?
    /// Buttons and dials, in the order of their sections.
    package var keys: [KeysSettings] = []
    /// The name of the LED that shows the timers, in `/sys/class/leds`.
    package var led: String?
    /// The presets in their order, then the file's own eggs in the file's order; with the kitchen that they are for.
    package var menu = EggMenu.presets
    /// The sounds of eggs that don't use the alarm's sound, by the egg's name.
    package var sounds: [String: String] = [:]
    package var commands = UserCommands()

    /// The user's file, if no other is named; nil without a home.
    package static var defaultPath: String? {
        Environment.configurationFolder.map { "\($0)/eggtimer/eggd.conf" }
    }

    /// Reads a file without blocking. Invalid settings keep their defaults.
    ///
    /// A missing file is not a problem, and neither is nil, where no place for it is known; callers that need a file
    /// check `Reading.isMissing`.
    package static func read(path: String?) -> Reading {
        guard let path else { return Reading(isMissing: true) }
        do throws(FileError) {
            return read(try SmallFile.read(path), path: path)
        } catch {
            let verb: String
            switch error.reason {
            case .system(ENOENT): return Reading(isMissing: true)
            case .system: verb = "can't be read:"
            case .notAFile: verb = "is"
            case .tooLarge: verb = "has"
            }
            let problem = Problem(file: path, line: nil, message: "\(verb) \(error.reason)")
            return Reading(problems: [problem], isUnreadable: true)
        }
    }

    /// The last problem of a text; nil if it has none.
    package static func lastProblem(of text: String) -> String? {
        read(Array(text.utf8), path: "").problems.last?.message
    }

    static func read(_ bytes: [UInt8], path: String) -> Reading {
        var draft = Draft(path: path)
        for line in INILine.lines(of: bytes) { draft.handle(line) }
        return draft.reading
    }
}

extension Configuration {
    /// A configuration, and the problems of its file.
    package struct Reading: Equatable, Sendable {
        /// The file's valid settings, and defaults for everything else.
        package var configuration = standard
        /// The problems in the order of their lines.
        package var problems: [Problem] = []
        /// The first line that names each sound.
        package var soundLines: [String: Int] = [:]
        /// The sounds with which the lines of buttons start timers.
        package var lineSounds: [Int: String] = [:]
        /// The first line that sets the command for each event, by its section: `alarm`, or `egg` and a name.
        package var commandLines: [String: [UserCommands.Event: Int]] = [:]
        package var isMissing = false
        /// Whether there is a file that can't be read; the only problem says why.
        package var isUnreadable = false

        /// Why a command can't be run: the problem of the line that sets it or, if there is no command, the first one.
        package func problem(withCommandAt event: UserCommands.Event, of egg: String) -> Problem? {
            let line = commandLines["egg \(egg)"]?[event] ?? commandLines["alarm"]?[event]
            if let line, let problem = problems.first(where: { $0.line == line }) { return problem }
            return configuration.commands.command(at: event, of: egg) == nil ? problems.first : nil
        }
    }

    package struct Problem: Equatable, Sendable, CustomStringConvertible {
        package let file: String
        /// The line number, counted from 1; nil if the problem concerns the whole file.
        package let line: Int?
        /// The problem and the valid values, without a full stop.
        package let message: String
        /// Whether the line only sets a key once more: the first such line counts, also when the file is read again.
        package let isRepetition: Bool

        package init(file: String, line: Int?, message: String, isRepetition: Bool = false) {
            (self.file, self.line, self.message, self.isRepetition) = (file, line, message, isRepetition)
        }

        /// `eggd.conf:12: unknown key 'volum' in [alarm]; did you mean 'volume'?`
        package var description: String {
            "\(file)\(line.map { ":\($0):" } ?? "") \(message)"
        }
    }
}
