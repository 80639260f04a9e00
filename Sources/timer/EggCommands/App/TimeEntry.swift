import EggClient
import EggRequests
import EggTimers
import Languages
import Text

/// A line that is being typed, as after eggctl; also a time or an egg with a name beside it: `at 18:30`, `9m left-pot`.
/// Or the kitchen's egg: `L room 1600m`.
struct TimeEntry: Equatable {
    enum Subject {
        case time, kitchen

        /// The question, with the text that is typed: `How long: 9m`.
        func prompt(_ text: String) -> String {
            tr("{label}: {state}", ["label": self == .time ? tr("How long") : tr("Kitchen"), "state": text])
        }
        var examples: String { self == .time ? tr("7m30s, soft, at 18:30, or 9m left-pot") : tr("L room 1600m") }
    }

    enum Outcome: Equatable {
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
        guard !text.unicodeScalars.allSatisfy(TypedText.isSpace) else { return .nothing }
        guard subject == .time else { return kitchen }
        do throws(Complaint) {
            return .command(try command(eggs))
        } catch {
            guard let place = error.message.place(of: "; ") else { return .problem([error.message]) }
            return .problem([error.message[..<place.lowerBound], error.message[place.upperBound...]].map(String.init))
        }
    }

    /// The start that the text means, of an egg or a time with a name beside it; else what eggctl does for this line.
    private func command(_ eggs: [String]) throws(Complaint) -> TimerCommand {
        let words = TypedText.spaced(text).split(separator: " ").map(String.init)
        let first = CommandName.meant(by: words.first ?? "")
        if TimerVerb(first) != nil || CommandName.ofEggctlAlone.contains(first)
            || words.contains(where: { $0.hasPrefix("--") })
        {
            return try TimerCommand(line: text)
        }
        let isLed = words.first.map(LineTime.isLittle) == true
        for (time, rest) in divisions(words).prefix(isLed ? words.count : .max) {
            guard let choice = try StartRequest.Choice(time: time) else { continue }
            return .start(StartRequest(choice, name: try Self.name(rest)))
        }
        if isLed { return try TimerCommand(line: text) }
        for (word, rest) in divisions(words) {
            guard let egg = TypedName(egg: EggMenu.id(typed: word), among: eggs).name else { continue }
            return .start(StartRequest(.egg(egg), name: try Self.name(rest)))
        }
        // A number without a unit, or what could mean two times, has a sentence of its own.
        if let word = words.first(where: { DurationText.looksLikeDuration($0) }) { _ = try OptionValue.countdown(word) }
        throw Complaint(
            tr("'{text}' isn't a time or an egg; write {examples}", ["text": text, "examples": subject.examples]))
    }

    private static func name(_ text: String) throws(Complaint) -> TimerName? {
        guard !text.isEmpty else { return nil }
        return try OptionValue.nameAlone(text)
    }

    /// The properties of the kitchen's egg, in any order; eggd checks their ranges.
    private var kitchen: Outcome {
        var rawEgg = RawEgg.Properties()
        var words = Self.properties(TypedWords.english(text))[...]
        while let first = words.first {
            // A unit can be a word of its own.
            let pair = words.prefix(2).joined(separator: " ")
            let isPair =
                words.count > 1
                && (RawEggText.grams(pair) ?? RawEggText.celsius(pair) ?? RawEggText.metres(pair)) != nil
            let word = isPair ? pair : first
            words.removeFirst(isPair ? 2 : 1)
            if let grams = RawEggText.grams(ofSize: word) ?? RawEggText.grams(word) {
                rawEgg.grams = grams
            } else if let celsius = RawEggText.celsius(word) {
                rawEgg.celsius = celsius
            } else if let metres = RawEggText.metres(word) {
                rawEgg.altitude = metres
            } else {
                return .problem([
                    tr("'{text}' isn't a size, place or altitude", ["text": word]),
                    tr("write {examples}", ["examples": subject.examples]),
                ])
            }
        }
        return rawEgg.isEmpty ? .nothing : .setKitchen(rawEgg)
    }

    /// The words of a kitchen's egg, which spaces and commas separate, but for a comma between digits: `L, room, 1,600 m`.
    private static func properties(_ text: String) -> [String] {
        var words = [""]
        let characters = Array(TypedText.plain(text))
        for (place, character) in characters.enumerated() {
            let neighbours = characters[max(0, place - 1)..<min(place + 2, characters.count)]
            let isInNumber = character == "," && neighbours.count == 3 && neighbours.filter(\.isNumber).count == 2
            if character == " " || character == ",", !isInNumber {
                words.append("")
            } else {
                words[words.count - 1].append(character)
            }
        }
        return words.filter { !$0.isEmpty }
    }

    /// The words divided into what is started, of several words as in `5 minutes`, and a name after it or before it.
    private func divisions(_ words: [String]) -> [(what: String, name: String)] {
        func joined(_ words: some Sequence<String>) -> String { words.joined(separator: " ") }
        let counts = (1...max(1, words.count)).reversed()
        return counts.map { (joined(words.prefix($0)), joined(words.dropFirst($0))) }
            + counts.map { (joined(words.suffix($0)), joined(words.dropLast($0))) }
    }
}
