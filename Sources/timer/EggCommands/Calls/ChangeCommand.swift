import EggClient
import EggRequests
import EggTimers
import EggWire

/// A command that changes the timers that are named or meant, or all.
protocol ChangeCommand: Command {
    static var verb: ChangeVerb { get }
    /// The state of timers that `--all` means, for the sentence that there are none.
    static var wanted: String { get }
    /// Whether the change removes the timers, so that they have no colour.
    static var removes: Bool { get }

    /// The change and its timers.
    var change: ChangeRequest { get }

    init(change: ChangeRequest)

    /// The sentences about the timers that were changed by the call for a name, or for the one that eggd has chosen.
    static func sentences(_ timers: [Timers.Timer], _ name: String?) -> [String]
}

extension ChangeCommand {
    static var removes: Bool { false }

    static func sentences(_ timers: [Timers.Timer], _ name: String?) -> [String] { timers.map(Sentences().sentence) }

    init(_ words: inout CommandWords) throws(Complaint) {
        self.init(change: try ChangeRequest(Self.verb, &words))
    }

    /// Makes the change for each timer; the status is 1 if one was refused.
    ///
    /// If several timers are named, a name that no timer has is refused before anything is changed.
    func run(in context: CommandContext) throws(Failure) -> Int32 {
        let conversation = try context.conversation()
        let choice = change.timers
        let timers = try timers(conversation, context)
        if timers.isEmpty, !context.json { Output.line("nothing to \(Self.verb): no timer is \(Self.wanted)") }
        var status: Int32 = 0
        for timer in timers {
            let name = timer?.text
            let request = TimerRequest.change(change.action, timer)
            switch try request.call(by: conversation) {
            case .success(let reply):
                // For eggd, finding nothing to dismiss is not an error, but a name that no timer has is a user's mistake.
                if reply.all.isEmpty, let name = name.flatMap({ TimerName($0) }) {
                    _ = try context.find([name], in: context.timers(conversation))
                }
                context.show(reply) { context.tell(Self.removes ? [] : $0, Self.sentences($0, name)) }
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

    /// The timers for which the call is made; nil stands for the one that eggd chooses.
    private func timers(_ conversation: Conversation, _ context: CommandContext) throws(Failure) -> [TimerReference?] {
        switch change.timers {
        case .unnamed: return [nil]
        case .named(let names):
            if names.count == 1, let name = names.first { return [try context.meant(by: name, conversation)] }
            return change.references(try context.find(names, in: context.timers(conversation)))
        case .all where change.action.answersAlarms: return [nil]
        case .all: return change.references(ofAll: try context.timers(conversation))
        }
    }
}
