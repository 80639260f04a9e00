import EggClient
import EggRequests
import EggTimers

/// A line that is being typed, as after eggctl; also a time or an egg with a name beside it: `at 18:30`, `9m left-pot`.
/// Or the kitchen's egg: `L room 1600m`.
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
        case command(TimerCommand)
        case setKitchen(RawEgg.Properties)
        /// It can't be carried out; lines that say why.
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
        do throws(Complaint) {
            return .command(try command(eggs))
        } catch {
            return .problem(error.message.split(separator: "; ", maxSplits: 1).map(String.init))
        }
    }

    /// The start that the text means, of an egg or a time with a name beside it; else what eggctl does for this line.
    private func command(_ eggs: [String]) throws(Complaint) -> TimerCommand {
        let words = text.split(separator: " ").map(String.init)
        let first = CommandName.meant(by: words.first ?? "")
        if TimerVerb(first) != nil || CommandName.ofEggctlAlone.contains(first)
            || words.contains(where: { $0.hasPrefix("--") })
        {
            return try TimerCommand(line: text)
        }
        if words.first == "at", let start = try timeOfDay(words) { return .start(start) }
        for (time, rest) in divisions(words) where (try? DurationText.parse(time)) != nil {
            return .start(StartRequest(.duration(try OptionValue.countdown(time)), name: try Self.name(rest)))
        }
        for (word, rest) in divisions(words) {
            guard let egg = TypedName(egg: word, among: eggs).name else { continue }
            return .start(StartRequest(.egg(egg), name: try Self.name(rest)))
        }
        for (time, _) in divisions(words) where time.allSatisfy({ ("0"..."9").contains($0) }) {
            _ = try OptionValue.countdown(time)
        }
        throw Complaint("'\(text)' isn't a time or an egg; write \(subject.examples)")
    }

    /// The start of `at 18:30` and `at 6 pm tea`; nil for other words, of which the first is a name.
    private func timeOfDay(_ words: [String]) throws(Complaint) -> StartRequest? {
        for count in (1...2).reversed() where words.count > count {
            guard let time = try? ClockTime(words[1...count].joined(separator: " ")) else { continue }
            return StartRequest(.until(time), name: try Self.name(words.dropFirst(count + 1).joined(separator: " ")))
        }
        return nil
    }

    private static func name(_ text: String) throws(Complaint) -> TimerName? {
        guard !text.isEmpty else { return nil }
        guard let name = TimerName(text) else {
            throw Complaint("'\(text)' isn't a valid timer name; write \(Subject.time.examples)")
        }
        return name
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

    /// The words divided into what is started, of several words as in `5 minutes`, and a name after it or before it.
    private func divisions(_ words: [String]) -> [(what: String, name: String)] {
        func joined(_ words: some Sequence<String>) -> String { words.joined(separator: " ") }
        let counts = (1...max(1, words.count)).reversed()
        return counts.map { (joined(words.prefix($0)), joined(words.dropFirst($0))) }
            + counts.map { (joined(words.suffix($0)), joined(words.dropLast($0))) }
    }
}
