import EggRequests

/// The table of the commands, in the order of the overview.
enum Commands {
    static let all =
        [
            StartCommand.about, CookCommand.about, AgainCommand.about, StatusCommand.about, WatchCommand.about,
            WaitCommand.about,
        ]
        + ChangeCommand.all + [
            RenameCommand.about, UndoCommand.about, EggsCommand.about, KitchenCommand.about, HistoryCommand.about,
            DoctorCommand.about, PageCommand.about, KeysCommand.about, AppCommand.about,
        ]

    static var names: [String] { all.map(\.name) }

    /// The command with this name, alias or synonym.
    static func named(_ word: String) -> CommandDescription? {
        let name = CommandName.meant(by: word)
        return all.first { $0.name == name }
    }
}
