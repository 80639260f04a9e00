import CLinux
import EggConfig
import EggTimers
import EggWire
import Glibc
import Varlink

/// Receives requests from eggd, and runs the user's commands for them. Use it on one thread.
final class CommandRunner {
    /// How many commands run, and for how long.
    struct Limits {
        /// How many run at a time; further requests wait in the socket.
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
    private let commands: () -> UserCommands?
    private let say: (String) -> Void
    private var running: [RunningCommand] = []
    private var repetition: RepetitionLimit

    /// The longest request, in bytes; two names of 64 bytes take far less, however they are escaped.
    private static let longestRequest = 4096

    /// - Parameters:
    ///   - socket: receives datagrams.
    ///   - say: logs a line.
    ///   - commands: reads the configuration; nil if no place for it is known.
    init(
        socket: Int32, limits: Limits = Limits(), say: @escaping (String) -> Void,
        commands: @escaping () -> UserCommands?
    ) {
        self.socket = socket
        self.limits = limits
        self.say = say
        self.commands = commands
        repetition = RepetitionLimit(most: limits.repetitions, within: limits.repetitionTime)
    }

    /// Runs commands until there is nothing left to do.
    ///
    /// - Returns: false if the socket can't be read.
    func run() -> Bool {
        while true {
            let isReceiving = running.count < limits.atOnce
            var entries = running.map { pollfd(fd: $0.end, events: Int16(POLLIN), revents: 0) }
            entries.append(pollfd(fd: isReceiving ? socket : -1, events: Int16(POLLIN), revents: 0))
            let next = running.map { SuspendingClock.now.duration(to: $0.deadline) }.min() ?? limits.idle
            let count = poll(&entries, nfds_t(entries.count), next.pollTimeout)
            if count == 0, running.isEmpty { return true }
            let ended = zip(running, entries).filter { $1.revents != 0 }.map(\.0)
            for command in ended { if let fault = command.finish() { say(fault) } }
            running.removeAll { command in ended.contains { $0 === command } }
            for command in running where command.deadline <= .now {
                if let fault = command.passDeadline(grace: limits.grace) { say(fault) }
            }
            guard count <= 0 || entries.last?.revents == 0 || receive() else { return false }
        }
    }

    /// Receives a request and starts its command.
    ///
    /// - Returns: false if the socket can't be read.
    private func receive() -> Bool {
        var bytes = [UInt8](repeating: 0, count: Self.longestRequest)
        let count = recv(socket, &bytes, bytes.count, clinux_receive_now)
        guard count >= 0 else {
            if [EAGAIN, EINTR].contains(errno) { return true }
            say("requests can't be received: \(String(cString: strerror(errno)))")
            return false
        }
        // The environment of a command contains only texts that eggd could have sent.
        guard let request = decodeJSON(CommandRequest.self, Array(bytes[..<count])),
            let event = UserCommands.Event(rawValue: request.event), TimerName(request.name) != nil,
            TimerName(request.egg) != nil
        else {
            say("ignored a request that is not one of eggd")
            return true
        }
        let title = "\(event.key) of '\(request.name)'"
        switch repetition.take(event, of: request.name, at: .now) {
        case .runs: break
        case .isSkipped:
            say(
                "\(title) has run \(limits.repetitions) times within \(limits.repetitionTime.components.seconds) s and is "
                    + "skipped for now; if its command causes its own event, as 'eggctl start' in on-start does, "
                    + "change it in eggd.conf")
            return true
        case .isSkippedAgain: return true
        }
        guard let command = commands()?.command(at: event, of: request.egg) else {
            say("\(title) has no command in eggd.conf any more; have eggd read it: systemctl --user reload eggd")
            return true
        }
        do throws(RunningCommand.StartError) {
            running.append(try RunningCommand(command, title: title, for: request, time: limits.time))
        } catch {
            say("\(title): '\(command.text)' can't be started: \(error)")
        }
        return true
    }
}

extension Duration {
    /// Milliseconds for poll(2), rounded up.
    fileprivate var pollTimeout: Int32 {
        let (seconds, attoseconds) = components
        guard seconds >= 0, attoseconds >= 0 else { return 0 }
        return Int32(clamping: seconds * 1_000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
    }
}
