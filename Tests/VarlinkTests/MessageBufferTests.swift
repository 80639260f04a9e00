import EggTestSupport
import Testing

@testable import Varlink

extension MessageBuffer {
    fileprivate mutating func append(_ text: String) {
        Array(text.utf8).withUnsafeBytes { append($0) }
    }

    /// All the messages that are complete.
    fileprivate mutating func rest() throws -> [String] {
        var messages: [String] = []
        while let message = try next() { messages.append(text(message)) }
        return messages
    }

    /// Appends this text and takes all complete messages.
    fileprivate mutating func take(_ text: String) throws -> [String] {
        append(text)
        return try rest()
    }
}

@Suite struct MessageBufferTests {
    @Test func aStreamIsSplitAtItsNULs() throws {
        var buffer = MessageBuffer()
        #expect(try buffer.take("one\0") == ["one"])
        #expect(try buffer.take("two\0three\0\0fo") == ["two", "three", ""])
        #expect(try buffer.take("ur\0") == ["four"])
        #expect(try buffer.rest() == [])
    }

    @Test func messagesReceivedByteByByteAreComplete() throws {
        var buffer = MessageBuffer()
        let messages = try "one\0two\0".map { try buffer.take(String($0)) }
        #expect(messages == [[], [], [], ["one"], [], [], [], ["two"]])
    }

    @Test(arguments: 1...50 as ClosedRange<UInt64>)
    func theMessagesDoNotDependOnHowTheStreamIsSplit(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let sent = (1...200).map { times(Int.random(in: 0...16, using: &random), "\($0 % 10)") }
        var stream = Array(sent.joined(separator: "\0").utf8) + [0]
        // The limit is short, so that the buffer has to move its contents to the start many times.
        var buffer = MessageBuffer(limit: 16)
        var received: [String] = []
        while !stream.isEmpty {
            let chunk = stream.prefix(Int.random(in: 1...60, using: &random))
            stream.removeFirst(chunk.count)
            buffer.append(text(chunk))
            // Not all complete messages are taken at once, because a session leaves some for later.
            for _ in 0..<Int.random(in: 0...8, using: &random) {
                if let message = try buffer.next() { received.append(text(message)) }
            }
        }
        received += try buffer.rest()
        #expect(received == sent)
        #expect(buffer.count == 0)
    }

    @Test func theLongestMessageIsSixtyFourKiB() throws {
        let longest = times(64 * 1024, "x")
        var buffer = MessageBuffer()
        #expect(try buffer.take(longest) == [])
        #expect(try buffer.take("\0") == [longest])
        #expect(try buffer.take("\(longest)\0\(longest)\0") == [longest, longest])
    }

    @Test(arguments: ["", "\0", "\0{}\0"])
    func oneByteMoreIsRefusedWithAndWithoutTheNUL(end: String) throws {
        var buffer = MessageBuffer()
        buffer.append(times(64 * 1024 + 1, "x") + end)
        let refusal = ProtocolViolation.messageTooLong(limit: 64 * 1024)
        #expect(throws: refusal) { try buffer.next() }
        #expect(throws: refusal) { try buffer.next() }
    }

    @Test func theLimitAppliesToEachMessageNotToTheirSum() throws {
        var buffer = MessageBuffer(limit: 4)
        #expect(try buffer.take("four\0four\0fou") == ["four", "four"])
        #expect(try buffer.take("r\0") == ["four"])
        #expect(throws: ProtocolViolation.messageTooLong(limit: 4)) { try buffer.take("four\0fives\0") }
    }

    @Test(arguments: [1, 10_000])
    func anEmptiedBufferIsReused(length: Int) throws {
        var buffer = MessageBuffer()
        for digit in 0..<10 {
            let message = times(length, "\(digit)")
            #expect(try buffer.take(message + "\0") == [message])
            #expect(buffer.count == 0)
        }
    }

    @Test func bytesAreCountedUntilTheirMessageIsTaken() throws {
        var buffer = MessageBuffer()
        #expect(buffer.count == 0)
        buffer.append("one\0tw")
        #expect(buffer.count == 6)
        _ = try buffer.next()
        #expect(buffer.count == 2)
        _ = try buffer.next()
        #expect(buffer.count == 2)
        buffer.append("o\0")
        _ = try buffer.next()
        #expect(buffer.count == 0)
    }

    /// Otherwise, 1,024 connections that each once sent a long call would retain its memory for as long as they are
    /// open.
    @Test(arguments: ["", "{", "{}"])
    func theMemoryOfALongMessageIsReleasedAfterItIsTaken(next: String) throws {
        var buffer = MessageBuffer()
        let longest = times(64 * 1024, "x")
        for _ in 0..<3 {
            #expect(try buffer.take(longest + "\0" + next) == [longest])
            #expect(buffer.heldMemory <= 4096)
            #expect(try buffer.take("\0") == [next])
        }
    }
}
