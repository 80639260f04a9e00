import EggClient
import EggRequests
import EggWire
import Languages
import Varlink

extension AnswerPayload {
    /// The answer to a call that has ended.
    ///
    /// - Parameter timers: those that exist.
    init(_ call: EggdCall, _ ending: EggdCalls.Ending, timers: [Timers.Timer] = [], seenFrom now: LocalTime = .now) {
        switch ending {
        case .reply(let parameters):
            let sentences =
                ending.reply(to: Timers.Undo.self)?.undone(seenFrom: now)
                ?? (try? decodeJSON(Changed.self, from: parameters.bytes))?
                .sentences(Timers.MethodName(rawValue: call.method), seenFrom: now)
            self.init(
                method: call.method, parameters: parameters, sentence: sentences?.joined(separator: "; "))
        case .refused(let error):
            var message = ending.problem
            if case .noSuchTimer? = TimersError(error), call.namesNoTimer { message = timers.noneIsMeant }
            self.init(
                method: call.method, parameters: error.parameters(as: JSONText.self), error: error.name,
                message: message)
        case .unreachable, .uncertain, .impossible, .late: self.init(method: call.method, message: ending.problem)
        }
    }
}

extension EggdCall {
    /// Whether it is about the timer that eggd chooses.
    fileprivate var namesNoTimer: Bool {
        (try? decodeJSON(Timers.Name.self, from: parameters.bytes)).map { $0.reference == nil } ?? true
    }
}

/// The timers in any reply.
private struct Changed: Decodable {
    let timer: Timers.Timer?
    let timers: [Timers.Timer]?

    /// What this method has done, whose reply has these timers.
    func sentences(_ method: Timers.MethodName?, seenFrom now: LocalTime) -> [String] {
        let all = timers ?? timer.map { [$0] } ?? []
        return switch method {
        case .dismiss where all.isEmpty, .snooze where all.isEmpty: [tr("no alarm is ringing")]
        case .dismiss: all.map(\.dismissed)
        case .snooze: all.map { $0.snoozed(seenFrom: now) }
        case .cancel: all.map(\.cancelled)
        default: all.map { $0.sentence(seenFrom: now) }
        }
    }
}
