import Languages
import Program
import Synchronization
import Till
import TillStore
import Varlink

/// The till behind its pages: takes calls of `io.eggtimer.Till` in process and answers them.
///
/// It can be called from any thread. Only cards, rates and branding open the database, when they are first called; they
/// wait for each other, and for other programs' locks.
package final class TillService: Sendable {
    /// The change of the session's cookie.
    package enum SessionChange: Equatable, Sendable {
        case keep
        /// The cookie gets this token, for a year or longer.
        case set(String)
        case clear
    }

    package enum Outcome: Sendable {
        /// The reply's parameters, as a JSON object.
        case reply([UInt8])
        case refusal(ErrorReply)
    }

    package struct Answer: Sendable {
        package let outcome: Outcome
        /// The change of the session's cookie.
        package let session: SessionChange
    }

    private let desk: Mutex<CardDesk>

    /// A service on the database in this folder; nil if no folder is known.
    package init(folder: String?) {
        desk = Mutex(CardDesk(folder: folder))
    }

    /// A service on the user's own database.
    package convenience init() {
        self.init(folder: TillFolder.find(environment: Environment.variable))
    }

    /// Carries out a call that needs no database; never waits.
    ///
    /// - Returns: nil if the call needs the database. Then it has done nothing, and `call` carries it out.
    package func callAtOnce(_ method: String, _ parameters: ArraySlice<UInt8>, sessions: [String]) -> Answer? {
        var desk = CardDesk()
        let answer = Self.answer(method, parameters, sessions, &desk)
        return desk.lacksDatabase ? nil : answer
    }

    /// Carries out a call; may wait for the database.
    ///
    /// - Parameters:
    ///   - method: the full name.
    ///   - parameters: a JSON object.
    ///   - sessions: the contents of the session's cookies; the first with a customer counts.
    package func call(_ method: String, _ parameters: ArraySlice<UInt8>, sessions: [String]) -> Answer {
        callAtOnce(method, parameters, sessions: sessions)
            ?? desk.withLock { Self.answer(method, parameters, sessions, &$0) }
    }

    private static func answer(
        _ method: String, _ parameters: ArraySlice<UInt8>, _ sessions: [String], _ desk: inout CardDesk
    ) -> Answer {
        do throws(ErrorReply) {
            guard let handler = TillMethodHandler.table[method] else { throw ServiceError.methodNotFound(method).reply }
            guard let call = try? Call(method: method, parameters: parameters) else {
                throw ServiceError.invalidParameter("parameters").reply
            }
            desk.begin(sessions)
            let reply = try handler.run(&desk, call)
            return Answer(outcome: .reply(reply), session: desk.change)
        } catch {
            return Answer(outcome: .refusal(error), session: .keep)
        }
    }
}

extension TillError {
    /// Any failure of the till as an error of the interface.
    init(_ failure: any Error) {
        switch failure {
        case let error as TillError: self = error
        case let refusal as InvalidInput:
            self = .invalid(
                message: refusal.message,
                problems: refusal.problems.map { .init(field: $0.field, message: $0.message) })
        case let problem as TillStore.Problem: self = .storeUnavailable(message: problem.sentence)
        // A number leads to a result with too many digits.
        default: self.init(InvalidInput.outOfRange("entry"))
        }
    }

    /// Nobody is signed in.
    static var signedOut: TillError { .notSignedIn(message: tr("log in first")) }

    /// The customer has no order with this key.
    static func noSuchOrder(_ key: String) -> TillError {
        .noSuchOrder(message: tr("there is no order {text}", ["text": DecimalText.quoted(key)]))
    }

    /// The error reply.
    var reply: ErrorReply { ErrorReply(self, of: TillInterface.interface) }
}
