import EggClient
import EggRequests
import Glibc
import Program
import Text

/// `keys`: shows what buttons and dials send, by running the only program that reads input devices.
struct KeysCommand: Command {
    var learns = false

    static let learn = Option(
        "learn", "ask for three presses, and print the section for them")

    static let about = CommandDescription(
        name: "keys", summary: "show the buttons and dials, and what they do",
        help: """
            Usage: eggctl keys [--learn]

            Lists the devices with buttons or dials that can be read, and shows each press
            as it happens, with its line in eggd.conf. The line is not carried out; only
            the service \(KeysReport.program) does that. Ctrl-C ends it.
            """,
        options: [learn]
    ) { words in
        KeysCommand(learns: words.has(learn))
    }

    func run(in context: CommandContext) throws(Failure) -> Int32 {
        if let host = context.machine?.host {
            throw Failure(
                message: "'keys' is about the buttons of this machine, not about those of \(host.name)",
                status: EX_USAGE, advice: "see those with", fix: "ssh -t \(ShellWord.of(host.name)) eggctl keys")
        }
        let own = Environment.executable ?? ""
        let program = "\(own.prefix(through: own.lastIndex(of: "/") ?? own.startIndex))\(KeysReport.program)"
        var arguments: [UnsafeMutablePointer<CChar>?] = [strdup(program), strdup(learns ? "--learn" : "--show"), nil]
        execv(program, &arguments)
        let reason = String(cString: strerror(errno))
        for argument in arguments { free(argument) }
        throw Failure(message: "can't start \(program): \(reason)", status: EX_UNAVAILABLE)
    }
}
