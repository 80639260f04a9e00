import EggClient
import EggRequests
import EggTimers
import EggWire
import Languages
import Varlink

/// The lines of `watch --i3bar`: i3bar's protocol, with a block for each timer.
struct I3Bar: StatusBar {
    /// A block; the fields are those of i3bar's protocol.
    struct Block: Encodable, Equatable {
        let fullText: String
        let shortText: String
        var urgent = false
        var name = "eggtimer"
        /// The timer's name, which comes back with a click.
        var instance: String?

        enum CodingKeys: String, CodingKey {
            case fullText = "full_text"
            case shortText = "short_text"
            case urgent, name, instance
        }
    }

    /// A click; i3bar sends more fields than these.
    struct Click: Decodable {
        let button: Int
        let instance: String?
    }

    /// The protocol's header, and the beginning of an array without an end.
    var header: String { #"{"version":1,"click_events":true}"# + "\n[\n" }
    var readsClicks: Bool { true }

    func line(_ timers: [Timers.Timer], soundOut: String?, storeOut: String?) -> String {
        var blocks = timers.map { timer in
            Block(
                fullText: printable(Sentences.brief(timer)), shortText: timer.briefTime,
                urgent: timer.state.traits.rings, instance: timer.name)
        }
        for (reason, text) in [(soundOut, tr("no sound")), (storeOut, tr("not saved"))]
        where reason != nil && !timers.isEmpty {
            blocks.append(Block(fullText: text, shortText: text))
        }
        return Output.text(blocks) + ","
    }

    func line(lost failure: Failure) -> String {
        Output.text([Block(fullText: tr("no eggd"), shortText: tr("no eggd"))]) + ","
    }

    /// The left button dismisses, pauses or resumes the timer, and the right one snoozes it.
    func request(_ line: [UInt8], _ timers: [Timers.Timer]) -> TimerRequest? {
        // The clicks are the elements of an array: there is a bracket or a comma before or after each.
        guard let start = line.firstIndex(of: UInt8(ascii: "{")), let end = line.lastIndex(of: UInt8(ascii: "}")),
            start < end, let click = try? decodeJSON(Click.self, from: Array(line[start...end])),
            let timer = timers.first(where: { timer in click.instance.map(timer.isNamed) ?? false })
        else { return nil }
        switch click.button {
        case 1: return timer.likelyRequest
        case 3: return timer.offers(Timers.Snooze.self) ? .change(.snooze(), timer.reference) : nil
        default: return nil
        }
    }
}
