/// What the broker's clients may do with the timers.
public enum Access: String, CaseIterable, Comparable, Sendable {
    /// See them.
    case read
    /// Also dismiss, snooze, pause, resume and extend those that run.
    case answer
    /// Also start, cancel, rename and undo.
    case full

    public static func < (one: Access, other: Access) -> Bool {
        (allCases.firstIndex(of: one) ?? 0) < (allCases.firstIndex(of: other) ?? 0)
    }
}
