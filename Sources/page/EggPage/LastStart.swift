/// The last start that a form has made. The same form once more within two seconds comes from the second tap of two, and
/// counts once.
struct LastStart {
    /// For how long the same form counts as the same start.
    static let limit = Duration.seconds(2)

    private var last: (form: [UInt8], time: ContinuousClock.Instant)?

    /// Takes the form of a start; returns whether it was taken just now.
    mutating func isRepeated(_ form: [UInt8], at now: ContinuousClock.Instant = .now) -> Bool {
        if let last, last.form == form, now - last.time < Self.limit { return true }
        last = (form, now)
        return false
    }

    /// Something else was done, or the start failed: the next one counts.
    mutating func forget() { last = nil }
}
