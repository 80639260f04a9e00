import EggClient
import EggConfig
import EggWire
import Varlink

/// A call of eggd that a client of the broker asks for.
struct EggdCall: Equatable, Sendable {
    /// The method's name without its interface.
    let method: String
    let parameters: JSONText

    /// The full name.
    var name: String { "\(Timers.interface).\(method)" }
    /// Whether it ends alarms.
    var dismisses: Bool { method == "Dismiss" }

    /// The access that each method needs; there are no others for the broker's clients.
    private static let access: [String: Access] = [
        "Dismiss": .answer, "Snooze": .answer, "Pause": .answer, "Resume": .answer, "Extend": .answer,
        "Start": .full, "Cook": .full, "Cancel": .full, "Rename": .full, "Undo": .full,
    ]

    /// Throws if the call is not for clients with this access.
    func check(_ access: Access) throws(Complaint) {
        guard let needed = Self.access[method] else { throw Complaint("there is no method '\(method)' here") }
        guard access >= needed else {
            throw Complaint("'\(method)' needs 'access = \(needed.rawValue)' in [mqtt] of eggd.conf")
        }
    }
}

/// Reads what the broker's clients send. It does no I/O.
enum Command {
    /// The longest line, in bytes.
    static let maxLine = 1024
    /// The most names in a line; each is a call of its own.
    static let maxNames = 64

    /// The calls for a message at one of the topics of calls and commands; empty if it is at neither.
    ///
    /// - Parameters:
    ///   - timers: those that there are, for `--all`.
    ///   - now: in milliseconds since 1970, for a countdown until a time of day.
    static func calls(
        _ topic: String, _ payload: [UInt8], _ kitchen: Kitchen, timers: [Timers.Timer], at now: Int64
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
        guard !calls.isEmpty else { throw Complaint("no timer is in a state for this") }
        return calls
    }

    private static func line(
        _ payload: [UInt8], timers: [Timers.Timer], at now: Int64
    ) throws(Complaint) -> [EggdCall] {
        guard payload.count <= maxLine else { throw Complaint("a line can have at most \(maxLine) bytes") }
        guard let text = String(validating: payload, as: UTF8.self) else {
            throw Complaint("the line isn't UTF-8 text")
        }
        let words: [String]
        do {
            words = try UserCommand.words(of: text)
        } catch {
            throw Complaint("\(error)")
        }
        let (request, choice) = try TimerRequest.read(words, at: now)
        if case .named(let names) = choice, names.count > maxNames {
            throw Complaint("a line can have at most \(maxNames) names")
        }
        return names(choice, request, timers).map { request.about($0, choice).call(by: CallMaker()) }
    }

    /// The names for which the call is made; nil stands for the timer that eggd chooses.
    private static func names(_ choice: TimerChoice, _ request: TimerRequest, _ timers: [Timers.Timer]) -> [String?] {
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

extension TimerRequest {
    /// The request about a name, unless it has read its names itself.
    fileprivate func about(_ name: String?, _ choice: TimerChoice) -> TimerRequest {
        choice == .unnamed ? self : about(name)
    }
}

/// Makes calls of requests, without making them at eggd.
private struct CallMaker: TimerCaller {
    typealias Answer = EggdCall
    typealias Problem = Never

    func call<M: Method>(_ method: M.Type, _ parameters: M.Parameters) -> EggdCall {
        let text = (try? encodeJSON(parameters)).flatMap { JSONText($0) }
        return EggdCall(
            method: String(M.name.dropFirst(Timers.interface.count + 1)), parameters: text ?? .none)
    }
}
