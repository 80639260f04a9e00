import Varlink

/// The errors of `io.eggtimer.Timers`.
public enum TimersError: Error, Equatable, Sendable {
    /// There is no timer with that name.
    case noSuchTimer(Name)
    /// The menu has no such egg.
    case noSuchEgg(NoSuchEgg)
    /// The egg's time doesn't depend on the egg that is used.
    case fixedTime(FixedTime)
    /// A property of an egg outside the range in which its time can be computed.
    case impossibleEgg(ImpossibleEgg)
    /// The water does not become hot enough for the egg.
    case waterTooCool(WaterTooCool)
    /// A duration outside the possible range.
    case invalidDuration(InvalidDuration)
    /// A name that is empty, too long, unprintable or invisible.
    case invalidName(Name)
    /// The method is not possible in the timer's state.
    case wrongState(WrongState)
    /// Another timer has the new name.
    case nameTaken(Name)
    /// There are already as many timers as are allowed.
    case tooManyTimers(Limit)
    /// All connections are in use by watching clients; sent instead of the first reply to a new one.
    case tooManyConnections(Limit)

    /// The name that was refused.
    public struct Name: Codable, Equatable, Sendable {
        /// The name as given; `egg` if none was.
        public var name: String

        /// An error with these values.
        public init(name: String) {
            self.name = name
        }
    }

    /// The unknown egg, and the known ones.
    public struct NoSuchEgg: Codable, Equatable, Sendable {
        /// The egg as given.
        public var egg: String
        /// The menu's names.
        public var known: [String]

        /// An error with these values.
        public init(egg: String, known: [String]) {
            self.egg = egg
            self.known = known
        }
    }

    /// The egg whose time is fixed.
    public struct FixedTime: Codable, Equatable, Sendable {
        /// Its name, or `custom`.
        public var egg: String

        /// An error with these values.
        public init(egg: String) {
            self.egg = egg
        }
    }

    /// The refused property, and the allowed range.
    public struct ImpossibleEgg: Codable, Equatable, Sendable {
        /// The parameter's name.
        public var parameter: String
        /// The value as given.
        public var value: Double
        /// The least value allowed.
        public var minimum: Double
        /// The greatest value allowed.
        public var maximum: Double

        /// An error with these values.
        public init(parameter: String, value: Double, minimum: Double, maximum: Double) {
            self.parameter = parameter
            self.value = value
            self.minimum = minimum
            self.maximum = maximum
        }
    }

    /// The egg that can't be done, and how hot the water is.
    public struct WaterTooCool: Codable, Equatable, Sendable {
        /// The egg's name.
        public var egg: String
        /// The temperature that it needs.
        public var targetCelsius: Double
        /// The temperature at which the water boils.
        public var waterCelsius: Double

        /// An error with these values.
        public init(egg: String, targetCelsius: Double, waterCelsius: Double) {
            self.egg = egg
            self.targetCelsius = targetCelsius
            self.waterCelsius = waterCelsius
        }
    }

    /// The refused duration, and the allowed range.
    public struct InvalidDuration: Codable, Equatable, Sendable {
        /// The duration as given.
        public var ms: Int64
        /// The shortest duration allowed.
        public var minimumMs: Int64
        /// The longest duration allowed.
        public var maximumMs: Int64

        /// An error with these values.
        public init(ms: Int64, minimumMs: Int64, maximumMs: Int64) {
            self.ms = ms
            self.minimumMs = minimumMs
            self.maximumMs = maximumMs
        }
    }

    /// The timer and its state.
    public struct WrongState: Codable, Equatable, Sendable {
        /// The timer's name.
        public var name: String
        /// Its state.
        public var state: Timers.State

        /// An error with these values.
        public init(name: String, state: Timers.State) {
            self.name = name
            self.state = state
        }
    }

    /// The limit.
    public struct Limit: Codable, Equatable, Sendable {
        /// The most timers or connections at the same time.
        public var limit: Int

        /// An error with these values.
        public init(limit: Int) {
            self.limit = limit
        }
    }

    /// The error reply to send.
    public var reply: ErrorReply {
        switch self {
        case .noSuchTimer(let about): Self.reply("NoSuchTimer", about)
        case .noSuchEgg(let about): Self.reply("NoSuchEgg", about)
        case .fixedTime(let about): Self.reply("FixedTime", about)
        case .impossibleEgg(let about): Self.reply("ImpossibleEgg", about)
        case .waterTooCool(let about): Self.reply("WaterTooCool", about)
        case .invalidDuration(let about): Self.reply("InvalidDuration", about)
        case .invalidName(let about): Self.reply("InvalidName", about)
        case .wrongState(let about): Self.reply("WrongState", about)
        case .nameTaken(let about): Self.reply("NameTaken", about)
        case .tooManyTimers(let about): Self.reply("TooManyTimers", about)
        case .tooManyConnections(let about): Self.reply("TooManyConnections", about)
        }
    }

    /// The error in a reply; nil if it doesn't belong to this interface.
    public init?(_ error: RemoteError) {
        self.init(error.name, error.parameters(as: JSONText.self) ?? .none)
    }

    /// The error with this full name and these parameters; nil if it doesn't belong to this interface.
    public init?(_ name: String, _ parameters: JSONText) {
        func about<Value: Decodable>(_ make: (Value) -> TimersError) -> TimersError? {
            decodeJSON(Value.self, parameters.bytes).map(make)
        }
        let prefix = "\(Timers.interface)."
        guard name.hasPrefix(prefix) else { return nil }
        let known: TimersError? =
            switch name.dropFirst(prefix.count) {
            case "NoSuchTimer": about(TimersError.noSuchTimer)
            case "NoSuchEgg": about(TimersError.noSuchEgg)
            case "FixedTime": about(TimersError.fixedTime)
            case "ImpossibleEgg": about(TimersError.impossibleEgg)
            case "WaterTooCool": about(TimersError.waterTooCool)
            case "InvalidDuration": about(TimersError.invalidDuration)
            case "InvalidName": about(TimersError.invalidName)
            case "WrongState": about(TimersError.wrongState)
            case "NameTaken": about(TimersError.nameTaken)
            case "TooManyTimers": about(TimersError.tooManyTimers)
            case "TooManyConnections": about(TimersError.tooManyConnections)
            default: nil
            }
        guard let known else { return nil }
        self = known
    }

    private static func reply(_ name: String, _ about: some Encodable & Sendable) -> ErrorReply {
        ErrorReply("\(Timers.interface).\(name)", about)
    }
}
