import EggClient
import EggRequests
import EggTimers
import EggWire
import Text

/// The user's own format for `watch --format`: text with `{placeholders}`.
struct FormatString: Equatable {
    enum Field: String, CaseIterable {
        case name, egg, state, remaining, overdue, duration, percent, ends, cue, yolk, centre
    }

    enum Form: String {
        case plain = ""
        /// As a JSON string with its quotes.
        case json
        case seconds = "s"
    }

    private enum Part: Equatable {
        case text(String)
        case field(Field, Form)
    }

    /// The fields that are a number of seconds.
    private static let times: [Field] = [.remaining, .overdue, .duration]

    private var parts: [Part] = []

    /// Parses the text: `{field}`, `{field:json}` and `{field:s}` are replaced by a value, `{{` and `}}` by braces.
    init(_ text: String) throws(Complaint) {
        var literal = ""
        var rest = Substring(text)
        while let character = rest.popFirst() {
            switch character {
            case "{" where rest.first == "{", "}" where rest.first == "}":
                literal.append(character)
                rest.removeFirst()
            case "{":
                guard let end = rest.firstIndex(of: "}") else {
                    throw Complaint("the format has a '{' without its '}'")
                }
                let word = String(rest[..<end])
                let part = try Self.part(word)
                if !literal.isEmpty { parts.append(.text(literal)) }
                literal = ""
                parts.append(part)
                rest = rest[rest.index(after: end)...]
            case "}": throw Complaint("the format has a '}' without its '{'; write '}}' for the brace itself")
            default: literal.append(character)
            }
        }
        if !literal.isEmpty { parts.append(.text(literal)) }
    }

    /// The line for one timer; the user's own text is kept as it is, including escape sequences.
    func line(for timer: Timers.Timer) -> String {
        parts.map { part in
            switch part {
            case .text(let text): text
            case .field(let field, .plain): Self.reading(field, of: timer)
            case .field(let field, .json): Self.json(field, of: timer)
            case .field(let field, .seconds): "\(Self.seconds(field, of: timer))"
            }
        }.joined()
    }

    private static func reading(_ field: Field, of timer: Timers.Timer) -> String {
        switch field {
        case .name: printable(timer.name)
        case .egg: printable(timer.egg)
        case .state: timer.state.rawValue
        case .remaining: DurationText.clock(.milliseconds(timer.remainingMs))
        case .overdue: DurationText.clock(elapsed: .milliseconds(timer.overdueMs))
        case .duration: DurationText.clock(.milliseconds(timer.durationMs))
        case .percent: "\(timer.percent)"
        case .cue: printable(timer.cue?.text ?? "")
        case .ends: timer.endsAtUnixMs.map { LocalTime(unixMilliseconds: $0).clock } ?? "--:--"
        case .yolk: degrees(timer.yolkCelsius)
        case .centre: degrees(timer.centreCelsius)
        }
    }

    private static func part(_ word: String) throws(Complaint) -> Part {
        let halves = word.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard let field = Field(rawValue: halves[0]) else { throw unknown(halves[0]) }
        guard halves.count == 2 else { return .field(field, .plain) }
        switch halves[1] {
        case Form.json.rawValue: return .field(field, .json)
        case Form.seconds.rawValue where times.contains(field): return .field(field, .seconds)
        default:
            throw Complaint(
                "unknown field '{\(word)}'; there are {\(field.rawValue)}, {\(field.rawValue):json}"
                    + (times.contains(field) ? " and {\(field.rawValue):s}" : ""))
        }
    }

    /// The text between the brackets of an array with this one string; names keep all their characters.
    private static func json(_ field: Field, of timer: Timers.Timer) -> String {
        let text =
            switch field {
            case .name: timer.name
            case .egg: timer.egg
            case .cue: timer.cue?.text ?? ""
            case .state, .remaining, .overdue, .duration, .percent, .ends, .yolk, .centre: reading(field, of: timer)
            }
        return String(Output.text([text]).dropFirst().dropLast())
    }

    /// The time in seconds, rounded as in the text for people.
    private static func seconds(_ field: Field, of timer: Timers.Timer) -> Int64 {
        func roundedUp(_ ms: Int64) -> Int64 { max(0, ms / 1000 + (ms % 1000 > 0 ? 1 : 0)) }
        return switch field {
        case .overdue: max(0, timer.overdueMs / 1000)
        case .duration: roundedUp(timer.durationMs)
        default: roundedUp(timer.remainingMs)
        }
    }

    /// Whole degrees Celsius, without the unit.
    private static func degrees(_ celsius: Double?) -> String {
        celsius.map { RawEggText.number($0.rounded()) } ?? "--"
    }

    private static func unknown(_ word: String) -> Complaint {
        let known = Field.allCases.map(\.rawValue)
        let hint = NearestWord.find(word, among: known).map { "did you mean '{\($0)}'?" }
        return Complaint(
            "unknown field '{\(word)}'; "
                + (hint ?? "there are " + known.map { "{\($0)}" }.joined(separator: " ")))
    }
}

extension Timers.Timer {
    var percent: Int {
        // The small addition makes 1 - 0.9, which is slightly less than 0.1, ten percent.
        Int(max(0, min(1, progress)) * 100 + 1e-6)
    }
}
