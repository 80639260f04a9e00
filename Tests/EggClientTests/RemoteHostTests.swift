import EggTestSupport
import Glibc
import Testing

@testable import EggClient

@Suite struct RemoteHostTests {
    private let folder = TemporaryFolder()
    private var log: String { folder.path("log") }

    /// Runs the body with a program in place of ssh.
    private func with(ssh script: String, _ body: (RemoteHost) throws -> Void) throws {
        try folder.writeProgram("\(script)\n", to: "ssh")
        let host = try #require(RemoteHost("kitchen"))
        try withEnvironment(["PATH": pathBeginning(with: folder.path)]) { try body(host) }
    }

    @Test(arguments: ["", "-oProxyCommand=reboot", "-"])
    func anOptionOfSSHIsNoMachine(name: String) {
        #expect(RemoteHost(name) == nil)
    }

    @Test func theSharedConnectionNeedsAShortPathThatCanBeWritten() {
        let long = "/" + String(repeating: "x", count: 42)
        func folder(_ variables: [String: String], without: String = "") -> String? {
            RemoteHost.sharedFolder({ variables[$0] }, isWritable: { $0 != without })
        }
        #expect(folder(["XDG_RUNTIME_DIR": "/run/me", "HOME": "/home/me"]) == "/run/me")
        #expect(folder(["XDG_RUNTIME_DIR": long, "HOME": "/home/me"]) == "/home/me/.ssh")
        #expect(folder(["XDG_RUNTIME_DIR": "/run/me", "HOME": "/home/me"], without: "/run/me") == "/home/me/.ssh")
        #expect(folder(["XDG_RUNTIME_DIR": "/run/me"], without: "/run/me") == nil)
    }

    @Test(arguments: ["kitchen", "cook@kitchen", "ssh://cook@kitchen:2222", "a b", "$(reboot)"])
    func theMachineIsOneWordAfterAllOptions(name: String) throws {
        let host = try #require(RemoteHost(name))
        for asks in [true, false] {
            let words = host.command("--stdio", asks: asks)
            let end = try #require(words.firstIndex(of: "--"))
            #expect(words[end...].count == 3 && words[end + 1] == name)
            #expect(words[end + 2].hasPrefix("exec sh -c '") && !words[end + 2].contains(name))
            #expect(words.contains("BatchMode=yes") == !asks)
        }
    }

    private func isRunning(_ process: Substring) -> Bool { pid_t(process).map { kill($0, 0) == 0 } ?? false }

    /// A login script on the other machine may hang.
    @Test func withoutAnAnswerSSHIsEnded() throws {
        try with(ssh: "echo $$ >'\(log)'\nexec sleep 1000") { host in
            for asks in [true, false] {
                let answer = try host.run("report", asks: asks, within: .milliseconds(500)) { _ in }
                #expect(answer == nil)
                // On a busy machine, it may not have begun.
                #expect(!isRunning(text(of: log)?.dropLast() ?? ""))
            }
        }
    }

    /// A person may take long to find a password. The file stands for the terminal, which ssh opens while it asks.
    @Test func aQuestionHasTime() throws {
        let terminal = folder.write([], to: "tty")
        let asking = "(exec 3<'\(terminal)'; sleep 6); echo yes; printf 'a\\r\\nb' >&2; exit 7"
        try with(ssh: asking) { host in
            var said: [String] = []
            let answer = try host.run("report", asks: true, within: .seconds(5), terminal: terminal) { said.append($0) }
            #expect(answer?.status == 7 && answer?.output == Array("yes\n".utf8) && said == ["a", "b"])
            // Where ssh asks nothing, an open terminal is no question.
            try folder.writeProgram("exec 3<'\(terminal)'; exec sleep 1000\n", to: "ssh")
            let limit = Duration.milliseconds(500)
            #expect(try host.run("report", asks: false, within: limit, terminal: terminal) { _ in } == nil)
        }
    }

    @Test func anSSHThatHangsEndsWithItsConnection() throws {
        try with(ssh: "echo $$ >>'\(log)'\nexec sleep 1000") { host in
            var clients = [try host.connect(waits: true)]
            try waitUntil("ssh runs") { text(of: log)?.hasSuffix("\n") == true }
            let process = try #require(text(of: log)).dropLast()
            clients.removeAll()
            try waitUntil("ssh ends") { text(of: "/proc/\(process)/stat")?.contains(") Z ") != false }
        }
    }

    /// A watch may reconnect often in some weeks, and each ssh is a child of its process.
    @Test func anSSHThatHasEndedIsCollectedAtALaterConnection() throws {
        try with(ssh: "echo $$ >>'\(log)'\nexec cat") { host in
            var clients = [try host.connect(waits: true)]
            try waitUntil("ssh runs") { text(of: log)?.hasSuffix("\n") == true }
            let process = try #require(text(of: log)).dropLast()
            let status = "/proc/\(process)/stat"
            // The first one still runs now.
            clients.append(try host.connect(waits: true))
            clients.removeFirst()
            try waitUntil("ssh ends") { text(of: status)?.contains(") Z ") == true }
            clients.append(try host.connect(waits: true))
            #expect(text(of: status) == nil)
        }
    }
}
