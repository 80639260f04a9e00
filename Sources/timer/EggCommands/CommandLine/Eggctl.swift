import Glibc
import Program

/// The program `eggctl`.
public enum Eggctl {
    static let program = Executable("eggctl")

    /// Runs this process's command line.
    ///
    /// - Returns: the exit status: 0 done, 1 refused by eggd, 64 wrong usage, 69 eggd not reachable, 130 after Ctrl-C.
    public static func run() -> Int32 { program.run(run) }

    /// Runs one command line.
    static func run(_ words: [String]) -> Int32 {
        let invocation: Invocation
        do {
            invocation = try Invocation(words)
        } catch {
            guard asksForJSON(words) else { return program.refuse(error.message, about: error.command) }
            let help = program.helpCommand(about: error.command)
            Output.report(Failure(message: error.message, status: EX_USAGE, fix: help), json: true)
            return EX_USAGE
        }
        do {
            return try run(invocation)
        } catch {
            Output.report(error, json: invocation.json)
            return error.status
        }
    }

    private static func run(_ invocation: Invocation) throws(Failure) -> Int32 {
        let context = CommandContext(socket: invocation.socket, json: invocation.json)
        switch invocation.action {
        case .run(let command): return try command.run(in: context)
        case .uiOrStatus where AppCommand.isPossible(context.style): return try AppCommand().run(in: context)
        case .uiOrStatus: return try StatusCommand().run(in: context)
        case .help(let about): Eggctl.program.write(Help.text(about))
        case .version: Output.line("eggctl \(Product.version)")
        }
        return 0
    }

    /// Whether a command line that can't be parsed has the option --json or its abbreviation.
    private static func asksForJSON(_ words: [String]) -> Bool {
        words.prefix { $0 != "--" }.contains { $0.utf8.count > 2 && "--json".hasPrefix($0) }
    }
}
