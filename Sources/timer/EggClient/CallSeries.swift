import Varlink

/// Calls that are made one after the other on one connection of their own, without waiting.
final class CallSeries {
    private enum State {
        /// Nothing was sent; it begins, or it is too late for it.
        case waiting
        /// eggd was asked whether it answers at all; it does, or it counts as unreachable.
        case asked(Client)
        /// The first call that has no ending was sent; eggd replies, or is lost, or takes too long.
        case called(Client)
        /// Each call has an ending.
        case over
    }

    let calls: [EggdCall]
    /// The calls for which it waits: none for an answer or a query, the changes before it for a change.
    let kind: EggdCall.Kind
    private(set) var endings: [EggdCalls.Ending] = []
    /// When `advance` must be called even if nothing has arrived.
    private(set) var deadline: ContinuousClock.Instant?
    private let expiry: ContinuousClock.Instant
    private let done: ([EggdCalls.Ending]) -> Void
    private var state = State.waiting

    /// - Parameter expiry: when nobody expects any more that a call is carried out, unless it has begun.
    init(_ calls: [EggdCall], expiry: ContinuousClock.Instant, done: @escaping ([EggdCalls.Ending]) -> Void) {
        (self.calls, self.expiry, self.done) = (calls, expiry, done)
        let kinds = Set(calls.map(\.kind))
        kind = kinds.count == 1 ? kinds.first ?? .change : .change
    }

    var isWaiting: Bool { if case .waiting = state { true } else { false } }
    var isOver: Bool { if case .over = state { true } else { false } }

    /// The connection's descriptor, while there is one.
    var descriptor: Int32? {
        switch state {
        case .asked(let client), .called(let client): client.descriptor
        case .waiting, .over: nil
        }
    }

    /// Connects, and sends the first call, or the question before it.
    ///
    /// - Parameter answerTime: how long eggd may take to answer the question; nil if none is asked.
    func begin(_ endpoint: Endpoint, answerTime: Duration?) {
        guard .now < expiry else { return end(.late) }
        let client: Client
        do {
            client = try endpoint.connect(waits: false)
        } catch {
            return end(.unreachable(error))
        }
        guard let answerTime else { return sendNext(client) }
        do {
            try client.send(GetInfo.self, .init())
            (state, deadline) = (.asked(client), .now + answerTime)
        } catch {
            end(.unreachable(.client(error)))
        }
    }

    /// Takes all that has arrived, and sends the next call after each reply.
    func advance() {
        while takeNext() {}
    }

    /// Ends all calls that have no ending yet.
    func end(_ ending: EggdCalls.Ending) {
        endings += calls.dropFirst(endings.count).map { _ in ending }
        (state, deadline) = (.over, nil)
    }

    func handOver() { done(endings) }

    /// - Returns: whether anything had arrived.
    private func takeNext() -> Bool {
        switch state {
        case .waiting, .over: return false
        case .asked(let client):
            do throws(ClientError) {
                guard try client.received(GetInfo.self) != nil else { return try checkTime() }
                sendNext(client)
            } catch {
                end(.unreachable(.client(error)))
            }
        case .called(let client):
            do throws(ClientError) {
                guard let reply = try client.receivedText() else { return try checkTime() }
                endings.append(.reply(reply))
                sendNext(client)
            } catch {
                lost(client, by: error)
            }
        }
        return true
    }

    /// - Returns: false, before the deadline.
    private func checkTime() throws(ClientError) -> Bool {
        if let deadline, deadline <= .now { throw .timedOut }
        return false
    }

    private func sendNext(_ client: Client) {
        guard endings.count < calls.count else {
            (state, deadline) = (.over, nil)
            return
        }
        guard endings.isEmpty || .now < expiry else { return end(.late) }
        let call = calls[endings.count]
        do throws(ClientError) {
            try client.send(call.name, call.parameters)
            (state, deadline) = (.called(client), .now + Client.timeout)
        } catch {
            guard case .refused(let refusal) = error else { return end(.unreachable(.client(error))) }
            // It was refused before it was sent, for example because there are too many connections.
            endings.append(.refused(refusal))
            end(.unreachable(.client(.connectionLost)))
        }
    }

    private func lost(_ client: Client, by error: ClientError) {
        if case .refused(let refusal) = error {
            endings.append(.refused(refusal))
            return sendNext(client)
        }
        endings.append(.uncertain(.client(error)))
        end(.unreachable(.client(error)))
    }
}
