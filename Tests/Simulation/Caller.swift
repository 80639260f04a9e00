import EggClient
import EggRequests
import EggWire
import Varlink

/// Makes calls as a person does, and records in the ledger what was promised. While eggd serves, each call has a reply, and
/// a start is not refused.
final class Caller {
    private let machine: Machine
    private let ledger: Ledger
    private let chronicle: Chronicle
    private let judge: Judge
    private let name: String

    init(_ name: String, _ scene: Scene) {
        self.name = name
        (machine, ledger, chronicle, judge) = (scene.machine, scene.ledger, scene.chronicle, scene.judge)
    }

    /// Whether nobody may begin anything.
    var isReserved: Bool { machine.isReserved }

    /// Makes a call about timers with these names.
    ///
    /// - Returns: the timers of the reply; nil if there was none, or a refusal.
    @discardableResult
    func call(_ request: TimerRequest, about names: [String]) -> [Timers.Timer]? {
        let attempted = ledger.attempt(names, keepsThem: request.keepsTimers)
        chronicle.count("calls")
        machine.events += 1
        let (served, isRefused) = (machine.servesSince, machine.refusesWrites)
        let client: Client
        do throws(EndpointError) {
            client = try machine.connect()
        } catch {
            // Without a connection nothing was asked for.
            ledger.endAttempt(attempted)
            return nil
        }
        do throws(ClientError) {
            let timers = try request.call(
                by: Promising(client: client, ledger: ledger, names: names, attempted: attempted))
            if isRefused, case .start = request { judge.expectUnsaved(names[0]) }
            return timers
        } catch {
            if case .refused(let refusal) = error {
                ledger.endAttempt(attempted)
                let words = "\(name): \(request.method.name) \(names) was refused: \(refusal.name)"
                switch request {
                case .start, .cook: judge.find(words)
                default: chronicle.note(words)
                }
            } else {
                let words = "\(name): \(request.method.name) \(names) got no reply: \(error)"
                if machine.stillServes(since: served) { judge.find(words) } else { chronicle.note(words) }
            }
            return nil
        }
    }
}

/// Makes a call, and records its reply before anything else can happen.
private struct Promising: TimerCaller {
    typealias Answer = [Timers.Timer]
    typealias Problem = ClientError

    let client: Client
    let ledger: Ledger
    let names: [String]
    let attempted: Set<String>

    func call<M: Method>(_ method: M.Type, _ parameters: M.Parameters) throws(ClientError) -> [Timers.Timer]
    where M.Reply: TimersReply {
        let called = TrueTime.now
        let reply = try client.call(method, parameters)
        ledger.endAttempt(attempted)
        switch reply {
        case let reply as Timers.Start.Reply:
            if let replaced = reply.replaced { ledger.end([replaced], at: called) }
            ledger.promise([reply.timer], at: called)
        case let reply as Timers.Cook.Reply:
            ledger.end(reply.replaced, at: called)
            ledger.promise(reply.timers, at: called)
        case let reply as Timers.Undo.Reply:
            ledger.withdraw(reply.removed)
            ledger.bringBack(reply.timers.filter { !Script.names.contains($0.name) }, at: called)
        default:
            switch method.name {
            case Timers.Cancel.name, Timers.Dismiss.name: ledger.end(reply.all, at: called)
            case Timers.Rename.name: ledger.rename(names[0], to: reply.all, at: called)
            default: ledger.promise(reply.all, at: called)
            }
        }
        return reply.all
    }
}

extension TimerRequest {
    /// Whether the call can't end a timer, or give it another name.
    fileprivate var keepsTimers: Bool {
        switch self {
        case .change(let change, _): change != .dismiss && change != .cancel
        case .start, .cook, .rename, .undo: false
        }
    }
}
