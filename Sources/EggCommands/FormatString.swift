import EggArguments
import EggTimers
import EggWire

/// The user's own format for `watch --format`: text with `{placeholders}`.
struct FormatString: Equatable {
    enum Field: String, CaseIterable {
        case name, egg, state, remaining, overdue, duration, percent, ends, cue
    }

    private enum Part: Equatable {
        case text(String)
        case field(Field)
    }

    private var parts: [Part] = []

    /// Parses the text: `{field}` is replaced by a value, `{{` and `}}` by braces.
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
                guard let field = Field(rawValue: word) else { throw Self.unknown(word) }
                if !literal.isEmpty { parts.append(.text(literal)) }
                literal = ""
                parts.append(.field(field))
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
            case .field(let field): Self.reading(field, of: timer)
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
        // The small addition makes 1 - 0.9, which is slightly less than 0.1, ten percent.
        case .percent: "\(Int(max(0, min(1, timer.progress)) * 100 + 1e-6))"
        case .cue: printable(timer.cue?.text ?? "")
        case .ends: timer.endsAtUnixMs.map { LocalTime(unixMilliseconds: $0).clock } ?? "--:--"
        }
    }

    private static func unknown(_ word: String) -> Complaint {
        let known = Field.allCases.map(\.rawValue)
        let hint = NearestWord.find(word, among: known).map { "did you mean '{\($0)}'?" }
        return Complaint(
            "the format knows no '{\(word)}'; "
                + (hint ?? "there are " + known.map { "{\($0)}" }.joined(separator: " ")))
    }
}
