import EggLoop
import POSIX
import Program

/// The log of a service: the journal if standard error goes there, otherwise standard error.
package struct ServiceLog: Sendable {
    private let program: Executable
    private let journal: Journal?

    package init(_ program: Executable) {
        self.program = program
        journal = Journal(takingStandardError: Environment.variable("JOURNAL_STREAM"))
    }

    /// Adds an entry: a sentence without its full stop. Standard error gets no fields. May block.
    package func callAsFunction(
        _ message: String, _ priority: Journal.Priority = .info, _ fields: [Journal.Field] = []
    ) {
        if let journal { journal.send(message, priority, fields) } else { program.complain(message) }
    }
}

/// The log of a service, and what it tells the service manager. Each has a thread, because writing to either can block.
package final class ServiceOutput: Sendable {
    private let log: ServiceLog
    private let logThread: WorkThread
    private let manager: ServiceManager?
    private let managerThread: WorkThread

    /// An output to this log, and to the manager that the environment names, if any (`NOTIFY_SOCKET`).
    package init(_ log: ServiceLog) throws(SystemError) {
        let thread = try WorkThread(limit: Self.maxWaiting)
        (self.log, logThread, managerThread) = (log, try WorkThread(limit: Self.maxWaiting), thread)
        manager = ServiceManager(environment: Environment.variable) { thread.perform($0) }
    }

    /// The most lines, or messages, that wait.
    private static let maxWaiting = 256

    package func say(_ line: String) {
        logThread.perform { [log] in log(line) }
    }

    package func notify(_ message: ServiceManager.Message) { manager?.notify(message) }

    /// The parts of an end that wait a moment for lines and messages that are not written yet.
    package var endings: [ServiceEnd.Part] {
        [
            .init("the log", within: .milliseconds(200)) { [logThread] in logThread.finish(within: $0) },
            .init("the message to systemd", within: .milliseconds(200)) { [managerThread] in
                managerThread.finish(within: $0)
            },
        ]
    }
}
