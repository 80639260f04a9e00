import EggClient
import EggRequests
import EggTimers
import EggWire

/// The start that a link would make at a moment.
struct StartOffer {
    let link: StartLink
    /// The egg; nil for a time.
    let egg: Timers.Egg?
    let durationMs: Int64
    /// The timer that would be replaced.
    let replaced: Timers.Timer?
    /// The moment, in milliseconds since 1970.
    let now: Int64
    /// That of the link at this moment.
    let minute: String?

    /// - Parameters:
    ///   - eggs: the menu.
    ///   - timers: those that exist.
    init(_ link: StartLink, eggs: [Timers.Egg], timers: [Timers.Timer], at now: Int64) throws(Complaint) {
        (self.link, self.now) = (link, now)
        minute = try link.minute(at: now)
        replaced = timers.first { $0.isNamed(link.request.timer.text) }
        guard case .egg(let name) = link.request.choice else {
            egg = nil
            durationMs = try link.request.parameters(at: now).durationMs ?? 0
            return
        }
        let fitting = TypedName(egg: name, among: eggs.map(\.name)).name
        guard let egg = eggs.first(where: { $0.name == fitting }) else {
            let names = eggs.map(\.name).joined(separator: ", ")
            let hint = DurationText.looksLikeDuration(name) ? "; for a time, write 'for' instead of 'egg'" : ""
            throw Complaint("there is no egg '\(name)'; the eggs are \(names)\(hint)")
        }
        (self.egg, durationMs) = (egg, egg.durationMs)
    }

    /// The name of its row, and what that doesn't say.
    var title: String { Timers.Timer.title(name: link.request.timer.text, egg: egg?.name ?? EggMenu.custom) }
    var detail: String { Timers.Timer.detail(name: link.request.timer.text, egg: egg?.name ?? EggMenu.custom) }

    private var time: String { DurationText.clock(.milliseconds(durationMs)) }
    private var atEnd: LocalTime { LocalTime(unixMilliseconds: now + durationMs) }

    /// The link's time in a few characters: `5:00`, or `18:30` for a time of day.
    var digits: String { minute == nil ? time : atEnd.clock }

    /// When it would ring: `Done tomorrow at 18:30, in 12:00:00.`
    var end: String {
        let phrase = atEnd.phrase(seenFrom: LocalTime(unixMilliseconds: now))
        return minute == nil ? "Done \(phrase), if you start it now." : "Done \(phrase), in \(time)."
    }

    /// The sentence about the timer that would be replaced.
    var warning: String? {
        replaced.map { "This replaces a timer: \($0.sentence(seenFrom: LocalTime(unixMilliseconds: now)))." }
    }
}
