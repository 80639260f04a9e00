import EggTimers

/// Reads the values of options and operands.
public enum OptionValue {
    /// The name of a timer.
    public static func timerName(_ text: String) throws(Complaint) -> TimerName {
        guard let name = TimerName(text) else {
            throw Complaint(
                "'\(text)' isn't a valid timer name; it must be 1 to \(TimerName.maxLength) bytes of text that can be seen"
            )
        }
        return name
    }

    /// A name to give to a timer; it must not look like an option.
    public static func newName(_ text: String) throws(Complaint) -> TimerName {
        let name = try timerName(text)
        guard !name.text.hasPrefix("-") else { throw Complaint("'\(text)': a timer's name can't begin with '-'") }
        return name
    }

    /// The options that describe the egg that is used.
    public static let ofRawEgg = ["size", "mass", "from", "altitude"]

    /// The egg that these options describe.
    public static func rawEgg(_ words: CommandWords) throws(Complaint) -> RawEgg.Properties {
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
                .mass, words, "mass", { RawEggText.grams($0) }, "it must be 5g to 200g, such as 62g")
            ?? properties.grams
        properties.celsius = try quantity(
            .temperature, words, "from", RawEggText.celsius, "it must be fridge, room, or 0C to 40C, such as 12C or 54F"
        )
        properties.altitude = try quantity(
            .altitude, words, "altitude", RawEggText.metres, "it must be -500m to 5000m, such as 1600m or 5250ft")
        return properties
    }

    private static func quantity(
        _ quantity: RawEgg.Quantity, _ words: CommandWords, _ option: String, _ read: (String) -> Double?,
        _ allowed: String
    ) throws(Complaint) -> Double? {
        guard let text = words[option] else { return nil }
        guard let value = read(text), quantity.range.contains(value) else {
            throw Complaint("'\(text)' isn't a valid --\(option); \(allowed)")
        }
        return value
    }

    /// A time of any length and sign.
    public static func duration(_ word: String) throws(Complaint) -> Duration {
        do {
            return try DurationText.parse(word)
        } catch {
            switch error {
            case .missingUnit(let number):
                throw Complaint("'\(number)' has no unit; write \(number)m for minutes or \(number)s for seconds")
            case .malformed(let text):
                throw Complaint("'\(text)' isn't a valid time; write it like 90s, 5m, 7m30s, 1h or 7:30")
            }
        }
    }

    /// A time that a countdown can have.
    public static func countdown(_ word: String) throws(Complaint) -> Duration {
        let duration = try duration(word)
        guard TimerBoard.durations.contains(duration) else {
            throw Complaint("\(word) is out of range; a time can be 1s to 24h")
        }
        return duration
    }
}
