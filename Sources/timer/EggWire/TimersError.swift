import Varlink

/// The errors of `io.eggtimer.Timers`, with their parameters.
public enum TimersError: Error, Codable, Equatable, Sendable {
    /// There is no timer with that name, which is `egg` if none was given.
    case noSuchTimer(name: String)
    /// The menu, which has the known names, has no such egg.
    case noSuchEgg(egg: String, known: [String])
    /// There is no sound with this name, or its file can't be played, for this reason.
    case noSuchSound(sound: String, known: [String], problem: String?)
    /// The egg's time doesn't depend on the egg that is used; the egg can be `custom`.
    case fixedTime(egg: String)
    /// A parameter outside the range in which an egg's time can be computed.
    case impossibleEgg(parameter: String, value: Double, minimum: Double, maximum: Double)
    /// The water, which boils at the second temperature, does not become hot enough for the egg.
    case waterTooCool(egg: String, targetCelsius: Double, waterCelsius: Double)
    /// A duration outside the possible range.
    case invalidDuration(ms: Int64, minimumMs: Int64, maximumMs: Int64)
    /// A name that is empty, too long, unprintable or invisible.
    case invalidName(name: String)
    /// The method is not possible in the timer's state.
    case wrongState(name: String, state: Timers.State)
    /// Another timer has the new name.
    case nameTaken(name: String)
    /// There are already as many timers as are allowed.
    case tooManyTimers(limit: Int)
    /// All connections are in use by watching clients; sent instead of the first reply to a new one.
    case tooManyConnections(limit: Int)
    /// Nothing was started or removed within the last minute, or it has been undone.
    case nothingToUndo

    private enum CodingKeys: String, CodingKey {
        case noSuchTimer = "NoSuchTimer"
        case noSuchEgg = "NoSuchEgg"
        case noSuchSound = "NoSuchSound"
        case fixedTime = "FixedTime"
        case impossibleEgg = "ImpossibleEgg"
        case waterTooCool = "WaterTooCool"
        case invalidDuration = "InvalidDuration"
        case invalidName = "InvalidName"
        case wrongState = "WrongState"
        case nameTaken = "NameTaken"
        case tooManyTimers = "TooManyTimers"
        case tooManyConnections = "TooManyConnections"
        case nothingToUndo = "NothingToUndo"
    }

    /// The error reply to send.
    public var reply: ErrorReply { ErrorReply(self, of: Timers.interface) }

    /// The error in a reply; nil if it doesn't belong to this interface.
    public init?(_ error: RemoteError) {
        self.init(error.name, error.parameters(as: JSONText.self) ?? .none)
    }

    /// The error with this full name and these parameters; nil if it doesn't belong to this interface.
    public init?(_ name: String, _ parameters: JSONText) {
        let prefix = "\(Timers.interface)."
        guard name.hasPrefix(prefix), let text = try? encodeJSON([String(name.dropFirst(prefix.count)): parameters]),
            let error = try? decodeJSON(TimersError.self, from: text)
        else { return nil }
        self = error
    }
}
