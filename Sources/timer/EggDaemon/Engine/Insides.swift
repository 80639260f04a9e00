import EggTimers
import Instants

/// The eggs whose temperatures were read, so that the next reading continues from there.
///
/// Nothing is computed unless it is read. Whatever is not here is computed again from the timer.
struct Insides {
    private var eggs: [EggTimer.ID: EggInside] = [:]

    /// The temperatures inside a timer's egg; nil if they aren't known.
    mutating func temperatures(of timer: EggTimer, at now: Instant) -> EggInside.Temperatures? {
        guard let rawEgg = timer.rawEgg, let stays = timer.stays(until: now) else {
            eggs[timer.id] = nil
            return nil
        }
        // It is removed meanwhile, so that its layers aren't copied.
        var egg = eggs.removeValue(forKey: timer.id) ?? EggInside(rawEgg)
        if egg.egg != rawEgg { egg = EggInside(rawEgg) }
        // Timers that no longer exist are forgotten in time.
        if eggs.count >= TimerBoard.limit { eggs = [:] }
        let temperatures = egg.temperatures(after: stays)
        eggs[timer.id] = egg
        return temperatures
    }
}
