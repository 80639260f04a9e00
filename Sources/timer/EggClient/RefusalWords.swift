import EggTimers
import EggWire

// The words for what eggd refuses, which are the same in all clients.
extension TimersError {
    /// What eggd refuses and why, as the beginning of a sentence: `the name 'tea' is taken`.
    public func problem(of request: TimerRequest?) -> String {
        switch self {
        case .noSuchEgg(let about): "unknown egg '\(about.egg)'"
        case .noSuchTimer(let about): "there is no timer '\(about.name)'"
        case .fixedTime(let about):
            "\(about.egg == EggMenu.custom ? "a time without an egg" : "'\(about.egg)'") always takes the same time, "
                + "whatever the size, the temperature and the altitude"
        case .impossibleEgg(let about):
            "\(RawEggText.number(about.value)) is out of range for \(about.property); it must be "
                + "\(RawEggText.number(about.minimum)) to \(RawEggText.number(about.maximum))"
        case .waterTooCool(let about):
            "'\(about.egg)' needs \(RawEggText.number(about.targetCelsius)) °C, but here water boils at "
                + "\(RawEggText.number(about.waterCelsius)) °C"
        case .invalidDuration(let about): about.problem(of: request)
        case .invalidName(let about): "'\(about.name)' isn't a valid timer name"
        case .wrongState(let about): "'\(about.name)' \(about.state.predicate)"
        case .nameTaken(let about): "the name '\(about.name)' is taken"
        case .tooManyTimers(let about):
            "there are already \(about.limit) timers, which is the limit; cancel one first"
        case .tooManyConnections(let about):
            "\(about.limit) programs watch eggd already, which is the limit; end one of them first"
        }
    }

    /// A sentence for people who see the timers and the eggs, as on a page: `The name 'tea' is taken.`
    public func sentence(of request: TimerRequest?) -> String {
        switch self {
        // They were shown a moment ago.
        case .noSuchEgg(let about): return "The egg “\(about.egg)” no longer exists."
        case .noSuchTimer(let about): return "The timer “\(about.name)” no longer exists."
        case .fixedTime(let about): return "“\(about.egg)” always takes the same time now. Tap it again."
        case .invalidName:
            return "\(capitalized(problem(of: request))). Choose a shorter one, made of visible characters."
        case .wrongState: return "That isn’t possible now: \(problem(of: request))."
        case .impossibleEgg, .waterTooCool, .invalidDuration, .nameTaken, .tooManyTimers, .tooManyConnections:
            return "\(capitalized(problem(of: request)))."
        }
    }
}

extension TimersError.ImpossibleEgg {
    /// The property in words, with its unit.
    fileprivate var property: String {
        switch parameter {
        case "massG": "the weight in grams"
        case "fromCelsius": "the temperature in °C"
        case "altitudeM": "the altitude in metres"
        default: parameter
        }
    }
}

extension TimersError.InvalidDuration {
    fileprivate func problem(of request: TimerRequest?) -> String {
        func signed(_ milliseconds: Int64) -> String {
            let clock = DurationText.clock(.milliseconds(milliseconds.magnitude))
            return milliseconds < 0 ? "-\(clock)" : clock
        }
        return switch request {
        case .start(let parameters) where parameters.elapsedMs != nil:
            "an egg of \(signed(min(maximumMs, .max - 1) + 1)) that went in \(signed(ms)) ago would already be done"
        case .extend where ms < minimumMs && minimumMs <= -1000:
            // The time is rounded to whole seconds towards zero, so that it would be accepted.
            "\(signed(ms)) is too much; you can take off at most \(signed(-(minimumMs / 1000 * 1000)))"
        // Only for an egg that is done is the minimum a second or more.
        case .extend where ms < minimumMs && minimumMs >= 1000:
            "the countdown is over, so it can only be extended by a time from "
                + "\(signed(minimumMs)) to \(signed(maximumMs))"
        case .extend where ms < minimumMs: "\(signed(ms)) is too much; at least one second must remain"
        case .extend: "\(signed(ms)) is too much; the whole countdown can take at most 24 hours"
        case .start, .cook, .pause, .resume, .rename, .dismiss, .snooze, .cancel, nil:
            "\(signed(ms)) is out of range; the time must be from \(signed(minimumMs)) to \(signed(maximumMs))"
        }
    }
}

/// The text with a large first letter.
func capitalized(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }
