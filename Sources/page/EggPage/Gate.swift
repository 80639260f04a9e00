import HTTP
import Languages
import POSIX
import Text

/// Decides which requests are answered, and words the refusals.
final class Gate {
    enum Verdict {
        /// The request is answered; `byToken` if it needed the token.
        case admitted(byToken: Bool)
        /// The request has the token with which it may only answer an alarm.
        case mayAnswerAlarms
        case answered(Response)
    }

    /// The name of the cookie, of the field in a link, and of the header field of calls in a frame, where no cookie is sent.
    static let cookie = "eggweb", field = "token", header = "eggweb-token"

    /// Another site on this host or in its domain can set more cookies of one name, and browsers save up to 180 cookies for
    /// a domain. One request must not try many more.
    static let maxCookies = 200

    private let rules: AccessRules
    private let secret: () -> Secret?
    private let answerSecret: () -> Secret?
    private let entrance: () -> FrameEntrance?
    private var attempts = AttemptLimit()

    /// - Parameters:
    ///   - secret: the page's token as far as it is known; nil if there is none.
    ///   - answerSecret: the token that can only answer alarms, likewise.
    ///   - entrance: the page that a frame begins with; nil if no site may show the page in one.
    init(
        rules: AccessRules, secret: @escaping () -> Secret?, answerSecret: @escaping () -> Secret? = { nil },
        entrance: @escaping () -> FrameEntrance? = { nil }
    ) {
        (self.rules, self.secret, self.answerSecret, self.entrance) = (rules, secret, answerSecret, entrance)
    }

    /// Whether the token must be known for `check`.
    func asksForToken(_ request: Request) -> Bool { rules.admission(of: request) == .needsSecret }

    /// Whether the token for answers must be known for `check`: a request that gives it is judged by it alone.
    func asksForAnswerToken(_ request: Request) -> Bool {
        request.bearer != nil && request.cookies(Self.cookie).isEmpty
    }

    func check(_ request: Request, at now: ContinuousClock.Instant = .now) -> Verdict {
        if asksForAnswerToken(request) { return checkAnswer(request, at: now) }
        let isRead = ["GET", "HEAD"].contains(request.method)
        let isLink = isRead && request.query.contains { $0.name == Self.field }
        if let refusal = refusal(byAdmissionOf: request) { return .answered(refusal) }
        // The page's files, which alone have a dot, are the same on each machine, and a frame asks for them without a cookie.
        let isFile = isRead && request.path.contains(".") && entrance() != nil
        let isByToken = asksForToken(request) && !isFile
        if isByToken, let refusal = checkToken(request, isLink: isLink, at: now) { return .answered(refusal) }
        if let refusal = refusal(byAddressOf: request) { return .answered(refusal) }
        guard isLink else { return .admitted(byToken: isByToken) }
        // The address bar and the browser's history do not show the token.
        let inFrame = isByToken ? entrance()?.reply(200, "") : nil
        var reply = inFrame ?? .seeOther(Self.path(withoutTokenOf: request))
        if isByToken, let secret = secret() { reply.setCookie(Self.cookie, secret.text, to: request) }
        return .answered(reply)
    }

    private func checkAnswer(_ request: Request, at now: ContinuousClock.Instant) -> Verdict {
        let refusal =
            refusal(byAdmissionOf: request)
            ?? compare([request.bearer ?? ""], to: answerSecret(), of: request, Self.wrongAnswerToken, at: now)
            ?? refusal(byAddressOf: request)
        return refusal.map { .answered($0) } ?? .mayAnswerAlarms
    }

    private func refusal(byAdmissionOf request: Request) -> Response? {
        switch rules.admission(of: request) {
        case .allowed, .needsSecret: nil
        case .forwarded: .text(421, rules.allowsHost(of: request) ? Self.forwarded : Self.misdirected(request))
        case .refused: .text(403, Self.otherUser)
        }
    }

    private func refusal(byAddressOf request: Request) -> Response? {
        guard rules.allowsHost(of: request) else { return .text(421, Self.misdirected(request)) }
        return rules.allowsSite(of: request) ? nil : .text(403, Self.otherSite)
    }

    private func checkToken(_ request: Request, isLink: Bool, at now: ContinuousClock.Instant) -> Response? {
        let links = request.query.filter { $0.name == Self.field }.map(\.value).prefix(1)
        let cookies = request.cookies(Self.cookie).prefix(Self.maxCookies)
        let inFrame = entrance() == nil ? nil : request.header(Self.header)
        let given = isLink ? Array(links) : cookies + (inFrame.map { [$0] } ?? [])
        return compare(given, to: secret(), of: request, Self.wrongToken, at: now)
    }

    /// The refusal of a request with these tokens, of which one must be right.
    private func compare(
        _ given: [String], to secret: Secret?, of request: Request, _ sentence: String, at now: ContinuousClock.Instant
    ) -> Response? {
        let client = client(of: request)
        if let client, attempts.isBlocked(client, at: now) {
            return .text(429, Self.tooMany, Field("Retry-After", "60"))
        }
        guard !given.isEmpty else {
            // A frame that is loaded again has the token.
            return (request.isNavigation ? entrance()?.reply(401, Self.noToken) : nil) ?? .text(401, Self.noToken)
        }
        if let secret, given.contains(where: secret.matches) { return nil }
        if let client {
            for guess in given { attempts.failed(client, guess, at: now) }
        }
        return .text(401, sentence)
    }

    /// The address that wrong tokens count against; nil if it could be that of others, who must not be locked out.
    ///
    /// A proxy on this machine adds its client's address as the last one. Any user could do that in another's name, so
    /// only those who may use the page anyway are believed.
    private func client(of request: Request) -> IPAddress? {
        guard request.peer.address.isLoopback else { return request.peer.address }
        guard rules.trusts(request.peer) else { return nil }
        let chain = request.headers.last { $0.name == "x-forwarded-for" }?.value
        let last = chain?.split { $0 == "," || $0 == " " || $0 == "\t" }.last
        return last.flatMap { IPAddress($0) } ?? request.peer.address
    }

    private static func path(withoutTokenOf request: Request) -> String {
        // A path that begins with two slashes would lead to another site; browsers take backslashes for slashes.
        let path = request.path.drop { $0 == "/" || $0 == "\\" }
        let query = FormFields.text(request.query.filter { $0.name != field })
        return query.isEmpty ? "/\(path)" : "/\(path)?\(query)"
    }

    private static var otherUser: String {
        tr(
            "This page is for the user who runs eggweb on this machine. To open it to others, type 'eggctl page --open' "
                + "as that user.")
    }
    private static var noToken: String {
        tr(
            "This page needs its link. Type 'eggctl page' on the machine that runs eggweb, and open the address that it "
                + "prints.")
    }
    private static var wrongToken: String {
        tr(
            "The link or the cookie of this browser is no longer valid. Type 'eggctl page' on the machine that runs "
                + "eggweb, and open the address that it prints.")
    }
    // Programs that answer alarms read this one.
    private static let wrongAnswerToken =
        "This token is wrong, or no longer valid. Type 'eggctl page --new-answer-token' on the machine that runs eggweb, "
        + "and use the one that it prints."
    private static var tooMany: String {
        tr("There were too many wrong tokens from this address. Try again in a minute.")
    }
    private static var forwarded: String {
        tr(
            "A proxy or a tunnel has forwarded this request, and the page is for this machine only. To allow it, add "
                + "'hosts = NAME', with the name that browsers use, to the section [page] of eggd.conf and restart eggweb."
        )
    }
    private static var otherSite: String {
        tr("This request comes from another site. Only the page itself can change timers.")
    }

    private static func misdirected(_ request: Request) -> String {
        guard let header = request.header("host"), let host = HostName(header: header) else {
            return "This request does not name a host."
        }
        let name =
            switch host {
            case .name(let name): name
            case .address(let address): "\(address)"
            }
        return tr(
            "This page is not known under the name '{name}'. To allow it, add 'hosts = {name}' to the section [page] of "
                + "eggd.conf and restart eggweb.", ["name": name])
    }
}

/// The page that a browser gets first in a frame of another site, where it sends no cookie. Its code takes the token out of
/// the address, gives it with each request, and puts the page that was asked for into its own place. Outside of a frame it
/// loads the page again, now with the cookie.
struct FrameEntrance {
    /// The addresses of its code, of which old browsers understand the first.
    let code: [String]

    /// - Parameter sentence: what it says to those who don't have the token.
    func reply(_ status: Int, _ sentence: String) -> Response {
        .html(
            status,
            MadePage.html(
                tr("Egg timer"),
                head: """
                    \(status == 200 ? "<noscript><meta http-equiv=\"refresh\" content=\"0; url=/\"></noscript>" : "")
                    \(code.map { "<script src=\"\($0)\"></script>" }.joined(separator: "\n"))
                    """,
                body: "<body><p>\(MarkupText.escaped(sentence))</p></body>"))
    }
}

extension Request {
    /// Whether a browser wants a page to show.
    var isNavigation: Bool { method == "GET" && header("accept")?.includes("text/html") == true }
}
