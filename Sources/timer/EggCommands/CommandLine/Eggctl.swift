import EggClient
import EggTimers
import EggWire
import Glibc
import Languages
import Program

/// The program `eggctl`.
public enum Eggctl {
    static let program = Executable("eggctl")

    /// Runs this process's command line.
    ///
    /// - Returns: the exit status: 0 done, 1 refused by eggd, 64 wrong usage, 69 eggd not reachable, 130 after Ctrl-C.
    public static func run() -> Int32 {
        program.run { words in Environment.language.speak { status(of: words) } }
    }

    private static func status(of words: [String]) -> Int32 {
        if words.first == RemoteHost.servingOption { return serve(words.dropFirst()) }
        let options = Option.table.map(\.argument)
        if program.complete(words, options: options, { Completions(line: $0).answers }) { return 0 }
        let invocation: Invocation
        do {
            invocation = try Invocation(words)
        } catch {
            guard asksForJSON(words) else { return refuse(error, json: false) }
            // Programs read English.
            return refuse(Language.english.speak { wrongUsage(of: words) } ?? error, json: true)
        }
        do {
            return try invocation.language.speak { () throws(Failure) in try carryOut(invocation) }
        } catch {
            Output.report(error, json: invocation.json)
            return error.status
        }
    }

    private static func carryOut(_ invocation: Invocation) throws(Failure) -> Int32 {
        let context = CommandContext(
            socket: invocation.socket,
            machine: try host(invocation.host, socket: invocation.socket).map(RemoteMachine.init),
            json: invocation.json)
        switch invocation.action {
        case .run(let command): return try command.run(in: context)
        case .runIfEgg(let word, let command):
            let menu = try? context.call(Timers.Eggs.self, .init())
            let eggs = menu?.eggs.map(\.name) ?? EggMenu.presets.eggs.map(\.name)
            guard TypedName(egg: word, among: eggs) != .none else {
                return refuse(Invocation.unknownCommand(word, eggs: eggs), json: invocation.json)
            }
            return try command.run(in: context)
        case .uiOrStatus where AppCommand.isPossible(context.style): return try AppCommand().run(in: context)
        case .uiOrStatus: return try StatusCommand().run(in: context)
        case .help(let about): Eggctl.program.write(Help.text(about))
        case .version: Output.line("eggctl \(Product.version)")
        }
        return 0
    }

    /// The machine of the option, else of the environment unless the option names a socket of this one.
    static func host(_ option: RemoteHost?, socket: String?) throws(Failure) -> RemoteHost? {
        guard option == nil, socket == nil, let name = Environment.variable("EGGCTL_HOST") else { return option }
        guard let host = RemoteHost(name) else { throw .usage("EGGCTL_HOST is not a machine: '\(name)'") }
        return host
    }

    private static func serve(_ words: ArraySlice<String>) -> Int32 {
        do {
            try RemoteService.run(words)
            return 0
        } catch {
            Output.report(error, json: false)
            return error.status
        }
    }

    private static func wrongUsage(of words: [String]) -> WrongUsage? {
        do {
            _ = try Invocation(words)
            return nil
        } catch {
            return error
        }
    }

    private static func refuse(_ usage: WrongUsage, json: Bool) -> Int32 {
        guard json else { return program.refuse(usage.message, about: usage.command) }
        let help = program.helpCommand(about: usage.command)
        Output.report(Failure(message: usage.message, status: EX_USAGE, fix: help), json: true)
        return EX_USAGE
    }

    /// Whether a command line that can't be parsed has the option --json or its abbreviation.
    private static func asksForJSON(_ words: [String]) -> Bool {
        words.prefix { $0 != "--" }.contains { $0.utf8.count > 2 && "--json".hasPrefix($0) }
    }
}
