import EggClient
import EggRequests
import EggWire
import Varlink

/// Decides what other kitchens are asked for, and hands their answers to eggd. It does no I/O.
struct Asking {
    /// How often a request is sent while a kitchen is reachable, if its bridge doesn't hand it to its eggd.
    private static let maxAttempts = 3

    private struct Sent {
        /// nil if it wasn't, because it would be refused.
        let payload: String?
        /// Whether eggd keeps it for longer than an answer takes: the answer to an alarm.
        let isKept: Bool
        var attempts = 1
        /// Whether it is to be sent once more at the next sign of life.
        var isRefused = false
    }

    private let own: BridgedKitchen
    /// The requests of eggd to other kitchens.
    var requests: [Timers.Request] = [] {
        didSet { sent = sent.filter { id, _ in requests.contains { $0.id == id } } }
    }
    private var sent: [String: Sent] = [:]

    init(_ own: BridgedKitchen) { self.own = own }

    /// A connection begins: what was sent before may be lost.
    mutating func connected() { sent = [:] }

    /// A kitchen has come back, which may not have got what it was sent.
    mutating func isBack(_ kitchen: String) {
        for request in requests where request.kitchen == kitchen { sent[request.id] = nil }
    }

    /// Sends the requests that a kitchen did not get yet.
    mutating func send(to kitchen: String, _ access: Access) -> [Bridge.Effect] {
        var effects: [Bridge.Effect] = []
        for request in requests where request.kitchen == kitchen && sent[request.id] == nil {
            let call = request.call(from: own.name)
            do throws(Complaint) {
                try call.check(access)
            } catch {
                effects.append(answer(request.id, error.message))
                sent[request.id] = Sent(payload: nil, isKept: true)
                continue
            }
            let payload = String(decoding: call.parameters.bytes, as: UTF8.self)
            effects.append(send(request, payload, isKept: call.kind == .answer))
        }
        return effects
    }

    /// A kitchen's bridge works: what it has refused by itself is sent to it once more.
    mutating func revive(_ kitchen: String) -> [Bridge.Effect] {
        var effects: [Bridge.Effect] = []
        for request in requests where request.kitchen == kitchen && sent[request.id]?.isRefused == true {
            guard let old = sent[request.id], let payload = old.payload else { continue }
            effects.append(send(request, payload, isKept: true, attempts: old.attempts + 1))
        }
        return effects
    }

    private mutating func send(
        _ request: Timers.Request, _ payload: String, isKept: Bool, attempts: Int = 1
    ) -> Bridge.Effect {
        sent[request.id] = Sent(payload: payload, isKept: isKept, attempts: attempts)
        return .publish(BridgeMessage(own.topics.of(request.kitchen).call(request.method), payload))
    }

    /// An answer has arrived; nil if it is to somebody else's call.
    ///
    /// - Returns: what eggd is told, and whether the kitchen's bridge alone has refused what is worth another attempt.
    mutating func answered(_ payload: [UInt8], by kitchen: String) -> (effects: [Bridge.Effect], isTransient: Bool)? {
        struct Answer: Decodable { let command, error, message: String? }
        guard payload.count <= KitchenMessage.maxLength, let answer = try? decodeJSON(Answer.self, from: payload),
            let command = answer.command,
            let request = requests.first(where: { $0.kitchen == kitchen && sent[$0.id]?.payload == command }),
            var sent = sent[request.id]
        else { return nil }
        // A bridge refuses by itself a call that has waited for it; an alarm is to be silenced all the same.
        if answer.error == nil, answer.message != nil, sent.isKept, sent.attempts < Self.maxAttempts {
            sent.isRefused = true
            self.sent[request.id] = sent
            return ([], true)
        }
        return ([self.answer(request.id, answer.message)], false)
    }

    private func answer(_ request: String, _ problem: String?) -> Bridge.Effect {
        .tell(EggdCall(Timers.Answered.self, .init(request: request, problem: problem)), about: nil)
    }
}

extension Timers.Request {
    /// The call that another kitchen gets, of whichever method: only the parameters that it has are sent.
    fileprivate func call(from kitchen: String) -> EggdCall {
        struct Parameters: Encodable {
            let id: String
            let byMs, forMs, alarm: Int64?
            let from, to: String?
            let key: String
        }
        // The history there says where an alarm was dismissed.
        let from = method == Timers.MethodName.dismiss.rawValue ? kitchen : nil
        let parameters = Parameters(id: run, byMs: byMs, forMs: forMs, alarm: alarm, from: from, to: to, key: id)
        return EggdCall(method: method, parameters: JSONText(parameters: parameters) ?? .none)
    }
}
