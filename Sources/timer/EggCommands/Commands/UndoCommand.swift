import EggClient
import EggRequests
import EggWire

struct UndoCommand: Command {
    static let about = CommandDescription(
        name: "undo", summary: "take back the last change",
        help: """
            Usage: eggctl undo [--json]

            Reverses the last command that started, changed or removed timers, if it is at
            most a minute old. Timers that it removed, replaced or changed continue as if
            nothing had happened, and those that it started are removed. An egg that came
            due meanwhile rings at once. The answer says what was undone.
            """,
        options: [.jsonReply]
    ) { _ in
        UndoCommand()
    }

    func run(in context: CommandContext) throws(Failure) -> Int32 {
        switch try context.conversation().ask(Timers.Undo.self, .init()) {
        case .success(let reply):
            context.show(reply) { _ in
                context.tell([], [reply.undone.undone])
                context.tell(reply.timers, reply.timers.map { $0.asBefore(seenFrom: .now) })
            }
            return 0
        case .failure(let refusal): throw context.failure(refusal, .undo, isNamed: false)
        }
    }
}
