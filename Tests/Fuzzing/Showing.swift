import EggClient
import EggRequests
import EggTimers
import EggWire
import Terminal
import Text

@testable import EggCommands

/// Everything that `eggctl` prints for a reply, whatever the reply contains.
enum Showing {
    static func show(_ reply: some Any) {
        let words = Sentences()
        switch reply {
        case let reply as Timers.Watch.Reply:
            show(reply.timers, soundOut: reply.soundOut)
            _ = words.event(reply, of: reply.timers, before: reply.timers.reversed())
            for timer in reply.timers { _ = Sentences.over(timer, reply.event.kind) }
        case let reply as Timers.Many:
            show(reply.timers, soundOut: nil)
            _ = words.dismissed(reply.timers, name: .standard)
            _ = words.snoozed(reply.timers)
        case let reply as Timers.One:
            show([reply.timer], soundOut: nil)
            _ = reply.timer.cancelled
        case let reply as Timers.Start.Reply: _ = words.started(reply)
        case let reply as Timers.Eggs.Reply: _ = Sentences.eggs(reply)
        case let reply as Timers.Kitchen.Reply: _ = Sentences.kitchen(reply)
        case let reply as Timers.History.Reply: _ = words.history(reply.runs)
        case let reply as Timers.Health.Reply: _ = Sentences.warnings(reply, restart: "systemctl --user restart eggd")
        case let reply as Timers.TryAlarm.Reply: _ = DoctorCommand.test(reply)
        default: break
        }
    }

    /// An error reply, printed for every request that can get it.
    static func show(_ error: TimersError) {
        let requests: [TimerRequest?] = [
            .start(egg: "soft"), .start(.init(elapsedMs: 1)), .change(.extend(by: .zero), nil), .rename(nil, to: "tea"),
            .change(.resume, nil), .change(.snooze(), nil), nil,
        ]
        let timers = ["egg", "left-pot"].map { name in
            Timers.Timer(
                name: name, egg: "soft", state: .cooking, durationMs: 300_000, remainingMs: 1_000, overdueMs: 0,
                progress: 0.5, endsAtUnixMs: nil)
        }
        for request in requests {
            for isNamed in [true, false] {
                let refusals = Refusals(request: request, isNamed: isNamed) { timers }
                require(!refusals.failure(error).message.isEmpty, "a refusal has a message")
            }
        }
    }

    /// Timers as sentences, as a line of a status bar and as pictures.
    static func show(_ timers: [Timers.Timer], soundOut: String?) {
        require(!Sentences().status(timers).isEmpty, "there is always a status")
        _ = timers.map(\.urgency)
        let format = "{name} {egg} {state} {remaining} {overdue} {duration} {percent} {ends} {name:json} {remaining:s}"
        for timer in timers { require((try? FormatString(format).line(for: timer)) != nil, "every field can be shown") }
        for bar in [WaybarBar() as any StatusBar, I3Bar()] {
            let line = bar.line(timers, soundOut: soundOut, storeOut: soundOut)
            require(!line.isEmpty && !line.contains("\n"), "a status bar gets one line: \(line)")
            require(!line.unicodeScalars.contains(where: PrintableText.isUnprintable), "of printable text: \(line)")
        }
        for (columns, rows) in [(80, 24), (20, 2), (1, 1)] {
            for style in [Style(colors: 0, hasUnicode: true), Style(colors: 0, hasUnicode: false)] {
                let lines = Picture(style: style, columns: columns, rows: rows).draw(timers, soundOut: soundOut).lines
                require((1...rows).contains(lines.count), "a picture fits into its rows: \(lines)")
                require(lines.allSatisfy { TextWidth.of($0) <= columns }, "a picture fits into its columns: \(lines)")
            }
        }
    }
}
