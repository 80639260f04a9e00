import EggClient
import EggRequests
import EggWire
import HTTP
import Languages
import TillService
import Varlink

/// Answers requests by their paths.
// Unchecked: everything belongs to the loop's queue.
final class Router: @unchecked Sendable {
    private let gate: Gate
    private let token: TokenReader
    private let answerToken: TokenReader
    private let frames: FileReader<[FrameOrigin]>
    private let about: PageAbout
    let files: WebFiles
    let languages: PageLanguages
    let calls: EggdCalls
    /// Those for a page that must not wait for eggd.
    private let quickCalls: EggdCalls
    var lastStart = LastStart()
    let hub: EventHub
    private let till: TillCalls
    let origin: PageOrigin

    init(
        gate: Gate, token: TokenReader, answerToken: TokenReader, frames: FileReader<[FrameOrigin]>, about: PageAbout,
        files: WebFiles, languages: PageLanguages = PageLanguages(), calls: EggdCalls,
        quickCalls: EggdCalls, hub: EventHub, till: TillCalls, origin: PageOrigin
    ) {
        (self.gate, self.about, self.files, self.calls, self.hub) = (gate, about, files, calls, hub)
        (self.token, self.answerToken, self.frames) = (token, answerToken, frames)
        (self.till, self.origin) = (till, origin)
        (self.languages, self.quickCalls) = (languages, quickCalls)
    }

    func answer(_ request: Request, _ exchange: Exchange) {
        let language = languages.language(of: request)
        exchange.headers = languages.cookies(of: request)
        let check: () -> Void = { [weak self] in language.speak { self?.check(request, exchange) } }
        guard request.isNavigation || request.hasHeader(Gate.header) else { return read(request, then: check) }
        frames.refresh { [weak self] in self?.read(request, then: check) }
    }

    /// Reads what the check of a request needs.
    private func read(_ request: Request, then check: @escaping () -> Void) {
        if gate.asksForAnswerToken(request) { return answerToken.refresh(then: check) }
        if gate.asksForToken(request) { return token.refresh(then: check) }
        check()
    }

    private func check(_ request: Request, _ exchange: Exchange) {
        switch gate.check(request) {
        case .answered(var reply):
            // Nobody who is refused occupies a connection.
            if reply.status != 303 { reply.headers.append(Field("Connection", "close")) }
            exchange.reply(reply)
        case .admitted(let byToken): route(request, exchange, byToken: byToken)
        case .mayAnswerAlarms: answerAlarm(request, exchange)
        }
    }

    private func route(_ request: Request, _ exchange: Exchange, byToken: Bool) {
        let isRead = request.method == "GET" || request.method == "HEAD"
        if request.path.hasPrefix("/call/") {
            guard request.method == "POST" else { return exchange.reply(Self.notAllowed("POST")) }
            return call(request, exchange)
        }
        switch request.path {
        case "/events":
            guard request.method == "GET" else { return exchange.reply(Self.notAllowed("GET")) }
            let headers = [Field("Content-Type", "text/event-stream"), Field("Cache-Control", "no-store")]
            hub.add(exchange.stream(headers: headers), byToken: byToken)
        case "/about":
            exchange.reply(isRead ? .json(200, (try? encodeJSON(about)) ?? []) : Self.notAllowed("GET, HEAD"))
        case "/" where isRead: showEggs(request, exchange)
        case "/plain" where isRead: plain(request, exchange)
        case "/plain" where request.method == "POST": act(request, exchange)
        case LanguagePage.path where isRead: exchange.reply(LanguagePage(languages: languages.all).reply)
        case StartLink.path where isRead: showStart(request, exchange)
        case StartLink.path where request.method == "POST": start(request, exchange)
        case "/plain", StartLink.path: exchange.reply(Self.notAllowed("GET, HEAD, POST"))
        default:
            let file = files.reply(to: request)
            let isAllowed = isRead || request.method == "POST" && file == nil
            exchange.reply(isAllowed ? file ?? Self.unknown : Self.notAllowed("GET, HEAD"))
        }
    }

    /// The eggs' page; without what eggd would tell if it doesn't answer soon.
    private func showEggs(_ request: Request, _ exchange: Exchange) {
        guard let page = files.eggsPage else {
            return exchange.reply(files.reply(to: request) ?? Self.unknown)
        }
        quickCalls.make([EggdCall(Timers.Eggs.self, .init()), EggdCall(Timers.List.self, Nothing())]) {
            [files] endings in
            let timers = endings[1].reply(to: Timers.List.self)?.timers ?? []
            let html = page.html(endings[0].reply(to: Timers.Eggs.self), timers)
            exchange.reply(files.reply(html, to: request))
        }
    }

    private static var unknown: Response { .text(404, tr("There is no such page.")) }

    /// How long the eggs' page waits for eggd, before it is sent without the timers.
    static let eggdTime = Duration.milliseconds(700)

    /// The header fields of every answer.
    static func safety(_ files: WebFiles, frames: [FrameOrigin] = []) -> [Field] {
        let ancestors = frames.isEmpty ? "'none'" : frames.map(\.text).joined(separator: " ")
        return [
            Field(
                "Content-Security-Policy",
                "default-src 'self'; \(files.policy); frame-ancestors \(ancestors); base-uri 'self'; form-action 'self'"
            ),
            Field("X-Content-Type-Options", "nosniff"), Field("Referrer-Policy", "no-referrer"),
        ]
    }

    static var noForm: Response { .text(415, "A form is sent as application/x-www-form-urlencoded.") }

    private static func notAllowed(_ methods: String) -> Response {
        .text(405, "This address takes \(methods) only.", Field("Allow", methods))
    }

    // MARK: Calls

    private func call(_ request: Request, _ exchange: Exchange) {
        let method = String(request.path.dropFirst("/call/".count))
        guard request.mediaType == "application/json" else {
            return exchange.reply(.text(415, "The parameters of a call are sent as application/json."))
        }
        let text = request.body.isEmpty ? Array("{}".utf8) : request.body
        guard let parameters = JSONText(text) else {
            return exchange.reply(Self.error(400, "org.varlink.service.InvalidParameter", ["parameter": "parameters"]))
        }
        let interface = method.lastIndex(of: ".").map { String(method[..<$0]) } ?? ""
        guard interface != TillInterface.name else {
            return till.make(method, parameters.bytes, request) { exchange.reply($0 ?? Self.unreachable(Self.busy)) }
        }
        if method == StartLinkReply.method { return exchange.reply(link(parameters, request)) }
        let kind = Timers.MethodName(fullName: method)?.row.kind
        guard interface == Timers.interface, kind != .stream, Self.isMethod(method) else {
            return exchange.reply(Self.error(404, "org.varlink.service.MethodNotFound", ["method": method]))
        }
        let call = EggdCall(method: String(method.dropFirst(interface.count + 1)), parameters: parameters)
        reply(to: call, exchange)
    }

    private static var busy: Trouble { Trouble(tr("Too many calls are waiting; try again in a moment.")) }

    private static func isMethod(_ text: String) -> Bool {
        text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == ".") }
    }

    /// Makes a call, and answers with what becomes of it.
    func reply(to call: EggdCall, _ exchange: Exchange) {
        calls.make([call]) { [calls] endings in
            for ending in endings { exchange.reply(Self.reply(ending, of: call.name, calls.endpoint)) }
        }
    }

    /// The answer with the ending of a call; runs and refusals come with the words that the page shows.
    static func reply(_ ending: EggdCalls.Ending, of method: String, _ endpoint: Endpoint) -> Response {
        switch ending {
        case .reply(let parameters): .json(200, shown(parameters.bytes, of: method))
        case .refused(let refusal):
            error(
                status(of: refusal.name), refusal.name, refusal.parameters(as: JSONText.self) ?? .none,
                sentence(refusal, of: method))
        case .unreachable, .uncertain, .impossible, .late: unreachable(Trouble(ending, endpoint) ?? .busy)
        }
    }

    private static func shown(_ reply: [UInt8], of method: String) -> [UInt8] {
        func with<Reply: Codable, Words: Encodable>(_ words: (Reply) -> Words) -> [UInt8]? {
            guard let value = try? decodeJSON(Reply.self, from: reply) else { return nil }
            return try? encodeJSON(Together(value, words(value)))
        }
        let text =
            switch method {
            case Timers.History.name: try? encodeJSON(ShownHistory(decodeJSON(from: reply)))
            case Timers.Cook.name: with(PotWords.init)
            case Timers.Eggs.name: with(MenuWords.init)
            default: reply
            }
        return text ?? reply
    }

    static func sentence(_ error: RemoteError, of method: String = "") -> String {
        error.parameters(as: [String: String].self)?["message"]
            ?? TimersError(error)?.sentence(of: method == Timers.Extend.name ? .change(.extend(by: .zero), nil) : nil)
            ?? tr("eggd refuses this: {error}.", ["error": error.name])
    }

    /// The status of HTTP for an error of eggd or of the till.
    static func status(of error: String) -> Int {
        switch error {
        case "org.varlink.service.MethodNotFound", "org.varlink.service.InterfaceNotFound": 404
        case "\(TillInterface.name).StoreUnavailable": 503
        case _ where error.hasPrefix("\(Timers.interface).") || error.hasPrefix("\(TillInterface.name)."): 409
        default: 400
        }
    }

    static func unreachable(_ trouble: Trouble) -> Response {
        error(503, "io.eggtimer.Page.NoDaemon", trouble, trouble.message)
    }

    private struct Refusal<Parameters: Encodable>: Encodable {
        let error: String
        let parameters: Parameters
        let message: String?
    }

    /// - Parameter sentence: what the page says about it.
    static func error(
        _ status: Int, _ name: String, _ parameters: some Encodable, _ sentence: String? = nil
    ) -> Response {
        .json(status, (try? encodeJSON(Refusal(error: name, parameters: parameters, message: sentence))) ?? [])
    }
}

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
