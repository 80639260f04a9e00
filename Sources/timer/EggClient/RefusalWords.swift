import EggRequests
import EggTimers
import EggWire

// The words for what eggd refuses, which are the same in all clients.
extension TimersError {
    /// What eggd refuses and why, as the beginning of a sentence: `the name 'tea' is taken`.
    public func problem(of request: TimerRequest?) -> String {
        switch self {
        case .noSuchEgg(let egg, _): "unknown egg '\(egg)'"
        case .noSuchTimer(let name): "there is no timer '\(name)'"
        case .noSuchRun: "the timer is over, or was started again"
        case .ambiguousTimer(let word, let names):
            "'\(word)' can mean \(names.map { "'\($0)'" }.joined(separator: " or ")); write the name as it is"
        case .noSuchSound(_, _, let problem?): problem
        case .noSuchSound(let sound, let known, nil):
            "there is no sound '\(sound)'; the sounds are \(known.joined(separator: ", "))"
        case .fixedTime(let egg):
            (egg == EggMenu.custom
                ? "a time without an egg" : "eggd.conf has a duration for '\(egg)', so it")
                + " always takes the same time, whatever the size, the temperature and the altitude"
        case .impossibleEgg(let parameter, let value, let minimum, let maximum):
            "\(RawEggText.number(value)) is out of range for \(Self.property(parameter)); it must be "
                + "\(RawEggText.number(minimum)) to \(RawEggText.number(maximum))"
        case .waterTooCool(let egg, let target, let water):
            "'\(egg)' needs \(RawEggText.number(target)) °C, but here water boils at \(RawEggText.number(water)) °C"
        case .invalidDuration(let ms, let minimumMs, let maximumMs):
            Self.problem(ofDuration: ms, minimumMs: minimumMs, maximumMs: maximumMs, request)
        case .invalidName(let name): TimerName.complaint(about: name)
        case .wrongState(let name, let state): "'\(name)' \(state.predicate)"
        case .nameTaken(let name): "the name '\(name)' is taken"
        case .tooManyTimers(let limit): "there are already \(limit) timers, which is the limit; cancel one first"
        case .tooManyConnections(let limit):
            "\(limit) programs watch eggd already, which is the limit; end one of them first"
        case .otherKitchen(_, let problem): problem
        case .nothingToUndo:
            "there is nothing to undo: no timer was changed within the last minute, or that was already undone"
        }
    }

    /// A sentence for people who see the timers and the eggs, as on a page: `The name 'tea' is taken.`
    public func sentence(of request: TimerRequest?) -> String {
        switch self {
        // They were shown a moment ago.
        case .noSuchEgg(let egg, _): return "The egg “\(egg)” no longer exists."
        case .noSuchTimer(let name): return "The timer “\(name)” no longer exists."
        case .fixedTime(let egg): return "“\(egg)” always takes the same time now. Tap it again."
        case .wrongState: return "That isn’t possible now: \(problem(of: request))."
        case .impossibleEgg, .waterTooCool, .invalidDuration, .invalidName, .nameTaken, .tooManyTimers,
            .tooManyConnections, .nothingToUndo, .noSuchSound, .ambiguousTimer, .noSuchRun,
            .otherKitchen:
            return "\(capitalized(problem(of: request)))."
        }
    }

    /// The property of an egg in words, with its unit.
    private static func property(_ parameter: String) -> String {
        switch parameter {
        case "massG": "the weight in grams"
        case "fromCelsius": "the temperature in °C"
        case "altitudeM": "the altitude in metres"
        default: parameter
        }
    }

    private static func problem(
        ofDuration ms: Int64, minimumMs: Int64, maximumMs: Int64, _ request: TimerRequest?
    ) -> String {
        func signed(_ milliseconds: Int64) -> String {
            let clock = DurationText.clock(.milliseconds(milliseconds.magnitude))
            return milliseconds < 0 ? "-\(clock)" : clock
        }
        return switch request {
        case .start(let parameters) where parameters.elapsedMs != nil:
            "an egg of \(signed(min(maximumMs, .max - 1) + 1)) that went in \(signed(ms)) ago would already be done"
        case .change(.extend, _) where ms < minimumMs && minimumMs <= -1000:
            // The time is rounded to whole seconds towards zero, so that it would be accepted.
            "\(signed(ms)) is too much; you can take off at most \(signed(-(minimumMs / 1000 * 1000)))"
        // Only for an egg that is done is the minimum a second or more.
        case .change(.extend, _) where ms < minimumMs && minimumMs >= 1000:
            "the countdown is over, so it can only be extended by a time from "
                + "\(signed(minimumMs)) to \(signed(maximumMs))"
        case .change(.extend, _) where ms < minimumMs: "\(signed(ms)) is too much; at least one second must remain"
        case .change(.extend, _):
            "\(signed(ms)) is too much; the whole countdown can take at most \(DurationText.written(TimerBoard.durations.upperBound))"
        default:
            "\(signed(ms)) is out of range; the time must be from \(signed(minimumMs)) to \(signed(maximumMs))"
        }
    }
}

extension [Timers.Timer] {
    /// Why a call without a name can't be carried out: `several timers are running; name one of them: egg 2, tea`
    public var noneIsMeant: String {
        if isEmpty { return "no timer is running" }
        return allSatisfy { $0.origin != nil }
            ? "no timer of this kitchen is running; name one of another: \(written.joined(separator: ", "))"
            : "several timers are running; name one of them: \(written.joined(separator: ", "))"
    }

    /// The names as people write them. A timer without a name of its own is shown by its label, which works as its name.
    public var written: [String] { map { $0.isNamed(TimerName.standard.text) ? $0.label : $0.name } }
}

extension EggdCalls.Ending {
    /// Why the call was not carried out, or may not have been, for a client without a screen; nil after a reply.
    public var problem: String? {
        switch self {
        case .reply: nil
        case .refused(let error): TimersError(error)?.problem(of: nil) ?? "eggd refuses it"
        case .unreachable: Self.unreachableProblem
        case .uncertain: Self.uncertainProblem
        case .impossible(let reason): reason
        case .late: "eggd has too much to do; it was not carried out"
        }
    }

    /// The problem while eggd can't be reached.
    public static let unreachableProblem = "eggd can't be reached; see: eggctl status"
    /// The problem when eggd was lost before its reply.
    public static let uncertainProblem = "eggd has not answered, and may have carried it out"
}

/// The text with a large first letter.
public func capitalized(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }
