import EggTimers
import EggWire
import Text
import Varlink

/// Describes the daemon's refusals: the problem, and what to do next.
struct Refusals {
    /// The request that eggd refused, as far as the description depends on it.
    enum Request: Equatable {
        /// Start an egg or a time, perhaps one that went in before.
        case start(isLate: Bool = false)
        case extend
        case resume
        case snooze
        case other
    }

    let request: Request
    /// Whether the command line names a timer.
    let isNamed: Bool
    /// The existing timers, from which one is suggested.
    let timers: () -> [Timers.Timer]

    func failure(_ error: TimersError) -> Failure {
        var failure = described(error)
        failure.refusal = error.reply.error
        return failure
    }

    private func described(_ error: TimersError) -> Failure {
        switch error {
        case .noSuchEgg(let about):
            let known = about.known.joined(separator: ", ")
            let hint =
                NearestWord.find(about.egg, among: about.known).map { "did you mean '\($0)'?" }
                ?? "the eggs are \(known)"
            return .usage("unknown egg '\(printable(about.egg))'; \(printable(hint))")
        case .noSuchTimer(let about): return .refused(noSuchTimer(about.name))
        case .fixedTime(let about):
            let subject = about.egg == EggMenu.custom ? "a time without an egg" : "'\(printable(about.egg))'"
            return .refused(
                "\(subject) always takes the same time, whatever the size, the temperature and the altitude")
        case .impossibleEgg(let about):
            let range = "\(RawEggText.number(about.minimum)) to \(RawEggText.number(about.maximum))"
            return .refused(
                "\(RawEggText.number(about.value)) is out of range for \(printable(about.parameter)); it must be \(range)"
            )
        case .waterTooCool(let about):
            let (target, water) = (RawEggText.number(about.targetCelsius), RawEggText.number(about.waterCelsius))
            return .refused("'\(printable(about.egg))' needs \(target) °C, but here water boils at \(water) °C")
        case .invalidDuration(let about): return .refused(invalidDuration(about))
        case .invalidName(let about): return .refused("'\(printable(about.name))' isn't a valid timer name")
        case .wrongState(let about): return .refused(wrongState(about))
        case .nameTaken(let about):
            // A timer has it, or a pot.
            let another =
                switch request {
                case .start: "choose another with --name"
                case .extend, .resume, .snooze, .other: "choose another"
                }
            return .refused("the name '\(printable(about.name))' is taken; \(another)")
        case .tooManyTimers(let about):
            return .refused("there are already \(about.limit) timers, which is the limit; cancel one first")
        case .tooManyConnections(let about):
            return .refused("\(about.limit) programs watch eggd already, which is the limit; end one of them first")
        }
    }

    private func noSuchTimer(_ name: String) -> String {
        let timers = timers()
        let names = timers.map { printable($0.name) }
        guard !names.isEmpty else { return "no timer is running" }
        // A timer without a name of its own is shown by its label, which works as its name.
        let shown = timers.map { printable($0.isNamed(TimerName.standard.text) ? Sentences.label($0) : $0.name) }
        let list = shown.joined(separator: ", ")
        guard isNamed else { return "several timers are running; name one of them: \(list)" }
        let name = printable(name)
        if let nearest = NearestWord.find(name, among: names + shown), nearest != name {
            return "there is no timer '\(name)'; did you mean '\(nearest)'?"
        }
        return "there is no timer '\(name)'; \(names.count == 1 ? "the only timer is" : "the timers are") \(list)"
    }

    private func invalidDuration(_ about: TimersError.InvalidDuration) -> String {
        func signed(_ milliseconds: Int64) -> String {
            let clock = DurationText.clock(.milliseconds(milliseconds.magnitude))
            return milliseconds < 0 ? "-\(clock)" : clock
        }
        return switch request {
        case .start(isLate: true):
            "an egg of \(signed(min(about.maximumMs, .max - 1) + 1)) that went in \(signed(about.ms)) ago "
                + "would already be done"
        case .extend where about.ms < about.minimumMs && about.minimumMs <= -1000:
            // The time is rounded to whole seconds towards zero, so that it would be accepted.
            "\(signed(about.ms)) is too much; you can take off at most \(signed(-(about.minimumMs / 1000 * 1000)))"
        // Only for an egg that is done is the minimum a second or more.
        case .extend where about.ms < about.minimumMs && about.minimumMs >= 1000:
            "the countdown is over, so it can only be extended by a time from "
                + "\(signed(about.minimumMs)) to \(signed(about.maximumMs))"
        case .extend where about.ms < about.minimumMs:
            "\(signed(about.ms)) is too much; at least one second must remain"
        case .extend: "\(signed(about.ms)) is too much; the whole countdown can take at most 24 hours"
        case .start(isLate: false), .resume, .snooze, .other:
            "\(signed(about.ms)) is out of range; "
                + "the time must be from \(signed(about.minimumMs)) to \(signed(about.maximumMs))"
        }
    }

    private func wrongState(_ about: TimersError.WrongState) -> String {
        func eggctl(_ command: any Command.Type) -> String {
            let command = command.about.name
            let name = printable(about.name.contains(" ") ? "\"\(about.name)\"" : about.name)
            return about.name == TimerName.standard.text
                ? "eggctl \(command)" : "eggctl \(command) \(name)"
        }
        let advice =
            switch (about.state, request) {
            case (.cooking, .snooze), (.paused, .snooze): "only a ringing alarm can be snoozed"
            case (.cooking, .resume): "it isn't paused"
            case (.cooking, _): "to pause it: \(eggctl(PauseCommand.self))"
            case (.paused, _): "to resume it: \(eggctl(ResumeCommand.self))"
            case (.ringing, _): "to stop the alarm: \(eggctl(DismissCommand.self)) or \(eggctl(SnoozeCommand.self))"
            case (.snoozed, _): "to stop the alarm for good: \(eggctl(DismissCommand.self))"
            case (.missed, _): "to remove it: \(eggctl(DismissCommand.self))"
            }
        let verb = about.state == .missed ? "was" : "is"
        let unnamed = about.name == TimerName.standard.text ? timers().first { $0.isNamed(about.name) } : nil
        let subject = unnamed.map(Sentences.label) ?? "'\(about.name)'"
        return "\(printable(subject)) \(verb) \(about.state.rawValue); \(advice)"
    }
}
