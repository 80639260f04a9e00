import EggTimers
import Languages
import Text

/// Reads the values of options and operands.
public enum OptionValue {
    /// The name of a timer, or of another kitchen's.
    public static func timerName(_ text: String) throws(Complaint) -> TimerName {
        guard let name = TimerName.ofAny(text) else { throw Complaint(TimerName.complaint(about: text)) }
        return name
    }

    /// A name to give to a timer; it must not look like an option.
    public static func newName(_ text: String) throws(Complaint) -> TimerName {
        guard let name = TimerName(text) else { throw Complaint(TimerName.complaint(about: text)) }
        guard !name.text.hasPrefix("-") else {
            throw Complaint(tr("'{name}': a timer's name can't begin with '-'", ["name": text]))
        }
        return name
    }

    /// A timer's name that is given without `--name`; the little words before a time are none.
    public static func nameAlone(_ text: String) throws(Complaint) -> TimerName {
        guard !LineTime.isLittle(text) else {
            throw Complaint(
                tr("'{word}' comes before a time; for a timer of that name, write --name {word}", ["word": text]))
        }
        return try timerName(text)
    }

    /// The options that describe the egg that is used.
    public static let ofRawEgg = ["size", "mass", "from", "altitude"]

    /// The egg that these options describe.
    public static func rawEgg(_ words: inout CommandWords) throws(Complaint) -> RawEgg.Properties {
        var properties = RawEgg.Properties()
        _ = try words.only(of: ["size", "mass"])
        if let size = words["size"] {
            guard let grams = RawEggText.grams(ofSize: size) else {
                let sizes = RawEggText.sizes.map(\.name).joined(separator: ", ")
                throw Complaint("'\(size)' isn't a size; the sizes are \(sizes); for a mass, use --mass")
            }
            properties.grams = grams
        }
        properties.grams =
            try quantity(
                .mass, &words, "mass", { RawEggText.grams($0) }, "it must be 5g to 200g, such as 62g")
            ?? properties.grams
        properties.celsius = try quantity(
            .temperature, &words, "from", RawEggText.celsius,
            "it must be fridge, room, or 0C to 40C, such as 12C or 54F")
        properties.altitude = try quantity(
            .altitude, &words, "altitude", RawEggText.metres, "it must be -500m to 5000m, such as 1600m or 5250ft")
        return properties
    }

    private static func quantity(
        _ quantity: RawEgg.Quantity, _ words: inout CommandWords, _ option: String, _ read: (String) -> Double?,
        _ allowed: String
    ) throws(Complaint) -> Double? {
        words.join(to: option) { TypedWords.read($0, read) != nil }
        guard let text = words[option] else { return nil }
        guard let value = TypedWords.read(text, read), quantity.range.contains(value) else {
            throw Complaint("'\(text)' isn't a valid --\(option); \(allowed)")
        }
        return value
    }

    /// A time of any length and sign.
    public static func duration(_ text: String) throws(Complaint) -> Duration {
        do {
            if let time = try? DurationText.parse(TypedWords.english(text)) { return time }
            return try DurationText.parse(text)
        } catch {
            switch error {
            case .missingUnit(let number):
                throw Complaint(
                    tr(
                        "'{number}' has no unit; write {number}m for minutes or {number}s for seconds",
                        ["number": number]))
            case .ambiguous(let text, let spellings):
                throw Complaint(
                    tr(
                        "'{text}' can mean two things; write {first} or {second}",
                        ["text": text, "first": spellings.first ?? "", "second": spellings.last ?? ""]))
            case .malformed(let text):
                throw Complaint(
                    tr("'{text}' isn't a valid time; write it like 90s, 5m, 7m30s, 1h or 7:30", ["text": text]))
            }
        }
    }

    /// The times that a countdown can have, for the help: `1s to 99h`.
    public static let countdowns = [TimerBoard.durations.lowerBound, TimerBoard.durations.upperBound]
        .map(DurationText.written).joined(separator: " to ")

    /// A time that a countdown can have.
    public static func countdown(_ text: String) throws(Complaint) -> Duration {
        try duration(text, in: TimerBoard.durations) {
            tr("{time} is out of range; a time can be {shortest} to {longest}", $0)
        }
    }

    /// A time for which an alarm can be snoozed.
    static func snooze(_ text: String) throws(Complaint) -> Duration {
        try duration(text, in: TimerBoard.snoozes) {
            tr("{time} is out of range; a snooze can be {shortest} to {longest}", $0)
        }
    }

    /// A time by which some countdown can be made longer or, if it is negative, shorter.
    static func extensionTime(_ text: String) throws(Complaint) -> Duration {
        try duration(text, in: TimerBoard.extensions, named: TimerBoard.durations) {
            tr("{time} is out of range; a countdown can be {shortest} to {longest}", $0)
        }
    }

    /// - Parameter named: the range that the complaint names, if it's another one.
    private static func duration(
        _ text: String, in range: ClosedRange<Duration>, named: ClosedRange<Duration>? = nil,
        _ complaint: (KeyValuePairs<String, String>) -> String
    ) throws(Complaint) -> Duration {
        let (duration, named) = (try duration(text), named ?? range)
        guard range.contains(duration) else {
            throw Complaint(
                complaint([
                    "time": text, "shortest": DurationText.written(named.lowerBound),
                    "longest": DurationText.written(named.upperBound),
                ]))
        }
        return duration
    }
}

extension TimerName {
    /// Why a text is no name, as the end of a sentence. The beginning of a name that is too long counts as too long.
    public static func reason(against text: String) -> String {
        if text.unicodeScalars.contains("\u{fffd}") { return tr("it must be UTF-8 text") }
        return VisibleText.of(text) == nil
            ? tr("it must be text that can be seen")
            : tr("it is too long; the limit is {limit} bytes", ["limit": "\(maxLength)"])
    }

    /// `'…' isn't a valid timer name; it must be text that can be seen`.
    public static func complaint(about text: String) -> String {
        tr("'{name}' isn't a valid timer name; {reason}", ["name": text, "reason": reason(against: text)])
    }
}
