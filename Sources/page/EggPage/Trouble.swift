import EggClient
import Languages
import Text

/// A problem: its meaning for the cook, and a detail for its repair.
struct Trouble: Encodable {
    /// The meaning in the kitchen, and the remedy.
    let message: String
    /// The cause, in technical words; nil if the message says all.
    let detail: String?

    init(_ message: String, detail: String? = nil) {
        (self.message, self.detail) = (message, detail)
    }

    /// An alarm would not be heard.
    static func noSound(_ reason: String) -> Trouble {
        Trouble(tr("No sound: is the speaker connected, on and not muted?"), detail: reported(reason))
    }

    /// A restart of eggd would lose the timers.
    static func notSaved(_ reason: String) -> Trouble {
        Trouble(tr("Timers are not saved: leave the machine on, or they are lost."), detail: reported(reason))
    }

    static var busy: Trouble {
        Trouble(tr("The timer program does not answer in time."), detail: tr("eggd is slow, or it has many calls."))
    }
    static var stalled: Trouble {
        Trouble(
            tr("The timer program does not answer, and the timers shown may be wrong."),
            detail: tr(
                "eggd sends no more events. Look at its log, or restart it with 'systemctl --user restart eggd'."))
    }
    private static var stranger: String { tr("This page gets no answer from the timer program.") }
    private static var stopped: String { tr("The timer program has stopped.") }

    /// The messages of an eggd that can't be reached.
    static var unreachableMessages: [String] { [busy.message, stalled.message, stranger, stopped] }

    /// The problem of a call without a reply; nil for one that eggd has carried out or refused.
    init?(_ ending: EggdCalls.Ending, _ endpoint: Endpoint) {
        switch ending {
        case .reply, .refused: return nil
        case .unreachable(let error), .uncertain(let error): self = .unreachable(error, endpoint)
        case .impossible(let reason): self = Trouble("\(reason).")
        case .late: self = .busy
        }
    }

    static func unreachable(_ error: EndpointError, _ endpoint: Endpoint) -> Trouble {
        return switch error {
        case .client(.timedOut): busy
        case .foreignServer:
            Trouble(stranger, detail: tr("The program at {path} belongs to another user.", ["path": endpoint.path]))
        case .client(.refused(let error)):
            Trouble(stranger, detail: tr("eggd refuses: {error}.", ["error": error.name]))
        case .client(.malformedReply):
            Trouble(
                stranger, detail: tr("The program at {path} does not answer as eggd does.", ["path": endpoint.path]))
        case .client(.cannotConnect), .client(.connectionLost):
            Trouble(
                stopped,
                detail: tr(
                    "eggd can't be reached. Start it with 'systemctl --user start eggd', or check its log."))
        }
    }

    private static func reported(_ reason: String) -> String {
        let isSentence = reason.hasSuffix(".") || reason.hasSuffix("?")
        return tr("eggd reports: {reason}", ["reason": isSentence ? said(reason) : "\(said(reason))."])
    }

    /// The element on pages without scripts; the detail is behind a tap.
    var html: String {
        let text = MarkupText.escaped(message)
        guard let detail else { return "<p role=\"alert\">\(text)</p>" }
        return """
            <div role="alert"><span>\(text)</span>
            <details class="why"><summary>\(tr("Details"))</summary><span>\(MarkupText.escaped(detail))</span></details></div>
            """
    }
}
