/// The commands of the language that start or change timers. All clients take them; eggctl has others besides.
public enum TimerVerb: Equatable, Sendable {
    case start, cook, again, rename, undo
    case change(ChangeVerb)

    /// All of them.
    public static let all = [start, cook, again, rename, undo] + ChangeVerb.allCases.map(change)

    /// The word that calls it.
    public var name: String {
        switch self {
        case .start: "start"
        case .cook: "cook"
        case .again: "again"
        case .rename: "rename"
        case .undo: "undo"
        case .change(let verb): verb.rawValue
        }
    }

    /// The verb that is called by this word, which can be an alias or a synonym.
    public init?(_ word: String) {
        let name = CommandName.meant(by: word)
        guard let verb = Self.all.first(where: { $0.name == name }) else { return nil }
        self = verb
    }

    /// The names of the options of its words. Each of them takes a value, but for `all`.
    public var options: [String] {
        switch self {
        case .start: ["name", "at", "since", "sound"] + OptionValue.ofRawEgg
        case .cook: ["name"] + OptionValue.ofRawEgg
        case .again, .rename: ["name"]
        case .undo: []
        case .change: ["name", "all"]
        }
    }
}

/// The words that call eggctl's commands.
public enum CommandName {
    /// The commands of eggctl that start and change no timers, so that only eggctl takes them.
    public static let ofEggctlAlone = [
        "status", "watch", "wait", "eggs", "kitchen", "history", "doctor", "page", "keys", "ui", "help",
    ]

    /// Other names, which help shows, with their commands.
    public static let aliases = ["stop": "dismiss"]

    /// Other words that people type, with their command and option; help and completions don't have these.
    public static let synonyms: [String: (command: String, option: String?)] = [
        "list": ("status", nil), "ls": ("status", nil), "timers": ("status", nil), "add": ("extend", nil),
        "more": ("extend", nil), "kill": ("cancel", nil), "delete": ("cancel", nil), "remove": ("cancel", nil),
        "clear": ("cancel", nil), "done": ("dismiss", nil), "off": ("dismiss", nil), "test": ("doctor", "ring"),
        "ring": ("doctor", "ring"), "version": ("status", "version"),
    ]

    /// The name of the command that a word calls, in any case; other words stay as they are.
    public static func meant(by word: String) -> String {
        let name = word.lowercased()
        let isCommand = ofEggctlAlone.contains(name) || TimerVerb.all.contains { $0.name == name }
        return aliases[name] ?? synonyms[name]?.command ?? (isCommand ? name : word)
    }
}
