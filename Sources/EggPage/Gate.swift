import HTTP

/// Decides which requests are answered, and words the refusals.
final class Gate {
    /// The result of the checks.
    enum Verdict {
        /// The request is answered; `byToken` if it needed the token.
        case admitted(byToken: Bool)
        /// This is the answer.
        case answered(Response)
    }

    /// The name of the cookie, and of the field in a link.
    static let cookie = "eggweb", field = "token"

    /// A browser can have one cookie for this host and one for its domain; one request must not try many.
    private static let mostGuesses = 2

    private let rules: AccessRules
    private let token: TokenFile
    private var attempts = AttemptLimit()

    init(rules: AccessRules, token: TokenFile) {
        (self.rules, self.token) = (rules, token)
    }

    func check(_ request: Request, at now: ContinuousClock.Instant = .now) -> Verdict {
        let isLink = ["GET", "HEAD"].contains(request.method) && request.query.contains { $0.name == Self.field }
        var isByToken = false
        switch rules.admission(of: request) {
        case .allowed: break
        case .refused: return .answered(.text(403, Self.otherUser))
        case .needsSecret:
            if let refusal = checkToken(request, isLink: isLink, at: now) { return .answered(refusal) }
            isByToken = true
        }
        guard rules.allowsHost(of: request) else { return .answered(.text(421, Self.misdirected(request))) }
        guard rules.allowsSite(of: request) else { return .answered(.text(403, Self.otherSite)) }
        guard isLink else { return .admitted(byToken: isByToken) }
        // The address bar and the browser's history do not show the token.
        var reply = Response.seeOther(Self.path(withoutTokenOf: request))
        if isByToken, let secret = token.current() {
            let attributes = "HttpOnly; SameSite=Lax; Path=/; Max-Age=31536000"
            let secure = Self.isEncrypted(request) ? "; Secure" : ""
            reply.headers.append(Field("Set-Cookie", "\(Self.cookie)=\(secret.text); \(attributes)\(secure)"))
        }
        return .answered(reply)
    }

    private func checkToken(_ request: Request, isLink: Bool, at now: ContinuousClock.Instant) -> Response? {
        let client = Self.client(of: request)
        if attempts.isBlocked(client, at: now) {
            var reply = Response.text(429, Self.tooMany)
            reply.headers.append(Field("Retry-After", "60"))
            return reply
        }
        let all = isLink ? request.query.filter { $0.name == Self.field }.map(\.value) : request.cookies(Self.cookie)
        let given = all.prefix(Self.mostGuesses)
        guard !given.isEmpty else { return .text(401, Self.noToken) }
        if let secret = token.current(), given.contains(where: secret.matches) { return nil }
        for guess in given { attempts.failed(client, guess, at: now) }
        return .text(401, Self.wrongToken)
    }

    /// The address that wrong tokens count against. A proxy on this machine adds its client's address as the last one.
    private static func client(of request: Request) -> IPAddress {
        let peer = request.peer.address
        guard peer.isLoopback, let chain = request.headers.last(where: { $0.name == "x-forwarded-for" }) else {
            return peer
        }
        let last = chain.value.split { $0 == "," || $0 == " " || $0 == "\t" }.last
        return last.flatMap { IPAddress($0) } ?? peer
    }

    /// Whether the browser has an encrypted connection to a proxy on this machine.
    private static func isEncrypted(_ request: Request) -> Bool {
        request.peer.address.isLoopback && request.header("x-forwarded-proto")?.lowercased() == "https"
    }

    private static func path(withoutTokenOf request: Request) -> String {
        // A path that begins with two slashes would lead to another site; browsers take backslashes for slashes.
        let path = request.path.drop { $0 == "/" || $0 == "\\" }
        return "/\(path)"
    }

    static let otherUser =
        "This page is for the user who runs eggweb on this machine. To open it to others, type 'eggctl page --open' "
        + "as that user."
    static let noToken =
        "This page needs its link. Type 'eggctl page' on the machine that runs eggweb, and open the address that it "
        + "prints."
    static let wrongToken =
        "The link or the cookie of this browser is not valid any more. Type 'eggctl page' on the machine that runs "
        + "eggweb, and open the address that it prints."
    static let tooMany = "There were too many wrong tokens from this address. Try again in a minute."
    static let otherSite = "This request comes from another site. Only the page itself can change timers."

    static func misdirected(_ request: Request) -> String {
        guard let header = request.header("host"), let host = HostName(header: header) else {
            return "This request does not name a host."
        }
        let name =
            switch host {
            case .name(let name): name
            case .address(let address): "\(address)"
            }
        return "This page is not known under the name '\(name)'. To allow it, add 'hosts = \(name)' to the section "
            + "[page] of eggd.conf and restart eggweb."
    }
}
