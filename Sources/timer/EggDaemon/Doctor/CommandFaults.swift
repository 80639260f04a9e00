import EggConfig
import EggLoop
import Glibc
import POSIX
import Program

/// Why commands of the user's own would not run, as far as eggd can see from within its sandbox.
struct CommandFaults: Equatable, Sendable {
    /// Why the service that runs them can't be reached; nil when it can.
    var service: String?
    /// Why the program that runs them can't be executed; nil when it can.
    var runner: String?
    /// A sentence for each command whose program can't be executed.
    var programs: [String] = []
    /// A sentence for each command that failed when it last ran.
    var failures: [String] = []

    /// The command that starts the service's socket, where there is a service manager.
    static let remedy = "systemctl --user start eggd-commands.socket"
    static let noPlace = "XDG_RUNTIME_DIR is not set, as after su or sudo; start eggd as its user, after a login"

    /// Checks the socket and the programs.
    ///
    /// - Parameters:
    ///   - runner: the path of `eggrun`; nil if it is not known.
    ///   - failed: the commands that failed when they last ran.
    static func observed(
        _ commands: UserCommands, socket: String?, runner: String?, failed: FailedCommands
    ) -> CommandFaults {
        CommandFaults(
            service: fault(ofSocket: socket), runner: runner.flatMap { fault(of: $0) },
            programs: commands.all.compactMap { event, section, command in
                // The service has folders of its own in place of these.
                guard !["/tmp/", "/var/tmp/"].contains(where: command.program.hasPrefix) else { return nil }
                return fault(of: command, at: event, in: section)
            },
            failures: failed.failures.filter { failure in
                commands.all.contains { $0.event == failure.event && $0.command.text == failure.command }
            }.map { failure in
                let date = localTimeText("%Y-%m-%d %H:%M", unixSeconds: failure.time)
                return "a command failed when it last ran, on \(date): \(failure.sentence)"
            })
    }

    /// The installed `eggrun`, which is in `libexec/eggtimer` beside `bin`; nil if eggd is not in a folder `bin`.
    static func runner(executable: String?) -> String? {
        guard let executable, executable.hasSuffix("/bin/eggd") else { return nil }
        return "\(executable.dropLast("/bin/eggd".count))/libexec/eggtimer/eggrun"
    }

    private static func fault(ofSocket socket: String?) -> String? {
        guard let socket else { return noPlace }
        do throws(SystemError) {
            try Datagram.check(socket)
            return nil
        } catch {
            return missingListener(at: socket, error) ?? "\(error)"
        }
    }

    /// The sentence for a socket that nobody has opened; nil for other errors.
    static func missingListener(at path: String, _ error: SystemError) -> String? {
        [ENOENT, ECONNREFUSED].contains(error.code.rawValue) ? "nothing listens at \(path)" : nil
    }

    /// Why the program of a command can't be run, in words.
    static func fault(of command: UserCommand, at event: UserCommands.Event, in section: String) -> String? {
        fault(of: command.program).map { "the program of '\(event.key)' in [\(section)] can't be run: \($0)" }
    }

    static func fault(of program: String) -> String? {
        guard program.hasPrefix("/") else {
            // Without the variable, posix_spawnp(3) searches these two.
            let folders = (Environment.variable("PATH") ?? "/bin:/usr/bin").split(separator: ":")
            let isFound = folders.contains { refusal(toExecute: "\($0)/\(program)") == nil }
            return isFound ? nil : "'\(program)' is in no folder of PATH (\(folders.joined(separator: ":")))"
        }
        return refusal(toExecute: program).map { "\(program): \($0)" }
    }

    private static func refusal(toExecute path: String) -> String? {
        var status = stat()
        guard stat(path, &status) == 0 else { return String(cString: strerror(errno)) }
        guard status.st_mode & S_IFMT == S_IFREG else { return "not a file" }
        return access(path, X_OK) == 0 ? nil : "not executable"
    }
}
