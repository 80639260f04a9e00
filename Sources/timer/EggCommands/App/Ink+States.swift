import EggClient
import EggWire
import Terminal

/// The colours of the app.
extension Ink {
    static let green = Ink(114, basic: 2)
    static let yellow = Ink(179, basic: 3)
    static let loud = Ink(203, basic: 1)
    static let glow = Ink(52, basic: 1)
    static let track = Ink(237, basic: 0)
    static let light = Ink(240, basic: 4)

    static func of(_ state: Timers.State) -> Ink {
        switch state.traits.tone {
        case .running: .green
        case .paused: .yellow
        case .ringing: loud
        case .snoozed: Ink(176, basic: 5)
        case .missed: Ink(167, basic: 1)
        }
    }
}
