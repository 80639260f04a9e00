import EggClient
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
        let returnCode = query.contains(PlainPage.early) ? files.address(of: "eggs/return.js") : nil
        calls.make([(Timers.Eggs.name, .none), (Timers.List.name, .none), (Timers.Health.name, .none)]) { results in
            for case .unreachable(let trouble) in results {
                return exchange.reply(PlainPage(notices: [trouble], isReached: false).reply(503))
            }
            let health = Self.decode(Timers.Health.Reply.self, results, 2)
            let page = PlainPage(
                eggs: Self.decode(Timers.Eggs.Reply.self, results, 0)?.eggs ?? [],
                timers: Self.decode(Timers.List.Reply.self, results, 1)?.timers ?? [],
                notices: [
                    health?.soundOut.map(Trouble.noSound), health?.storeOut.map(Trouble.notSaved),
                ].compactMap { $0 },
                wasStopped: query.contains(Field("stopped", "1")), asksTime: query.contains(Field("time", "1")),
                returnCode: returnCode,
                undoEnd: undoEnd.flatMap { Int64(time(nil)) < $0 ? $0 : nil })
            exchange.reply(page.reply())
        }
    }

    /// Starts the egg or the time of a form, or changes timers.
    func act(_ request: Request, _ exchange: Exchange) {
        guard let form = request.form else {
            return exchange.reply(.text(415, "A form is sent as application/x-www-form-urlencoded."))
        }
        func value(_ name: String) -> String? { form.first { $0.name == name }?.value }
        if let egg = value("egg") {
            let start = TimerRequest.start(Timers.Start.Parameters(egg: egg))
            form.contains(PlainPage.early) ? startEarly(egg, start, exchange) : make(start, exchange)
        } else if let text = value("time") {
            guard let time = (try? DurationText.parse(text)) ?? (try? DurationText.parse("\(text)m")) else {
                return exchange.reply(.text(400, "This is no time. Go back and write minutes, or a time such as 7:30."))
            }
            make(.start(Timers.Start.Parameters(durationMs: time.millisecondsRoundedUp)), exchange)
        } else if let change = value("change").flatMap(PlainPage.Change.init) {
            make(change.request(value("timer")), exchange)
        } else {
            exchange.reply(.text(400, "The form names neither an egg nor a time nor a change of a timer."))
        }
    }

    /// Starts an egg that was tapped on the usual page before its code had come. A second tap, because nothing seemed to
    /// happen, doesn't start it again.
    private func startEarly(_ egg: String, _ start: TimerRequest, _ exchange: Exchange) {
        calls.make([(Timers.List.name, .none)]) { [self] results in
            let timers = Self.decode(Timers.List.Reply.self, results, 0)?.timers ?? []
            let next = "\(PlainPage.path(after: start, at: Int64(time(nil))))&\(FormFields.text([PlainPage.early]))"
            guard PlainPage.isRepeated(egg, timers) else { return make(start, exchange, next: next) }
            exchange.reply(.seeOther(next))
        }
    }

    /// Makes a call and shows the page again, or the page at `next`.
    private func make(_ request: TimerRequest, _ exchange: Exchange, next: String? = nil) {
        guard let call = request.call(by: EncodedCall()) else { return }
        calls.make([call]) { results in
            switch results.first {
            case .reply: exchange.reply(.seeOther(next ?? PlainPage.path(after: request, at: Int64(time(nil)))))
            case .refused(let name, let parameters): exchange.reply(Self.refusal(name, parameters))
            case .unreachable(let trouble):
                exchange.reply(PlainPage(notices: [trouble], isReached: false).reply(503))
            case nil: break
            }
        }
    }

    static func decode<Reply: Decodable>(
        _ type: Reply.Type, _ results: [EggdCalls.Result], _ index: Int
    ) -> Reply? {
        guard results.indices.contains(index), case .reply(let parameters) = results[index] else { return nil }
        return try? decodeJSON(type, from: parameters.bytes)
    }

    private static func refusal(_ name: String, _ parameters: JSONText) -> Response {
        .text(409, "\(sentence(name, parameters)) Go back and load the page again.")
    }
}

/// Gives a call as `EggdCalls` makes it; nil if its parameters can't be encoded.
struct EncodedCall: TimerCaller {
    typealias Answer = (method: String, parameters: JSONText)?
    typealias Problem = Never

    func call<M: Method>(_ method: M.Type, _ parameters: M.Parameters) -> Answer {
        (try? encodeJSON(parameters)).flatMap { JSONText($0) }.map { (M.name, $0) }
    }
}
