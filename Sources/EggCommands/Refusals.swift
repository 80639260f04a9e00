import EggArguments
import EggTimers
import EggWire
import Varlink

/// The daemon's refusals in words: what happened, to what, and what to do next.
struct Refusals {
    let command: Invocation.Command
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
        }
    }

    private func noSuchTimer(_ name: String) -> String {
        let names = timerNames()
        guard !names.isEmpty else { return "no timer is running" }
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
            "the egg can't have been in the pot for \(signed(about.ms)) of \(signed(about.maximumMs + 1)); it would be done"
        case .extend where about.ms < about.minimumMs && about.minimumMs < 0:
            "\(signed(about.ms)) is too much; at most \(signed(about.minimumMs)) leaves a second on the clock"
        case .extend: "\(signed(about.ms)) is too much; 24 hours is the most that a timer takes"
        default:
            "\(signed(about.ms)) is out of range; \(signed(about.minimumMs)) to \(signed(about.maximumMs)) can be timed"
        }
    }

    private func wrongState(_ about: TimersError.WrongState) -> String {
        let advice =
            switch about.state {
            case .cooking: "'eggctl pause' holds it"
            case .paused: "'eggctl resume' lets it go on"
            case .ringing: "'eggctl dismiss' or 'eggctl snooze' answers it"
            case .snoozed: "'eggctl dismiss' answers it for good"
            case .missed: "'eggctl dismiss' takes it away"
            }
        return "'\(about.name)' is \(about.state.rawValue); \(advice)"
    }
}
