import CLinux
import EggLoop
import EggTestSupport
import Foundation
import Glibc
import Synchronization
import Testing
import Varlink

extension ClientError: Equatable {
    /// Error replies are compared by name; their parameters have tests of their own.
    public static func == (left: ClientError, right: ClientError) -> Bool {
        switch (left, right) {
        case (.cannotConnect(let path, let code), .cannotConnect(let otherPath, let otherCode)):
            path == otherPath && code == otherCode
        case (.refused(let error), .refused(let other)): error.name == other.name
        case (.connectionLost, .connectionLost), (.timedOut, .timedOut), (.malformedReply, .malformedReply): true
        default: false
        }
    }
}

/// Receives this many calls, returns them in one reply, and waits for the client to close.
private func hear(_ calls: Int, _ peer: RawPeer) {
    peer.send(Reply.encode(Echo.Reply(heard: (0..<calls).map { _ in peer.receive() ?? "nothing" })))
    _ = peer.waitForClose()
}

/// A client of a service that sends this message at once.
private func answered(_ message: String) throws -> Client {
    try Client.served { peer in
        peer.send(message: message)
        _ = peer.waitForClose()
    }
}

@Suite struct ClientTests {
    @Test func aCallIsSentAndItsReplyReceived() throws {
        let client = try Client.served { hear(1, $0) }
        let reply = try client.call(Echo.self, .init(text: "a/b", count: 2))
        #expect(reply.heard == [#"{"method":"org.example.Echo","parameters":{"count":2,"text":"a/b"}}"#])
    }

    @Test func aConnectThatASignalInterruptsIsRepeated() throws {
        let folder = TemporaryFolder()
        let claim = try SocketClaim(folder.path("socket"))
        let listener = try claim.bind().release()
        // Once the backlog is full, connect(2) blocks.
        var waiting: [Client] = []
        while let client = try? Client(connectingTo: folder.path("socket"), waits: false) { waiting.append(client) }
        let thread = Mutex<InterruptibleThread?>(nil)
        let failure = Mutex<ClientError?>(nil)
        Thread.detachNewThread {
            thread.withLock { $0 = InterruptibleThread() }
            do throws(ClientError) {
                _ = try Client(connectingTo: folder.path("socket"))
            } catch {
                failure.withLock { $0 = error }
            }
        }
        try waitUntil("connect(2)") { Self.isAnyThread(in: SYS_connect) }
        thread.withLock { $0?.interrupt() }
        close(listener)
        try waitUntil("the failure") { failure.withLock { $0 != nil } }
        #expect(failure.withLock { $0 } == .cannotConnect(path: folder.path("socket"), code: ECONNREFUSED))
        withExtendedLifetime((claim, waiting)) {}
    }

    /// Whether a thread of this process is blocked in this system call.
    private static func isAnyThread(in call: Int32) -> Bool {
        let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
        return threads.contains { thread in
            contents(of: "/proc/self/task/\(thread)/syscall")?.starts(with: "\(call) ".utf8) == true
        }
    }

    @Test func onlySetFlagsAreSentAndAOnewayCallGetsNoReply() throws {
        let client = try Client.served { hear(3, $0) }
        try client.send(Echo.self, .init(text: "1"), more: true)
        try client.send(Echo.self, .init(text: "2"), oneway: true)
        let reply = try client.call(Echo.self, .init(text: "3"))
        #expect(
            reply.heard == [
                #"{"method":"org.example.Echo","more":true,"parameters":{"text":"1"}}"#,
                #"{"method":"org.example.Echo","oneway":true,"parameters":{"text":"2"}}"#,
                #"{"method":"org.example.Echo","parameters":{"text":"3"}}"#,
            ])
    }

    @Test func messagesLongerThanTheKernelsBufferArriveComplete() throws {
        let client = try Client.served { hear(1, $0) }
        let long = times(400_000, "x")
        #expect(
            try client.call(Echo.self, .init(text: long)).heard
                == [#"{"method":"org.example.Echo","parameters":{"text":"\#(long)"}}"#])
    }

    /// A service that has no room for another connection says so and closes it, perhaps before the call is sent.
    @Test func aRefusalThatCameBeforeTheCallIsReported() throws {
        let client = try Client.served { $0.send(Array(#"{"error":"org.example.Full"}"#.utf8) + [0]) }
        // Without events, poll(2) waits for the other end to close.
        var entry = pollfd(fd: client.descriptor, events: 0, revents: 0)
        #expect(poll(&entry, 1, 20_000) == 1)
        #expect(refusal(by: client)?.name == "org.example.Full")
    }

    @Test func repliesAreReceivedInOrder() throws {
        let client = try Client.served { peer in
            while let call = peer.receive() { peer.send(Reply.encode(Echo.Reply(heard: [call]))) }
        }
        for number in 1...3 { try client.send(Echo.self, .init(text: "\(number)")) }
        for number in 1...3 {
            let reply = try client.receive(Echo.self)
            #expect(reply.value.heard == [#"{"method":"org.example.Echo","parameters":{"text":"\#(number)"}}"#])
            #expect(!reply.continues)
        }
    }

    @Test func aStreamContinuesToItsLastReply() throws {
        let client = try Client.served { peer in
            _ = peer.receive()
            for (word, continues) in [("one", true), ("two", true), ("three", false)] {
                peer.send(Reply.encode(Echo.Reply(heard: [word]), continues: continues))
            }
            _ = peer.waitForClose()
        }
        try client.send(Echo.self, .init(text: ""), more: true)
        var words: [String] = []
        var isOpen = true
        while isOpen {
            let reply = try client.receive(Echo.self)
            words += reply.value.heard
            isOpen = reply.continues
        }
        #expect(words == ["one", "two", "three"])
    }

    @Test func receivedNeverBlocks() throws {
        let client = try Client.served { peer in
            _ = peer.receive()
            let (one, two) = (Echo.Reply(heard: ["one"]), Echo.Reply(heard: ["two"]))
            // Both are sent at once, so that the second has arrived when the first has.
            peer.send(Reply.encode(one, continues: true) + Reply.encode(two))
            _ = peer.waitForClose()
        }
        #expect(try client.received(Echo.self)?.value == nil)
        try client.send(Echo.self, .init(text: ""), more: true)
        #expect(try client.receive(Echo.self).value.heard == ["one"])
        #expect(try client.received(Echo.self)?.value.heard == ["two"])
        #expect(try client.received(Echo.self)?.value == nil)
    }

    /// The error reply to a call; nil when there is none.
    private func refusal(by client: Client) -> RemoteError? {
        do {
            _ = try client.call(Echo.self, .init(text: "HO"))
            return nil
        } catch {
            guard case .refused(let refusal) = error else { return nil }
            return refusal
        }
    }

    @Test func anErrorReplyHasItsParameters() throws {
        let client = try Client.served { peer in
            _ = peer.receive()
            peer.send(Reply.encode(ErrorReply("org.example.TooLoud", TooLoud(limit: 3))))
            _ = peer.waitForClose()
        }
        let error = try #require(refusal(by: client))
        #expect(error.name == "org.example.TooLoud")
        #expect(error.parameters(as: TooLoud.self) == TooLoud(limit: 3))
        #expect(error.parameters(as: Echo.Reply.self) == nil)
    }

    @Test(arguments: [#"{"error":"org.example.Odd"}"#, #"{"error":"org.example.Odd","parameters":null}"#])
    func anErrorReplyMayLackParameters(text: String) throws {
        let client = try answered(text)
        let error = try #require(refusal(by: client))
        #expect(error.name == "org.example.Odd")
        #expect(error.parameters(as: TooLoud.self) == nil)
    }

    @Test func aConnectionRemainsUsableAfterAnErrorReply() throws {
        let client = try Client.served { peer in
            _ = peer.receive()
            peer.send(Reply.encode(ErrorReply("org.example.Odd")))
            hear(1, peer)
        }
        #expect(throws: ClientError.self) { try client.call(Echo.self, .init(text: "")) }
        #expect(try client.call(Echo.self, .init(text: "")).heard.count == 1)
    }

    @Test(arguments: ["", "{", #"{"parameters":{"heard":[]}}"#])
    func aReplyThatIsCutOffMeansAConnectionLost(beginning: String) throws {
        let client = try Client.served { peer in
            _ = peer.receive()
            peer.send(Array(beginning.utf8))
        }
        #expect(throws: ClientError.connectionLost) { try client.call(Echo.self, .init(text: "")) }
        #expect(throws: ClientError.connectionLost) { try client.receive(Echo.self) }
    }

    @Test func aCloseWithoutAReplyMeansAConnectionLost() throws {
        let client = try Client.served { _ in }
        #expect(throws: ClientError.connectionLost) { try client.call(Echo.self, .init(text: "")) }
    }

    @Test func aReplyBeforeTheCloseIsReceived() throws {
        let client = try Client.served { peer in
            _ = peer.receive()
            peer.send(Reply.encode(Echo.Reply(heard: ["goodbye"])))
        }
        #expect(try client.call(Echo.self, .init(text: "")).heard == ["goodbye"])
        #expect(throws: ClientError.connectionLost) { try client.receive(Echo.self) }
    }

    @Test(arguments: [
        "", "garbage", "[]", "null", "{}", #"{"parameters":null}"#, #"{"parameters":{}}"#, #"{"parameters":5}"#,
        #"{"parameters":{"heard":5}}"#, #"{"parameters":{"heard":[null]}}"#, #"{"error":5}"#,
        #"{"parameters":{"heard":[]},"continues":1}"#,
    ])
    func anythingButAReplyOfTheMethodIsMalformed(text: String) throws {
        let client = try answered(text)
        #expect(throws: ClientError.malformedReply) { try client.call(Echo.self, .init(text: "")) }
    }

    @Test func deepNestingIsMalformed() throws {
        let client = try answered(#"{"parameters":"# + times(10_000, "["))
        #expect(throws: ClientError.malformedReply) { try client.call(Echo.self, .init(text: "")) }
    }

    @Test func unknownFieldsOfAReplyAreIgnored() throws {
        let client = try answered(#"{"parameters":{"heard":["old"],"seen":["new"]},"new":true}"#)
        #expect(try client.call(Echo.self, .init(text: "")).heard == ["old"])
    }

    @Test func aReplyBeyondTheLimitIsMalformed() throws {
        let reply = Reply.encode(Echo.Reply(heard: ["12345"]))
        // The limit doesn't include the NUL.
        for (limit, isTaken) in [(reply.count - 1, true), (reply.count - 2, false)] {
            let client = try Client.served(replyLimit: limit) { peer in
                peer.send(reply)
                _ = peer.waitForClose()
            }
            if isTaken {
                #expect(try client.call(Echo.self, .init(text: "")).heard == ["12345"])
            } else {
                #expect(throws: ClientError.malformedReply) { try client.call(Echo.self, .init(text: "")) }
            }
        }
    }
}

@Suite struct ConnectTests {
    let folder = TemporaryFolder()

    @Test func connectingWithoutASocketFails() {
        let path = folder.path("socket")
        #expect(throws: ClientError.cannotConnect(path: path, code: ENOENT)) { try Client(connectingTo: path) }
    }

    @Test func connectingToASocketWithoutAListenerFails() throws {
        let claim = try SocketClaim(folder.path("socket"))
        // The socket is closed at once but remains in the file system, as after a crash of the daemon.
        _ = try claim.bind()
        #expect(throws: ClientError.cannotConnect(path: claim.path, code: ECONNREFUSED)) {
            try Client(connectingTo: claim.path)
        }
    }

    @Test(arguments: [(107, ENOENT), (108, ENAMETOOLONG), (5000, ENAMETOOLONG)])
    func aPathHasAtMost107Bytes(length: Int, code: Int32) {
        let path = folder.path + "/" + times(length - folder.path.utf8.count - 1, "x")
        #expect(path.utf8.count == length)
        #expect(throws: ClientError.cannotConnect(path: path, code: code)) { try Client(connectingTo: path) }
    }
}
