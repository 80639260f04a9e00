import EggRequests

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

    /// The command with this name, alias or synonym.
    static func named(_ word: String) -> (any Command.Type)? {
        let name = CommandName.meant(by: word)
        return all.first { $0.about.name == name }
    }
}
