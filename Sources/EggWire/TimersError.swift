import Varlink

/// The errors of `io.eggtimer.Timers`.
public enum TimersError: Error, Equatable, Sendable {
    /// There is no timer of that name.
    case noSuchTimer(NoSuchTimer)
    /// The menu has no such egg.
    case noSuchEgg(NoSuchEgg)
    /// A duration outside the possible range.
    case invalidDuration(InvalidDuration)
    /// A name that is too long, not printable, or shows nothing.
    case invalidName(InvalidName)
    /// The method has no meaning in the timer's state.
    case wrongState(WrongState)
    /// There are as many timers as there can be.
    case tooManyTimers(TooManyTimers)

    /// Which name.
    public struct NoSuchTimer: Codable, Equatable, Sendable {
        /// As it was given, or `egg`.
        public var name: String

        /// With these particulars.
        public init(name: String) {
            self.name = name
        }
    }

    /// Which egg, and the known ones.
    public struct NoSuchEgg: Codable, Equatable, Sendable {
        /// As it was given.
        public var egg: String
        /// The menu's names.
        public var known: [String]

        /// With these particulars.
        public init(egg: String, known: [String]) {
            self.egg = egg
            self.known = known
        }
    }

    /// Which duration, and the range that was possible.
    public struct InvalidDuration: Codable, Equatable, Sendable {
        /// As it was given.
        public var ms: Int64
        /// The least that was possible.
        public var minimumMs: Int64
        /// The most that was possible.
        public var maximumMs: Int64

        /// With these particulars.
        public init(ms: Int64, minimumMs: Int64, maximumMs: Int64) {
            self.ms = ms
            self.minimumMs = minimumMs
            self.maximumMs = maximumMs
        }
    }

    /// Which name.
    public struct InvalidName: Codable, Equatable, Sendable {
        /// As it was given.
        public var name: String

        /// With these particulars.
        public init(name: String) {
            self.name = name
        }
    }

    /// Which timer, and its state.
    public struct WrongState: Codable, Equatable, Sendable {
        /// The timer's name.
        public var name: String
        /// Its state.
        public var state: Timers.State

        /// With these particulars.
        public init(name: String, state: Timers.State) {
            self.name = name
            self.state = state
        }
    }

    /// The limit.
    public struct TooManyTimers: Codable, Equatable, Sendable {
        /// The most timers at a time.
        public var limit: Int

        /// With these particulars.
        public init(limit: Int) {
            self.limit = limit
        }
    }

    /// The error as it goes over the wire.
    public var reply: ErrorReply {
        switch self {
        case .noSuchTimer(let about): Self.reply("NoSuchTimer", about)
        case .noSuchEgg(let about): Self.reply("NoSuchEgg", about)
        case .invalidDuration(let about): Self.reply("InvalidDuration", about)
        case .invalidName(let about): Self.reply("InvalidName", about)
        case .wrongState(let about): Self.reply("WrongState", about)
        case .tooManyTimers(let about): Self.reply("TooManyTimers", about)
        }
    }

    /// The error as it came over the wire; nil if it is none of this interface.
    public init?(_ error: RemoteError) {
        func about<Value: Decodable>(_ make: (Value) -> TimersError) -> TimersError? {
            error.parameters(as: Value.self).map(make)
        }
        let prefix = "\(Timers.interface)."
        guard error.name.hasPrefix(prefix) else { return nil }
        let known: TimersError? =
            switch error.name.dropFirst(prefix.count) {
            case "NoSuchTimer": about(TimersError.noSuchTimer)
            case "NoSuchEgg": about(TimersError.noSuchEgg)
            case "InvalidDuration": about(TimersError.invalidDuration)
            case "InvalidName": about(TimersError.invalidName)
            case "WrongState": about(TimersError.wrongState)
            case "TooManyTimers": about(TimersError.tooManyTimers)
            default: nil
            }
        guard let known else { return nil }
        self = known
    }

    private static func reply(_ name: String, _ about: some Encodable & Sendable) -> ErrorReply {
        ErrorReply("\(Timers.interface).\(name)", about)
    }
}
