import EggTimers
import EggWire

// Timers in their present state, for the wire.

extension Engine {
    /// All timers with an event, as of now.
    func watchReply(_ event: Timers.Event) -> Timers.Watch.Reply {
        let requests = requests
        let undo = board.undoEnd.map { clock.now().duration(to: $0).millisecondsRoundedUp } ?? 0
        return Timers.Watch.Reply(
            event: event, timers: readings(of: board.timers), soundOut: alarms?.soundOut, storeOut: saving?.trouble,
            undoMs: undo > 0 ? undo : nil, lastChange: undo > 0 ? board.lastChange.map { Timers.LastChange($0) } : nil,
            requests: requests.isEmpty ? nil : requests)
    }

    func readings(of timers: [EggTimer]) -> [Timers.Timer] {
        let (now, wall) = clock.bothNow()
        return timers.map { Timers.Timer($0, at: now, wall: wall) }
    }

    func reading(of timer: EggTimer) -> Timers.Timer {
        let (now, wall) = clock.bothNow()
        return Timers.Timer(timer, at: now, wall: wall)
    }

    /// A timer, or those of its group, that a call has changed.
    func reading(of changed: Changed) -> Timers.Changed {
        Timers.Changed(
            timer: reading(of: changed.timer),
            timers: changed.timer.portion == nil ? nil : readings(of: changed.timers))
    }
}
