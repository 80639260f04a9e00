import EggClient
import EggRequests
import EggTimers
import EggWire
import Varlink

struct WatchCommand: Command {
    var rendering = Rendering.forPeople
    /// The timer or the group to show; nil for all timers.
    var name: TimerName?

    static let waybar = Option("waybar", "print JSON for waybar", help: "print JSON for a custom module of waybar")
    static let i3bar = Option(
        "i3bar", "speak the protocol of i3bar",
        help: """
            speak the protocol of i3bar; a click dismisses, pauses
            or resumes, and a right click snoozes
            """)

    static let about = CommandDescription(
        name: "watch", synopsis: "[NAME]", summary: "show the countdown as it runs",
        help: """
            Usage: eggctl watch [NAME] [--json | --format FORMAT | --waybar | --i3bar]

            Shows all timers, or the named one, as they run down: on a terminal as bars that
            are redrawn in place, elsewhere as one line per event. While an alarm rings,
            Enter, Space or d dismisses it, and z snoozes it. When eggd can't be reached,
            the watch reconnects. Ctrl-C ends the watch; the timers continue.

              eggctl watch --format '{name} {remaining}'
            """,
        options: [
            .json.saying("print one JSON object per event"),
            .format.saying(
                """
                print the most urgent timer in your own format whenever
                the line changes; FORMAT can contain {name} {egg}
                {state} {remaining} {overdue} {duration} {percent}
                {ends} {cue} {yolk} {centre}, and {{ and }} for
                literal braces; {name:json} is a JSON string,
                {remaining:s} a number of seconds
                """), waybar, i3bar, .nameOfOne,
        ], operands: [.timer]
    ) { words throws(Complaint) in
        WatchCommand(rendering: try Rendering(words), name: try words.takeTimer())
    }

    func run(in context: CommandContext) throws(Failure) -> Int32 {
        let view = rendering.view(context.style)
        var watched = name
        if let name {
            let reply: Timers.Many?
            do throws(Failure) {
                reply = try context.call(Timers.List.self, Nothing())
            } catch {
                guard view.startsWithoutEggd else { throw error }
                reply = nil
            }
            watched = try context.name(typed: name, in: reply?.timers ?? []) ?? name
        }
        let endpoint = try view.startsWithoutEggd ? context.uncheckedEndpoint() : context.endpoint()
        return try Watching(endpoint: endpoint, name: watched, view: view).run().status
    }
}

extension Watching.End {
    var status: Int32 {
        switch self {
        case .signal(let signal): 128 + signal
        case .over(.dismissed), .over(.missed): 0
        case .over: 1
        }
    }
}
