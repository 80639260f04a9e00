import CLinux
import Dispatch
import EggLoop
import EggTestSupport
import Glibc
import HTTP
import POSIX
import Program
import Testing

@testable import EggPage

@Suite struct IdleTests {
    /// The service manager also has the listening socket, and starts the next process for what waits there.
    @Test func aTapAfterTheIdleTimeIsLeftForTheNextProcess() throws {
        let running = try RunningLoop()
        let listener = try ListeningSocket.open(at: IPEndpoint(.loopback, port: 0))
        let port = try #require(ListeningSocket.endpoint(of: listener.number)).port
        let ofManager = Descriptor(owning: dup(listener.number))
        let number = listener.release()
        let end = DispatchSemaphore(value: 0)
        let server = try running.sync {
            let server = try Server(loop: running.loop) { _, exchange in exchange.reply(.text(200, "served")) }
            Eggweb.exitWhenIdle(server, running.loop, after: .milliseconds(1)) { end.signal() }
            try server.listen(on: Descriptor(owning: number))
            return server
        }
        #expect(end.wait(timeout: .now() + 20) == .success)
        let client = try WebClient(port: port, timeout: 1)
        client.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        // The loop has had time for it when it has done something else.
        running.sync {}
        #expect(throws: ProgramError.self) { try client.answer() }
        let waiting = Descriptor(owning: accept(ofManager.number, nil, nil))
        var request = [UInt8](repeating: 0, count: 3)
        #expect(recv(waiting.number, &request, 3, clinux_receive_now) == 3 && request == Array("GET".utf8))
        running.sync { server.stop() }
    }
}

@Suite struct OptionsTests {
    @Test func theAddressToListenAtIsRead() throws {
        #expect(try Eggweb.listeningEndpoint("[::]:80").description == "[::]:80")
        #expect(try Eggweb.listeningEndpoint(nil).description == "127.0.0.1:8090")
        let sentence =
            "'kitchen' isn't an address to listen at; give PORT, ADDRESS:PORT or [IPV6]:PORT, such as 127.0.0.1:8091"
        #expect(throws: UsageError.invalidValue(sentence)) { try Eggweb.listeningEndpoint("kitchen") }
    }
}
