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
