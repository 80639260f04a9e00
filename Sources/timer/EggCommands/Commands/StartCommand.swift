import CLinux
import EggClient
import EggRequests
import EggTimers
import EggWire
import Languages

struct StartCommand: Command {
    let start: StartRequest
    var watches = false

    static let at = Option(
        "at", "ring at this time of day", takes: .init("CLOCK", "time of day, such as 18:30"),
        help: "ring at this time of day, today or tomorrow")
    static let sound = Option(
        "sound", "the alarm's sound, such as chime",
        takes: .init("SOUND", "sound, such as chime", .words(["bell", "chime", "timer"])),
        help: "the alarm's sound: bell, chime, timer, or one of your own")
    static let since = Option("since", "the egg went in this long ago", takes: .init("TIME", "time, such as 20s"))

    static let about = CommandDescription(
        name: "start", synopsis: "EGG|TIME", summary: "start a countdown; a timer with that name is reset",
        help: """
            Usage: eggctl start EGG|TIME [--name NAME] [--since TIME] [--sound SOUND]
                   [--size SIZE | --mass MASS] [--from TEMP] [--altitude ALT]
                   [--watch] [--json]
                   eggctl start --at CLOCK [--name NAME] [--sound SOUND] [--watch] [--json]

            Starts a countdown for an egg (see 'eggctl eggs'), for a time from \(OptionValue.countdowns), or
            until a time of day. If a timer with that name exists, it is reset to the full
            time. Without a name, an egg replaces the one before, and a time the time
            before: they are called 'egg' and 'timer'. An egg's time depends on its size,
            on its temperature and on the altitude; by default these are the kitchen's
            (see 'eggctl kitchen').

              eggctl start soft
              eggctl start 7m30s --name left-pot
              eggctl start hard --since 20s --watch
              eggctl start soft --size L --from room --altitude 1600m
              eggctl start at 18:30
              eggctl start half an hour
              eggctl start 10m --name pasta --sound chime
            """,
        options: [
            at, since, sound, .size, .mass, .from, .altitude,
            .watch.saying(
                """
                show the countdown until it is over; the exit status
                is 0 after the alarm was dismissed or missed, 1 after
                the timer was cancelled or replaced
                """), .jsonReply, .nameToGive,
        ], exclusive: [[at, since]],
        operands: [Operand(hint: "egg, or a time such as 7m30s", offer: .eggs, replacedBy: at)]
    ) { words throws(Complaint) in
        StartCommand(start: try StartRequest(&words), watches: words.has(.watch))
    }

    func run(in context: CommandContext) throws(Failure) -> Int32 {
        let parameters: Timers.Start.Parameters
        do {
            parameters = try start.parameters(at: LocalTime.unixMilliseconds)
        } catch {
            throw .usage(error.message)
        }
        var warnings: [String] = []
        if case .until(let time) = start.choice, clinux_clock_is_synchronised() == 0 {
            warnings.append(Sentences.unsynchronised(time))
        }
        return try context.start(start.timer, watches: watches) { () throws(Failure) in
            try context.start(parameters, explains: !start.rawEgg.isEmpty, warnings: warnings)
        }
    }
}

extension Sentences {
    static func unsynchronised(_ time: ClockTime) -> String {
        tr(
            "this machine's clock is not synchronised, so the alarm may not come at {clock}", ["clock": time.text])
    }
}
