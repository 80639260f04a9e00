/// Something that can be done with a timer, depending on its state: an event of the board. The values are the names of
/// the interface's methods.
package enum Action: String, CaseIterable, Sendable {
    case pause = "Pause"
    case resume = "Resume"
    case dismiss = "Dismiss"
    case snooze = "Snooze"
    case extend = "Extend"
    case cancel = "Cancel"
}

extension State {
    /// The actions of use for a timer in this state, the most likely first.
    ///
    /// A missed one can also be extended, although its egg was taken out long ago.
    package var actions: [Action] {
        switch self {
        case .cooking: [.pause, .extend, .cancel]
        case .paused: [.resume, .extend, .cancel]
        case .ringing, .snoozed: [.dismiss, .snooze, .extend, .cancel]
        case .missed: [.dismiss, .cancel]
        }
    }
}

extension EggTimer {
    func allows(_ action: Action) -> Bool { state.actions.contains(action) }
}
