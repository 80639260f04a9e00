import EggArguments
import EggTimers
import EggWire
import Varlink

/// The daemon's refusals in words: what happened, to what, and what to do next.
struct Refusals {
    let command: Invocation.Command
    /// Whether the command line says which timer is meant.
    let isNamed: Bool
    /// The names of the timers that there are, for a guess at the one that was meant.
    let timerNames: () -> [String]

    func failure(_ error: TimersError) -> Failure {
        switch error {
        case .noSuchEgg(let about):
            let known = about.known.joined(separator: ", ")
            let hint =
                NearestWord.find(about.egg, among: about.known).map { "did you mean '\($0)'?" } ?? "there are \(known)"
            return .usage("there is no egg '\(printable(about.egg))'; \(hint)")
        case .noSuchTimer(let about): return .refused(noSuchTimer(about.name))
        case .invalidDuration(let about): return .refused(invalidDuration(about))
        case .invalidName(let about): return .refused("'\(printable(about.name))' can't be a timer's name")
        case .wrongState(let about): return .refused(wrongState(about))
        case .tooManyTimers(let about):
            return .refused("there are \(about.limit) timers already, the most that can be; cancel one first")
        case .tooManyConnections(let about):
            return .refused("\(about.limit) programs watch eggd already, the most that can; end one of them first")
        }
    }

    private func noSuchTimer(_ name: String) -> String {
        let names = timerNames()
        guard !names.isEmpty else { return "no timer is running" }
        guard isNamed else { return "which timer? There are: \(names.joined(separator: ", "))" }
        if let nearest = NearestWord.find(name, among: names), nearest != name {
            return "there is no timer '\(name)'; did you mean '\(nearest)'?"
        }
        return "there is no timer '\(name)'; there are: \(names.joined(separator: ", "))"
    }

    private func invalidDuration(_ about: TimersError.InvalidDuration) -> String {
        func signed(_ milliseconds: Int64) -> String {
            let clock = DurationText.clock(.milliseconds(milliseconds.magnitude))
            return milliseconds < 0 ? "-\(clock)" : clock
        }
        return switch command {
        case .start:
            "an egg of \(signed(min(about.maximumMs, .max - 1) + 1)) that went in \(signed(about.ms)) ago "
                + "would be done already"
        case .extend where about.ms < about.minimumMs && about.minimumMs <= -1000:
            // Whole seconds, and towards zero: what is offered must be taken.
            "\(signed(about.ms)) is too much; at most \(signed(about.minimumMs / 1000 * 1000)) leaves a second on the clock"
        case .extend where about.ms < about.minimumMs:
            "\(signed(about.ms)) is too much; a second at least must remain"
        case .extend: "\(signed(about.ms)) is too much; 24 hours is the most that a timer takes"
        default:
            "\(signed(about.ms)) is out of range; \(signed(about.minimumMs)) to \(signed(about.maximumMs)) can be timed"
        }
    }

    private func wrongState(_ about: TimersError.WrongState) -> String {
        func eggctl(_ command: CommandName) -> String {
            let name = about.name.contains(" ") ? "\"\(about.name)\"" : about.name
            return about.name == TimerName.standard.text
                ? "'eggctl \(command.rawValue)'" : "'eggctl \(command.rawValue) \(name)'"
        }
        let advice =
            switch (about.state, command) {
            case (.cooking, .snooze), (.paused, .snooze): "only what rings can be snoozed"
            case (.cooking, .resume): "there is nothing to resume"
            case (.cooking, _): "\(eggctl(.pause)) holds it"
            case (.paused, _): "\(eggctl(.resume)) lets it go on"
            case (.ringing, _): "\(eggctl(.dismiss)) or \(eggctl(.snooze)) answers it"
            case (.snoozed, _): "\(eggctl(.dismiss)) answers it for good"
            case (.missed, _): "\(eggctl(.dismiss)) takes it away"
            }
        let verb = about.state == .missed ? "was" : "is"
        return "'\(about.name)' \(verb) \(about.state.rawValue); \(advice)"
    }
}
