/// An event at which a command of the user's own may have to run: a datagram from eggd to `eggrun`, as a JSON object.
///
/// It says what has happened, and never which program to run: `eggrun` reads that from the configuration itself.
public struct CommandRequest: Codable, Equatable, Sendable {
    /// The event: `start`, `warning`, `ring`, `dismissed` or `missed`.
    public let event: String
    /// The timer's name.
    public let name: String
    /// The timer's egg.
    public let egg: String
    /// Whole seconds since the deadline; 0 before it.
    public let overdue: Int64
    /// Whether nothing has happened, and the command is only tested; nil if not.
    public let test: Bool?

    /// The request for an event of a timer.
    public init(event: String, name: String, egg: String, overdue: Int64, test: Bool? = nil) {
        self.event = event
        self.name = name
        self.egg = egg
        self.overdue = overdue
        self.test = test
    }
}
