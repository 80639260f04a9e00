import EggTimers
import EggWire
import Languages
import POSIX
import Text

/// The start of an egg, of a time, or of a countdown until a time of day, as its words say it.
public struct StartRequest: Equatable, Sendable {
    /// The egg or duration to start.
    public enum Choice: Equatable, Sendable {
        case egg(String)
        case duration(Duration)
        /// The time until clocks show this.
        case until(ClockTime)

        /// The choice that a text means, if it is a time: `1h 30m`, `in 10m`, `at 6 pm`.
        public init?(time text: String) throws(Complaint) {
            guard let time = LineTime([text]) else { return nil }
            self = try Self(time)
        }

        init(_ time: LineTime) throws(Complaint) {
            switch time {
            case .length(let text): self = .duration(try OptionValue.countdown(text))
            case .clock(let text): self = .until(try ClockTime(text))
            }
        }

        /// Whether the countdown doesn't depend on an egg.
        var isTime: Bool {
            switch self {
            case .egg: false
            case .duration, .until: true
            }
        }
    }

    /// The egg or the time.
    public let choice: Choice
    /// How long ago the egg went in.
    public var since: Duration = .zero
    /// The egg that is used, where it isn't the kitchen's.
    public var rawEgg = RawEgg.Properties()
    /// The name of the alarm's sound; nil for its egg's, or for the usual one.
    public var sound: String?
    /// The name that is given; nil for `egg`, or for `timer` if it is a time.
    public var name: TimerName?
    /// The timer's name.
    public var timer: TimerName { name ?? (choice.isTime ? .standardTime : .standard) }

    /// The start of this egg or time.
    public init(
        _ choice: Choice, since: Duration = .zero, rawEgg: RawEgg.Properties = .init(), name: TimerName? = nil,
        sound: String? = nil
    ) {
        (self.choice, self.since, self.rawEgg, self.name, self.sound) = (choice, since, rawEgg, name, sound)
    }

    /// Takes an egg or a time with its options: `soft --since 20s`, `9m tea`, `tea in 9m`, `at 18:30`, `--at 18:30`.
    public init(_ words: inout CommandWords) throws(Complaint) {
        func isDuration(_ text: String) -> Bool { TypedWords.read(text) { try? DurationText.parse($0) } != nil }
        words.join(to: "since", where: isDuration)
        words.join(to: "at", isWhole: false) { (try? ClockTime($0)) != nil }
        rawEgg = try OptionValue.rawEgg(&words)
        var operand: String?
        if let text = words["at"] {
            if let word = words.first {
                let hint = Self.canBeName(word) ? "; to name the timer, use --name \(ShellWord.of(word))" : ""
                throw Complaint("--at and '\(word)' can't be combined\(hint)")
            }
            _ = try words.only(of: ["at", "since"])
            choice = .until(try ClockTime(text))
        } else if let time = words.first.map(Self.isPreset) == true ? nil : try words.takeTime() {
            choice = try Choice(time)
            // Only a time can be named by an operand, because a second egg would be taken for a name.
            if words.count == 1, let word = words.first, Self.canBeName(word) { operand = words.takeFirst() }
        } else {
            guard let egg = words.takeFirst() else {
                throw Complaint(tr("missing egg or time, such as soft, medium, hard or 7m30s"))
            }
            choice = .egg(EggMenu.id(typed: egg))
            // Beside an egg, a time can't be what is started.
            words.join(to: "since", isWhole: false, where: isDuration)
        }
        if let text = words["since"] { since = try Self.elapsed(text, choice) }
        sound = words["sound"]
        if choice.isTime, let option = OptionValue.ofRawEgg.first(where: words.has) {
            throw Complaint("--\(option) is for an egg such as soft; a time is used as it is")
        }
        name = try words.newName()
        if let operand {
            if let name { throw CommandWords.namedTwice(name.text, operand) }
            name = try OptionValue.newName(operand)
        }
        if let word = words.first { throw unexpected(word) }
    }

    /// How long ago the egg went in; not as long as the countdown takes.
    private static func elapsed(_ text: String, _ choice: Choice) throws(Complaint) -> Duration {
        let since = try OptionValue.duration(text)
        guard since >= .zero else {
            throw Complaint("--since can't be negative; it says how long ago the egg went in")
        }
        switch choice {
        case .egg: break
        case .until: throw Complaint("a time of day and --since can't be combined")
        case .duration(let duration):
            guard since < duration else { throw Complaint("--since \(text) is too long; the whole time would be over") }
        }
        return since
    }

    /// The complaint about an operand after the egg or time, with a suggestion.
    private func unexpected(_ word: String) -> Complaint {
        if case .egg(let egg) = choice, Self.isPreset(word) {
            return Complaint(
                tr(
                    "unexpected argument '{word}'; to have both done at the same moment: eggctl cook {egg} {word}",
                    ["word": word, "egg": ShellWord.of(egg)]))
        }
        guard Self.canBeName(word) else {
            return Complaint(
                tr("unexpected argument '{word}'; give an egg, which has its own time, or a time", ["word": word]))
        }
        return Complaint(
            tr(
                "unexpected argument '{word}'; to name the timer, use --name {name}",
                ["word": word, "name": ShellWord.of(word)]))
    }

    private static func isPreset(_ word: String) -> Bool {
        EggMenu.presets.egg(typed: word) != nil
    }

    /// Whether a word beside a time is the timer's name.
    private static func canBeName(_ word: String) -> Bool {
        !isPreset(word) && !DurationText.looksLikeDuration(word) && !LineTime.isLittle(word)
    }

    /// The parameters of the call.
    ///
    /// - Parameter now: in milliseconds since 1970.
    public func parameters(at now: Int64) throws(Complaint) -> Timers.Start.Parameters {
        var parameters = Timers.Start.Parameters(
            name: timer.text, massG: rawEgg.grams, fromCelsius: rawEgg.celsius,
            altitudeM: rawEgg.altitude, sound: sound)
        switch choice {
        case .egg(let egg): parameters.egg = egg
        case .duration(let duration): parameters.durationMs = duration.millisecondsRoundedUp
        case .until(let time):
            guard let end = time.next(after: now) else {
                throw Complaint(
                    tr(
                        "{time} does not occur in the next {hours} hours, because the clocks go forward",
                        ["time": time.text, "hours": "\(ClockTime.hoursAhead)"]))
            }
            // The shortest countdown takes a second.
            parameters.durationMs = max(1000, end - now)
        }
        if since > .zero { parameters.elapsedMs = since.millisecondsRoundedUp }
        return parameters
    }
}
