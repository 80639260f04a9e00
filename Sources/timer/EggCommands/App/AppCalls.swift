import EggClient
import EggRequests
import EggTimers
import EggWire
import Glibc
import POSIX
import Varlink

/// The calls of the terminal app that wait for their replies; the app never waits.
final class AppCalls {
    private struct Pending {
        let client: Client
        let changesTimers: Bool
        let deadline: SuspendingClock.Instant
        let outcome: () throws(ClientError) -> Outcome
    }

    private enum Outcome {
        case waiting
        case over(App.Input?)
    }

    private let connection: Connection
    private var pending: [Pending] = []

    init(_ connection: Connection) {
        self.connection = connection
    }

    /// The descriptors to poll for reading.
    var descriptors: [Int32] { pending.map(\.client.descriptor) }

    /// When `inputs` must be called even if nothing can be read.
    var nextWake: SuspendingClock.Instant? { pending.map(\.deadline).min() }

    /// Whether any call that changes timers waits for its reply.
    var changeTimers: Bool { pending.contains(where: \.changesTimers) }

    /// Makes a call; its reply or refusal comes out of `inputs`.
    ///
    /// - Returns: what the app must be told if the call can't be made.
    func make(_ request: TimerRequest, timers: @escaping () -> [Timers.Timer]) -> App.Input? {
        request.call(by: Caller(calls: self, request: request, timers: timers))
    }

    /// Asks for the menu.
    func askForEggs() -> App.Input? {
        send(Timers.Eggs.self, .init(), nil, { [] }, { .eggs($0.eggs) })
    }

    /// Sets the kitchen's egg.
    func setKitchen(_ rawEgg: RawEgg.Properties) -> App.Input? {
        send(Timers.SetKitchen.self, .init(rawEgg), nil, { [] }, { .kitchen($0) })
    }

    private struct Caller: TimerCaller {
        typealias Answer = App.Input?
        typealias Problem = Never

        let calls: AppCalls
        let request: TimerRequest
        let timers: () -> [Timers.Timer]

        func call<M: Method>(_ method: M.Type, _ parameters: M.Parameters) -> App.Input? {
            // The events of the watch say what all other requests have done.
            calls.send(method, parameters, request, timers) { ($0 as? Timers.Start.Reply).map { .started($0) } }
        }
    }

    private func send<M: Method>(
        _ method: M.Type, _ parameters: M.Parameters, _ request: TimerRequest?,
        _ timers: @escaping () -> [Timers.Timer], _ input: @escaping (M.Reply) -> App.Input?
    ) -> App.Input? {
        do throws(EndpointError) {
            let client = try connection.endpoint.connect(waits: false)
            do {
                try client.send(method, parameters)
            } catch {
                throw .client(error)
            }
            let outcome = { () throws(ClientError) -> Outcome in
                do throws(ClientError) {
                    guard let reply = try client.received(method) else { return .waiting }
                    return .over(input(reply.value))
                } catch {
                    guard case .refused(let remote) = error, let refusal = TimersError(remote) else { throw error }
                    let refusals = Refusals(request: request, isNamed: true, timers: timers)
                    return .over(.refused(refusals.failure(refusal).message))
                }
            }
            pending.append(
                Pending(
                    client: client, changesTimers: !(method is any Query.Type), deadline: .now + Client.timeout,
                    outcome: outcome))
            return nil
        } catch {
            return .refused(connection.failure(error).message)
        }
    }

    /// Everything that has arrived.
    func inputs() -> [App.Input] {
        var inputs: [App.Input] = []
        pending.removeAll { call in
            do throws(ClientError) {
                switch try call.outcome() {
                case .over(let input):
                    if let input { inputs.append(input) }
                    return true
                case .waiting:
                    guard call.deadline <= .now else { return false }
                    throw .timedOut
                }
            } catch {
                var failure = connection.failure(error)
                switch error {
                case .timedOut, .connectionLost: if call.changesTimers { failure = failure.ofUncertainCall }
                case .cannotConnect, .malformedReply, .refused: break
                }
                inputs.append(.refused(failure.message))
                return true
            }
        }
        return inputs
    }
}
