import EggClient
import EggRequests
import EggTimers

struct RenameCommand: Command {
    var name: TimerName?
    let newName: TimerName

    static let about = CommandDescription(
        name: "rename", synopsis: "[NAME] NEW", summary: "give a timer another name",
        help: """
            Usage: eggctl rename [NAME] NEW [--json]

            Gives a timer another name, in any state. No other timer or pot may have it.

              eggctl rename left-pot
              eggctl rename left-pot right-pot
            """,
        options: [.jsonReply, .nameOrOnlyOne], operands: [.timer, Operand(hint: "new name", offer: .nothing)]
    ) { words throws(Complaint) in
        let (name, newName) = try words.takeRenaming()
        return RenameCommand(name: name, newName: newName)
    }

    func run(in context: CommandContext) throws(Failure) -> Int32 {
        let conversation = try context.conversation()
        let timer = try name.map { word throws(Failure) in try context.meant(by: word, conversation) }
        let request = TimerRequest.rename(timer, to: newName.text)
        let outcome = try request.call(by: conversation)
        if case .failure(.noSuchTimer(let name)) = outcome,
            try context.timers(conversation).contains(where: { $0.matches(name) })
        {
            throw .refused("'\(printable(name))' is a pot, which can't be renamed")
        }
        let reply = try context.accepted(outcome, request, isNamed: name != nil)
        context.show(reply) { context.tell($0, $0.map(Sentences().sentence)) }
        return 0
    }
}
