/// The table of the commands, in the order of the overview.
enum Commands {
    static let all: [any Command.Type] = [
        StartCommand.self, CookCommand.self, AgainCommand.self, StatusCommand.self, WatchCommand.self,
        WaitCommand.self, PauseCommand.self, ResumeCommand.self, ExtendCommand.self, RenameCommand.self,
        SnoozeCommand.self, DismissCommand.self, CancelCommand.self, UndoCommand.self, EggsCommand.self,
        KitchenCommand.self,
        HistoryCommand.self, DoctorCommand.self, PageCommand.self, KeysCommand.self, AppCommand.self,
    ]

    static var names: [String] { all.map { $0.about.name } }

    /// What else people type, with the command and the option that they mean; help and completions don't have these.
    static let synonyms: [String: (command: String, option: String?)] = [
        "list": ("status", nil), "ls": ("status", nil), "timers": ("status", nil), "add": ("extend", nil),
        "more": ("extend", nil), "kill": ("cancel", nil), "delete": ("cancel", nil), "remove": ("cancel", nil),
        "clear": ("cancel", nil), "done": ("dismiss", nil), "off": ("dismiss", nil), "test": ("doctor", "ring"),
        "ring": ("doctor", "ring"), "version": ("status", "version"),
    ]

    /// The command with this name, alias or synonym.
    static func named(_ word: String) -> (any Command.Type)? {
        let name = synonyms[word]?.command ?? word
        return all.first { $0.about.isNamed(name) }
    }
}
