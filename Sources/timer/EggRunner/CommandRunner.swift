import CLinux
import EggConfig
import EggTimers
import EggWire
import Glibc
import POSIX
import Varlink

/// Receives requests from eggd, and runs the user's commands for them. Use it on one thread.
final class CommandRunner {
    struct Limits {
        /// How many run at a time, at most one of them for each timer.
        var atOnce = 4
        /// How long a command may take before it gets SIGTERM.
        var time: Duration = .seconds(30)
        /// How long it may take after that before it gets SIGKILL.
        var grace: Duration = .seconds(5)
        /// How long to wait for another request when there is nothing left to do: systemd gives up a socket whose
        /// service is started again and again within two seconds.
        var idle: Duration = .seconds(1)
        /// How often one event of one timer runs its command within `repetitionTime`; more is skipped.
        var repetitions = 10
        var repetitionTime: Duration = .seconds(10)
    }

    private let socket: Int32
    private let limits: Limits
    private let configuration: () -> Configuration.Reading?
    private let signalGroup: RunningCommand.SignalGroup
    private let say: (String) -> Void
    private var running: [RunningCommand] = []
    /// Requests whose commands have not been started yet, in their order.
    private var waiting: [Waiting] = []
    private var repetition: RepetitionLimit
    /// The file of the commands that failed when they last ran; nil if no place for it is known.
    private let failedFile: String?
    private var failed = FailedCommands()

    private struct Waiting {
        let event: UserCommands.Event
        let request: CommandRequest
        let passed: PassedDescriptor?
    }

    /// The longest request, in bytes; two names of 64 bytes take far less, however they are escaped.
    private static let maxRequestLength = 4096

    /// - Parameter configuration: reads it; nil if no place for it is known.
    init(
        socket: Int32, limits: Limits = Limits(), say: @escaping (String) -> Void,
        configuration: @escaping () -> Configuration.Reading?, failedFile: String? = nil,
        signalGroup: @escaping RunningCommand.SignalGroup = RunningCommand.signal
    ) {
        self.socket = socket
        self.limits = limits
        self.say = say
        self.configuration = configuration
        self.signalGroup = signalGroup
        repetition = RepetitionLimit(limit: limits.repetitions, within: limits.repetitionTime)
        self.failedFile = failedFile
        if let failedFile { failed = .read(path: failedFile) }
    }

    /// Runs commands until there is nothing left to do.
    ///
    /// - Returns: false if the socket can't be read.
    func run() -> Bool {
        while true {
            startNext()
            var entries = (running.map(\.end) + [socket]).map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            let deadline = running.map(\.deadline).min()
            let next = deadline.map { SuspendingClock.now.duration(to: $0) } ?? limits.idle
            let count = poll(&entries, nfds_t(entries.count), next.pollTimeout)
            if count == 0, deadline == nil { return true }
            let ended = zip(running, entries).filter { $1.revents != 0 }.map(\.0)
            for command in ended {
                let fault = command.finish()
                if fault != nil || !command.isOverdue { note(fault, of: command.command, at: command.event) }
            }
            running.removeAll { command in ended.contains { $0 === command } }
            for command in running where command.deadline <= .now {
                guard let fault = command.passDeadline(grace: limits.grace) else { continue }
                note(fault, of: command.command, at: command.event)
            }
            running.removeAll(where: \.isGivenUp)
            guard entries.last?.revents == 0 || receive() else { return false }
        }
    }

    /// A command has ended: says its fault, and saves it for `eggctl doctor`.
    private func note(_ fault: String?, of command: UserCommand, at event: UserCommands.Event) {
        if let fault {
            say(fault)
            failed.add(.init(event, command.text, at: time(nil), fault))
        } else if !failed.remove(event, command.text) {
            return
        }
        do throws(FileError) {
            if let failedFile { try failed.write(path: failedFile) }
        } catch {
            say("\(error.path) can't be written: \(error.reason)")
        }
    }

    /// - Returns: false if the socket can't be read.
    private func receive() -> Bool {
        var bytes = [UInt8](repeating: 0, count: Self.maxRequestLength)
        var number: Int32 = -1
        let count = uninterrupted { clinux_receive_passed(socket, &bytes, bytes.count, &number) }
        let passed = number < 0 ? nil : PassedDescriptor(number)
        guard count >= 0 else {
            if errno == EAGAIN { return true }
            say("requests can't be received: \(String(cString: strerror(errno)))")
            return false
        }
        // The environment of a command contains only texts that eggd could have sent.
        guard let request = try? decodeJSON(CommandRequest.self, from: Array(bytes[..<count])),
            let event = UserCommands.Event(rawValue: request.event), TimerName(request.name) != nil,
            TimerName(request.egg) != nil, request.overdue >= 0
        else {
            say("ignored a request that eggd has not sent")
            return true
        }
        waiting.append(Waiting(event: event, request: request, passed: passed))
        return true
    }

    /// Starts the commands that can run now: a timer's command waits for the one before it, so that a lamp that is
    /// switched on and then off is off in the end.
    private func startNext() {
        var blocked = Set(running.map(\.name))
        var kept: [Waiting] = []
        for next in waiting {
            if running.count >= limits.atOnce || blocked.contains(next.request.name) {
                kept.append(next)
            } else if let command = start(next.request, at: next.event, next.passed) {
                running.append(command)
                blocked.insert(next.request.name)
            }
        }
        waiting = kept
    }

    /// Starts the command of a request; nil if none is to run, or it can't be started.
    private func start(
        _ request: CommandRequest, at event: UserCommands.Event, _ passed: PassedDescriptor?
    ) -> RunningCommand? {
        let title = "\(event.key) of '\(request.name)'"
        switch repetition.handle(event, of: request.name, at: .now) {
        case .runs: break
        case .isSkipped:
            say(
                "\(title) has run \(limits.repetitions) times within \(limits.repetitionTime.components.seconds) s and is "
                    + "skipped for now; if its command causes its own event, as 'eggctl start' in on-start does, "
                    + "change it in eggd.conf")
            return nil
        case .isSkippedAgain: return nil
        }
        let reading = configuration()
        if let problem = reading?.problem(withCommandAt: event, of: request.egg) {
            say("\(title) is not run: \(problem)")
            return nil
        }
        guard let command = reading?.configuration.commands.command(at: event, of: request.egg) else {
            say("\(title) no longer has a command in eggd.conf; have eggd read it: systemctl --user reload eggd")
            return nil
        }
        do throws(ChildProgram.StartError) {
            return try RunningCommand(
                command, at: event, title: title, for: request, passed, time: limits.time, signalGroup: signalGroup)
        } catch {
            note("\(title): '\(command.text)' can't be started: \(error)", of: command, at: event)
            return nil
        }
    }
}
