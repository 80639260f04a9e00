import EggRequests
import EggTimers
import EggWire
import Languages
import Varlink

/// The egg that `again` starts.
public struct LastEgg: Equatable, Sendable {
    let name: String
    let egg: String
    let durationMs: Int64
    let sound: String?
    /// Whether it was a part of a pot.
    let isOfPot: Bool

    /// Why nothing can be started again.
    public enum Problem: Error, Equatable, Sendable {
        /// No countdown has ended, or the history can't be read, for this reason.
        case nothing(historyOut: String?)
        /// It was part of a pot with others; this was its name.
        case wasInPot(String)
        /// A timer with its name still runs.
        case runs(Timers.Timer)

        /// A sentence without its full stop.
        public var message: String {
            switch self {
            case .nothing(let reason?): tr("the saved history can't be read: {reason}", ["reason": reason])
            case .nothing(nil): tr("there is no past countdown to start again")
            case .wasInPot(let name):
                tr("the last countdown, '{name}', was part of a pot, which 'again' does not start", ["name": name])
            case .runs(let timer):
                tr("{timer}; 'again' does not reset it", ["timer": timer.sentence(seenFrom: .now)])
            }
        }
    }

    /// The timer that was done last, else the run that ended last; nil without either.
    init?(_ timers: [Timers.Timer], _ runs: [Timers.Run]) {
        let done = timers.filter { $0.origin == nil && $0.state.traits.isDue }
        if let timer = done.min(by: { $0.overdueMs < $1.overdueMs }) {
            (name, egg, durationMs, sound) = (timer.name, timer.egg, timer.durationMs, timer.sound)
            isOfPot = timer.count != nil
        } else if let run = runs.first {
            (name, egg, durationMs, sound) = (run.name, run.egg, run.durationMs, run.sound)
            isOfPot = run.count != nil
        } else {
            return nil
        }
    }

    /// The start of the egg that is done, else of the newest one in the history.
    ///
    /// The history doesn't tell which eggs were in a pot together.
    ///
    /// - Parameter newName: the timer's name; nil for that of the last egg.
    public static func start(
        as newName: TimerName?, _ timers: [Timers.Timer], _ history: Timers.History.Reply
    ) throws(Problem) -> Timers.Start.Parameters {
        guard let last = LastEgg(timers, history.runs) else { throw .nothing(historyOut: history.historyOut) }
        if newName == nil, last.isOfPot { throw .wasInPot(last.name) }
        let name = newName?.text ?? last.name
        // A countdown that runs is not given up for an earlier one by mistake.
        if let timer = timers.first(where: { $0.isNamed(name) }), !timer.state.traits.isDue { throw .runs(timer) }
        return Timers.Start.Parameters(
            egg: last.egg == EggMenu.custom ? nil : last.egg, durationMs: last.durationMs, name: name,
            sound: last.sound)
    }
}

extension EggdCalls {
    /// Starts the last egg once more, of which eggd's timers and its history tell.
    func makeAgain(_ call: EggdCall, by expiry: ContinuousClock.Instant, done: @escaping ([Ending]) -> Void) {
        let given = (try? decodeJSON(Timers.Start.Parameters.self, from: call.parameters.bytes))?.name
        let queries = [EggdCall(Timers.List.self, Nothing()), EggdCall(Timers.History.self, .init(limit: 1))]
        make(queries, by: expiry) { [self] endings in
            guard endings.count == 2, let timers = endings[0].reply(to: Timers.List.self)?.timers,
                let history = endings[1].reply(to: Timers.History.self)
            else { return done(Array(endings.suffix(1))) }
            do throws(LastEgg.Problem) {
                let start = try LastEgg.start(as: given.flatMap { TimerName($0) }, timers, history)
                make([EggdCall(Timers.Start.self, start)], by: expiry, done: done)
            } catch {
                done([.impossible(error.message)])
            }
        }
    }
}
