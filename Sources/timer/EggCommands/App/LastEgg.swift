import EggWire

/// The egg that `again` starts.
struct LastEgg: Equatable {
    let name: String
    let egg: String
    let durationMs: Int64
    let sound: String?
    /// Whether it was a part of a pot.
    let isOfPot: Bool

    /// The timer that was done last, else the run that ended last; nil without either.
    init?(_ timers: [Timers.Timer], _ runs: [Timers.Run]) {
        let done = timers.filter(\.state.traits.isDue)
        if let timer = done.min(by: { $0.overdueMs < $1.overdueMs }) {
            (name, egg, durationMs, sound) = (timer.name, timer.egg, timer.durationMs, timer.sound)
            isOfPot = timer.count != nil
        } else if let run = runs.first {
            (name, egg, durationMs, sound) = (run.name, run.egg, run.durationMs, run.sound)
            isOfPot = run.count != nil
        } else {
            return nil
        }
    }
}
