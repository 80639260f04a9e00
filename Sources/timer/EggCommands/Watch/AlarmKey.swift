import Terminal

/// A key that answers an alarm.
enum AlarmKey {
    case dismiss, snooze

    /// The first of these keys that answers an alarm; nil if none does.
    init?(_ keys: [Key]) {
        let meanings = keys.lazy.compactMap { key -> AlarmKey? in
            switch key {
            case .enter, .character(" "), .character("d"), .character("D"): .dismiss
            case .character("z"), .character("Z"): .snooze
            case .character, .pasted, .escape, .backspace, .tab, .up, .down, .left, .right, .tap: nil
            }
        }
        guard let first = meanings.first else { return nil }
        self = first
    }
}
