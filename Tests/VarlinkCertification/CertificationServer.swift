import CLinux
import EggLoop
import Glibc
import Varlink

/// Serves the certification to one client after another, and checks the calls.
final class CertificationServer {
    /// The handler of a call; returns the replies.
    private typealias Handler = @Sendable (CertificationServer, Call) throws -> [[UInt8]]

    private let service = Service<Handler>(
        vendor: "eggtimer", product: "varlink-certification", version: "1", url: "",
        interfaces: [Certification.description], methods: handlers)
    /// The next step of each client.
    private var nextStep: [String: Int] = [:]
    private var lastClient = 0

    /// Serves until it is killed.
    func run(_ path: String) throws {
        let claim = try SocketClaim(path)
        let listener = try claim.bind()
        print("listening on \(path)")
        fflush(nil)
        while true {
            var entry = pollfd(fd: listener.number, events: Int16(POLLIN), revents: 0)
            poll(&entry, 1, -1)
            let number = accept4(listener.number, nil, nil, 0)
            if number >= 0 { serve(Descriptor(owning: number)) }
        }
    }

    private func serve(_ connection: consuming Descriptor) {
        var session = Session()
        var space = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = recv(connection.number, &space, space.count, 0)
            guard count > 0 else { return }
            space[..<count].withUnsafeBytes { session.receive($0) }
            do {
                while let call = try session.nextCall() {
                    for reply in answer(call) where !reply.isEmpty {
                        send(connection.number, reply, reply.count, clinux_send_quietly)
                    }
                    session.answered()
                }
            } catch {
                return
            }
        }
    }

    private func answer(_ call: Call) -> [[UInt8]] {
        do {
            switch service.route(call) {
            case .reply(let reply): return [reply]
            case .handler(let handler): return try handler(self, call)
            }
        } catch let error as ServiceError {
            return [call.refusal(error.reply)]
        } catch {
            return [call.refusal((error as? ErrorReply) ?? ServiceError.invalidParameter("parameters").reply)]
        }
    }

    private static let handlers: [String: Handler] = {
        typealias C = Certification
        return [
            C.Start.name: { server, call in
                _ = try call.parameters(as: Nothing.self)
                server.lastClient += 1
                server.nextStep["client \(server.lastClient)"] = 1
                return [call.reply(C.Start.Reply(client_id: "client \(server.lastClient)"))]
            },
            C.Test01.name: { try $0.step(1, C.Test01.self, $1, { .init(client_id: $0) }, \.client_id, .init()) },
            C.Test02.name: { try $0.step(2, C.Test02.self, $1, { .init(client_id: $0) }, \.client_id, .init()) },
            C.Test03.name: { try $0.step(3, C.Test03.self, $1, { .init(client_id: $0) }, \.client_id, .init()) },
            C.Test04.name: { try $0.step(4, C.Test04.self, $1, { .init(client_id: $0) }, \.client_id, .init()) },
            C.Test05.name: { try $0.step(5, C.Test05.self, $1, { .init(client_id: $0) }, \.client_id, .init()) },
            C.Test06.name: { try $0.step(6, C.Test06.self, $1, { .init(client_id: $0) }, \.client_id, .init()) },
            C.Test07.name: { try $0.step(7, C.Test07.self, $1, { .init(client_id: $0) }, \.client_id, .init()) },
            C.Test08.name: { try $0.step(8, C.Test08.self, $1, { .init(client_id: $0) }, \.client_id, .init()) },
            C.Test09.name: { try $0.step(9, C.Test09.self, $1, { .init(client_id: $0) }, \.client_id, .init()) },
            C.Test10.name: { server, call in
                guard call.wantsMore else { throw ServiceError.expectedMore }
                _ = try server.step(
                    10, C.Test10.self, call, { .init(client_id: $0) }, \.client_id, .init(string: ""))
                return C.Test10.replies.enumerated().map { index, text in
                    call.reply(C.Test10.Reply(string: text), continues: index < C.Test10.replies.count - 1)
                }
            },
            C.Test11.name: { try $0.step(11, C.Test11.self, $1, { .init(client_id: $0) }, \.client_id, .init()) },
            C.End.name: { try $0.step(12, C.End.self, $1, { .init(client_id: $0) }, \.client_id, .init()) },
        ]
    }()

    /// Performs one step after checking that the client is known, that this is its next step, and that it sends the
    /// previous reply.
    private func step<M: Method>(
        _ number: Int, _ method: M.Type, _ call: Call, _ wanted: (String) -> M.Parameters,
        _ client: KeyPath<M.Parameters, String>, _ reply: M.Reply
    ) throws -> [[UInt8]] where M.Parameters: Equatable {
        let got = try call.parameters(as: M.Parameters.self)
        let id = got[keyPath: client]
        guard let expected = nextStep[id] else { throw ErrorReply("\(Certification.interface).ClientIdError") }
        let isRightKind = call.isOneway == (number == 11) && call.wantsMore == (number == 10)
        guard expected == number, got == wanted(id), isRightKind else {
            nextStep[id] = nil
            throw ErrorReply(
                "\(Certification.interface).CertificationError",
                ["wants": AnyJSON.string("\(wanted(id))"), "got": AnyJSON.string("\(got)")])
        }
        nextStep[id] = number == 12 ? nil : number + 1
        return [call.reply(reply)]
    }
}
