import EggTimers

/// What `eggd.conf` says, checked: the alarm and the eggs. Everything in the file is optional.
///
///     # How it rings.
///     [alarm]
///     sound = bell            ; a name or a path
///     device = default        ; ALSA's name of it
///     volume = 100%           ; 0% to 100%, with its sign
///     unmute = no             ; yes or no
///     ramp = 0s               ; 0s to 60s, as is the next
///     lead-in = 0s
///     silence-after = 10m     ; 1s to 24h, as are the next two
///     snooze = 1m
///     late-after = 1h
///
///     # A new egg, or a preset that is to be changed.
///     [egg poached]
///     duration = 3m30s        ; a new egg needs it
///     description = Poached, runny
///     sound = chime
///
/// A comment is a line that begins with `#` or `;`, and what follows a `;` after a space; a `#` within a line is part
/// of it. Indentation, spaces around keys and values and CR LF don't matter, `:` does as well as `=`, and no line goes
/// on in the next one. The first line that sets a key is the one that counts.
public struct Configuration: Equatable, Sendable {
    /// How an alarm rings and for how long.
    public struct Alarm: Equatable, Sendable {
        /// A sound's name or its path, as given; whether there is one is seen when it is loaded.
        public var sound = "bell"
        /// ALSA's name of the device.
        public var device = "default"
        /// 0 for silence to 1 for all of it: the file's percentage as a fraction.
        public var volume = 1.0
        /// Whether an alarm unmutes and raises the mixer while it is being played.
        public var unmute = false
        /// How long an alarm takes to reach its volume.
        public var ramp: Duration = .zero
        /// How long before the deadline the device is made ready.
        public var leadIn: Duration = .zero
        /// How long an alarm rings that nobody answers.
        public var silenceAfter = rules.silenceAfter
        /// How long a snooze lasts that names no time.
        public var snooze = rules.snooze
        /// A deadline found longer ago than this is missed without ringing.
        public var lateAfter = rules.lateAfter

        /// The alarm of a kitchen that has configured nothing.
        public init() {}

        /// What of this the board of timers goes by.
        public var settings: TimerBoard.Settings {
            TimerBoard.Settings(silenceAfter: silenceAfter, snooze: snooze, lateAfter: lateAfter, leadIn: leadIn)
        }

        private static let rules = TimerBoard.Settings()
    }

    /// The configuration of an empty file.
    public static let standard = Configuration()

    /// The most eggs on a menu, the presets among them; what is listed must fit into one message.
    public static let mostEggs = 64

    /// How an alarm rings.
    public var alarm = Alarm()
    /// The presets in their order, then the file's own eggs in the file's order.
    public var menu = EggMenu.presets
    /// What rings for an egg instead of the alarm's sound, by the egg's name.
    public var sounds: [String: String] = [:]

    /// Reads a file, without ever waiting for one; its defaults stand in for all that is bad.
    ///
    /// A file that is not there is no problem, `Reading.isMissing` tells it apart for those whose user has named it.
    public static func read(path: String) -> Reading {
        do {
            return read(try ConfigurationFile.contents(path), path: path)
        } catch {
            switch error {
            case .missing: return Reading(configuration: .standard, problems: [], isMissing: true)
            case .unreadable(let reason):
                return Reading(problems: [Problem(file: path, line: nil, message: "can't be read: \(reason)")])
            case .notAFile(let kind):
                return Reading(problems: [Problem(file: path, line: nil, message: "is \(kind)")])
            case .tooLarge(let most):
                return Reading(problems: [
                    Problem(file: path, line: nil, message: "has more than \(most) bytes, the most that is read")
                ])
            }
        }
    }

    static func read(_ bytes: [UInt8], path: String) -> Reading {
        do {
            var draft = Draft(path: path)
            for line in try INILine.lines(of: bytes) { draft.take(line) }
            return draft.reading
        } catch {
            return Reading(problems: [Problem(file: path, line: nil, message: "can't be read: \(error)")])
        }
    }
}

extension Configuration {
    /// A configuration, and what of its file has been put aside for a default.
    public struct Reading: Equatable, Sendable {
        /// What is good in the file, and defaults.
        public var configuration = Configuration.standard
        /// What is bad in it, from its first line to its last.
        public var problems: [Problem]
        /// Whether there is no such file.
        public var isMissing = false
    }

    /// One thing that is wrong with a configuration file.
    public struct Problem: Equatable, Sendable, CustomStringConvertible {
        /// The path by which it was read.
        public let file: String
        /// Counted from 1; nil when it is the file as a whole.
        public let line: Int?
        /// What is wrong and what would be right, without a full stop.
        public let message: String

        /// `eggd.conf:12: 'volum' is no key of [alarm]; did you mean 'volume'?`
        public var description: String {
            "\(file)\(line.map { ":\($0):" } ?? "") \(message)"
        }
    }
}
