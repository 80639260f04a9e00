import EggConfig
import EggSystemd
import Glibc
import Program

/// The program `eggrun`: runs the commands of `eggd.conf` when eggd says that something has happened.
///
/// `eggd-commands.socket` starts it, outside of eggd's sandbox. It reads the commands from the file itself, so a
/// program that writes to its socket can only have a command run that the user has configured.
public enum Eggrun {
    /// Runs commands until there is nothing more to do.
    ///
    /// - Returns: the exit status: 0 when nothing is left to do, 1 if its socket can't be used, 64 without a socket.
    public static func run() -> Int32 {
        StandardStreams.openClosed()
        signal(SIGPIPE, SIG_IGN)
        do {
            guard let socket = try PassedSockets.takeDatagram() else {
                say("eggd-commands.socket starts this program, when eggd has a command to run")
                return EX_USAGE
            }
            let runner = CommandRunner(
                socket: socket, say: say,
                configuration: { Configuration.defaultPath.map { Configuration.read(path: $0) } },
                failedFile: FailedCommands.defaultPath)
            return runner.run() ? 0 : 1
        } catch {
            say("\(error)")
            return 1
        }
    }

    /// Adds a line to the journal or, without it, to standard error.
    private static func say(_ line: String) {
        if let journal = Journal(takingStandardError: Environment.variable("JOURNAL_STREAM")) {
            journal.send(line, .warning, [])
        } else {
            StandardStreams(program: "eggrun").complain(line)
        }
    }
}
