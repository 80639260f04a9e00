import EggClient
import EggRequests
import EggTimers
import EggWire
import Varlink

/// The calls of the terminal app. Their replies and refusals become its inputs; the events of its watch say what changes
/// have done.
final class AppCalls {
    private let endpoint: Endpoint
    private let calls: EggdCalls
    private var arrived: [App.Input] = []

    init(_ endpoint: Endpoint) throws(Failure) {
        self.endpoint = endpoint
        calls = try endpoint.calls()
    }

    var descriptor: Int32 { calls.descriptor }

    /// Whether any call that changes timers waits for its reply.
    var changeTimers: Bool { calls.hasChanges }

    func make(_ request: TimerRequest, timers: @escaping () -> [Timers.Timer]) {
        make(request.eggdCall, Refusals(request: request, isNamed: true, timers: timers)) { ending in
            guard case .start = request else { return [] }
            return ending.reply(to: Timers.Start.self).map { [.started($0)] }
        }
    }

    func startAgain(_ name: TimerName?) {
        make(.again(name), Refusals(request: nil, isNamed: true, timers: { [] })) { ending in
            ending.reply(to: Timers.Start.self).map { [.started($0)] }
        }
    }

    func askForEggs() {
        ask(Timers.Eggs.self, .init()) { .eggs($0.eggs) }
    }

    func setKitchen(_ rawEgg: RawEgg.Properties) {
        ask(Timers.SetKitchen.self, .init(rawEgg)) { .kitchen($0) }
    }

    func inputs() -> [App.Input] {
        calls.advance()
        defer { arrived = [] }
        return arrived
    }

    private func ask<M: Method>(
        _ method: M.Type, _ parameters: M.Parameters, _ input: @escaping (M.Reply) -> App.Input
    ) {
        make(EggdCall(method, parameters), Refusals(request: nil, isNamed: true, timers: { [] })) { ending in
            ending.reply(to: method).map { [input($0)] }
        }
    }

    /// - Parameter inputs: those of a reply; nil if it can't be read.
    private func make(
        _ call: EggdCall, _ refusals: Refusals, _ inputs: @escaping (EggdCalls.Ending) -> [App.Input]?
    ) {
        calls.make([call]) { [weak self] endings in
            guard let self, let ending = endings.first else { return }
            if case .refused(let error) = ending, let refusal = TimersError(error) {
                arrived.append(.refused(refusals.failure(refusal).message))
            } else if let failure = endpoint.failure(ending, changes: call.kind != .query) {
                arrived.append(.refused(failure.message))
            } else {
                arrived += inputs(ending) ?? [.refused(endpoint.failure(.malformedReply).message)]
            }
        }
    }
}
