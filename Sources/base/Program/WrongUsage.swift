/// Wrong usage of a program with commands: a message without a full stop, and the command whose help to read.
public struct WrongUsage: Error, Equatable {
    public let message: String
    /// The command's name; nil for the overview.
    public var command: String?

    /// Wrong usage of a command, or of the program.
    public init(message: String, command: String? = nil) {
        (self.message, self.command) = (message, command)
    }
}
