import CLinux
import EggTimers
import EggWire
import Glibc
import POSIX

/// `start`: starts an egg, a time, or a countdown until a time of day.
struct StartCommand: Command {
    /// The egg or duration to start.
    enum Choice: Equatable {
        case egg(String)
        case duration(Duration)
        /// The time until clocks show this.
        case until(ClockTime)

        /// Whether the countdown doesn't depend on an egg.
        var isTime: Bool {
            switch self {
            case .egg: false
            case .duration, .until: true
            }
        }
    }

    let choice: Choice
    /// How long ago the egg went in.
    var since: Duration = .zero
    /// The egg that is used, where it isn't the kitchen's.
    var rawEgg = RawEgg.Properties()
    var name: TimerName?
    var watches = false

    static let at = Option(
        "at", "ring at this time of day", takes: .init("CLOCK", "time of day, such as 18:30"),
        help: "ring at this time of day, today or tomorrow")
    static let since = Option("since", "the egg went in this long ago", takes: .init("TIME", "time, such as 20s"))

    static let about = CommandDescription(
        name: "start", synopsis: "EGG|TIME", summary: "start a countdown; a timer with that name is reset",
        help: """
            Usage: eggctl start EGG|TIME [--name NAME] [--since TIME] [--watch] [--json]
                   [--size SIZE | --mass MASS] [--from TEMP] [--altitude ALT]
                   eggctl start --at CLOCK [--name NAME] [--watch] [--json]

            Starts a countdown for an egg (see 'eggctl eggs'), for a time from 1s to 24h, or
            until a time of day. If a timer with that name exists, it is reset to the full
            time. An egg's time depends on its size, on its temperature and on the
            altitude; by default it is of size M, from the fridge, at sea level, or as
            eggd.conf says.

              eggctl start soft
              eggctl start 7m30s --name left-pot
              eggctl start hard --since 20s --watch
              eggctl start soft --size L --from room --altitude 1600m
              eggctl start --at 18:30
            """,
        options: [
            at, since, .size, .mass, .from, .altitude,
            .watch.saying(
                """
                show the countdown until it is over; the exit status
                is 0 after the alarm was dismissed or missed, 1 after
                the timer was cancelled or replaced
                """), .jsonReply, .name.saying("the timer's name; 'egg' by default"),
        ], exclusive: [[at, since]],
        operands: [Operand(hint: "egg, or a time such as 7m30s", offer: .eggs, replacedBy: at)])
}

extension StartCommand {
    init(_ words: inout CommandWords) throws(Complaint) {
        words.joinUnit()
        if let text = words[Self.at] {
            if let word = words.first { throw Complaint("--at and '\(word)' can't be combined") }
            _ = try words.only(of: [Self.at, Self.since])
            choice = .until(try ClockTime(text))
        } else {
            guard let word = words.takeFirst() else {
                throw Complaint("missing egg or time, such as soft, medium, hard or 7m30s")
            }
            since = try words[Self.since].map { text throws(Complaint) in try OptionValue.duration(text) } ?? .zero
            choice =
                DurationText.looksLikeDuration(word) ? .duration(try OptionValue.countdown(word)) : .egg(word)
            guard since >= .zero else {
                throw Complaint("--since can't be negative; it says how long ago the egg went in")
            }
        }
        rawEgg = try OptionValue.rawEgg(words)
        if choice.isTime, let option = Option.rawEgg.first(where: words.has) {
            throw Complaint("--\(option.name) is for an egg such as soft; a time is used as it is")
        }
        name = try words.newName()
        if let word = words.first { throw CommandWords.unexpected(word, hint: hint(&words, word)) }
        watches = words.has(.watch)
    }

    /// A suggestion for an operand after the egg or time.
    private func hint(_ words: inout CommandWords, _ word: String) -> String {
        words.joinUnit()
        if case .duration(let time) = choice, words.count == 1, let more = words.first,
            let rest = try? DurationText.parse(more), TimerBoard.durations.contains(time + rest)
        {
            return "; did you mean \(DurationText.written(time + rest))?"
        }
        if DurationText.looksLikeDuration(word) { return "; give an egg, which has its own time, or a time" }
        return "; to name the timer, use --name \(word)"
    }

    func run(in context: CommandContext) throws(Failure) -> Int32 {
        let name = name ?? .standard
        var warnings: [String] = []
        var parameters = Timers.Start.Parameters(
            name: name.text, massG: rawEgg.grams, fromCelsius: rawEgg.celsius, altitudeM: rawEgg.altitude)
        switch choice {
        case .egg(let egg): parameters.egg = egg
        case .duration(let duration): parameters.durationMs = duration.millisecondsRoundedUp
        case .until(let time):
            parameters.durationMs = try Self.milliseconds(until: time)
            if clinux_clock_is_synchronised() == 0 { warnings.append(Sentences.unsynchronised(time)) }
        }
        if since > .zero { parameters.elapsedMs = since.millisecondsRoundedUp }
        return try context.start(name, watches: watches) { () throws(Failure) in
            try context.start(parameters, explains: !rawEgg.isEmpty, warnings: warnings)
        }
    }

    /// The time until clocks here show a time of day, within 24 hours.
    private static func milliseconds(until time: ClockTime) throws(Failure) -> Int64 {
        var reading = timespec()
        clock_gettime(CLOCK_REALTIME, &reading)
        let now = Duration(reading).millisecondsRoundedDown
        guard let end = time.next(after: now) else {
            throw .usage("\(time.text) does not occur in the next 24 hours, because the clocks go forward")
        }
        // The shortest countdown takes a second.
        return max(1000, end - now)
    }
}

extension Sentences {
    /// The warning that an alarm at a time of day can be early or late.
    static func unsynchronised(_ time: ClockTime) -> String {
        "this machine's clock is not synchronised, so the alarm may not come at \(time.text)"
    }
}
