import CLinux
import EggLoop
import Glibc
import Varlink

/// Serves the certification to one client after another, and checks what each sends.
final class CertificationServer {
    private let service = Service(
        vendor: "eggtimer", product: "varlink-certification", version: "1", url: "",
        interfaces: [Certification.description])
    /// The step that each client has to take next.
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
        if let reply = service.answer(call) { return [reply] }
        typealias C = Certification
        do {
            switch call.method {
            case C.Start.name:
                _ = try call.parameters(as: Nothing.self)
                lastClient += 1
                nextStep["client \(lastClient)"] = 1
                return [call.reply(C.Start.Reply(client_id: "client \(lastClient)"))]
            case C.Test01.name: return try step(1, C.Test01.self, call, { .init(client_id: $0) }, \.client_id, .init())
            case C.Test02.name: return try step(2, C.Test02.self, call, { .init(client_id: $0) }, \.client_id, .init())
            case C.Test03.name: return try step(3, C.Test03.self, call, { .init(client_id: $0) }, \.client_id, .init())
            case C.Test04.name: return try step(4, C.Test04.self, call, { .init(client_id: $0) }, \.client_id, .init())
            case C.Test05.name: return try step(5, C.Test05.self, call, { .init(client_id: $0) }, \.client_id, .init())
            case C.Test06.name: return try step(6, C.Test06.self, call, { .init(client_id: $0) }, \.client_id, .init())
            case C.Test07.name: return try step(7, C.Test07.self, call, { .init(client_id: $0) }, \.client_id, .init())
            case C.Test08.name: return try step(8, C.Test08.self, call, { .init(client_id: $0) }, \.client_id, .init())
            case C.Test09.name: return try step(9, C.Test09.self, call, { .init(client_id: $0) }, \.client_id, .init())
            case C.Test10.name:
                guard call.wantsMore else { throw ServiceError.expectedMore }
                _ = try step(
                    10, C.Test10.self, call, { .init(client_id: $0) }, \.client_id, .init(string: ""))
                return C.Test10.replies.enumerated().map { index, text in
                    call.reply(C.Test10.Reply(string: text), continues: index < C.Test10.replies.count - 1)
                }
            case C.Test11.name:
                return try step(11, C.Test11.self, call, { .init(client_id: $0) }, \.client_id, .init())
            case C.End.name: return try step(12, C.End.self, call, { .init(client_id: $0) }, \.client_id, .init())
            default: throw ServiceError.methodNotFound(call.method)
            }
        } catch let error as ServiceError {
            return [call.refusal(error.reply)]
        } catch {
            return [call.refusal((error as? ErrorReply) ?? ServiceError.invalidParameter("parameters").reply)]
        }
    }

    /// One step: the client is known, it is its turn, and what it sends is what the step before has replied.
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
