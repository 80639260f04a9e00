import EggClient
import EggRequests
import EggWire
import Languages
import Varlink

/// One connection to eggd, for one call after another.
struct Conversation {
    /// The time without a reply after which `eggctl` looks for the reason, because the user is waiting.
    static let noticeableDelay: Duration = .seconds(3)

    let endpoint: Endpoint
    private let remoteUser: String?
    private let client: Client

    /// - Parameter remoteUser: the user whose logout ends another machine's eggd; nil if it continues then.
    init(_ endpoint: Endpoint, remoteUser: String? = nil) throws(Failure) {
        (self.endpoint, self.remoteUser) = (endpoint, remoteUser)
        do {
            client = try endpoint.open()
        } catch {
            throw Unresponsive(endpoint, client: nil).explain(error)
        }
    }

    var sessionUser: String? { remoteUser ?? server?.sessionUser }

    /// The command that restarts eggd in the installed version; nil for another machine, whose version is unknown.
    var restartCommand: String? {
        isRemote ? nil : Sentences.restart(server, startCommand: endpoint.startCommand)
    }

    private var isRemote: Bool { endpoint.host != nil }

    /// The process that listens, if it is one of this machine.
    private var server: ServerProcess? { isRemote ? nil : ServerProcess(connectedBy: client.descriptor) }

    /// Calls a method and waits for its reply; fails early if eggd can't answer.
    ///
    /// - Parameter takesLong: whether a reply may take several seconds, so that no delay is reported.
    func ask<M: Method>(
        _ method: M.Type, _ parameters: M.Parameters, takesLong: Bool = false
    ) throws(Failure) -> Result<M.Reply, TimersError> {
        do {
            try client.send(method, parameters)
        } catch {
            throw Unresponsive(endpoint, client: client).explain(endpoint.failure(error))
        }
        if let outcome = try receive(method, within: Self.noticeableDelay) { return outcome }
        let finding = Unresponsive(endpoint, client: client)
        if finding.mayStillAnswer {
            if !takesLong { Self.reportSlowEggd() }
            if let outcome = try receive(method, within: Client.timeout - Self.noticeableDelay) { return outcome }
        }
        let last = finding.mayStillAnswer ? Unresponsive(endpoint, client: client) : finding
        let changesNothing = method.changesNothing || !last.mayHaveCarriedOutCalls
        throw changesNothing ? last.timeout : last.timeout.ofUncertainCall
    }

    static func reportSlowEggd() {
        Eggctl.program.complain(
            tr(
                "eggd hasn't answered for {seconds} s; still waiting",
                ["seconds": "\(noticeableDelay.components.seconds)"]))
    }

    private func receive<M: Method>(
        _ method: M.Type, within time: Duration
    ) throws(Failure) -> Result<M.Reply, TimersError>? {
        do {
            return .success(try client.receive(method, within: time).value)
        } catch {
            switch error {
            case .timedOut: return nil
            case .refused(let remote):
                if let known = TimersError(remote) { return .failure(known) }
                guard remote.name == ServiceError.methodNotFound("").reply.error else {
                    throw endpoint.failure(error)
                }
                throw Failure(
                    message: tr("the running eggd is too old for this command"), status: 1,
                    advice: tr("restart it with"), fix: restartCommand)
            case .connectionLost where !method.changesNothing:
                throw Unresponsive(endpoint, client: client).explain(endpoint.failure(error).ofUncertainCall)
            case .cannotConnect, .connectionLost, .malformedReply:
                throw Unresponsive(endpoint, client: client).explain(endpoint.failure(error))
            }
        }
    }
}

extension Conversation: TimerCaller {
    typealias Answer = Result<any TimersReply, TimersError>
    typealias Problem = Failure

    func call<M: Method>(
        _ method: M.Type, _ parameters: M.Parameters
    ) throws(Failure) -> Answer where M.Reply: TimersReply {
        try ask(method, parameters).map { $0 }
    }
}
