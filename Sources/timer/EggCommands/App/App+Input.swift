import EggRequests
import EggTimers
import EggWire
import Terminal

/// The values that go into the app and come out of it.
extension App {
    /// Something that happened.
    enum Input {
        case key(Key)
        /// An event of the watch.
        case event(Timers.Watch.Reply)
        /// The connection is lost, with lines that say so and what to do.
        case lost([String])
        /// The ticks of a running countdown are missing.
        case stalled
        /// The reply about the menu.
        case eggs([Timers.Egg])
        /// The reply about an egg that was started.
        case started(Timers.Start.Reply)
        /// The reply about the kitchen's egg that was set.
        case kitchen(Timers.Kitchen.Reply)
        /// A call was refused or failed.
        case refused(String)
        /// The window has another size.
        case resized(columns: Int, rows: Int)
        /// The time of `nextWake` has come.
        case time
    }

    /// Something to do.
    enum Action: Equatable {
        case call(TimerRequest)
        /// Make the calls that carry out what was typed, given the time of day.
        case carryOut(TimerCommand)
        /// Ask for the menu.
        case askForEggs
        /// Set the kitchen's egg.
        case setKitchen(RawEgg.Properties)
        /// Ring the terminal's bell.
        case bell
        case quit
    }

    /// The state of the connection to eggd.
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
