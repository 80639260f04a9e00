import CLinux
import Glibc
import Testing

@testable import Terminal

@Suite struct ScreenTests {
    @Test func keysAreReadUntilTheTerminalHangsUp() throws {
        var ends: [Int32] = [-1, -1]
        try #require(pipe2(&ends, O_NONBLOCK | O_CLOEXEC) == 0)
        defer { close(ends[0]) }
        #expect(write(ends[1], "ab", 2) == 2)
        #expect(Screen.bytes(from: ends[0]) == Array("ab".utf8))
        // Another program has read them first.
        #expect(Screen.bytes(from: ends[0]) == [])
        close(ends[1])
        #expect(Screen.bytes(from: ends[0]) == nil)
    }
}
