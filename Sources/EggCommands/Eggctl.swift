import EggArguments
import Glibc

/// The program `eggctl`.
public enum Eggctl {
    /// Runs this process's command line.
    ///
    /// - Returns: the exit status: 0 done, 1 refused by eggd, 64 wrong usage, 69 eggd not reachable, 130 after Ctrl-C.
    public static func run() -> Int32 {
        StandardStreams.openClosed()
        do {
            return run(try Arguments.ofProcess())
        } catch {
            Output.complain(error.message)
            return EX_USAGE
        }
    }

    /// Runs one command line.
    static func run(_ words: [String]) -> Int32 {
        let invocation: Invocation
        do {
            invocation = try Invocation(words)
        } catch {
            let help = error.command.map { "eggctl \($0.rawValue) --help" } ?? "eggctl --help"
            let failure = Failure(message: error.message, status: EX_USAGE, advice: "see", fix: help)
            Output.report(failure, json: asksForJSON(words), "\(error.message)\nTry '\(help)'.")
            return EX_USAGE
        }
        do {
            return try CommandRun(invocation).run()
        } catch {
            Output.report(error, json: invocation.json)
            return error.status
        }
    }

    /// Whether a command line that can't be parsed has the option --json or its abbreviation.
    private static func asksForJSON(_ words: [String]) -> Bool {
        words.prefix { $0 != "--" }.contains { $0.utf8.count > 2 && "--json".hasPrefix($0) }
    }
}
