import EggTimers
import EggWire
import HTTP
import Varlink

// The pages for browsers without JavaScript.
extension Router {
    /// The eggs, the timers and *Stop*.
    func plain(_ request: Request, _ exchange: Exchange) {
        let wasStopped = request.query.contains(Self.stopped)
        let answer = Later(self, exchange)
        calls.make([eggs, (Timers.List.name, .none), (Timers.Health.name, .none)]) { results in
            if let sentence = Self.problem(results) { return answer.send(Self.unreachablePage(sentence)) }
            let menu = Self.decode(Timers.Eggs.Reply.self, results, 0)
            let page = PlainPage(
                eggs: menu?.eggs ?? [], rawEgg: menu?.rawEgg,
                timers: Self.decode(Timers.List.Reply.self, results, 1)?.timers ?? [],
                notice: Self.decode(Timers.Health.Reply.self, results, 2)?.soundOut,
                wasStopped: wasStopped)
            answer.send(PlainPage.reply(page.html))
        }
    }

    /// The form with the egg of the kitchen.
    func plainKitchen(_ exchange: Exchange) {
        let answer = Later(self, exchange)
        let saved = hub.kitchen
        calls.make([eggs]) { results in
            if let sentence = Self.problem(results) { return answer.send(Self.unreachablePage(sentence)) }
            let rawEgg = Self.decode(Timers.Eggs.Reply.self, results, 0)?.rawEgg
            answer.send(PlainPage.reply(PlainKitchenPage(saved: saved, rawEgg: rawEgg).html))
        }
    }

    /// Saves the egg of a form.
    func save(_ request: Request, _ exchange: Exchange) {
        guard let form = request.form else { return send(Self.noForm, exchange) }
        guard let egg = PlainKitchenPage.egg(form), let text = try? encodeJSON(egg), let parameters = JSONText(text)
        else {
            return send(.text(400, "The form has a field without a number. Go back and correct it."), exchange)
        }
        let answer = Later(self, exchange)
        save(parameters) { answer.send(Self.reply(toForm: $0)) }
    }

    /// Starts the egg of a form, changes a timer, or stops the alarm.
    func act(_ request: Request, _ exchange: Exchange) {
        guard let form = request.form else { return send(Self.noForm, exchange) }
        let answer = Later(self, exchange)
        if form.contains(Field("stop", "1")) {
            calls.make([(Timers.Dismiss.name, .none)]) { results in
                guard let result = results.first else { return }
                answer.send(Self.reply(toForm: result, then: "/plain?\(Self.stopped.name)=\(Self.stopped.value)"))
            }
        } else if let egg = form.first(where: { $0.name == "egg" })?.value {
            start(egg, answer)
        } else if let word = form.first(where: { $0.name == "change" })?.value,
            let change = PlainPage.Change(rawValue: word),
            let name = form.first(where: { $0.name == "timer" })?.value
        {
            make(change, name, answer)
        } else {
            send(.text(400, "The form names neither an egg nor a change of a timer nor 'stop'."), exchange)
        }
    }

    /// Pauses, resumes or cancels a timer.
    private func make(_ change: PlainPage.Change, _ name: String, _ answer: Later) {
        let method =
            switch change {
            case .pause: Timers.Pause.name
            case .resume: Timers.Resume.name
            case .cancel: Timers.Cancel.name
            }
        guard let text = try? encodeJSON(Timers.Name(name)), let parameters = JSONText(text) else { return }
        calls.make([(method, parameters)]) { results in
            guard let result = results.first else { return }
            answer.send(Self.reply(toForm: result))
        }
    }

    /// Starts an egg of the menu; if its time depends on the egg that is used, for that of the kitchen.
    private func start(_ name: String, _ answer: Later) {
        let (router, kitchen) = (self, hub.kitchen)
        calls.make([eggs]) { results in
            let menu = Self.decode(Timers.Eggs.Reply.self, results, 0)?.eggs ?? []
            var start = Timers.Start.Parameters(egg: name)
            if let egg = menu.first(where: { $0.name == name }), egg.yolkCelsius ?? egg.centreCelsius != nil {
                start.massG = kitchen.massG
                start.fromCelsius = kitchen.fromCelsius
                start.altitudeM = kitchen.altitudeM
            }
            guard let text = try? encodeJSON(start), let parameters = JSONText(text) else { return }
            router.calls.make([(Timers.Start.name, parameters)]) { results in
                guard let result = results.first else { return }
                answer.send(Self.reply(toForm: result))
            }
        }
    }

    /// The call that asks for the times in this kitchen.
    private var eggs: (method: String, parameters: JSONText) {
        (Timers.Eggs.name, (try? encodeJSON(hub.kitchen)).flatMap { JSONText($0) } ?? .none)
    }

    /// The query of the page that follows *Stop*.
    private static let stopped = Field("stopped", "1")

    private static let noForm = Response.text(415, "A form is sent as application/x-www-form-urlencoded.")

    private static func unreachablePage(_ sentence: String) -> Response {
        PlainPage.reply(PlainPage(notice: sentence).html, 503)
    }

    private static func problem(_ results: [EggdCalls.Result]) -> String? {
        for case .unreachable(let sentence) in results { return sentence }
        return nil
    }

    private static func decode<Reply: Decodable>(
        _ type: Reply.Type, _ results: [EggdCalls.Result], _ index: Int
    ) -> Reply? {
        guard results.indices.contains(index), case .reply(let parameters) = results[index] else { return nil }
        return decodeJSON(type, parameters.bytes)
    }

    private static func reply(toForm result: EggdCalls.Result, then path: String = "/plain") -> Response {
        switch result {
        case .reply: .seeOther(path)
        case .refused(let name, let parameters): refusal(name, parameters)
        case .unreachable(let sentence): .text(503, sentence)
        }
    }

    private static func refusal(_ name: String, _ parameters: JSONText) -> Response {
        if name == notSaved, let message = decodeJSON([String: String].self, parameters.bytes)?["message"] {
            return .text(503, message)
        }
        if name == "\(Timers.interface).ImpossibleEgg",
            let refused = decodeJSON(TimersError.ImpossibleEgg.self, parameters.bytes)
        {
            let range = "\(RawEggText.number(refused.minimum)) to \(RawEggText.number(refused.maximum))"
            let field = PlainKitchenPage.fields.first { $0.name == refused.parameter }
            return .text(409, "\(field?.title ?? refused.parameter): \(range). Go back and correct it.")
        }
        if ["NoSuchTimer", "WrongState"].contains(where: { name == "\(Timers.interface).\($0)" }) {
            return .text(409, "The timer has changed meanwhile. Go back and load the page again.")
        }
        return .text(409, "eggd refuses this (\(name)). Go back and choose one of the eggs of the page.")
    }
}
