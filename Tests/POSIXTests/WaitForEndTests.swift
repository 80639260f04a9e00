import Glibc
import POSIX
import Testing

@Suite struct WaitForEndTests {
    @Test(
        arguments: [
            ("exit 0", 0), ("exit 3", 3), ("exit 255", 255), ("kill -KILL $$", 128 + SIGKILL),
        ] as [(String, Int32)])
    func aStatusIsAsShellsHaveIt(script: String, status: Int32) throws {
        let texts: [String] = ["/bin/sh", "-c", script]
        var words = texts.map { strdup($0) } + [nil]
        defer { words.forEach { free($0) } }
        var variables: [UnsafeMutablePointer<CChar>?] = [nil]
        var process: pid_t = 0
        let code = posix_spawn(&process, "/bin/sh", nil, nil, &words, &variables)
        try #require(code == 0)
        #expect(waitForEnd(of: process) == status)
    }
}
