import EggWire

/// The egg that `again` starts.
struct LastEgg: Equatable {
    let name: String
    let egg: String
    let durationMs: Int64

    /// The timer that was done last, else the run that ended last; nil without either.
    init?(_ timers: [Timers.Timer], _ runs: [Timers.Run]) {
        let done = timers.filter(\.state.traits.isDue)
        if let timer = done.min(by: { $0.overdueMs < $1.overdueMs }) {
            (name, egg, durationMs) = (timer.name, timer.egg, timer.durationMs)
        } else if let run = runs.first {
            (name, egg, durationMs) = (run.name, run.egg, run.durationMs)
        } else {
            return nil
        }
    }
}
