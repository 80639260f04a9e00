import CLinux
import EggConfig
import EggWire
import Glibc
import POSIX

/// A descriptor that came with a request. eggd sees at its own end when the last copy is closed: the tests are over.
final class PassedDescriptor {
    private let number: Int32

    init(_ number: Int32) {
        self.number = number
    }

    deinit {
        close(number)
    }
}

/// A command that runs, in a process group of its own.
final class RunningCommand {
    /// A descriptor that can be read once the program has ended.
    let end: Int32
    /// When `passDeadline` is due.
    private(set) var deadline: SuspendingClock.Instant
    let name: String
    let command: UserCommand
    let event: UserCommands.Event
    private let process: pid_t
    /// Closed when the command has ended and its failure is saved.
    private let passed: PassedDescriptor?
    private let title: String
    private let time: Duration
    private let signalGroup: SignalGroup
    /// It has taken too long and got SIGTERM; the next deadline sends SIGKILL.
    private(set) var isOverdue = false
    /// Whether it can't be ended, so that nothing waits for it; this is final.
    ///
    /// Once it has ended it is a zombie, until this process also exits.
    private(set) var isGivenUp = false

    /// Sends a signal to a process group; returns the number of an error, or 0.
    typealias SignalGroup = (_ group: pid_t, _ signal: Int32) -> Int32

    static func signal(_ group: pid_t, _ signal: Int32) -> Int32 {
        kill(-group, signal) == 0 ? 0 : errno
    }

    /// Starts a command.
    ///
    /// It inherits the environment, working folder and output of this process, and gets standard input from `/dev/null`.
    /// Signals have their usual effects.
    ///
    /// - Parameter title: names it in sentences.
    init(
        _ command: UserCommand, at event: UserCommands.Event, title: String, for request: CommandRequest,
        _ passed: PassedDescriptor? = nil, time: Duration,
        signalGroup: @escaping SignalGroup = RunningCommand.signal
    ) throws(ChildProgram.StartError) {
        var program = ChildProgram([command.program] + command.arguments)
        program.input = .null
        // systemd has services ignore SIGPIPE, and a command is not to.
        (program.resetsSignals, program.hasOwnGroup) = (true, true)
        program.variables = [
            ("EGG_NAME", request.name), ("EGG_EGG", request.egg), ("EGG_EVENT", request.event),
            ("EGG_OVERDUE", "\(request.overdue)"),
        ]
        if request.test == true { program.variables.append(("EGG_TEST", "1")) }
        process = try program.start()
        end = clinux_process_descriptor(process)
        guard end >= 0 else {
            let (code, process) = (errno, process)
            kill(-process, SIGKILL)
            _ = waitForEnd(of: process)
            throw ChildProgram.StartError(code: code)
        }
        name = request.name
        self.passed = passed
        (self.command, self.event) = (command, event)
        self.title = "\(title): '\(command.text)'"
        self.time = time
        self.signalGroup = signalGroup
        deadline = .now + time
    }

    deinit {
        close(end)
    }

    /// The command has taken too long: its group gets SIGTERM, and SIGKILL after a grace period.
    ///
    /// A command that has become another user, such as root by sudo, can't be ended, and is given up.
    ///
    /// - Returns: a sentence about it, the first time.
    func passDeadline(grace: Duration) -> String? {
        deadline = .now + grace
        // The process is not reaped yet, so its number, which is the group's as well, belongs to nobody else.
        let code = signalGroup(process, isOverdue ? SIGKILL : SIGTERM)
        if code == EPERM {
            isGivenUp = true
            return "\(title) takes longer than \(time.components.seconds) s and can't be ended "
                + "(\(String(cString: strerror(code)))); end it yourself: sudo kill \(process)"
        }
        defer { isOverdue = true }
        return isOverdue ? nil : "\(title) was ended, because it took longer than \(time.components.seconds) s"
    }

    /// The program has ended: ends what it has left in its group.
    ///
    /// - Returns: a sentence if it has failed.
    func finish() -> String? {
        _ = signalGroup(process, isOverdue ? SIGKILL : SIGTERM)
        var status: Int32 = 0
        _ = uninterrupted { waitpid(process, &status, 0) }
        let (signal, code) = (status & 0x7f, (status >> 8) & 0xff)
        if isOverdue || status == 0 { return nil }
        return signal == 0
            ? "\(title) exited with \(code)"
            : "\(title) was ended by signal \(signal) (\(String(cString: strsignal(signal))))"
    }
}
