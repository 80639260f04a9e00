import EggConfig
import EggLoop
import EggTimers
import EggWire
import Glibc
import Instants
import Program
import Varlink

/// Has commands of the user's own run at events, by a service outside of eggd's sandbox.
///
/// It sends what has happened and waits for nothing. If that fails, only the command is not run.
struct CommandSender {
    var commands: UserCommands
    /// The socket of the service; nil if no place for it is known.
    let path: String?
    private let log: Log
    private var events = CommandEvents()
    private var isOut = false

    init(_ commands: UserCommands, _ log: Log) {
        self.commands = commands
        self.log = log
        path = SocketPath.commands(
            environment: Environment.variable, userID: geteuid(), folderExists: Environment.isWritableFolder)
    }

    /// Sends the requests for an event of a timer: for each event with a command.
    mutating func handle(_ timerEvent: TimerEvent, _ timer: EggTimer, at now: Instant) {
        for (event, timer) in events.handle(timerEvent, timer) where commands.command(at: event, of: timer.egg) != nil {
            send(event, timer, at: now)
        }
    }

    /// Sends requests to test the commands that announce an alarm, with a descriptor of which `eggrun` gets a copy.
    ///
    /// - Returns: why one of them can't be sent.
    func test(passing passed: Int32) -> String? {
        for (event, egg, _) in commands.announcing {
            let request = CommandRequest(
                event: event.rawValue, name: egg ?? "test", egg: egg ?? EggMenu.custom, overdue: 0, test: true)
            if let fault = fault(sending: request, passing: passed) { return fault }
        }
        return nil
    }

    private mutating func send(_ event: UserCommands.Event, _ timer: EggTimer, at now: Instant) {
        let request = CommandRequest(
            event: event.rawValue, name: timer.name.text, egg: timer.egg,
            overdue: timer.overdue(at: now).components.seconds)
        if let fault = fault(sending: request) {
            if !isOut {
                log("the command \(event.key) of '\(timer.name)' is not run: \(fault)", .warning)
            }
            isOut = true
        } else if isOut {
            isOut = false
            log("commands are run again")
        }
    }

    /// Sends a request; returns why it can't be sent.
    private func fault(sending request: CommandRequest, passing passed: Int32? = nil) -> String? {
        guard let path, let text = try? encodeJSON(request) else { return CommandFaults.noPlace }
        do throws(SystemError) {
            try Datagram.send(text, to: path, passing: passed)
            return nil
        } catch {
            if error.code.rawValue == EAGAIN { return "too many others wait to be run" }
            let remedy =
                Environment.hasServiceManager
                ? CommandFaults.remedy : "only systemd starts the service that runs commands"
            return CommandFaults.missingListener(at: path, error).map { "\($0); \(remedy)" } ?? "\(error)"
        }
    }
}
