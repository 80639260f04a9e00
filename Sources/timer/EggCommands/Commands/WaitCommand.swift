import EggClient
import EggRequests
import EggTimers
import EggWire

struct WaitCommand: Command {
    var timers = TimerChoice.unnamed

    static let about = CommandDescription(
        name: "wait", synopsis: "[NAME]", summary: "wait until an egg is done",
        help: """
            Usage: eggctl wait [NAME... | --all] [--json]

            Waits until an egg is done, for scripts: until its alarm begins. It returns at
            once if it has begun. The exit status is 0, or 1 if the timer was cancelled. A
            timer that is paused, extended or started again is waited for. The wait
            continues when eggd is restarted. With several timers, waits for all of them.

              eggctl wait && echo Breakfast
            """,
        options: [
            .all.saying("all timers"), .json.saying("print a JSON object for each timer that is done"),
            .nameOrOnlyOne,
        ], operands: [.timers]
    ) { words throws(Complaint) in
        WaitCommand(timers: try words.takeTimers())
    }

    /// Waits until the timers are done; the status is 1 if one of them was cancelled.
    func run(in context: CommandContext) throws(Failure) -> Int32 {
        let timers = try choose(from: context.timers(context.conversation()), context)
        let areDone = try Waiting(endpoint: context.endpoint()) { end in
            if !end.isDone {
                Output.report(.refused(Sentences.over(end.timer, .cancelled)), json: context.json)
            } else if context.json {
                Output.json(Timers.One(timer: end.timer))
            }
        }.run(for: timers)
        return areDone ? 0 : 1
    }

    private func choose(
        from timers: [Timers.Timer], _ context: CommandContext
    ) throws(Failure) -> [Timers.Timer] {
        switch self.timers {
        case .all: return timers
        case .named(let names): return try context.find(names, in: timers)
        case .unnamed:
            guard let name = timers.meant else {
                throw Refusals(request: nil, isNamed: false, program: context.program, timers: { timers })
                    .failure(.noSuchTimer(name: TimerName.standard.text))
            }
            return try context.find([name], in: timers)
        }
    }
}
