import Till
import TillStore
import Varlink

/// The errors of `io.eggtimer.Till`, with their parameters.
enum TillError: Error, Encodable {
    /// Input was refused.
    case invalid(message: String, problems: [FieldProblem])
    /// The session has no customer.
    case notSignedIn(message: String = "log in first")
    /// The customer has no such order.
    case noSuchOrder(message: String)
    /// The database can't be used.
    case storeUnavailable(message: String)

    private enum CodingKeys: String, CodingKey {
        case invalid = "Invalid"
        case notSignedIn = "NotSignedIn"
        case noSuchOrder = "NoSuchOrder"
        case storeUnavailable = "StoreUnavailable"
    }

    /// Any failure of the till as an error of the interface.
    init(_ failure: any Error) {
        switch failure {
        case let error as TillError: self = error
        case let refusal as InvalidInput: self = .invalid(message: refusal.message, problems: refusal.problems)
        case let problem as TillStore.Problem: self = .storeUnavailable(message: problem.description)
        // A number leads to a result with too many digits.
        default: self.init(InvalidInput.outOfRange("entry"))
        }
    }

    /// The error reply.
    var reply: ErrorReply { ErrorReply(self, of: TillInterface.name) }
}
