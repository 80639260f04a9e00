import EggTimers
import EggWire

extension Timers.State {
    /// The methods that eggd names as being of use for a timer in this state.
    public var offeredMethods: [String] {
        (State(rawValue: rawValue)?.actions ?? []).map { action in
            let name = String(describing: action)
            return name.prefix(1).uppercased() + name.dropFirst()
        }
    }
}
