import EggTimers
import Languages
import Program
import Text

/// The command of words that a person types after `eggctl`, or has written for a button, a broker or a link: `soft`,
/// `9m --name tea`, `extend 1m left-pot`, `dismiss`.
public enum TimerCommand: Equatable, Sendable {
    case start(StartRequest)
    case cook(CookRequest)
    /// Starts the last egg once more; without a name, under its own.
    case again(TimerName?)
    case rename(TimerName?, to: TimerName)
    case undo
    case change(ChangeRequest)

    /// The most names in a line; each is a call of its own.
    public static let maxNames = 64

    /// Reads a line, in which quotes keep a word with spaces together.
    public init(line: String) throws(Complaint) {
        let words: [String]
        do throws(QuotedWords.Fault) {
            words = try QuotedWords.of(line)
        } catch {
            throw Complaint("\(error)")
        }
        try self.init(words)
    }

    /// Reads the words of a line.
    public init(_ line: [String]) throws(Complaint) {
        let arguments: Arguments
        do throws(UsageError) {
            arguments = try Arguments(parsing: line, options: Self.options)
        } catch {
            throw Complaint(error.message)
        }
        var words = CommandWords(options: arguments.options, operands: arguments.operands[...])
        let verb = try Self.verb(&words)
        try words.refuse(allBut: verb.options, verb.name)
        try self.init(verb, &words)
        if let word = words.first { throw CommandWords.unexpected(word) }
        if case .change(let request) = self, request.timers.names.count > Self.maxNames {
            throw Complaint(tr("a line can have at most {limit} names", ["limit": "\(Self.maxNames)"]))
        }
    }

    /// Whether it ends or snoozes alarms.
    public var answersAlarms: Bool {
        if case .change(let request) = self { request.action.answersAlarms } else { false }
    }

    /// Whether it can be repeated in one call, as for the steps of a dial.
    public var isExtension: Bool { extensionTime != nil }

    private var extensionTime: Duration? {
        guard case .change(let request) = self, case .extend(let time) = request.action else { return nil }
        return time
    }

    /// An extension by its time, this many times; anything else as it is.
    public func repeated(_ count: Int) -> TimerCommand {
        guard case .change(let request) = self, let extensionTime else { return self }
        return .change(ChangeRequest(.extend(by: extensionTime * count), request.timers))
    }

    private init(_ verb: TimerVerb, _ words: inout CommandWords) throws(Complaint) {
        switch verb {
        case .start: self = .start(try StartRequest(&words))
        case .cook: self = .cook(try CookRequest(&words))
        case .again: self = .again(try words.newName())
        case .rename:
            let (name, newName) = try words.takeRenaming()
            self = .rename(name, to: newName)
        case .undo: self = .undo
        case .change(let verb): self = .change(try ChangeRequest(verb, &words))
        }
    }

    /// Takes the word of the command, which an egg or a time doesn't need.
    private static func verb(_ words: inout CommandWords) throws(Complaint) -> TimerVerb {
        if let verb = words.first.flatMap(TimerVerb.init) {
            _ = words.takeFirst()
            return verb
        }
        guard let word = words.first, !words.beginWithStart else { return .start }
        guard !CommandName.ofEggctlAlone.contains(CommandName.meant(by: word)) else {
            throw Complaint(
                tr(
                    "'{word}' is for eggctl alone; a line here starts or changes timers, such as soft, extend 1m or dismiss",
                    ["word": word]))
        }
        // A word alone can be an egg of eggd.conf.
        guard words.count > 1 || word.isEmpty else { return .start }
        throw unknown(word)
    }

    /// The complaint about a word that calls no command.
    private static func unknown(_ word: String) -> Complaint {
        let names = TimerVerb.all.map(\.name)
        if let meant = NearestWord.find(word, among: names + EggMenu.presets.eggs.map(\.name)) {
            return Complaint(
                tr("unknown command '{word}'; did you mean '{command}'?", ["word": word, "command": meant]))
        }
        return Complaint(
            tr(
                "unknown command '{word}'; the commands are {commands}",
                ["word": word, "commands": names.joined(separator: ", ")]))
    }

    private static let options: [Arguments.Option] = {
        var names: [String] = []
        for name in TimerVerb.all.flatMap(\.options) where !names.contains(name) { names.append(name) }
        return names.map { Arguments.Option($0, takesValue: $0 != "all") }
    }()
}
