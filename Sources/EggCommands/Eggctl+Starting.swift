import EggTimers
import EggWire
import Glibc
import Varlink

// Starts that need more than the command line: the clock, or the history.

extension CommandRun {
    /// The time until clocks here show a time of day, within 24 hours.
    static func milliseconds(until time: ClockTime) throws(Failure) -> Int64 {
        var reading = timespec()
        clock_gettime(CLOCK_REALTIME, &reading)
        let now = Int64(reading.tv_sec) * 1000 + Int64(reading.tv_nsec) / 1_000_000
        guard let end = time.next(after: now) else {
            throw .usage("clocks here don't show \(time.text) within 24 hours, because they are changed meanwhile")
        }
        // The shortest countdown takes a second.
        return max(1000, end - now)
    }

    /// Starts the last egg once more: the one that is done, else the newest one in the history.
    func again(watch: Bool) throws(Failure) -> Int32 {
        let conversation = try Conversation(connection())
        let timers = try accepted(try conversation.ask(Timers.List.self, Nothing())).timers
        let runs = try accepted(try conversation.ask(Timers.History.self, .init(limit: 1))).runs
        guard let last = LastEgg(timers, runs) else {
            throw Failure(
                message: "there is no past countdown to start again", status: 1, advice: "start one with",
                fix: "eggctl start soft")
        }
        guard let name = invocation.name ?? TimerName(last.name) else {
            throw .refused("'\(printable(last.name))' isn't a valid timer name")
        }
        // A countdown that runs is not given up for an earlier one by mistake.
        if let timer = timers.first(where: { $0.isNamed(name.text) }), timer.state == .cooking || timer.state == .paused
        {
            throw Failure(
                message: "\(Sentences().standing(timer)); 'again' does not reset it", status: 1,
                advice: "start another one beside it with", fix: "eggctl again --name NAME")
        }
        let parameters = Timers.Start.Parameters(
            egg: last.egg == EggMenu.custom ? nil : last.egg, durationMs: last.durationMs, name: name.text)
        return try start(parameters, name: name, watch: watch)
    }
}

/// The egg that `again` starts.
struct LastEgg: Equatable {
    let name: String
    let egg: String
    let durationMs: Int64

    /// The timer that was done last, else the run that ended last; nil without either.
    init?(_ timers: [Timers.Timer], _ runs: [Timers.Run]) {
        let done = timers.filter { [.ringing, .snoozed, .missed].contains($0.state) }
        if let timer = done.min(by: { $0.overdueMs < $1.overdueMs }) {
            (name, egg, durationMs) = (timer.name, timer.egg, timer.durationMs)
        } else if let run = runs.first {
            (name, egg, durationMs) = (run.name, run.egg, run.durationMs)
        } else {
            return nil
        }
    }
}

extension Sentences {
    /// The warning that an alarm at a time of day can be early or late.
    static func unsynchronised(_ time: ClockTime) -> String {
        "this machine's clock is not synchronised, so the alarm may not come at \(time.text)"
    }
}
