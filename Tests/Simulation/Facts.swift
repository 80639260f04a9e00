import EggWire
import Varlink

/// What somebody who watches knows: the state of each timer, and whether alarms are heard and timers saved.
struct Facts: Equatable, CustomStringConvertible {
    let description: String
    /// No alarm can be heard.
    let isDeaf: Bool

    init(_ timers: [Timers.Timer], soundOut: String?, storeOut: String?) {
        isDeaf = soundOut != nil
        let states = timers.map { "\($0.name) \($0.state)" }
        description = (states + (soundOut == nil ? [] : ["without sound"]) + (storeOut == nil ? [] : ["not saved"]))
            .joined(separator: ", ")
    }

    init(_ update: Timers.Watch.Reply) {
        self.init(update.timers, soundOut: update.soundOut, storeOut: update.storeOut)
    }

    /// What eggd replies now; nil if it doesn't.
    init?(_ judge: Judge) {
        guard let timers = judge.ask(Timers.List.self, .init())?.timers,
            let health = judge.ask(Timers.Health.self, .init())
        else { return nil }
        self.init(timers, soundOut: health.soundOut, storeOut: health.storeOut)
    }
}
