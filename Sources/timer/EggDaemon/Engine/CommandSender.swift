import CLinux
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

/// Tells at which events of timers commands run: a value without I/O.
///
/// It remembers the alarms that nobody has answered, because snoozing one, extending it or starting another egg over it
/// also answers it.
struct CommandEvents {
    /// The timers that ring or were missed, in their last state.
    private var unanswered: [EggTimer] = []

    /// Handles an event of a timer; returns the events at which commands run, in order, each with its timer.
    mutating func handle(_ timerEvent: TimerEvent, _ timer: EggTimer) -> [(event: UserCommands.Event, timer: EggTimer)]
    {
        // A timer of a group that is started anew gets another ID, and a renamed one another name.
        let place = unanswered.firstIndex { $0.id == timer.id || $0.name == timer.name }
        let answered = place.map { unanswered.remove(at: $0) }
        let isGone = [.dismissed, .cancelled, .withdrawn].contains(timerEvent)
        if !isGone, [.ringing, .missed].contains(timer.state) { unanswered.append(timer) }
        let end = answered.map { [(event: UserCommands.Event.dismissed, timer: $0)] } ?? []
        switch timerEvent {
        case .started, .replaced: return end + [(.start, timer)]
        case .returned where timer.state == .ringing: return end + [(.ring, timer)]
        case .returned: return timer.isDue ? end : end + [(.start, timer)]
        case .warned: return [(.warning, timer)]
        case .rang: return [(.ring, timer)]
        case .missed: return [(.missed, timer)]
        // An alarm that had started too early, because the clock was wrong, is over with `resumed`.
        case .snoozed, .extended, .resumed: return end
        case .dismissed: return [(.dismissed, timer)]
        // An alarm that had been answered rings again.
        case .undone where timer.state == .ringing: return answered?.state == .ringing ? [] : [(.ring, timer)]
        case .undone: return end
        // In the history, cancelling an alarm also counts as dismissing it.
        case .cancelled, .withdrawn: return [(timer.isDue ? .dismissed : .cancelled, timer)]
        case .restored, .paused, .renamed, .corrected, .cued: return []
        }
    }
}

/// A test of commands; it ends when `eggrun` closes the last copy of the descriptor that came with the requests.
final class CommandTest {
    /// Less than the time for which `eggctl` waits; a command may take longer.
    static let timeout: Duration = .seconds(9)

    private let loop: EventLoop
    private let reader: Descriptor
    private let id: EventLoop.ID
    private let giveUp: OneShot

    /// Begins a test.
    ///
    /// - Parameters:
    ///   - send: sends the requests, each with this descriptor.
    ///   - end: called once, with whether all commands have ended in time.
    init(
        loop: EventLoop, sending send: (Int32) -> Void, end: @escaping @Sendable (_ isOver: Bool) -> Void
    ) throws(SystemError) {
        var ends: [Int32] = [-1, -1]
        guard pipe2(&ends, O_CLOEXEC | O_NONBLOCK) == 0 else { throw SystemError("pipe2") }
        reader = Descriptor(owning: ends[0])
        let writer = Descriptor(owning: ends[1])
        self.loop = loop
        id = try loop.add(reader.number, order: .report) { _ in end(true) }
        giveUp = OneShot(loop: loop) { end(false) }
        giveUp.arm(after: Self.timeout)
        send(writer.number)
    }

    deinit {
        loop.remove(id)
    }
}
