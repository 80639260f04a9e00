import EggLoop
import HTTP
import Languages
import TillService
import Varlink

/// Calls of the till, on two threads: a call that waits for the database delays only those that may also have to wait.
final class TillCalls: Sendable {
    static let sessionCookie = "till"
    /// At most this many calls wait for each thread.
    private static let maxWaiting = 64

    private let till: TillService
    private let loop: EventLoop
    private let quick: WorkThread
    private let waiting: WorkThread

    init(_ till: TillService, loop: EventLoop) throws(SystemError) {
        (self.till, self.loop) = (till, loop)
        quick = try WorkThread(limit: Self.maxWaiting)
        waiting = try WorkThread(limit: Self.maxWaiting)
    }

    /// Makes a call, and hands over its answer on the loop's queue, in the language of this thread; nil if too many calls are
    /// waiting.
    func make(
        _ method: String, _ parameters: [UInt8], _ request: Request, done: @escaping @Sendable (Response?) -> Void
    ) {
        let deadline = ContinuousClock.now + Client.timeout
        let sessions = Array(request.cookies(Self.sessionCookie).prefix(Gate.maxCookies))
        let language = Language.current
        let done: @Sendable (Response?) -> Void = { response in language.speak { done(response) } }
        let isTaken = quick.perform { [till, loop, waiting] in
            if let answer = language.speak({ till.callAtOnce(method, parameters[...], sessions: sessions) }) {
                loop.post { done(Self.response(answer, to: request)) }
                return
            }
            let isTaken = waiting.perform {
                // A tap must not be carried out long after it, when nobody waits for it.
                let isInTime = ContinuousClock.now < deadline
                let answer = isInTime ? language.speak { till.call(method, parameters[...], sessions: sessions) } : nil
                loop.post { done(answer.map { Self.response($0, to: request) }) }
            }
            if !isTaken { loop.post { done(nil) } }
        }
        if !isTaken { done(nil) }
    }

    private static func response(_ answer: TillService.Answer, to request: Request) -> Response {
        var response =
            switch answer.outcome {
            case .reply(let reply): Response.json(200, reply)
            case .refusal(let error): Router.error(Router.status(of: error.error), error.error, error.parameters)
            }
        switch answer.session {
        case .keep: break
        case .set(let token): response.setCookie(sessionCookie, token, to: request)
        case .clear: response.setCookie(sessionCookie, nil, to: request)
        }
        return response
    }
}
