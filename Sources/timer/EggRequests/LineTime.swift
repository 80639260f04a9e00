import EggTimers
import Languages
import Text

/// A time in a line, with the little word that can come before it: `5 min`, `in 10m`, `at 18:30`.
public enum LineTime: Equatable, Sendable {
    /// How long; as `OptionValue.duration` reads it.
    case length(String)
    /// A time of day; as `ClockTime` reads it.
    case clock(String)

    /// The little words, and what each says about the time after it. None is a timer's name unless `--name` says so.
    typealias Words = [String: @Sendable (String) -> LineTime]
    /// Those before what is started.
    static let ofStarts: Words = [
        "at": clock, "until": clock, "till": clock, "by": clock, "in": length, "after": length, "for": length,
    ]
    /// Those before the time by which a timer is changed.
    static let ofChanges = ofStarts.merging(["by": length]) { $1 }
    /// The most words of a time, as in `1 hour and 30 minutes and 15 seconds`.
    static let maxWords = 8

    /// Whether it is one of the little words.
    public static func isLittle(_ word: String) -> Bool { ofStarts[word.lowercased()] != nil }

    /// Nil if the words are no time, or not only one.
    init?(_ words: some Collection<String>, _ little: Words = ofStarts) {
        guard let time = TypedWords.read(words.joined(separator: " "), { Self($0, little) }) else { return nil }
        self = time
    }

    private init?(_ text: String, _ little: Words) {
        var parts = TypedText.spaced(text).split(separator: " ")[...]
        let make = parts.first.flatMap { little[$0.lowercased()] }
        if make != nil { parts.removeFirst() }
        self = (make ?? Self.length)(parts.joined(separator: " "))
        guard isRead else { return nil }
    }

    /// The text of how long it is; a time of day is refused.
    var howLong: String {
        get throws(Complaint) {
            switch self {
            case .length(let text): return text
            case .clock(let text):
                throw Complaint(tr("'{text}' is a time of day; give how long, such as 5m", ["text": text]))
            }
        }
    }

    private var isRead: Bool {
        switch self {
        case .length(let text): (try? DurationText.parse(text)) != nil
        case .clock(let text): (try? ClockTime(text)) != nil
        }
    }
}
