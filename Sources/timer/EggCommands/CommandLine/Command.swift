import EggClient
import EggRequests

/// A command of `eggctl`: its options and operands as values, and what it does with them.
protocol Command: Equatable, Sendable {
    /// Asks eggd, and prints what it answers.
    ///
    /// - Returns: the exit status.
    func run(in context: CommandContext) throws(Failure) -> Int32
}

/// All that parsing, help and completions must know about a command.
struct CommandDescription: Sendable {
    let name: String
    /// The operands as the overview shows them.
    var synopsis = ""
    /// Its line in the overview and in completions.
    let summary: String
    /// Its help up to its options: the usage, an explanation, and examples.
    let help: String
    /// Its options besides the common ones, in the order of its help.
    let options: [Option]
    /// Options of its own of which only one can be given.
    var exclusive: [[Option]] = []
    /// The words that completions offer for its operands.
    var operands: [Operand] = []
    /// Takes the command's options and operands from the command line. Operands that it leaves are refused.
    let read: @Sendable (_ words: inout CommandWords) throws(Complaint) -> any Command

    /// Other names, which are mentioned in the overview.
    var aliases: [String] { CommandName.aliases.filter { $0.value == name }.map(\.key) }
}

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
