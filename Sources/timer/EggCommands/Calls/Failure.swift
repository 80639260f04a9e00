import Glibc
import Languages

/// Why a command failed: a message for users and an exit status for programs.
struct Failure: Error, Equatable {
    /// A sentence without its full stop.
    var message: String
    let status: Int32
    /// The words that introduce the command that fixes the problem.
    var advice = tr("start it with")
    /// The command that fixes the problem, if there is one.
    var fix: String?
    /// The name of eggd's error, if eggd refused the call.
    var refusal: String?

    static func refused(_ message: String) -> Failure { Failure(message: message, status: 1) }
    static func usage(_ message: String) -> Failure { Failure(message: message, status: EX_USAGE) }
    static func unavailable(
        _ message: String, advice: String = tr("start it with"), fix: String? = nil
    ) -> Failure {
        Failure(message: message, status: EX_UNAVAILABLE, advice: advice, fix: fix)
    }

    /// The failure of a call that was sent and got no reply; the sentence must be about eggd.
    var ofUncertainCall: Failure {
        var failure = self
        failure.message = tr("{problem}, and may have carried out the command", ["problem": message])
        if fix == nil { (failure.advice, failure.fix) = (tr("see with"), "eggctl status") }
        return failure
    }

    /// Two lines for narrow windows, for which the reason alone would be too long.
    var reconnecting: [String] {
        [
            tr("eggd can't be reached; reconnecting"),
            fix.map { tr("{advice}: {command}", ["advice": advice, "command": $0]) } ?? message,
        ]
    }

    /// The message with the command that fixes the problem.
    var sentence: String {
        fix.map { tr("{problem}; {advice}: {command}", ["problem": message, "advice": advice, "command": $0]) }
            ?? message
    }
}

// With `--json`: the message without the command that fixes the problem, and null where there is no such command or no name.
extension Failure: Encodable {
    private enum CodingKeys: String, CodingKey {
        case message = "error"
        case status, fix, refusal
    }
}
