import Till
import TillStore
import Varlink

/// The errors of `io.eggtimer.Till`.
enum TillError: Error, Equatable {
    /// Input was refused.
    case invalid(Invalid)
    /// The session has no customer.
    case notSignedIn(Message)
    /// The customer has no such order.
    case noSuchOrder(Message)
    /// The database can't be used.
    case storeUnavailable(Message)

    struct Invalid: Encodable, Equatable, Sendable {
        var message: String
        var problems: [TillInterface.Problem]
    }

    struct Message: Encodable, Equatable, Sendable {
        var message: String
    }

    /// Input that was refused.
    init(_ refusal: Refusal) {
        self = .invalid(
            Invalid(
                message: refusal.message,
                problems: refusal.problems.map { TillInterface.Problem(field: $0.field, message: $0.message) }))
    }

    /// A database that can't be used.
    init(_ problem: TillStore.Problem) {
        self = .storeUnavailable(Message(message: problem.description))
    }

    /// A number that leads to a result with too many digits.
    static let outOfRange = TillError(Refusal("entry", "the number is too large or too small to be computed with"))

    /// The error reply.
    var reply: ErrorReply {
        switch self {
        case .invalid(let about): Self.reply("Invalid", about)
        case .notSignedIn(let about): Self.reply("NotSignedIn", about)
        case .noSuchOrder(let about): Self.reply("NoSuchOrder", about)
        case .storeUnavailable(let about): Self.reply("StoreUnavailable", about)
        }
    }

    private static func reply(_ name: String, _ parameters: any Encodable & Sendable) -> ErrorReply {
        ErrorReply("\(TillInterface.name).\(name)", parameters)
    }
}

/// Runs the body, with every failure of the till as an error of the interface.
func translated<Result>(_ body: () throws -> Result) throws(TillError) -> Result {
    do {
        return try body()
    } catch let error as TillError {
        throw error
    } catch let refusal as Refusal {
        throw TillError(refusal)
    } catch let problem as TillStore.Problem {
        throw TillError(problem)
    } catch {
        throw .outOfRange
    }
}
