import EggClient
import EggRequests
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
    /// The program as its commands are typed for this eggd.
    var program = "eggctl"
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
        case .noSuchEgg(let egg, let known): .usage("\(problem); \(printable(hint(egg, known)))")
        case .noSuchTimer(let name): .refused(noSuchTimer(name, problem))
        case .wrongState(let name, let state): .refused(wrongState(name, state))
        case .noSuchSound(let sound, let known, nil):
            .refused(
                NearestWord.find(sound, among: known).map {
                    "there is no sound '\(printable(sound))'; did you mean '\($0)'?"
                } ?? problem)
        case .nameTaken: .refused("\(problem); choose another\(isRenaming ? "" : " with --name")")
        case .fixedTime, .impossibleEgg, .waterTooCool, .invalidDuration, .invalidName, .tooManyTimers,
            .tooManyConnections, .nothingToUndo, .noSuchSound, .ambiguousTimer, .noSuchRun,
            .otherKitchen:
            .refused(problem)
        }
    }

    private var isRenaming: Bool { if case .rename = request { true } else { false } }

    private var hasOptionAll: Bool {
        if case .change = request { true } else { false }
    }

    private func hint(_ egg: String, _ known: [String]) -> String {
        NearestWord.find(egg, among: known).map { "did you mean '\($0)'?" }
            ?? "the eggs are \(known.joined(separator: ", "))"
    }

    private func noSuchTimer(_ name: String, _ problem: String) -> String {
        let timers = timers()
        let names = timers.map { printable($0.name) }
        guard !names.isEmpty else { return timers.noneIsMeant }
        let shown = timers.written.map { printable($0) }
        let list = shown.joined(separator: ", ")
        if name == "all", hasOptionAll { return "\(problem); for all timers, use --all" }
        guard isNamed else { return printable(timers.noneIsMeant) }
        let name = printable(name)
        if let nearest = NearestWord.find(name, among: names + shown), nearest != name {
            return "\(problem); did you mean '\(nearest)'?"
        }
        return "\(problem); \(names.count == 1 ? "the only timer is" : "the timers are") \(list)"
    }

    private func wrongState(_ name: String, _ state: Timers.State) -> String {
        func eggctl(_ verb: ChangeVerb) -> String {
            let operand = printable(ShellWord.of(name))
            return "\(program) \(verb)" + (name == TimerName.standard.text ? "" : " \(operand)")
        }
        let traits = state.traits
        let advice =
            switch request {
            case .change(.snooze, _) where !traits.isDue: "only a ringing alarm can be snoozed"
            case .change(.resume, _) where traits.isCountingDown: "it isn't paused"
            default:
                "\(traits.purpose): \(eggctl(traits.remedy))" + (traits.rings ? " or \(eggctl(.snooze))" : "")
            }
        let isStandard = [TimerName.standard, .standardTime].contains { $0.text == name }
        let unnamed = isStandard ? timers().first { $0.isNamed(name) } : nil
        let subject = unnamed.map(Sentences.label) ?? "'\(name)'"
        return "\(printable(subject)) \(state.predicate); \(advice)"
    }
}
