import EggRequests
import EggTimers
import EggWire
import Languages

extension TimerCommand {
    /// The calls that carry it out.
    ///
    /// - Parameters:
    ///   - timers: those that exist, for `--all` and for their labels.
    ///   - now: in milliseconds since 1970, for a countdown until a time of day.
    public func calls(_ timers: [Timers.Timer], at now: Int64) throws(Complaint) -> [EggdCall] {
        if case .again(let name) = self { return [.again(name)] }
        return try requests(timers, at: now).map(\.eggdCall)
    }

    /// The requests that carry it out; none for `again`, which needs eggd's history.
    ///
    /// - Parameters: as for `calls`.
    public func requests(_ timers: [Timers.Timer], at now: Int64) throws(Complaint) -> [TimerRequest] {
        switch self {
        case .start(let start): return [.start(try start.parameters(at: now))]
        case .cook(let pot): return [.cook(pot.parameters)]
        case .again: return []
        case .rename(let name, let newName):
            return [.rename(name.map { timers.meant(by: $0) }, to: newName.text)]
        case .undo: return [.undo]
        case .change(let request):
            let requests = request.requests(timers)
            guard !requests.isEmpty else { throw Complaint(tr("no timer is in a state for this")) }
            return requests
        }
    }
}

extension ChangeRequest {
    /// The requests that carry it out, one for each name; nil stands for the timers that eggd chooses.
    ///
    /// - Parameter timers: those that exist.
    public func requests(_ timers: [Timers.Timer]) -> [TimerRequest] {
        switch self.timers {
        case .unnamed: [.change(action, nil)]
        case .named(let names): names.map { .change(action, timers.meant(by: $0)) }
        case .all: references(ofAll: timers).map { .change(action, $0) }
        }
    }

    /// The timers that `--all` means, one for each call; nil stands for all alarms.
    public func references(ofAll timers: [Timers.Timer]) -> [TimerReference?] {
        guard !action.answersAlarms else { return [nil] }
        let method = TimerRequest.change(action, nil).method
        return references(timers.filter { $0.origin == nil && $0.offers(method) })
    }

    /// These timers by their names, without those that the call for another one of them changes as well.
    public func references(_ timers: [Timers.Timer]) -> [TimerReference] {
        var groups: Set<String> = []
        // eggd changes the whole group, but cancels each timer by itself.
        let isOneByOne = action == .cancel
        return timers.filter { timer in isOneByOne || timer.group.map { groups.insert($0).inserted } ?? true }
            .map { .named($0.name) }
    }
}

extension [Timers.Timer] {
    /// The timer that a person means by a word, which is a label only if it is no name: `soft egg`. Labels are words of
    /// the client's language, so that eggd doesn't know them.
    public func meant(by word: TimerName) -> TimerReference {
        let typed = word.text.lowercased()
        func isTyped(_ text: String?) -> Bool { text?.lowercased() == typed }
        guard !contains(where: { isTyped($0.name) || isTyped($0.group) }) else { return .typed(word.text) }
        let labelled = first { isTyped($0.label) } ?? Language.english.speak { first { isTyped($0.label) } }
        if let labelled { return .named(labelled.name) }
        let group = first { isTyped($0.group.map(EggWords.group)) }?.group
        return group.map { .named($0) } ?? .typed(EggMenu.id(typed: word.text))
    }
}
