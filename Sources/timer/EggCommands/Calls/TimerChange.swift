import EggTimers
import EggWire
import Varlink

/// A change that a command makes: to the timer that is named or meant, to several timers, or to all.
struct TimerChange<Change: Method> {
    /// The command's name.
    let name: String
    /// The state of timers that `--all` means, for the sentence that there are none.
    let wanted: String
    /// Whether `--all` means a timer in this state.
    let applies: (Timers.State) -> Bool
    /// Whether the call without a name changes all timers, as `--all` does.
    var unnamedMeansAll = false
    /// Whether the call for one timer of a group changes the whole group.
    var changesGroups = true
    var request = Refusals.Request.other
    /// The parameters of the call for a timer, or for the one that eggd chooses.
    let parameters: (String?) -> Change.Parameters
    /// Whether eggd has found a timer with the name.
    var isFound: (Change.Reply) -> Bool = { _ in true }
    /// Prints the reply about a timer, or about the one that eggd has chosen.
    let show: (Change.Reply, String?) -> Void

    /// Makes the change for each timer; the status is 1 if one was refused.
    ///
    /// If several timers are named, a name that no timer has is refused before anything is changed.
    func run(for choice: TimerChoice, in context: CommandContext) throws(Failure) -> Int32 {
        let conversation = try Conversation(context.connection())
        let names = try names(choice, conversation, context)
        if names.isEmpty, !context.json { Output.line("nothing to \(name): no timer is \(wanted)") }
        var status: Int32 = 0
        for name in names {
            let outcome = try context.ask(Change.self, about: name, conversation, isFound: isFound, parameters)
            switch outcome {
            case .success(let reply): context.show(reply) { show($0, name) }
            // It ended meanwhile.
            case .failure(.noSuchTimer) where choice == .all: break
            case .failure(let refusal):
                var failure = context.failure(refusal, request, isNamed: name != nil)
                if case .invalidDuration = refusal, let name, choice == .all || choice.names.count > 1 {
                    failure.message = "\(name): \(failure.message)"
                }
                Output.report(failure, json: context.json)
                status = failure.status
            }
        }
        return status
    }

    /// The names for which the call is made; nil stands for the timer that eggd chooses.
    private func names(
        _ choice: TimerChoice, _ conversation: Conversation, _ context: CommandContext
    ) throws(Failure) -> [String?] {
        let timers: [Timers.Timer]
        switch choice {
        case .unnamed: return [nil]
        case .all where unnamedMeansAll: return [nil]
        case .named(let names) where names.count == 1: return names.map(\.text)
        case .named(let names): timers = try context.find(names, in: context.timers(conversation))
        case .all: timers = try context.timers(conversation).filter { applies($0.state) }
        }
        guard changesGroups else { return timers.map(\.name) }
        var groups: Set<String> = []
        return timers.filter { $0.group.map { groups.insert($0).inserted } ?? true }.map(\.name)
    }
}

extension CommandContext {
    /// Calls a method for a timer, which is given by its name or by its label; eggd knows only names.
    ///
    /// - Parameter isFound: whether eggd has found a timer with the name, by its reply.
    func ask<M: Method>(
        _ method: M.Type, about name: String?, _ conversation: Conversation, isFound: (M.Reply) -> Bool = { _ in true },
        _ parameters: (String?) -> M.Parameters
    ) throws(Failure) -> Result<M.Reply, TimersError> {
        let outcome = try conversation.ask(method, parameters(name))
        switch outcome {
        case .success(let reply) where isFound(reply): return outcome
        case .success, .failure(.noSuchTimer): break
        case .failure: return outcome
        }
        guard let name else { return outcome }
        guard let timer = try timers(conversation).meant(by: name).first else {
            return .failure(.noSuchTimer(.init(name: name)))
        }
        return timer.isMeant(by: name) ? outcome : try conversation.ask(method, parameters(timer.name))
    }
}
