import EggRequests
import EggTimers
import EggWire
import Terminal

extension App {
    enum Input {
        case key(Key)
        case event(Timers.Watch.Reply)
        /// The connection is lost, with lines that say so and what to do.
        case lost([String])
        /// The ticks of a running countdown are missing.
        case stalled
        case eggs([Timers.Egg])
        case started(Timers.Start.Reply)
        case kitchen(Timers.Kitchen.Reply)
        case refused(String)
        case resized(columns: Int, rows: Int)
        /// The time of `nextWake` has come.
        case time
    }

    enum Action: Equatable {
        case call(TimerRequest)
        /// Make the calls that carry out what was typed, given the time of day.
        case carryOut(TimerCommand)
        case askForEggs
        case setKitchen(RawEgg.Properties)
        case bell
        case quit
    }

    enum Link: Equatable {
        /// Nothing has arrived yet; then connected or lost.
        case connecting
        /// Events arrive; stalled when they stop, lost without a connection.
        case connected
        /// The connection is open, but nothing arrives; then connected or lost.
        case stalled
        /// There is no connection, with lines that say why; connected at the next event.
        case lost([String])
    }
}
