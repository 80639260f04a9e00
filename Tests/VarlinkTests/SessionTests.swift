import Testing
import Varlink

extension Session {
    fileprivate mutating func receive(_ text: String) {
        Array(text.utf8).withUnsafeBytes { receive($0) }
    }

    /// The method of the next call, if there is one.
    fileprivate mutating func nextMethod() throws -> String? {
        try nextCall()?.method
    }
}

@Suite struct SessionTests {
    @Test func callsAreReturnedInOrderEachAfterTheReplyToThePreviousOne() throws {
        var session = Session()
        session.receive(#"{"method":"a.One"}"# + "\0" + #"{"method":"a.Two"}"# + "\0")
        #expect(try session.nextMethod() == "a.One")
        #expect(try session.nextMethod() == nil)
        session.receive(#"{"method":"a.Three"}"# + "\0")
        #expect(try session.nextMethod() == nil)
        session.answered()
        #expect(try session.nextMethod() == "a.Two")
        #expect(try session.nextMethod() == nil)
        session.answered()
        #expect(try session.nextMethod() == "a.Three")
        session.answered()
        #expect(try session.nextMethod() == nil)
    }

    @Test func isAnsweringIsTrueFromTheCallToItsReply() throws {
        var session = Session()
        _ = try session.nextCall()
        #expect(!session.isAnswering)
        session.receive(#"{"method":"a.One"}"#)
        _ = try session.nextCall()
        #expect(!session.isAnswering)
        session.receive("\0")
        _ = try session.nextCall()
        #expect(session.isAnswering)
        session.answered()
        #expect(!session.isAnswering)
    }

    @Test func bytesOfPendingCallsAreCounted() throws {
        var session = Session()
        let call = #"{"method":"a.One"}"# + "\0"
        session.receive(call + call)
        #expect(session.waitingBytes == 2 * call.utf8.count)
        _ = try session.nextCall()
        #expect(session.waitingBytes == call.utf8.count)
        session.answered()
        _ = try session.nextCall()
        #expect(session.waitingBytes == 0)
    }

    @Test func aViolationIsReportedAfterThePrecedingCalls() throws {
        var session = Session()
        session.receive(#"{"method":"a.One"}"# + "\0{}\0")
        #expect(try session.nextMethod() == "a.One")
        #expect(try session.nextMethod() == nil)
        session.answered()
        #expect(throws: ProtocolViolation.malformedMessage) { try session.nextCall() }
        #expect(!session.isAnswering)
    }

    @Test func aCallBeyondTheLimitIsRefused() throws {
        let call = #"{"method":"a.One"}"#
        var session = Session(limit: call.utf8.count)
        session.receive(call + "\0 " + call + "\0")
        #expect(try session.nextMethod() == "a.One")
        session.answered()
        #expect(throws: ProtocolViolation.messageTooLong(limit: call.utf8.count)) { try session.nextCall() }
    }
}
