import EggClient
import EggRequests
import EggTimers

/// A time or an egg that is being typed: `7m30s`, `at 18:30`, or `9m left-pot` for a timer beside the others; or the
/// kitchen's egg: `L room 1600m`.
struct TimeEntry: Equatable {
    /// The thing that is being typed.
    enum Subject {
        case time, kitchen

        /// The word before the text.
        var title: String { self == .time ? "How long" : "Kitchen" }
        /// The examples of input.
        var examples: String { self == .time ? "7m30s, soft, at 18:30, or 9m left-pot" : "L room 1600m" }
    }

    /// The meaning of the text.
    enum Outcome: Equatable {
        /// There is no text.
        case nothing
        case start(Duration, name: TimerName)
        /// A countdown until a time of day; the name is nil if none was typed.
        case startUntil(ClockTime, name: TimerName?)
        /// The name is nil if none was typed.
        case startEgg(String, name: TimerName?)
        case setKitchen(RawEgg.Properties)
        /// It can't be started; lines that say why.
        case problem([String])
    }

    let subject: Subject
    private(set) var text = ""
    /// Why Enter started nothing, until the next key.
    var problem: [String] = []
    /// In bytes; the time and the longest name fit.
    private static let maxLength = 80

    init(_ subject: Subject = .time) { self.subject = subject }

    mutating func append(_ scalar: Unicode.Scalar) {
        if text.utf8.count < Self.maxLength { text.unicodeScalars.append(scalar) }
    }

    mutating func removeLast() {
        if !text.isEmpty { text.removeLast() }
    }

    /// - Parameter eggs: the names of the eggs that can be started.
    func outcome(eggs: [String]) -> Outcome {
        guard text.contains(where: { $0 != " " }) else { return .nothing }
        guard subject == .time else { return kitchen }
        if let outcome = timeOfDay { return outcome }
        for (time, rest) in divisions {
            guard let duration = try? DurationText.parse(time) else { continue }
            guard TimerBoard.durations.contains(duration) else {
                return .problem(["\(time) is out of range", "a time can be 1s to 24h"])
            }
            guard let name = rest.isEmpty ? .standardTime : TimerName(rest) else { return Self.invalid(name: rest) }
            return .start(duration, name: name)
        }
        for (word, rest) in divisions {
            guard let egg = eggs.first(where: { $0.lowercased() == word.lowercased() }) else { continue }
            guard !rest.isEmpty else { return .startEgg(egg, name: nil) }
            guard let name = TimerName(rest) else { return Self.invalid(name: rest) }
            return .startEgg(egg, name: name)
        }
        for (time, _) in divisions where time.allSatisfy({ ("0"..."9").contains($0) }) {
            return .problem(["'\(time)' has no unit", "write \(time)m for minutes or \(time)s for seconds"])
        }
        return .problem(["'\(text)' isn't a time or an egg", "write \(subject.examples)"])
    }

    /// The outcome of `at 18:30` and `at 6 pm tea`; nil for other texts.
    private var timeOfDay: Outcome? {
        let words = text.split(separator: " ").map(String.init)
        guard words.first == "at" else { return nil }
        for count in (1...2).reversed() where words.count > count {
            guard let time = try? ClockTime(words[1...count].joined(separator: " ")) else { continue }
            let rest = words.dropFirst(count + 1).joined(separator: " ")
            guard !rest.isEmpty else { return .startUntil(time, name: nil) }
            guard let name = TimerName(rest) else { return Self.invalid(name: rest) }
            return .startUntil(time, name: name)
        }
        return nil
    }

    /// The properties of the kitchen's egg, in any order; eggd checks their ranges.
    private var kitchen: Outcome {
        var rawEgg = RawEgg.Properties()
        for word in text.split(whereSeparator: { $0 == " " || $0 == "," }) {
            if let grams = RawEggText.grams(ofSize: word) ?? RawEggText.grams(word) {
                rawEgg.grams = grams
            } else if let celsius = RawEggText.celsius(word) {
                rawEgg.celsius = celsius
            } else if let metres = RawEggText.metres(word) {
                rawEgg.altitude = metres
            } else {
                return .problem(["'\(word)' isn't a size, place or altitude", "write \(subject.examples)"])
            }
        }
        return rawEgg.isEmpty ? .nothing : .setKitchen(rawEgg)
    }

    private static func invalid(name: String) -> Outcome {
        .problem(["'\(name)' isn't a valid timer name", "write \(Subject.time.examples)"])
    }

    /// The text divided into what is started, of several words as in `5 minutes`, and a name after it or before it.
    private var divisions: [(what: String, name: String)] {
        let words = text.split(separator: " ").map(String.init)
        func joined(_ words: some Sequence<String>) -> String { words.joined(separator: " ") }
        let counts = (1...max(1, words.count)).reversed()
        return counts.map { (joined(words.prefix($0)), joined(words.dropFirst($0))) }
            + counts.map { (joined(words.suffix($0)), joined(words.dropLast($0))) }
    }
}
