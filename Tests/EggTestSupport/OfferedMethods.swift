import EggRequests
import EggTimers
import EggWire

extension Timers.State {
    /// The methods that eggd names as being of use for a timer in this state.
    public var offeredMethods: [String] {
        (State(rawValue: rawValue)?.actions ?? []).map(\.rawValue)
    }
}

extension Timers.Timer {
    /// A timer whose run has the id of its name, with the methods that eggd names in its state.
    public init(
        name: String, egg: String, state: Timers.State, durationMs: Int64, remainingMs: Int64, overdueMs: Int64,
        progress: Double, endsAtUnixMs: Int64?, isEstimated: Bool? = nil, group: String? = nil, cue: Timers.Cue? = nil,
        id: String? = nil
    ) {
        self.init(
            name: name, egg: egg, state: state, durationMs: durationMs, remainingMs: remainingMs,
            overdueMs: overdueMs, progress: progress, endsAtUnixMs: endsAtUnixMs, isEstimated: isEstimated,
            group: group, cue: cue, actions: state.offeredMethods, id: id ?? name)
    }
}

/// In tests, a literal is the exact name.
extension TimerReference: ExpressibleByStringLiteral {
    public init(stringLiteral name: String) { self = .named(name) }

    /// The timer of a test with this name, as a button beside it means it.
    public static func shown(_ name: String) -> TimerReference { .run(name, name: name) }
}
