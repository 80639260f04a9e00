import EggTimers
import Languages
import Text

/// The options and operands of a command line; the command takes its operands one after another.
public struct CommandWords {
    private(set) var options: [String: String]
    private var operands: ArraySlice<String>

    /// These options with their values, and these operands.
    public init(options: [String: String], operands: ArraySlice<String>) {
        self.options = options
        self.operands = operands
    }

    /// The words of a command line as they are meant. A shell divides no words at the no-break spaces that people copy or
    /// that a keyboard types; only a time and the value of an option keep them.
    public static func typed(_ words: [String]) -> [String] {
        var typed: [String] = []
        for word in words {
            let spaced = TypedText.spaced(word)
            let isValue = typed.last?.hasPrefix("--") ?? false || word.hasPrefix("--") && word.contains("=")
            // A space that the shell has kept was in quotes.
            if spaced == word || word.contains(" ") || isValue || LineTime([word]) != nil {
                typed.append(word)
            } else {
                typed += spaced.split(separator: " ").map(String.init)
            }
        }
        return typed
    }

    // MARK: Options

    /// The value of an option, which is empty if the option takes none; nil if the option isn't given.
    public subscript(option: String) -> String? { options[option] }

    /// Whether an option is given.
    public func has(_ option: String) -> Bool { self[option] != nil }

    /// The option that is given, of some of which only one can be given.
    public func only(of options: [String]) throws(Complaint) -> String? {
        let given = options.filter(has)
        guard given.count < 2 else {
            throw Complaint("\(given.map { "--\($0)" }.joined(separator: " and ")) can't be combined")
        }
        return given.first
    }

    /// Refuses options that a command doesn't have.
    public func refuse(allBut known: [String], _ command: String) throws(Complaint) {
        if let stray = options.keys.sorted().first(where: { !known.contains($0) }) {
            throw Complaint("'\(command)' has no option '--\(stray)'")
        }
    }

    // MARK: Operands

    /// The operand that would be taken next.
    public var first: String? { operands.first }
    /// The number of operands that are not taken yet.
    public var count: Int { operands.count }

    /// Takes the first operand.
    public mutating func takeFirst() -> String? { operands.popFirst() }

    /// Joins an option's value and the words after it, which the shell has separated: `--since 5 min`, `--at 6:30 pm`.
    ///
    /// - Parameter isWhole: whether a text that is a value isn't made longer.
    mutating func join(to option: String, isWhole: Bool = true, where isValue: (String) -> Bool) {
        guard let value = options[option], !isWhole || !isValue(value) else { return }
        for place in operands.indices {
            for end in ((place + 1)...min(place + LineTime.maxWords, operands.endIndex)).reversed() {
                let joined = "\(value) \(operands[place..<end].joined(separator: " "))"
                guard isValue(joined) else { continue }
                options[option] = joined
                operands.removeSubrange(place..<end)
                return
            }
        }
    }

    // MARK: Times

    /// Whether the words start a time or a standard egg, so that they need no word of a command.
    public var beginWithStart: Bool {
        guard let first, !has("at") else { return has("at") }
        return DurationText.looksLikeDuration(first) || LineTime.isLittle(first)
            || EggMenu.presets.egg(typed: first) != nil || time(at: operands.startIndex, LineTime.ofStarts) != nil
    }

    /// Takes the first time, or what is meant as one, with the little word before it; nil if there is none.
    mutating func takeTime(_ little: LineTime.Words = LineTime.ofStarts) throws(Complaint) -> LineTime? {
        for place in operands.indices {
            let word = operands[place]
            if let (time, end) = time(at: place, little) {
                if end > place + 1, LineTime([word]) != nil, DurationText.looksLikeDuration(operands[place + 1]) {
                    throw Self.twoMeanings(word, operands[place + 1])
                }
                operands.removeSubrange(place..<end)
                return time
            }
            if let kind = little[word.lowercased()] {
                operands.remove(at: place)
                guard operands.indices.contains(place) else {
                    let example = kind("") == LineTime.clock("") ? "18:30" : "10m"
                    throw Complaint(
                        tr("missing time after '{word}', such as {word} {time}", ["word": word, "time": example]))
                }
                return kind(operands.remove(at: place))
            }
            if DurationText.looksLikeDuration(word) { return .length(operands.remove(at: place)) }
        }
        return nil
    }

    /// The time of the most operands from this one on, and the first operand after it; nil if they begin with none.
    private func time(at place: Int, _ little: LineTime.Words) -> (LineTime, end: Int)? {
        for end in ((place + 1)...min(place + LineTime.maxWords, operands.endIndex)).reversed() {
            if let time = LineTime(operands[place..<end], little) { return (time, end) }
        }
        return nil
    }

    private static func twoMeanings(_ time: String, _ next: String) -> Complaint {
        let sum = (try? DurationText.parse("\(time) \(next)")).map(DurationText.written) ?? "\(time)\(next)"
        return Complaint(
            tr(
                "'{time} {next}' can mean two things; write {sum} for one time, or {time} --name {name} for a timer "
                    + "of that name", ["time": time, "next": next, "sum": sum, "name": ShellWord.of(next)]))
    }

    /// Takes the time by which a countdown is extended.
    mutating func takeExtension() throws(Complaint) -> Duration {
        guard let time = try takeTime(LineTime.ofChanges)?.howLong ?? takeFirst() else {
            throw Complaint(tr("missing time, such as 30s, or -30s to shorten the countdown"))
        }
        return try OptionValue.extensionTime(time)
    }

    /// Takes the time after which an alarm rings again; nil if none is given.
    mutating func takeSnoozeTime() throws(Complaint) -> Duration? {
        guard let time = try takeTime(LineTime.ofChanges)?.howLong else { return nil }
        return try OptionValue.snooze(time)
    }

    /// The complaint about an operand that the command doesn't take.
    public static func unexpected(_ word: String) -> Complaint {
        Complaint(tr("unexpected argument '{word}'", ["word": word]))
    }

    static func namedTwice(_ first: String, _ second: String) -> Complaint {
        Complaint(tr("the timer is named twice: '{first}' and '{second}'", ["first": first, "second": second]))
    }

    // MARK: Timers

    /// The name to give to a timer, by `--name`.
    public func newName() throws(Complaint) -> TimerName? {
        try self["name"].map { text throws(Complaint) in try OptionValue.newName(text) }
    }

    /// Takes the timer that is named by `--name` or by the next operand.
    public mutating func takeTimer() throws(Complaint) -> TimerName? {
        let (option, operand) = (self["name"], takeFirst())
        if let option, let operand { throw Self.namedTwice(option, operand) }
        if let operand { return try OptionValue.nameAlone(operand) }
        return try option.map { text throws(Complaint) in try OptionValue.timerName(text) }
    }

    /// Takes a timer, which comes first, and its new name.
    public mutating func takeRenaming() throws(Complaint) -> (name: TimerName?, newName: TimerName) {
        guard let word = operands.popLast() else { throw Complaint(tr("missing new name, such as left-pot")) }
        let newName = try OptionValue.newName(word)
        guard !LineTime.isLittle(word) else {
            throw Complaint(
                tr("'{word}' comes before a time; choose another name, such as {word}-pot", ["word": word]))
        }
        return (try takeTimer(), newName)
    }

    /// Takes the timers that are named by `--name` or by all operands, or that `--all` means.
    public mutating func takeTimers() throws(Complaint) -> TimerChoice {
        var names: [TimerName] = []
        if let name = try takeTimer() { names.append(name) }
        while let word = takeFirst() {
            let name = try OptionValue.nameAlone(word)
            if !names.contains(name) { names.append(name) }
        }
        guard has("all") else { return names.isEmpty ? .unnamed : .named(names) }
        guard names.isEmpty else { throw Complaint("--all and a name can't be combined") }
        return .all
    }
}

/// The timers for which a command is given.
public enum TimerChoice: Equatable, Sendable {
    /// None is named: the command or eggd decides which timers are meant.
    case unnamed
    case named([TimerName])
    case all

    /// The timers that are named.
    public var names: [TimerName] {
        switch self {
        case .unnamed, .all: []
        case .named(let names): names
        }
    }
}

/// Why a command line is invalid, without the name of the command.
public struct Complaint: Error, Equatable {
    /// A sentence without its full stop.
    public let message: String

    /// A complaint with this message.
    public init(_ message: String) {
        self.message = message
    }
}
