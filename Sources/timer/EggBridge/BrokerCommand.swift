import EggClient
import EggRequests
import EggWire
import Varlink

extension EggdCall {
    /// Throws if the call is not for clients with this access. No query is, because the bridge publishes what they ask.
    func check(_ access: Access) throws(Complaint) {
        guard let row = Timers.MethodName(rawValue: method)?.row, row.kind == .change, let needed = row.access else {
            throw Complaint("there is no method '\(method)' here")
        }
        guard access >= needed else {
            throw Complaint("'\(method)' needs 'access = \(needed.rawValue)' in [mqtt] of eggd.conf")
        }
    }

    /// Whether it has a key, with which eggd gives its first answer again.
    var isKeyed: Bool {
        struct Keyed: Decodable { let key: String }
        return (try? decodeJSON(Keyed.self, from: parameters.bytes)) != nil
    }
}

/// Reads what the broker's clients send. It does no I/O.
enum BrokerCommand {
    /// The longest line, in bytes.
    static let maxLine = 1024

    /// The calls for a message at one of the topics of calls and commands; empty if it is at neither.
    ///
    /// - Parameters:
    ///   - timers: those that there are, for `--all`.
    ///   - now: in milliseconds since 1970, for a countdown until a time of day.
    static func calls(
        _ topic: String, _ payload: [UInt8], _ kitchen: BridgedKitchen, timers: [Timers.Timer], at now: Int64
    ) throws(Complaint) -> [EggdCall] {
        let calls: [EggdCall]
        if let method = kitchen.topics.method(of: topic) {
            // A client that has no parameters may send nothing.
            guard let parameters = payload.isEmpty ? JSONText.none : JSONText(payload) else {
                throw Complaint("the payload isn't a JSON object")
            }
            calls = [EggdCall(method: method, parameters: parameters)]
        } else if topic == kitchen.topics.command {
            calls = try line(payload, timers: timers, at: now)
        } else {
            return []
        }
        for call in calls { try call.check(kitchen.access) }
        return calls
    }

    private static func line(
        _ payload: [UInt8], timers: [Timers.Timer], at now: Int64
    ) throws(Complaint) -> [EggdCall] {
        guard payload.count <= maxLine else { throw Complaint("a line can have at most \(maxLine) bytes") }
        guard let text = String(validating: payload, as: UTF8.self) else {
            throw Complaint("the line isn't UTF-8 text")
        }
        return try TimerCommand(line: text).calls(timers, at: now)
    }
}
