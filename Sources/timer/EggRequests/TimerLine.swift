import EggWire
import Text

/// A line as one types it after `eggctl`: `soft`, `9m --name tea`, `extend 1m left-pot`, `dismiss`.
public struct TimerLine: Equatable, Sendable {
    /// The most names in a line; each is a call of its own.
    public static let maxNames = 64

    /// The request that it makes.
    public var request: TimerRequest
    /// The timers that it is for.
    public let choice: TimerChoice

    /// Reads a line.
    ///
    /// - Parameter now: in milliseconds since 1970, for a countdown until a time of day.
    public init(_ text: String, at now: Int64) throws(Complaint) {
        let words: [String]
        do throws(QuotedWords.Fault) {
            words = try QuotedWords.of(text)
        } catch {
            throw Complaint("\(error)")
        }
        (request, choice) = try TimerRequest.read(words, at: now)
        if choice.names.count > Self.maxNames {
            throw Complaint("a line can have at most \(Self.maxNames) names")
        }
    }

    /// The requests that carry it out; none if no timer is in a state for it.
    ///
    /// - Parameter timers: those that exist, for `--all`.
    public func requests(_ timers: [Timers.Timer]) -> [TimerRequest] {
        names(timers).map { choice == .unnamed ? request : request.about($0) }
    }

    /// The names for which the call is made; nil stands for the timer that eggd chooses.
    private func names(_ timers: [Timers.Timer]) -> [String?] {
        switch choice {
        case .unnamed: return [nil]
        case .named(let names): return names.map(\.text)
        case .all: break
        }
        switch request {
        case .dismiss, .snooze: return [nil]
        case .start, .cook, .pause, .resume, .extend, .rename, .cancel, .undo: break
        }
        var groups: Set<String> = []
        // eggd changes the whole group, but cancels each timer by itself.
        let isOneByOne = request.method == Timers.Cancel.self
        return timers.filter { $0.offers(request.method) }
            .filter { timer in isOneByOne || timer.group.map { groups.insert($0).inserted } ?? true }.map(\.name)
    }
}
