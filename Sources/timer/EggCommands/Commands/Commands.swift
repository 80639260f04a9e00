/// The table of the commands, in the order of the overview.
enum Commands {
    static let all: [any Command.Type] = [
        StartCommand.self, CookCommand.self, AgainCommand.self, StatusCommand.self, WatchCommand.self,
        WaitCommand.self, PauseCommand.self, ResumeCommand.self, ExtendCommand.self, RenameCommand.self,
        SnoozeCommand.self, DismissCommand.self, CancelCommand.self, EggsCommand.self, HistoryCommand.self,
        DoctorCommand.self, PageCommand.self, AppCommand.self,
    ]

    static var names: [String] { all.map { $0.about.name } }

    /// The command with this name or alias.
    static func named(_ word: String) -> (any Command.Type)? { all.first { $0.about.isNamed(word) } }
}
