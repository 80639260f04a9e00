import EggClient
import EggTimers
import EggWire
import Text
import Varlink

/// Describes the daemon's refusals: the problem, and what to do next.
struct Refusals {
    /// The request that eggd refused; nil for a question.
    let request: TimerRequest?
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
        let problem = printable(error.problem(of: request))
        return switch error {
        case .noSuchEgg(let about): .usage("\(problem); \(printable(hint(about)))")
        case .noSuchTimer(let about): .refused(noSuchTimer(about.name, problem))
        case .wrongState(let about): .refused(wrongState(about))
        case .nameTaken: .refused("\(problem); choose another\(isRenaming ? "" : " with --name")")
        case .fixedTime, .impossibleEgg, .waterTooCool, .invalidDuration, .invalidName, .tooManyTimers,
            .tooManyConnections:
            .refused(problem)
        }
    }

    private var isRenaming: Bool { if case .rename = request { true } else { false } }

    private func hint(_ about: TimersError.NoSuchEgg) -> String {
        NearestWord.find(about.egg, among: about.known).map { "did you mean '\($0)'?" }
            ?? "the eggs are \(about.known.joined(separator: ", "))"
    }

    private func noSuchTimer(_ name: String, _ problem: String) -> String {
        let timers = timers()
        let names = timers.map { printable($0.name) }
        guard !names.isEmpty else { return "no timer is running" }
        // A timer without a name of its own is shown by its label, which works as its name.
        let shown = timers.map { printable($0.isNamed(TimerName.standard.text) ? Sentences.label($0) : $0.name) }
        let list = shown.joined(separator: ", ")
        guard isNamed else { return "several timers are running; name one of them: \(list)" }
        let name = printable(name)
        if let nearest = NearestWord.find(name, among: names + shown), nearest != name {
            return "\(problem); did you mean '\(nearest)'?"
        }
        return "\(problem); \(names.count == 1 ? "the only timer is" : "the timers are") \(list)"
    }

    private func wrongState(_ about: TimersError.WrongState) -> String {
        func eggctl(_ command: any Command.Type) -> String {
            let command = command.about.name
            let name = printable(about.name.contains(" ") ? "\"\(about.name)\"" : about.name)
            return about.name == TimerName.standard.text
                ? "eggctl \(command)" : "eggctl \(command) \(name)"
        }
        let traits = about.state.traits
        let advice =
            switch request {
            case .snooze where !traits.isDue: "only a ringing alarm can be snoozed"
            case .resume where traits.isCountingDown: "it isn't paused"
            case .start, .cook, .pause, .resume, .extend, .rename, .dismiss, .snooze, .cancel, nil:
                switch traits.remedy {
                case .pause: "\(traits.purpose): \(eggctl(PauseCommand.self))"
                case .resume: "\(traits.purpose): \(eggctl(ResumeCommand.self))"
                case .dismiss:
                    "\(traits.purpose): \(eggctl(DismissCommand.self))"
                        + (traits.rings ? " or \(eggctl(SnoozeCommand.self))" : "")
                }
            }
        let unnamed = about.name == TimerName.standard.text ? timers().first { $0.isNamed(about.name) } : nil
        let subject = unnamed.map(Sentences.label) ?? "'\(about.name)'"
        return "\(printable(subject)) \(about.state.predicate); \(advice)"
    }
}
