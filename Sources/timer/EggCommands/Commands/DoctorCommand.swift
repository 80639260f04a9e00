import EggClient
import EggRequests

/// `doctor`: checks whether an alarm would be heard.
struct DoctorCommand: Command {
    /// Whether a test alarm also rings.
    var rings = false
    /// Whether a damaged database is no longer reported.
    var dismissesDamage = false

    static let ring = Option(
        "ring", "also ring for two seconds", help: "also ring for two seconds, and test the commands")
    static let seen = Option(
        "seen", "stop reporting a damaged database", help: "stop reporting a damaged database that was set aside")

    static let about = CommandDescription(
        name: "doctor", summary: "check whether an alarm would be heard",
        help: """
            Usage: eggctl doctor [--ring] [--seen] [--json]

            Checks everything that an alarm depends on: the configuration, the sounds, each
            sound device and its mixer, and the system. If a command fixes a problem, it
            is also shown. The exit status is 1 if an alarm would not be heard.
            """,
        options: [ring, seen, .json.saying("print one JSON object per check")])
}

extension DoctorCommand {
    init(_ words: inout CommandWords) throws(Complaint) {
        rings = words.has(Self.ring)
        dismissesDamage = words.has(Self.seen)
    }

    func run(in context: CommandContext) throws(Failure) -> Int32 {
        Doctor(style: context.style, json: context.json)
            .run(rings: rings, dismissesDamage: dismissesDamage, context.conversation)
    }
}
