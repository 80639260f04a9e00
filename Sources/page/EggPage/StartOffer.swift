import EggClient
import EggRequests
import EggTimers
import EggWire
import Languages

/// The start that a link would make at a moment.
struct StartOffer {
    let link: StartLink
    /// The egg; nil for a time.
    let egg: Timers.Egg?
    let durationMs: Int64
    let replaced: [Timers.Timer]
    /// The name of its timer.
    private let name: String
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
        guard case .egg(let typed) = link.request.choice else {
            egg = nil
            (name, replaced) = Self.taken(link.names(egg: EggMenu.custom), timers)
            durationMs = try link.request.parameters(at: now).durationMs ?? 0
            return
        }
        let fitting = TypedName(egg: typed, among: eggs.map(\.name)).name
        guard let egg = eggs.first(where: { $0.name == fitting }) else {
            let names = eggs.map(\.name).joined(separator: ", ")
            let places = ["egg": typed, "eggs": names] as KeyValuePairs
            throw Complaint(
                DurationText.looksLikeDuration(typed)
                    ? tr(
                        "there is no egg '{egg}'; the eggs are {eggs}; for a time, write 'for' instead of 'egg'", places
                    )
                    : tr("there is no egg '{egg}'; the eggs are {eggs}", places))
        }
        (self.egg, durationMs) = (egg, egg.durationMs)
        (name, replaced) = Self.taken(link.names(egg: egg.name), timers)
    }

    /// The name of the timer that starts, and the timers that it replaces: of a pot all.
    private static func taken(
        _ names: (timer: String, group: String?), _ timers: [Timers.Timer]
    ) -> (String, [Timers.Timer]) {
        (names.timer, timers.filter { names.group == nil ? $0.isNamed(names.timer) : $0.group == names.group })
    }

    /// The name of its row, and what that doesn't say.
    var title: String { Timers.Timer.title(name: name, egg: egg?.name ?? EggMenu.custom) }
    var detail: String {
        link.count == nil ? Timers.Timer.detail(name: name, egg: egg?.name ?? EggMenu.custom) : ""
    }

    private var time: String { DurationText.clock(.milliseconds(durationMs)) }
    private var atEnd: LocalTime { LocalTime(unixMilliseconds: now + durationMs) }

    /// The link's time in a few characters: `5:00`, or `18:30` for a time of day.
    var digits: String { minute == nil ? time : atEnd.clock }

    /// When it would ring: `Done tomorrow at 18:30, in 12:00:00.`
    var end: String {
        let phrase = atEnd.phrase(seenFrom: LocalTime(unixMilliseconds: now))
        let places = ["end": phrase, "time": time] as KeyValuePairs
        // tr: The end is "at 18:30" or "tomorrow at 18:30".
        return minute == nil
            ? tr("Done {end}, if you start it now.", places) : tr("Done {end}, in {time}.", places)
    }

    /// The sentence about the timers that would be replaced.
    var warning: String? {
        guard !replaced.isEmpty else { return nil }
        let sentences = replaced.map { $0.sentence(seenFrom: LocalTime(unixMilliseconds: now)) }
        return tr(
            "This replaces a timer: {timers}.", plural: "This replaces timers: {timers}.", replaced.count,
            ["timers": sentences.joined(separator: "; ")])
    }
}
