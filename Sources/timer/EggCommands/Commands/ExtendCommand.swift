import EggRequests

/// `extend`: makes one countdown or several longer or shorter.
struct ExtendCommand: ChangeCommand {
    var change: ChangeRequest

    static let verb = ChangeVerb.extend
    static let wanted = "running"

    static let about = CommandDescription(
        name: verb.rawValue, synopsis: "TIME [NAME]", summary: "make a countdown longer, or shorter with -TIME",
        help: """
            Usage: eggctl extend TIME [NAME... | --all] [--json]

            Makes a countdown longer, or shorter by a negative time; at least one second
            must remain. An egg that is already done cooks for TIME from now.

              eggctl extend 30s
              eggctl extend -1m left-pot
            """,
        options: [.all.saying("all timers but those that were missed"), .jsonReply, .nameOrOnlyOne],
        operands: [Operand(hint: "time, such as 30s or -30s", offer: .nothing), .timers])
}
