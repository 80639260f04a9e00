import EggClient
import EggRequests
import EggTimers
import EggWire
import Languages
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
        case .noSuchEgg(let egg, let known): .usage(joined(problem, printable(hint(egg, known))))
        case .noSuchTimer(let name): .refused(noSuchTimer(name, problem))
        case .wrongState(let name, let state): .refused(wrongState(name, state))
        case .noSuchSound(let sound, let known, nil):
            .refused(
                NearestWord.find(sound, among: known).map {
                    joined(
                        tr("there is no sound '{sound}'", ["sound": printable(sound)]),
                        tr("did you mean '{word}'?", ["word": $0]))
                } ?? problem)
        case .nameTaken:
            .refused(joined(problem, isRenaming ? tr("choose another") : tr("choose another with --name")))
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
        NearestWord.find(egg, among: known).map { tr("did you mean '{word}'?", ["word": $0]) }
            ?? tr("the eggs are {eggs}", ["eggs": known.map(EggWords.name).joined(separator: ", ")])
    }

    private func noSuchTimer(_ name: String, _ problem: String) -> String {
        let timers = timers()
        let names = timers.map { printable($0.name) }
        guard !names.isEmpty else { return timers.noneIsMeant }
        let shown = timers.written.map { printable($0) }
        let list = shown.joined(separator: ", ")
        if name == "all", hasOptionAll { return joined(problem, tr("for all timers, use --all")) }
        guard isNamed else { return printable(timers.noneIsMeant) }
        let name = printable(name)
        if let nearest = NearestWord.find(name, among: names + shown), nearest != name {
            return joined(problem, tr("did you mean '{word}'?", ["word": nearest]))
        }
        let known = ["timers": list] as KeyValuePairs
        return joined(
            problem,
            names.count == 1 ? tr("the only timer is {timers}", known) : tr("the timers are {timers}", known))
    }

    private func wrongState(_ name: String, _ state: Timers.State) -> String {
        let isStandard = [TimerName.standard, .standardTime].contains { $0.text == name }
        // In English, other names are said as they are.
        let isSaid = isStandard || Language.current != .english
        let timer = isSaid ? timers().first { $0.isNamed(name) } : nil
        func eggctl(_ verb: ChangeVerb) -> String {
            let operand = printable(ShellWord.of(timer?.written ?? name))
            return "\(program) \(verb)" + (name == TimerName.standard.text ? "" : " \(operand)")
        }
        let advice =
            switch request {
            case .change(.snooze, _) where !state.traits.isDue: tr("only a ringing alarm can be snoozed")
            case .change(.resume, _) where state.traits.isCountingDown: tr("it isn't paused")
            default: state.advice(eggctl)
            }
        let subject = isStandard ? timer.map(Sentences.label) : timer.map { quoted($0.written) }
        return joined(state.sentence(of: printable(subject ?? quoted(name))), advice)
    }

    private func joined(_ problem: String, _ advice: String) -> String {
        tr("{problem}; {advice}", ["problem": problem, "advice": advice])
    }
}
