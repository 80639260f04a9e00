import EggClient
import EggRequests
import EggTimers
import EggWire
import Glibc
import HTTP
import Languages
import POSIX
import Varlink

// The page for browsers without JavaScript.
extension Router {
    /// The eggs, the timers and their buttons.
    func plain(_ request: Request, _ exchange: Exchange) {
        let query = request.query
        let undoEnd = query.first { $0.name == "undo" }.flatMap { Int64($0.value) }
        let page = PlainPage(
            settles: query.contains(PlainPage.new), asksTime: query.contains(PlainPage.asking),
            returnCode: returnCode(query), isMarked: query.contains(PlainPage.marked),
            undoEnd: undoEnd.flatMap { Int64(time(nil)) < $0 ? $0 : nil })
        show(page, 200, exchange)
    }

    /// The address of the code that returns to the usual page, if these fields come from there.
    private func returnCode(_ fields: [Field]) -> String? {
        fields.contains(PlainPage.early) ? files.address(of: "eggs/return.js") : nil
    }

    /// The present, as pages without scripts show it.
    struct Present {
        let eggs: [Timers.Egg]
        let timers: [Timers.Timer]
        let health: Timers.Health.Reply?
    }

    /// Asks eggd for the present; there may be a reason why it doesn't tell.
    func askForPresent(then show: @escaping (Present, Trouble?) -> Void) {
        let questions = [
            EggdCall(Timers.Eggs.self, .init()), EggdCall(Timers.List.self, Nothing()),
            EggdCall(Timers.Health.self, Nothing()),
        ]
        calls.make(questions) { [calls] endings in
            let present = Present(
                eggs: endings[0].reply(to: Timers.Eggs.self)?.eggs ?? [],
                timers: endings[1].reply(to: Timers.List.self)?.timers ?? [],
                health: endings[2].reply(to: Timers.Health.self))
            show(present, endings.lazy.compactMap { Trouble($0, calls.endpoint) }.first)
        }
    }

    /// Completes a page by what eggd tells.
    private func show(_ page: PlainPage, _ status: Int, _ exchange: Exchange) {
        askForPresent { present, trouble in
            var page = page
            if let trouble {
                (page.problem, page.isReached) = (trouble, false)
                return exchange.reply(page.reply(503))
            }
            (page.eggs, page.timers) = (present.eggs, present.timers)
            page.notices = [
                present.health?.soundOut.map(Trouble.noSound), present.health?.storeOut.map(Trouble.notSaved),
            ].compactMap { $0 }
            exchange.reply(page.reply(status))
        }
    }

    /// Starts the egg or the time of a form, or changes timers.
    func act(_ request: Request, _ exchange: Exchange) {
        guard let form = request.form else { return exchange.reply(Self.noForm) }
        func value(_ name: String) -> String? { form.first { $0.name == name }?.value }
        let page = PlainPage(returnCode: returnCode(form))
        if let egg = value("egg") {
            let start = TimerRequest.start(Timers.Start.Parameters(egg: egg))
            guard !lastStart.isRepeated(request.body) else {
                return exchange.reply(.seeOther(page.path(after: start, at: Int64(time(nil)))))
            }
            page.returnCode == nil ? make(start, page, exchange) : startEarly(egg, start, page, exchange)
        } else if let text = value("time") {
            carryOut(text, page, request, exchange)
        } else if let change = value("change").flatMap(PlainPage.Change.init) {
            lastStart.forget()
            let timer = Timers.Name(name: value("timer"), id: value("id")).reference
            make(change.request.about(timer), page, exchange)
        } else {
            exchange.reply(.text(400, "The form names neither an egg nor a time nor a change of a timer."))
        }
    }

    /// Carries out what was typed in the field for a time.
    private func carryOut(_ text: String, _ page: PlainPage, _ form: Request, _ exchange: Exchange) {
        calls.make([EggdCall(Timers.List.self, Nothing())]) { [self] endings in
            guard let reply = endings.first?.reply(to: Timers.List.self) else { return fail(endings, page, exchange) }
            do throws(Complaint) {
                let (command, now) = (try Self.command(typed: text), LocalTime.unixMilliseconds)
                let requests = try command.requests(reply.timers, at: now)
                // `again` has no requests, and is a call of its own, which starts something.
                let calls = requests.isEmpty ? try command.calls([], at: now) : requests.map(\.eggdCall)
                let request = requests.first ?? .start(.init())
                let path = page.path(after: request, at: now / 1000)
                if case .start = request, lastStart.isRepeated(form.body) { return exchange.reply(.seeOther(path)) }
                make(calls, path, page, exchange)
            } catch {
                var page = page
                page.problem = Trouble(tr("Nothing was changed: {reason}.", ["reason": error.message]))
                page.asksTime = true
                show(page, 400, exchange)
            }
        }
    }

    /// The command that was typed in the field for a time: a number alone is minutes, and anything else is read as after
    /// eggctl.
    static func command(typed text: String) throws(Complaint) -> TimerCommand {
        do throws(DurationText.Problem) {
            _ = try DurationText.parse(text)
        } catch {
            if case .ambiguous = error { _ = try OptionValue.duration(text) }
        }
        for time in [text, "\(text)m"] {
            guard let choice = try StartRequest.Choice(time: time) else { continue }
            return .start(StartRequest(choice))
        }
        let command = try TimerCommand(line: text)
        // The other eggs have buttons.
        if case .start(let start) = command, !start.choice.isOffered {
            throw Complaint(tr("'{text}' isn't a time; write minutes, or a time such as 7:30", ["text": text]))
        }
        return command
    }

    /// Starts an egg that was tapped on the usual page before its code had come. A second tap, because nothing seemed to
    /// happen, doesn't start it again.
    private func startEarly(_ egg: String, _ start: TimerRequest, _ page: PlainPage, _ exchange: Exchange) {
        calls.make([EggdCall(Timers.List.self, Nothing())]) { [self] endings in
            let timers = endings.first?.reply(to: Timers.List.self)?.timers ?? []
            guard PlainPage.isRepeated(egg, timers) else { return make(start, page, exchange) }
            exchange.reply(.seeOther(page.path(after: start, at: Int64(time(nil)))))
        }
    }

    /// Makes a request and leads to the page again, or shows it with the reason why nothing was changed.
    private func make(_ request: TimerRequest, _ page: PlainPage, _ exchange: Exchange) {
        make([request.eggdCall], page.path(after: request, at: Int64(time(nil))), page, exchange)
    }

    private func make(_ calls: [EggdCall], _ path: String, _ page: PlainPage, _ exchange: Exchange) {
        self.calls.make(calls) { [self] endings in
            let areDone = endings.allSatisfy { if case .reply = $0 { true } else { false } }
            if !areDone { lastStart.forget() }
            areDone ? exchange.reply(.seeOther(path)) : fail(endings, page, exchange)
        }
    }

    /// Shows the page with the first reason in these endings of calls why something was not changed.
    private func fail(_ endings: [EggdCalls.Ending], _ page: PlainPage, _ exchange: Exchange) {
        var page = page
        for ending in endings {
            switch ending {
            case .reply: continue
            case .refused(let refusal): page.problem = Trouble(Self.sentence(refusal))
            case .impossible: page.problem = Trouble(ending, calls.endpoint)
            case .unreachable, .uncertain, .late:
                (page.problem, page.isReached) = (Trouble(ending, calls.endpoint), false)
                return exchange.reply(page.reply(503))
            }
            return show(page, 409, exchange)
        }
    }
}

extension StartRequest.Choice {
    /// Whether each page has it: a time, or one of the standard eggs.
    fileprivate var isOffered: Bool {
        switch self {
        case .duration, .until: true
        case .egg(let egg): EggMenu.presets.egg(called: egg) != nil
        }
    }
}

/// The last start that a form has made. The same form once more within two seconds comes from the second tap of two, and
/// counts once.
struct LastStart {
    /// For how long the same form counts as the same start.
    static let limit = Duration.seconds(2)

    private var last: (form: [UInt8], time: ContinuousClock.Instant)?

    /// Takes the form of a start; returns whether it was taken just now.
    mutating func isRepeated(_ form: [UInt8], at now: ContinuousClock.Instant = .now) -> Bool {
        if let last, last.form == form, now - last.time < Self.limit { return true }
        last = (form, now)
        return false
    }

    /// Something else was done, or the start failed: the next one counts.
    mutating func forget() { last = nil }
}
