import EggClient
import EggRequests
import EggWire
import HTTP
import Varlink

// The requests of a phone's buttons, with the token that can only answer alarms.
extension Router {
    /// Stops alarms, or snoozes them for a minute; refuses everything else.
    func answerAlarm(_ request: Request, _ exchange: Exchange) {
        guard let change = Self.answer(request) else { return exchange.reply(.text(403, Self.onlyAnswers)) }
        // An app may send no body, and no type of it.
        let timer = request.body.isEmpty ? Timers.Name() : try? decodeJSON(Timers.Name.self, from: request.body)
        guard let timer, timer.name == nil || timer.typed == nil else {
            return exchange.reply(.text(400, "The body must be empty, or name a timer as in {\"name\": \"left pot\"}."))
        }
        reply(to: change.about(timer.reference).eggdCall, exchange)
    }

    private static func answer(_ request: Request) -> TimerRequest? {
        switch (request.method, request.path) {
        case ("POST", "/call/\(Timers.Dismiss.name)"): .change(.dismiss, nil)
        case ("POST", "/call/\(Timers.Snooze.name)"): .change(.snooze(for: OneMoreMinute.time), nil)
        default: nil
        }
    }

    private static let onlyAnswers = "This token can only answer alarms: stop them, or snooze them for a minute."
}
