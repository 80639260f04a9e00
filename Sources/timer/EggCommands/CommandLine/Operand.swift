/// What completions offer for an operand or for an option's value.
enum Offer: Equatable, Sendable {
    case eggs
    case timers
    /// Timers, but those whose names look like a time only after a time: the first such word is the time.
    case timersOrTime
    case files
    /// Machines that the user's ssh has names for.
    case hosts
    case words([String])
    /// Only the user knows it.
    case nothing
}

/// An operand of a command, or several in a row, for completions.
struct Operand: Equatable, Sendable {
    /// What completions say about it.
    let hint: String
    let offer: Offer
    /// Whether any number of such operands may follow.
    var repeats = false
    /// The option without which the command doesn't take the operand.
    var requires: Option?
    /// The option that takes the place of the operand.
    var replacedBy: Option?

    static let timer = Operand(hint: "timer", offer: .timers)
    static let timers = Operand(hint: "timer", offer: .timers, repeats: true)
}
