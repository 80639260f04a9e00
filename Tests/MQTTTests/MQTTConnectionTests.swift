import CLinux
import EggLoop
import EggTestSupport
import Glibc
import MQTT
import Testing

/// The overlay on libmosquitto with brokers that the tests play.
@Suite struct MQTTConnectionTests {
    /// A connection under test, on a loop of its own.
    private final class Client {
        let running: RunningLoop
        let connection: MQTTConnection
        let events = Mailbox<MQTTConnection.Event>()

        init(_ settings: MQTTClientSettings) throws {
            let (running, events, thread) = (try RunningLoop(), events, try WorkThread())
            self.running = running
            connection = try running.sync {
                try MQTTConnection(settings, loop: running.loop, thread: thread) { events.put($0) }
            }
        }

        deinit {
            running.sync { connection.close() }
        }

        /// Why the connection ended; nil if something else happened.
        func end() -> MQTTError? {
            if case .ended(let error)? = events.take(upTo: .seconds(60)) { return error }
            return nil
        }
    }

    private func settings(port: Int) -> MQTTClientSettings {
        MQTTClientSettings(host: "127.0.0.1", port: port, clientID: "test")
    }

    /// A client that has connected to a played broker.
    private func connecting(_ change: (inout MQTTClientSettings) -> Void) throws -> (Client, RawPeer) {
        let broker = try PlayedBroker()
        var settings = settings(port: broker.port)
        change(&settings)
        let client = try Client(settings)
        return (client, try broker.accept())
    }

    /// A client that has begun a handshake of TLS with a played broker.
    private func handshaking() throws -> (Client, RawPeer) {
        let (client, peer) = try connecting { $0.usesTLS = true }
        // The first record of a handshake.
        #expect(peer.packet()?.type == 0x16)
        return (client, peer)
    }

    /// A client that has asked a played broker to accept it.
    private func asking(
        _ change: (inout MQTTClientSettings) -> Void = { _ in }
    ) throws -> (Client, RawPeer) {
        let (client, peer) = try connecting(change)
        #expect(peer.packet()?.type == 0x10)
        return (client, peer)
    }

    /// A client that a played broker has accepted.
    private func accepted(
        _ change: (inout MQTTClientSettings) -> Void = { _ in }
    ) throws -> (Client, RawPeer) {
        let (client, peer) = try asking {
            $0.version = .three
            change(&$0)
        }
        peer.send([0x20, 2, 0, 0])
        guard case .connected? = client.events.take(upTo: .seconds(60)) else {
            throw ProgramError("not connected", EPIPE)
        }
        return (client, peer)
    }

    @Test func aBrokerThatIsMissingIsAnErrorOfTheSystem() throws {
        let port = try PlayedBroker().port
        let error = try #require(try Client(settings(port: port)).end())
        #expect(error.description == "mosquitto_connect: Connection refused")
    }

    /// The kernel would try for two minutes.
    @Test func anAddressThatDoesNotAnswerIsGivenUp() throws {
        let broker = try PlayedBroker(backlog: 0)
        // The queue of those that wait is full when another one isn't connected within a second.
        var waiting: [RawPeer] = []
        while true {
            let descriptor = clinux_internet_connect("127.0.0.1", UInt16(broker.port), 1)
            guard descriptor >= 0 else { break }
            waiting.append(RawPeer(owning: descriptor))
        }
        let error = try #require(try Client(settings(port: broker.port)).end())
        #expect(error.description == "mosquitto_connect: Connection timed out")
        withExtendedLifetime(waiting) {}
    }

    @Test func aNameThatDoesNotExistIsAnError() throws {
        var settings = settings(port: 1883)
        settings.host = "nowhere.invalid"
        let error = try #require(try Client(settings).end())
        #expect(error.call == "mosquitto_connect" && error.code == 15, "\(error)")
        #expect(!error.message.isEmpty && error.message != "Lookup error", "\(error)")
    }

    // The version, the password, and what the user may do; the codes of MQTT 3.1.1 and of MQTT 5.
    @Test(arguments: [(1, 132), (4, 134), (5, 135)] as [(UInt8, Int32)])
    func aRefusalSaysWhy(_ code: UInt8, _ reason: Int32) throws {
        let (client, peer) = try asking { $0.version = .three }
        peer.send([0x20, 2, 0, code])
        #expect(client.end()?.code == reason)
    }

    @Test func aBrokerOfMQTT3CannotAnswerMQTT5() throws {
        let (client, peer) = try asking()
        peer.send([0x20, 2, 0, 1])
        let error = try #require(client.end())
        // libmosquitto 2.0.11 understands this refusal, 2.0.21 doesn't.
        #expect(error.isUnsupportedVersion || error.isMalformed, "\(error)")
    }

    @Test func aBrokerThatThrowsTheClientOutSaysWhy() throws {
        let (client, peer) = try asking()
        peer.send([0x20, 3, 0, 0, 0])
        guard case .connected? = client.events.take(upTo: .seconds(60)) else { throw ProgramError("refused", EPIPE) }
        peer.send([0xe0, 2, 0x8e, 0])
        #expect(client.end()?.isTakenOver == true)
    }

    @Test(
        arguments: [
            // A packet that doesn't exist, a reply to nothing, a topic that isn't UTF-8, a length without an end, and a
            // second acceptance.
            [0x00, 0], [0x40, 1, 0], [0x30, 4, 0, 2, 0xff, 0xfe], [0x30, 0xff, 0xff, 0xff, 0xff, 0xff],
            [0x30, 3, 0, 9, 0x61],
        ] as [[UInt8]])
    func wrongPacketsEndTheConnection(_ bytes: [UInt8]) throws {
        let (client, peer) = try accepted()
        peer.send(bytes)
        let error = try #require(client.end())
        #expect(error.call == "mosquitto_loop_read", "\(error)")
    }

    @Test func aBrokerThatEndsIsNoticed() throws {
        let (client, peer) = try accepted()
        peer.hangUp()
        #expect(client.end()?.code == 7)
    }

    @Test func aPacketInSingleBytesArrives() throws {
        let (client, peer) = try accepted()
        for byte in [0x31, 5, 0, 1, 0x61, 0x68, 0x69] as [UInt8] { peer.send([byte]) }
        guard case .message(let message)? = client.events.take(upTo: .seconds(60)) else {
            Issue.record("nothing has arrived")
            return
        }
        #expect(message == MQTTMessage(topic: "a", payload: Array("hi".utf8), isRetained: true))
    }

    @Test func aBrokerThatTakesNothingIsGivenUp() throws {
        let (client, peer) = try accepted()
        let message = MQTTMessage(topic: "a", payload: [UInt8](repeating: 0, count: 1000))
        var count = 0
        while client.running.sync({ client.connection.publish(message) }) != nil { count += 1 }
        #expect(count == 500)
        #expect(client.end()?.message == "the broker takes no more messages")
        withExtendedLifetime(peer) {}
    }

    @Test func aMessageThatCannotBeSentIsReported() throws {
        let (client, peer) = try accepted()
        let number = client.running.sync { client.connection.publish(MQTTMessage(topic: "a/#", payload: [])) }
        #expect(number == nil)
        guard case .failed(let error)? = client.events.take(upTo: .seconds(60)) else {
            Issue.record("nothing was reported")
            return
        }
        #expect(error.call == "mosquitto_publish_v5")
        withExtendedLifetime(peer) {}
    }

    /// The end is only known from the first packets that can't be written.
    @Test func messagesForALostConnectionCountAsSent() throws {
        let (client, peer) = try accepted()
        let numbers = client.running.sync {
            peer.hangUp()
            return (0..<10).map { _ in client.connection.publish(MQTTMessage(topic: "a", payload: [])) }
        }
        #expect(Set(numbers.compactMap(\.self)).count == 10, "\(numbers)")
        #expect(client.end()?.isEndOfConnection == true)
    }

    @Test func aBrokerThatHangsIsNoticedWhileMessagesAreSent() throws {
        let (client, peer) = try accepted { $0.keepalive = 5 }
        let message = MQTTMessage(topic: "a", payload: [])
        for _ in 0..<60 {
            _ = client.running.sync { client.connection.publish(message) }
            guard case .ended(let error)? = client.events.take(upTo: .seconds(1)) else { continue }
            #expect(error.code == 19)
            return
        }
        Issue.record("it was not noticed")
        withExtendedLifetime(peer) {}
    }

    @Test func aBrokerThatHangsIsNoticedByTheKeepalive() throws {
        let (client, peer) = try accepted { $0.keepalive = 5 }
        #expect(peer.packet()?.type == 0xc0)
        #expect(client.end()?.code == 19)
    }

    @Test func aConnectionWithTLSNeedsNoFileOfCertificates() throws {
        _ = try handshaking()
    }

    /// Reading and writing both continue the handshake, and newer versions of libmosquitto name a failure differently.
    @Test func aPeerThatDoesNotSpeakTLSIsAnErrorOfTLS() throws {
        for _ in 0..<10 {
            let (client, peer) = try handshaking()
            peer.send(Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8))
            let error = try #require(client.end())
            #expect(error.isTLS, "\(error)")
        }
    }

    // A lost connection, a certificate that isn't accepted, an error of the system, and a handshake that has failed.
    @Test(arguments: [(7, false), (8, true), (14, false), (23, true)] as [(Int32, Bool)])
    func errorsOfTLSAreToldFromOthers(_ code: Int32, _ isTLS: Bool) {
        #expect(MQTTError("mosquitto_loop_read", code: code, message: "").isTLS == isTLS)
    }

    @Test func theFarewellIsSentAtTheEnd() throws {
        let (client, peer) = try accepted()
        client.running.sync { client.connection.close() }
        #expect(peer.packet()?.type == 0xe0)
        #expect(peer.packet() == nil)
    }
}
