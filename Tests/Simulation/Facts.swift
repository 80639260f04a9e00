import EggWire
import Varlink

/// What somebody who watches knows: the state and the times of each timer, and whether alarms are heard and timers saved.
struct Facts {
    /// All but the times, in words.
    private let words: String
    /// No alarm can be heard.
    let isDeaf: Bool
    /// Of each timer, when its countdown ends, or what remains of it while it doesn't run.
    private let countdowns: [Duration]
    /// How much later one of two countdowns may have been read.
    private static let slack: Duration = .milliseconds(150)

    /// - Parameter moment: when the reply or the event arrived.
    init(_ timers: [Timers.Timer], soundOut: String?, storeOut: String?, at moment: TrueTime = .now) {
        isDeaf = soundOut != nil
        // Clients have orders of their own.
        let timers = timers.sorted { $0.name < $1.name }
        let states = timers.map { "\($0.name) \($0.isEstimated == true ? "about " : "")\($0.state)" }
        words = (states + (soundOut == nil ? [] : ["without sound"]) + (storeOut == nil ? [] : ["not saved"]))
            .joined(separator: ", ")
        countdowns = timers.map { timer in
            let runs = timer.state == .cooking || timer.state == .snoozed
            return .milliseconds(timer.remainingMs) + (runs ? moment.sinceBeginning : .zero)
        }
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

    /// How these facts differ from others, in words; nil if they don't.
    func difference(from other: Facts) -> String? {
        if words != other.words { return "'\(words)' and not '\(other.words)'" }
        for (own, others) in zip(countdowns, other.countdowns) {
            let difference = own - others
            if max(difference, .zero - difference) > Self.slack {
                return "'\(words)' with a countdown that ends \(difference) later"
            }
        }
        return nil
    }
}
