import EggLoop
import EggTestSupport
import EggWire
import Glibc
import Varlink

@testable import EggCommands

/// A stream from a socket, read as a client's calls by a service, and as a service's replies by a client that prints
/// them.
final class VarlinkTarget: Target {
    static let name = "varlink"
    static let maxLength = 4096

    /// The longest call and the longest reply: small, so that some inputs exceed them.
    private static let (callLimit, replyLimit) = (512, 2048)
    private let folder = TemporaryFolder()
    private let claim: SocketClaim
    private let listener: Descriptor

    init() {
        do {
            claim = try SocketClaim(folder.path("socket"))
            listener = try claim.bind()
        } catch {
            fatalError("no socket to fuzz: \(error)")
        }
    }

    func handle(_ bytes: UnsafeRawBufferPointer) {
        let whole = calls(in: bytes, pieces: bytes.count)
        for (message, _) in zip(bytes.split(separator: 0, omittingEmptySubsequences: false), whole.readings) {
            require(message.count <= Self.callLimit, "no call is longer than it may be")
            require(JSONCheck.isObject(message), "every call is an object")
        }
        require(calls(in: bytes, pieces: 1 + bytes.count % 7) == whole, "it doesn't matter in what pieces calls come")
        require(
            calls(in: bytes, pieces: 64, answeredAtOnce: 1) == whole, "it doesn't matter how fast calls are answered")
        readReplies(in: bytes)
    }

    // MARK: The service's side

    /// The result of reading a stream as a service.
    private struct Calls: Equatable {
        /// Each call and the result of its parameters.
        var readings: [String] = []
        /// The first malformed call, which ends the stream.
        var violation: ProtocolViolation?
    }

    private func calls(in stream: UnsafeRawBufferPointer, pieces: Int, answeredAtOnce most: Int = .max) -> Calls {
        var session = Session(limit: Self.callLimit)
        var found = Calls()
        var rest = stream[...]
        while !rest.isEmpty {
            session.receive(UnsafeRawBufferPointer(rebasing: rest.prefix(pieces)))
            rest = rest.dropFirst(pieces)
            do throws(ProtocolViolation) {
                var room = rest.isEmpty ? .max : most
                while room > 0, let call = try session.nextCall() {
                    room -= 1
                    require((try? session.nextCall()) == nil, "one call at a time")
                    found.readings.append(reading(of: call))
                    session.answered()
                }
            } catch {
                // If a message that is too long arrives in pieces, it is refused before its end has arrived.
                found.violation = error
                return found
            }
        }
        return found
    }

    private func reading(of call: Call) -> String {
        require(call.method.utf8.count <= 255, "no method's name is longer")
        if case .reply(let answer) = Self.service.route(call) {
            require(call.isOneway == answer.isEmpty, "a oneway call gets no reply, any other gets one")
            requireReply(answer)
        }
        let reading: String
        switch call.method {
        case Timers.Start.name: reading = parameters(of: call, Timers.Start.self)
        case Timers.Extend.name: reading = parameters(of: call, Timers.Extend.self)
        case Timers.Rename.name: reading = parameters(of: call, Timers.Rename.self)
        case Timers.Eggs.name: reading = parameters(of: call, Timers.Eggs.self)
        case Timers.SetKitchen.name: reading = parameters(of: call, Timers.SetKitchen.self)
        case Timers.Snooze.name: reading = parameters(of: call, Timers.Snooze.self)
        case Timers.History.name: reading = parameters(of: call, Timers.History.self)
        case Timers.List.name: reading = parameters(of: call, Timers.List.self)
        case GetInterfaceDescription.name: reading = parameters(of: call, GetInterfaceDescription.self)
        default: reading = parameters(of: call, Timers.Cancel.self)
        }
        return "\(call.method) \(call.wantsMore) \(call.isOneway) \(call.wantsUpgrade) \(reading)"
    }

    private static let service = Service(
        vendor: "", product: "", version: "", url: "", interfaces: [Timers.description],
        methods: [Timers.List.name: "a handler"])

    private func parameters<M: Method>(of call: Call, _ method: M.Type) -> String {
        do throws(ServiceError) {
            let parameters = try call.parameters(as: M.Parameters.self)
            // The message that our own client would send for the same call.
            guard let again = try? encodeJSON(parameters) else { return "unencodable" }
            require(JSONCheck.isObject(again), "parameters are an object")
            return String(decoding: again, as: UTF8.self)
        } catch {
            requireReply(Reply.encode(error.reply))
            return "\(error)"
        }
    }

    private func requireReply(_ reply: [UInt8]) {
        guard let end = reply.last else { return }
        require(end == 0 && JSONCheck.isObject(reply.dropLast()), "a reply is a JSON object and a NUL")
    }

    // MARK: The client's side

    private func readReplies(in stream: UnsafeRawBufferPointer) {
        guard let client = try? Client(connectingTo: claim.path, replyLimit: Self.replyLimit) else {
            fatalError("no connection to fuzz: \(errno)")
        }
        let number = accept(listener.number, nil, nil)
        _ = send(number, stream.baseAddress, stream.count, 0)
        close(number)
        for message in stream.split(separator: 0, omittingEmptySubsequences: false) {
            guard take(kind(of: message), from: client) else { return }
        }
    }

    /// The call that a reply would belong to, by a word in it: as the reply to any other it would only be malformed.
    private func kind(of message: Slice<UnsafeRawBufferPointer>) -> any Method.Type {
        let kind = kinds.first { word, _ in message.indices.contains { message[$0...].starts(with: word) } }
        return kind?.1 ?? Timers.Pause.self
    }

    private let kinds: [(String.UTF8View, any Method.Type)] = [
        ("event".utf8, Timers.Watch.self), ("replaced".utf8, Timers.Start.self), ("timers".utf8, Timers.List.self),
        ("eggs".utf8, Timers.Eggs.self), ("runs".utf8, Timers.History.self), ("configOut".utf8, Timers.Health.self),
        ("configured".utf8, Timers.Kitchen.self), ("checks".utf8, Timers.Examine.self),
        ("framesPlayed".utf8, Timers.TryAlarm.self),
        ("vendor".utf8, GetInfo.self),
    ]

    /// Reads one reply and prints it; false when there is none left.
    private func take<M: Method>(_ kind: M.Type, from client: Client) -> Bool {
        do throws(ClientError) {
            guard let reply = try client.received(kind) else { return false }
            Showing.show(reply.value)
            return true
        } catch {
            switch error {
            case .refused(let remote):
                if let known = TimersError(remote) { Showing.show(known) }
                return true
            case .malformedReply: return true
            case .connectionLost: return false
            case .timedOut, .cannotConnect: fatalError("\(error) from a socket that is there")
            }
        }
    }
}
