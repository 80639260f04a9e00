import EggClient
import EggRequests
import EggWire
import Text
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

    /// The call with a key that needs no quotes inside.
    fileprivate func keyed(_ key: String) -> EggdCall {
        let members = parameters.bytes.dropFirst().dropLast()
        let rest = (members.isEmpty ? "" : ",") + String(decoding: members, as: UTF8.self)
        return EggdCall(method: method, parameters: JSONText(Array(#"{"key":"\#(key)"\#(rest)}"#.utf8)) ?? parameters)
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
        var words: [String]
        do throws(QuotedWords.Fault) {
            words = try QuotedWords.of(text)
        } catch {
            throw Complaint("\(error)")
        }
        let key = try takeKey(&words)
        let command = try TimerCommand(words)
        let calls = try command.calls(timers, at: now)
        guard let key else { return calls }
        // When the line comes again, the last egg or all timers would be others.
        if case .again = command { throw Complaint("'again' can't have a key") }
        guard let call = calls.first, calls.count == 1 else { throw Complaint("a line with a key can make one call") }
        return [call.keyed(key)]
    }

    /// Takes `--key KEY` from the end of a line.
    private static func takeKey(_ words: inout [String]) throws(Complaint) -> String? {
        guard words.count > 1, words[words.count - 2] == "--key" else { return nil }
        let key = words.removeLast()
        words.removeLast()
        guard Question.isPlain(key) else { throw Complaint("a key is 1 to 64 letters, digits, '_' and '-'") }
        return key
    }
}
