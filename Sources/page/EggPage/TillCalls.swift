import HTTP
import TillService

extension InProcessInterface {
    /// The cookie with the till's session.
    static let sessionCookie = "till"

    /// The till on this user's database; the cookie `till` has the session.
    public static func till() -> InProcessInterface {
        till(TillService())
    }

    /// The till on the database of this service.
    static func till(_ service: TillService) -> InProcessInterface {
        InProcessInterface(
            name: TillInterface.name,
            callAtOnce: { method, parameters, request in
                service.callAtOnce(method, parameters[...], sessions: sessions(request)).map { answer($0, to: request) }
            },
            call: { method, parameters, request in
                answer(service.call(method, parameters[...], sessions: sessions(request)), to: request)
            })
    }

    private static func sessions(_ request: Request) -> [String] {
        Array(request.cookies(sessionCookie).prefix(Gate.mostCookies))
    }

    private static func answer(_ answer: TillService.Answer, to request: Request) -> Answer {
        let cookie = setCookie(answer.session).map { $0 + (request.isEncrypted ? "; Secure" : "") }
        let headers = cookie.map { [Field("Set-Cookie", $0)] } ?? []
        return switch answer.outcome {
        case .reply(let reply): Answer(body: reply, headers: headers)
        case .refusal(let name, let parameters):
            Answer(status: status(of: name), body: error(name, parameters), headers: headers)
        }
    }

    private static func setCookie(_ change: TillService.SessionChange) -> String? {
        let attributes = "HttpOnly; SameSite=Lax; Path=/"
        switch change {
        case .keep: return nil
        case .set(let token): return "\(sessionCookie)=\(token); \(attributes); Max-Age=31536000"
        case .clear: return "\(sessionCookie)=; \(attributes); Max-Age=0"
        }
    }

    private static func status(of error: String) -> Int {
        switch error {
        case "org.varlink.service.MethodNotFound": 404
        case "\(TillInterface.name).StoreUnavailable": 503
        case _ where error.hasPrefix("\(TillInterface.name)."): 409
        default: 400
        }
    }

    /// An error with its parameters, which are JSON already. Names of errors need no escapes.
    private static func error(_ name: String, _ parameters: [UInt8]) -> [UInt8] {
        Array("{\"error\":\"\(name)\",\"parameters\":".utf8) + parameters + Array("}".utf8)
    }
}
