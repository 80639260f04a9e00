import EggTimers

/// The options and operands of a command line; the command takes its operands one after another.
public struct CommandWords {
    private(set) var options: [String: String]
    private var operands: ArraySlice<String>

    /// These options with their values, and these operands.
    public init(options: [String: String], operands: ArraySlice<String>) {
        self.options = options
        self.operands = operands
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
    /// Takes the last operand.
    public mutating func takeLast() -> String? { operands.popLast() }

    /// Takes the first operand that looks like a time, together with a unit after it; nil if there is none.
    public mutating func takeTime() -> String? {
        guard let index = operands.firstIndex(where: DurationText.looksLikeDuration) else { return nil }
        joinUnit(at: index)
        return operands.remove(at: index)
    }

    /// Joins the first operand and the unit after it into one operand: `5 minutes`.
    public mutating func joinUnit() { joinUnit(at: operands.startIndex) }

    /// Joins an option's value and its unit, which the shell has separated: `--since 5 min`, `--at 6 pm`.
    mutating func joinUnit(to option: String, where isUnit: (String) -> Bool) {
        guard let value = options[option], value.last?.isNumber == true, let index = operands.firstIndex(where: isUnit)
        else { return }
        options[option] = "\(value) \(operands.remove(at: index))"
    }

    private mutating func joinUnit(at index: Int) {
        let next = index + 1
        guard operands.indices.contains(index), operands.indices.contains(next),
            DurationText.isUnit(operands[next]), (try? DurationText.parse(operands[index])) == nil
        else { return }
        let joined = "\(operands[index]) \(operands[next])"
        guard (try? DurationText.parse(joined)) != nil else { return }
        operands.replaceSubrange(index...next, with: [joined])
    }

    /// Takes the time by which a countdown is extended.
    mutating func takeExtension() throws(Complaint) -> Duration {
        guard let time = takeTime() ?? takeFirst() else {
            throw Complaint("missing time, such as 30s, or -30s to shorten the countdown")
        }
        return try OptionValue.duration(time)
    }

    /// Takes the time after which an alarm rings again; nil if none is given.
    mutating func takeSnoozeTime() throws(Complaint) -> Duration? {
        try takeTime().map { word throws(Complaint) in try OptionValue.countdown(word) }
    }

    /// The complaint about an operand that the command doesn't take.
    public static func unexpected(_ word: String, hint: String = "") -> Complaint {
        Complaint("unexpected argument '\(word)'\(hint)")
    }

    // MARK: Timers

    /// The name to give to a timer, by `--name`.
    public func newName() throws(Complaint) -> TimerName? {
        try self["name"].map { text throws(Complaint) in try OptionValue.newName(text) }
    }

    /// Takes the timer that is named by `--name` or by the next operand.
    public mutating func takeTimer() throws(Complaint) -> TimerName? {
        let (option, operand) = (self["name"], takeFirst())
        if let option, let operand { throw Complaint("the timer is named twice: '\(option)' and '\(operand)'") }
        return try (option ?? operand).map { text throws(Complaint) in try OptionValue.timerName(text) }
    }

    /// Takes a timer, which comes first, and its new name.
    public mutating func takeRenaming() throws(Complaint) -> (name: TimerName?, newName: TimerName) {
        guard let word = takeLast() else { throw Complaint("missing new name, such as left-pot") }
        let newName = try OptionValue.newName(word)
        return (try takeTimer(), newName)
    }

    /// Takes the timers that are named by `--name` or by all operands, or that `--all` means.
    public mutating func takeTimers() throws(Complaint) -> TimerChoice {
        var names: [TimerName] = []
        if let name = try takeTimer() { names.append(name) }
        while let word = takeFirst() {
            let name = try OptionValue.timerName(word)
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
