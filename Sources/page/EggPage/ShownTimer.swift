import EggClient
import EggTimers
import EggWire
import Languages

// What the page gets beside the values of eggd, so that it words nothing about states itself.

/// A value of eggd, and beside its fields what the page shows of it.
struct Shown<Value: Encodable, Words: Encodable>: Encodable {
    let value: Value
    let shown: Words

    func encode(to encoder: any Encoder) throws {
        try value.encode(to: encoder)
        var container = encoder.container(keyedBy: ShownKey.self)
        try container.encode(shown, forKey: .shown)
    }
}

private enum ShownKey: CodingKey { case shown }

/// A timer with all that the page shows of its state; the page puts the times into the texts.
typealias ShownTimer = Shown<Timers.Timer, TimerWords>

extension ShownTimer {
    init(timer: Timers.Timer) { self.init(value: timer, shown: TimerWords(timer)) }
}

/// What the page shows of a timer.
struct TimerWords: Encodable {
    let tone: Tone
    /// The name of its row, and what that doesn't say.
    let title, detail: String
    /// Both in one, and the next thing to do.
    let label, goal: String
    /// The eggs of a part of a pot, for the moment at which they go into the water.
    let eggs: String?
    /// The state beside the time, and with it in a few characters.
    let note, brief: String
    /// The method of its main button, and the word on the button that answers an alarm.
    let action, answer: String
    /// The word on the button that snoozes the alarm, and for how long.
    let snooze = OneMoreMinute.title
    let snoozeMs = OneMoreMinute.time.millisecondsRoundedUp
    /// Why it asks for an answer: the end of the alarm's title.
    let alarm: String?
    let ticks, isDue, rings, isOver: Bool

    init(_ timer: Timers.Timer) {
        let (traits, words) = (timer.state.traits, StateWords(timer, .placeholders))
        (tone, ticks, isDue) = (traits.tone, traits.ticks, traits.isDue)
        (rings, isOver) = (timer.rings, traits.isOver)
        action = timer.actions.first ?? ""
        (title, detail) = (timer.shownTitle, timer.shownDetail)
        label = timer.heading
        eggs = timer.count == nil ? nil : timer.cueEggs
        let isCue = !traits.isDue && timer.cue != nil
        // tr: The next thing to do: these eggs go into the water.
        goal = isCue ? tr("{eggs} in", ["eggs": timer.cueEggs]) : title
        let isDoubtful = timer.isEstimated == true && traits.isCountingDown
        // tr: After a time that is left.
        note = isDoubtful ? tr("at most; the clock isn’t known to be right") : words.note
        (brief, answer, alarm) = (words.brief, words.answer, words.alarm)
    }
}

extension Timers.Timer {
    /// The name of its row.
    var shownTitle: String { origin == nil ? Self.title(name: name, egg: egg, count: count) : label }
    /// What that doesn't say.
    var shownDetail: String {
        if origin != nil { return unreachable ?? "" }
        return group == nil ? Self.detail(name: name, egg: egg) : tr("together")
    }
}

/// The reply of `Eggs`, each egg with its words, and the sizes and places to choose from for the kitchen's egg.
struct ShownMenu: Encodable {
    let reply: Timers.Eggs.Reply

    func encode(to encoder: any Encoder) throws {
        try reply.encode(to: encoder)
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(reply.eggs.map(Self.shown), forKey: .eggs)
        try container.encode(RawEggText.sizes, forKey: .sizes)
        try container.encode(RawEggText.places.map(ShownPlace.init), forKey: .places)
    }

    private enum Key: CodingKey { case eggs, sizes, places }

    private static func shown(_ egg: Timers.Egg) -> Shown<Timers.Egg, [String: String]> {
        let words = [
            "name": EggWords.name(of: egg.name), "title": Timers.Timer.title(name: "egg", egg: egg.name),
            "result": egg.result, "description": egg.shownDescription, "safety": said(egg.safety ?? ""),
        ]
        return Shown(value: egg, shown: words)
    }
}

/// A place from which eggs come, with its words.
private struct ShownPlace: Encodable {
    let name, from: String
    let celsius: Double

    init(_ place: RawEggText.Place) {
        (name, celsius) = (said(place.name), place.celsius)
        // tr: The egg comes from there.
        from = place.name == "fridge" ? tr("the fridge") : place.name == "room" ? tr("the room") : name
    }
}

/// The reply of `Cook`, its timers with their words.
struct ShownPot: Encodable {
    let reply: Timers.Cook.Reply

    func encode(to encoder: any Encoder) throws {
        try reply.encode(to: encoder)
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(reply.timers.map(ShownTimer.init), forKey: .timers)
    }

    private enum Key: CodingKey { case timers }
}

/// The reply of `History`, each run with what the page shows of it.
struct ShownHistory: Encodable {
    let runs: [Shown<Timers.Run, [String: String]>]
    let historyOut: String?

    init(_ reply: Timers.History.Reply) {
        historyOut = reply.historyOut
        runs = reply.runs.map { run in
            let words = [
                "title": Timers.Timer.title(name: run.name, egg: run.egg, count: run.count),
                "detail": Timers.Timer.detail(name: run.name, egg: run.egg), "ending": run.ended,
                "link": StartLink(again: run).query,
            ]
            return Shown(value: run, shown: words)
        }
    }
}
