import EggClient
import EggRequests
import Glibc

/// `ui`, and `eggctl` without a command on a terminal: opens the app.
struct AppCommand: Command {
    var flashes = true

    static let noFlash = Option(
        "no-flash", "don't flash while an alarm rings", help: "don't flash the screen while an alarm rings")

    static let about = CommandDescription(
        name: "ui", summary: "open the app: eggs to tap, in this terminal",
        help: """
            Usage: eggctl ui [--no-flash]

            Opens the app: eggs to tap or to choose by keys, and all timers as they run
            down. 'eggctl' alone does the same on a terminal. The timers continue.

              s m h            start a soft, medium or hard egg; or tap it
              Left Right       choose an egg; Enter starts it
              t                start a time or egg: 7m30s, or 9m left-pot beside the others
              k                set the kitchen's egg: L room 1600m
              Space            pause, resume
              + -              30 seconds more, less
              Up Down          choose the timer that the keys are for; or tap it
              c u              cancel it; undo the last change
              d Enter Space    dismiss the alarm; so does any tap
              z                snooze the alarm
              ? q              help, leave
            """,
        options: [noFlash]
    ) { words in
        AppCommand(flashes: !words.has(noFlash))
    }

    /// Whether this process has a terminal on which the app can be drawn.
    static func isPossible(_ style: Style) -> Bool {
        style.canRedraw && isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
    }

    func run(in context: CommandContext) throws(Failure) -> Int32 {
        let endpoint = try context.endpoint()
        guard Self.isPossible(context.style) else {
            throw .usage("'ui' needs a terminal that can draw; elsewhere, use 'eggctl status' or 'eggctl watch'")
        }
        return try AppLoop(endpoint: endpoint, style: context.style, flashes: flashes).run()
    }
}
