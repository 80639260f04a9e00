import EggClient
import EggTimers
import EggWire
import Languages
import Varlink

// What the page gets beside the values of eggd, so that it words nothing about states itself.

/// A value of eggd, and beside its fields what the page shows of it.
typealias Shown<Value: Encodable, Words: Encodable> = Together<Value, ShownWords<Words>>

struct ShownWords<Words: Encodable>: Encodable {
    let shown: Words
}

/// A timer with all that the page shows of its state; the page puts the times into the texts.
typealias ShownTimer = Shown<Timers.Timer, TimerWords>

extension ShownTimer {
    init(timer: Timers.Timer) { self.init(timer, ShownWords(shown: TimerWords(timer))) }
}

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

/// What the page gets beside the reply of `Eggs`: each egg with its words, and the sizes and places to choose from for the
/// kitchen's egg.
struct MenuWords: Encodable {
    let eggs: [Shown<Timers.Egg, [String: String]>]
    let sizes = RawEggText.sizes
    private let places = RawEggText.places.map(ShownPlace.init)

    init(_ reply: Timers.Eggs.Reply) {
        eggs = reply.eggs.map { egg in
            let words = [
                "name": EggWords.name(of: egg.name), "title": Timers.Timer.title(name: "egg", egg: egg.name),
                "result": egg.result, "description": egg.shownDescription, "safety": said(egg.safety ?? ""),
            ]
            return Together(egg, ShownWords(shown: words))
        }
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

/// The timers of the reply of `Cook`, with their words.
struct PotWords: Encodable {
    let timers: [ShownTimer]

    init(_ reply: Timers.Cook.Reply) { timers = reply.timers.map(ShownTimer.init) }
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
            return Together(run, ShownWords(shown: words))
        }
    }
}
