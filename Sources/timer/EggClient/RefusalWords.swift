import EggRequests
import EggTimers
import EggWire
import Languages

// The words for what eggd refuses, which are the same in all clients.
extension TimersError {
    /// What eggd refuses and why, as the beginning of a sentence: `the name 'tea' is taken`.
    public func problem(of request: TimerRequest?) -> String {
        switch self {
        case .noSuchEgg(let egg, _): tr("unknown egg '{egg}'", ["egg": egg])
        case .noSuchTimer(let name): tr("there is no timer '{name}'", ["name": name])
        case .noSuchRun: tr("the timer is over, or was started again")
        case .ambiguousTimer(let word, let names):
            tr(
                "'{word}' can mean {names}; write the name as it is",
                ["word": word, "names": either(names.map(quoted))])
        case .noSuchSound(_, _, let problem?): problem
        case .noSuchSound(let sound, let known, nil):
            tr(
                "there is no sound '{sound}'; the sounds are {sounds}",
                ["sound": sound, "sounds": known.joined(separator: ", ")])
        case .fixedTime(EggMenu.custom):
            tr(
                "a time without an egg always takes the same time, whatever the size, the temperature and the altitude")
        case .fixedTime(let egg):
            tr(
                "eggd.conf has a duration for '{egg}', so it always takes the same time, whatever the size, the "
                    + "temperature and the altitude", ["egg": egg])
        case .impossibleEgg(let parameter, let value, let minimum, let maximum):
            Self.outOfRange(
                parameter,
                ["value": Self.number(value), "minimum": Self.number(minimum), "maximum": Self.number(maximum)])
        case .waterTooCool(let egg, let target, let water):
            tr(
                "'{egg}' needs {target} °C, but here water boils at {water} °C",
                ["egg": egg, "target": Self.number(target), "water": Self.number(water)])
        case .invalidDuration(let ms, let minimumMs, let maximumMs):
            Self.problem(ofDuration: ms, minimumMs: minimumMs, maximumMs: maximumMs, request)
        case .invalidName(let name): TimerName.complaint(about: name)
        case .wrongState(let name, let state): state.sentence(of: quoted(name))
        case .nameTaken(let name): tr("the name '{name}' is taken", ["name": name])
        case .tooManyTimers(let limit):
            tr("there are already {limit} timers, which is the limit; cancel one first", ["limit": "\(limit)"])
        case .tooManyConnections(let limit):
            tr("{limit} programs watch eggd already, which is the limit; end one of them first", ["limit": "\(limit)"])
        case .otherKitchen(_, let problem): said(problem)
        case .nothingToUndo:
            tr("there is nothing to undo: no timer was changed within the last minute, or that was already undone")
        }
    }

    /// A sentence for people who see the timers and the eggs, as on a page: `The name 'tea' is taken.`
    public func sentence(of request: TimerRequest?) -> String {
        switch self {
        // They were shown a moment ago.
        case .noSuchEgg(let egg, _): return tr("The egg “{egg}” no longer exists.", ["egg": egg])
        case .noSuchTimer(let name): return tr("The timer “{name}” no longer exists.", ["name": name])
        case .fixedTime(let egg) where egg != EggMenu.custom:
            return tr("“{egg}” always takes the same time now. Tap it again.", ["egg": egg])
        case .wrongState: return tr("That isn’t possible now: {problem}.", ["problem": problem(of: request)])
        case .fixedTime, .impossibleEgg, .waterTooCool, .invalidDuration, .invalidName, .nameTaken, .tooManyTimers,
            .tooManyConnections, .nothingToUndo, .noSuchSound, .ambiguousTimer, .noSuchRun, .otherKitchen:
            return "\(capitalized(problem(of: request)))."
        }
    }

    private static func number(_ value: Double) -> String { localized(number: RawEggText.number(value)) }

    /// The property of an egg, with its unit, that is out of range.
    private static func outOfRange(_ parameter: String, _ places: KeyValuePairs<String, String>) -> String {
        switch parameter {
        case "massG":
            tr("{value} is out of range for the weight in grams; it must be {minimum} to {maximum}", places)
        case "fromCelsius":
            tr("{value} is out of range for the temperature in °C; it must be {minimum} to {maximum}", places)
        case "altitudeM":
            tr("{value} is out of range for the altitude in metres; it must be {minimum} to {maximum}", places)
        default: "\(parameter): \(places[0].value)"
        }
    }

    private static func problem(
        ofDuration ms: Int64, minimumMs: Int64, maximumMs: Int64, _ request: TimerRequest?
    ) -> String {
        func signed(_ milliseconds: Int64) -> String {
            let clock = DurationText.clock(.milliseconds(milliseconds.magnitude))
            return milliseconds < 0 ? "-\(clock)" : clock
        }
        let places =
            ["time": signed(ms), "minimum": signed(minimumMs), "maximum": signed(maximumMs)] as KeyValuePairs
        return switch request {
        case .start(let parameters) where parameters.elapsedMs != nil:
            tr(
                "an egg of {time} that went in {since} ago would already be done",
                ["time": signed(min(maximumMs, .max - 1) + 1), "since": signed(ms)])
        case .change(.extend, _) where ms < minimumMs && minimumMs <= -1000:
            // The time is rounded to whole seconds towards zero, so that it would be accepted.
            tr(
                "{time} is too much; you can take off at most {maximum}",
                ["time": signed(ms), "maximum": signed(-(minimumMs / 1000 * 1000))])
        // Only for an egg that is done is the minimum a second or more.
        case .change(.extend, _) where ms < minimumMs && minimumMs >= 1000:
            tr("the countdown is over, so it can only be extended by a time from {minimum} to {maximum}", places)
        case .change(.extend, _) where ms < minimumMs:
            tr("{time} is too much; at least one second must remain", places)
        case .change(.extend, _):
            tr(
                "{time} is too much; the whole countdown can take at most {maximum}",
                ["time": signed(ms), "maximum": DurationText.written(TimerBoard.durations.upperBound)])
        default: tr("{time} is out of range; the time must be from {minimum} to {maximum}", places)
        }
    }
}

/// `'tea'`, in the language's quotes.
public func quoted(_ name: String) -> String { tr("'{name}'", ["name": name]) }

/// `'tea' or 'Tea'`, by the language.
private func either(_ words: [String]) -> String {
    words.dropFirst().reduce(words.first ?? "") { tr("{first} or {second}", ["first": $0, "second": $1]) }
}

extension [Timers.Timer] {
    /// Why a call without a name can't be carried out: `several timers are running; name one of them: egg 2, tea`
    public var noneIsMeant: String {
        if isEmpty { return tr("no timer is running") }
        let places = ["names": written.joined(separator: ", ")] as KeyValuePairs
        return allSatisfy { $0.origin != nil }
            ? tr("no timer of this kitchen is running; name one of another: {names}", places)
            : tr("several timers are running; name one of them: {names}", places)
    }

    /// The names as people write them.
    public var written: [String] { map(\.written) }
}

extension EggdCalls.Ending {
    /// Why the call was not carried out, or may not have been, for a client without a screen; nil after a reply.
    public var problem: String? {
        switch self {
        case .reply: nil
        case .refused(let error): TimersError(error)?.problem(of: nil) ?? tr("eggd refuses it")
        case .unreachable: Self.unreachableProblem
        case .uncertain: Self.uncertainProblem
        case .impossible(let reason): reason
        case .late: tr("eggd has too much to do; it was not carried out")
        }
    }

    /// The problem while eggd can't be reached.
    public static var unreachableProblem: String { tr("eggd can't be reached; see: eggctl status") }
    /// The problem when eggd was lost before its reply.
    public static var uncertainProblem: String { tr("eggd has not answered, and may have carried it out") }
}
