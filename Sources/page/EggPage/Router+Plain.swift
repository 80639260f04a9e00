import EggClient
import EggRequests
import EggTimers
import EggWire
import Glibc
import HTTP
import POSIX
import Varlink

// The page for browsers without JavaScript.
extension Router {
    /// The eggs, the timers and their buttons.
    func plain(_ request: Request, _ exchange: Exchange) {
        let query = request.query
        let undoEnd = query.first { $0.name == "undo" }.flatMap { Int64($0.value) }
        let page = PlainPage(
            wasStopped: query.contains(PlainPage.stopped), asksTime: query.contains(PlainPage.asking),
            returnCode: returnCode(query), undoEnd: undoEnd.flatMap { Int64(time(nil)) < $0 ? $0 : nil })
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
        guard let form = request.form else {
            return exchange.reply(.text(415, "A form is sent as application/x-www-form-urlencoded."))
        }
        func value(_ name: String) -> String? { form.first { $0.name == name }?.value }
        var page = PlainPage(returnCode: returnCode(form))
        if let egg = value("egg") {
            let start = TimerRequest.start(Timers.Start.Parameters(egg: egg))
            page.returnCode == nil ? make(start, page, exchange) : startEarly(egg, start, page, exchange)
        } else if let text = value("time") {
            guard let start = Self.start(typed: text) else {
                page.problem = Trouble("This is no time. Write minutes, or a time such as 7:30.")
                page.asksTime = true
                return show(page, 400, exchange)
            }
            make(start, page, exchange)
        } else if let change = value("change").flatMap(PlainPage.Change.init) {
            make(change.request(value("timer")), page, exchange)
        } else {
            exchange.reply(.text(400, "The form names neither an egg nor a time nor a change of a timer."))
        }
    }

    /// The start that was typed in the field for a time: a number alone is minutes, and anything else is read as by eggctl.
    static func start(typed text: String) -> TimerRequest? {
        if let time = (try? DurationText.parse(text)) ?? (try? DurationText.parse("\(text)m")) { return .start(time) }
        guard case .start(let start)? = try? TimerCommand(line: text) else { return nil }
        // The other eggs have buttons.
        if case .egg(let egg) = start.choice, EggMenu.presets.egg(called: egg) == nil { return nil }
        return (try? start.parameters(at: LocalTime.unixMilliseconds)).map { .start($0) }
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

    /// Makes a call and leads to the page again, or shows it with the reason why nothing was changed.
    private func make(_ request: TimerRequest, _ page: PlainPage, _ exchange: Exchange) {
        calls.make([request.eggdCall]) { [self] endings in
            var page = page
            switch endings.first {
            case .reply: exchange.reply(.seeOther(page.path(after: request, at: Int64(time(nil)))))
            case .refused(let refusal):
                page.problem = Trouble(Self.sentence(refusal))
                show(page, 409, exchange)
            case .unreachable(_)?, .uncertain(_)?, .impossible(_)?, .late?, nil:
                (page.problem, page.isReached) = (endings.first.flatMap { Trouble($0, calls.endpoint) }, false)
                exchange.reply(page.reply(503))
            }
        }
    }
}
