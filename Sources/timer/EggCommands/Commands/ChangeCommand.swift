import EggClient
import EggRequests
import EggTimers
import EggWire
import Languages

/// A command that changes the timers that are named or meant, or all.
struct ChangeCommand: Command {
    let change: ChangeRequest

    init(_ change: TimerChange, _ timers: TimerChoice = .unnamed) {
        self.change = ChangeRequest(change, timers)
    }

    /// Makes the change for each timer; the status is 1 if one was refused.
    ///
    /// If several timers are named, a name that no timer has is refused before anything is changed.
    func run(in context: CommandContext) throws(Failure) -> Int32 {
        let conversation = try context.conversation()
        let choice = change.timers
        let timers = try timers(conversation, context)
        if timers.isEmpty, !context.json { Output.line(nothingToChange) }
        var status: Int32 = 0
        for timer in timers {
            let name = timer?.text
            let request = TimerRequest.change(change.action, timer)
            switch try request.call(by: conversation) {
            case .success(let reply):
                // For eggd, finding nothing to dismiss is not an error, but a name that no timer has is a user's mistake.
                if reply.all.isEmpty, let name = name.flatMap(TimerName.ofAny) {
                    _ = try context.find([name], in: context.timers(conversation))
                }
                context.show(reply) { context.tell(removesTimers ? [] : $0, sentences($0, name)) }
            // It ended meanwhile.
            case .failure(.noSuchTimer) where choice == .all: break
            case .failure(let refusal):
                var failure = context.failure(refusal, request, isNamed: name != nil)
                if case .invalidDuration = refusal, let name, choice == .all || choice.names.count > 1 {
                    failure.message = tr("{label}: {state}", ["label": name, "state": failure.message])
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

    /// The sentence that `--all` means no timer; answers to alarms leave that to eggd.
    private var nothingToChange: String {
        switch change.action {
        case .pause: tr("nothing to pause: no timer is cooking")
        case .resume: tr("nothing to resume: no timer is paused")
        case .extend: tr("nothing to extend: no timer is running")
        case .cancel: tr("nothing to cancel: no timer is running")
        case .snooze, .dismiss: tr("no alarm is ringing")
        }
    }

    /// Whether the timers no longer exist, so that they have no colour.
    private var removesTimers: Bool { change.action == .cancel || change.action == .dismiss }

    /// The sentences about the timers that were changed by the call for a name, or for the one that eggd has chosen.
    private func sentences(_ timers: [Timers.Timer], _ name: String?) -> [String] {
        switch change.action {
        case .pause, .resume, .extend: timers.map(Sentences().sentence)
        case .snooze: Sentences().snoozed(timers)
        case .dismiss: Sentences().dismissed(timers, name: name.flatMap(TimerName.ofAny))
        case .cancel: timers.map(\.cancelled)
        }
    }
}

// MARK: The commands

extension ChangeCommand {
    static let all: [CommandDescription] = ChangeVerb.allCases.map { verb in
        switch verb {
        case .pause: pause
        case .resume: resume
        case .extend: extend
        case .snooze: snooze
        case .dismiss: dismiss
        case .cancel: cancel
        }
    }

    private static let pause = about(
        .pause, "pause a countdown", all: "all that are cooking",
        help: """
            Usage: eggctl pause [NAME... | --all] [--json]

            Pauses a countdown, or several.
            """)

    private static let resume = about(
        .resume, "resume a paused countdown", all: "all that are paused",
        help: """
            Usage: eggctl resume [NAME... | --all] [--json]

            Resumes a paused countdown, or several.
            """)

    private static let extend = about(
        .extend, synopsis: "TIME [NAME]", "make a countdown longer, or shorter with -TIME",
        all: "all timers but those that were missed",
        operands: [Operand(hint: "time, such as 30s or -30s", offer: .nothing), .timers],
        help: """
            Usage: eggctl extend TIME [NAME... | --all] [--json]

            Makes a countdown longer, or shorter by a negative time; at least one second
            must remain. An egg that is already done cooks for TIME from now.

              eggctl extend 30s
              eggctl extend -1m left-pot
            """)

    private static let snooze = about(
        .snooze, synopsis: "[TIME] [NAME]", "stop the alarm and ring again later",
        all: "all that ring, as without a name", name: .nameOfOne,
        operands: [Operand(hint: "timer", offer: .timersOrTime, repeats: true)],
        help: """
            Usage: eggctl snooze [TIME] [NAME... | --all] [--json]

            Stops a ringing alarm, or all of them if none is named. They ring again after
            TIME, by default after one minute.

              eggctl snooze 2m
            """)

    private static let dismiss = about(
        .dismiss, "stop the alarm", all: "all alarms, as without a name", name: .nameOfOne,
        help: """
            Usage: eggctl dismiss [NAME... | --all] [--json]

            Dismisses ringing, snoozed or missed alarms; all of them if none is named. It
            is not an error if there are none. 'eggctl stop' does the same.
            """)

    private static let cancel = about(
        .cancel, "remove a timer", all: "all timers",
        help: """
            Usage: eggctl cancel [NAME... | --all] [--json]

            Removes a timer in any state, or several; the name of a pot removes all of it.
            """)

    private static func about(
        _ verb: ChangeVerb, synopsis: String = "[NAME]", _ summary: String, all: String,
        name: Option = .nameOrOnlyOne, operands: [Operand] = [.timers], help: String
    ) -> CommandDescription {
        CommandDescription(
            name: verb.rawValue, synopsis: synopsis, summary: summary, help: help,
            options: [.all.saying(all), .jsonReply, name], operands: operands
        ) { words throws(Complaint) in
            let change = try ChangeRequest(verb, &words)
            return ChangeCommand(change.action, change.timers)
        }
    }
}
