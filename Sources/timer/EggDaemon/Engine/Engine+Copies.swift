import EggLoop
import EggTimers
import EggWire
import Instants
import Varlink

/// The changes for which other kitchens are asked.
struct Questions {
    var open: [Question] = []
    var last = 0
    /// Runs only while a kitchen is asked.
    var timeout: OneShot?
}

/// A change of copies that their kitchen is asked for; the calls for it wait until it has answered.
struct Question {
    /// How long a kitchen may take to answer.
    static let time: Duration = .seconds(10)
    /// How long the timers may take to arrive as they are after the change.
    static let settlingTime: Duration = .seconds(1)

    let number: Int
    let kitchen: Origin.Kitchen
    /// The copies as they were.
    let timers: [EggTimer]
    /// The call's method and key, if it has one.
    let call: String?
    /// The requests that were not answered yet.
    var requests: [Timers.Request]
    let method: Timers.MethodName
    /// When nothing is waited for any more.
    var end: Instant
}

/// Copies of other kitchens' timers, and what these kitchens are asked for.
extension Engine {
    func setCopies(_ parameters: Timers.SetCopies.Parameters) throws(ErrorReply) -> Answered {
        let now = clock.now()
        let kitchen = try Origin.Kitchen(parameters, at: now)
        let copies = parameters.copies.map { $0.map { Copy($0, at: now) } }
        let impossible = copies.map { $0.count { $0 == nil } } ?? 0
        let ended = parameters.ended.map { ($0.run, $0.ending) }
        let step = begin {
            $0.setCopies(
                copies.map { $0.compactMap(\.self) }, of: kitchen, ended: Dictionary(ended) { $1 }, at: $1)
        }
        let commit = finish(step)
        // What else has changed is told as well.
        if step.changed, !step.effects.contains(where: { if case .publish = $0 { true } else { false } }) {
            publish(.copies, nil)
        }
        for question in questions.open where question.kitchen.id == kitchen.id && question.requests.isEmpty {
            end(question, nil)
        }
        let leftOut = impossible + ((try? step.result.get()) ?? 0)
        return (Reply.encode(Timers.SetCopies.Reply(leftOut: Int64(leftOut))), commit)
    }

    /// The changes for which other kitchens are asked.
    var requests: [Timers.Request] {
        board.openAnswers(at: clock.now()).map { Timers.Request($0) } + questions.open.flatMap(\.requests)
    }

    /// Asks another kitchen for a change, if it is about copies. The ticket is answered later.
    ///
    /// - Returns: whether it is about copies.
    func ask(
        _ method: Timers.MethodName, _ change: any ChangeParameters, _ call: String?, _ ticket: Ticket
    ) throws(ErrorReply) -> Bool {
        guard let name = try board.checkedName(change) else { return false }
        let timers = board.copies(meantBy: name, alone: method == .cancel || method == .rename)
        guard let kitchen = timers.first?.origin?.kitchen else { return false }
        guard kitchen.unreachableSince == nil else {
            throw TimersError.otherKitchen(
                kitchen: kitchen.name.text, problem: "the kitchen '\(kitchen.name)' can't be reached"
            ).reply
        }
        if let call, let question = questions.open.first(where: { $0.call == call }) {
            _ = connections.pending.add(ticket, for: .otherKitchen(question.number))
            return true
        }
        questions.last += 1
        // One request changes a whole group, but cancels one timer.
        let asked = method == .cancel ? timers : Array(timers.prefix(1))
        let requests = asked.map { timer in
            var request = change.request
            request.id = RunID(.random(in: .min ... .max)).text
            (request.kitchen, request.run) = (kitchen.id, timer.origin?.run ?? "")
            request.method = method.rawValue
            return request
        }
        questions.open.append(
            Question(
                number: questions.last, kitchen: kitchen, timers: timers, call: call, requests: requests,
                method: method,
                end: clock.now().advanced(by: Question.time)))
        _ = connections.pending.add(ticket, for: .otherKitchen(questions.last))
        updateQuestions()
        publish(.copies, nil)
        return true
    }

    /// Another kitchen has answered a request; returns the commit that saves it.
    func otherKitchenAnswers(_ request: String, _ problem: String?) -> Commits.Number? {
        if let index = questions.open.firstIndex(where: { $0.requests.contains { $0.id == request } }) {
            questions.open[index].requests.removeAll { $0.id == request }
            let question = questions.open[index]
            if let problem {
                end(question, "the kitchen '\(question.kitchen.name)' refuses it: \(problem)")
            } else if question.requests.isEmpty {
                if current(question.timers) != question.timers {
                    end(question, nil)
                } else {
                    questions.open[index].end = clock.now().advanced(by: Question.settlingTime)
                    updateQuestions()
                }
            }
            return nil
        }
        if let problem, board.copyAnswers.contains(where: { $0.id == request }) {
            log("an alarm was answered here, but its kitchen refuses the answer: \(problem)")
        }
        return finish(begin { $0.delivered(request, at: $1) })
    }

    /// Kitchens have taken too long.
    func questionsTimeOut() {
        let now = clock.now()
        for question in questions.open where question.end <= now {
            end(question, question.requests.isEmpty ? nil : "the kitchen '\(question.kitchen.name)' does not answer")
        }
        updateQuestions()
    }

    private func updateQuestions() {
        guard let next = questions.open.map(\.end).min() else {
            questions.timeout?.disarm()
            return
        }
        let timeout = questions.timeout ?? OneShot(loop: loop, handler: onQueue { $0.questionsTimeOut() })
        questions.timeout = timeout
        timeout.arm(after: max(.zero, clock.now().duration(to: next)))
    }

    /// The timers as they are now, or were last.
    private func current(_ timers: [EggTimer]) -> [EggTimer] {
        timers.map { old in board.timers.first { $0.runID == old.runID } ?? old }
    }

    private func end(_ question: Question, _ problem: String?) {
        questions.open.removeAll { $0.number == question.number }
        updateQuestions()
        let timers = current(question.timers)
        let reply: [UInt8]
        if let problem {
            reply = Reply.encode(
                TimersError.otherKitchen(kitchen: question.kitchen.name.text, problem: problem).reply)
        } else if question.method == .rename, let timer = timers.first {
            reply = Reply.encode(Timers.One(timer: reading(of: timer)))
        } else if let changed = Changed(timers) {
            reply = Reply.encode(reading(of: changed))
        } else {
            return
        }
        if let call = question.call { answers.keep(reply, to: call, at: clock.now()) }
        let commit = question.call == nil ? nil : saving?.save(content)
        for ticket in connections.pending.take(.otherKitchen(question.number)) {
            saving?.answer(ticket, reply, after: commit)
        }
    }
}
