import CLinux
import EggLoop
import EggTestSupport
import EggWire
import Foundation
import Glibc
import Testing
import Varlink

/// Replies that come when `eggctl` gives up, or never, from a server that this process is.
@Suite struct LateReplyTests {
    private let folder = TemporaryFolder()
    private let claim: SocketClaim
    private let environment: [String: String]

    /// The variables make `eggctl` ask a service manager of the test.
    init() throws {
        claim = try SocketClaim(folder.path("eggd.sock"))
        folder.write("".utf8, to: "systemd/user/eggd.socket")
        environment = [
            "XDG_RUNTIME_DIR": folder.path, "XDG_CONFIG_HOME": folder.path, "TZ": "UTC",
            "PATH": folder.path("bin") + ":/usr/bin:/bin",
        ]
    }

    /// Receives the first call of the first connection, waits, replies if it is to, and closes the connection.
    private func serve(_ wait: @escaping @Sendable () -> Void, reply: Bool) throws {
        let number = try claim.bind().release()
        let answered = folder.path("answered")
        Thread.detachNewThread {
            var entry = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
            poll(&entry, 1, 30_000)
            let peer = RawPeer(owning: accept4(number, nil, nil, Int32(SOCK_CLOEXEC.rawValue)), timeout: 60)
            close(number)
            guard peer.receive() != nil else { return }
            wait()
            if reply {
                let timer = Timers.Timer(
                    name: "egg", egg: "soft", state: .cooking, durationMs: 300_000, remainingMs: 300_000, overdueMs: 0,
                    progress: 0, endsAtUnixMs: nil)
                peer.send(Reply.encode(Timers.Start.Reply(timer: timer, replaced: nil)))
            }
            close(open(answered, O_CREAT | O_WRONLY, 0o600))
        }
    }

    /// At the first question nothing helps, or eggd may still answer; at the second one the time is over.
    @Test(arguments: [1, 2])
    func aReplyThatArrivesWhileTheReasonIsSoughtCounts(question: Int) throws {
        let asked = folder.path("asked")
        let manager = """
            echo "$*" >>\(asked)
            [ $(wc -l <\(asked)) -ge \(question) ] || exit 0
            while [ ! -e \(folder.path("answered")) ]; do sleep 0.01; done
            printf 'Id=eggd.service\\nResult=resources\\nActiveState=failed\\n'
            """
        try folder.writeProgram(manager, to: "bin/systemctl")
        try serve(
            {
                let isAsked = { (contents(of: asked) ?? []).count { $0 == UInt8(ascii: "\n") } >= question }
                try? waitUntil("the question", within: .seconds(30), isAsked)
            }, reply: true)
        let result = try Program.run(BuiltPrograms.eggctl, ["start", "soft"], environment: environment)
        #expect(result.status == 0 && result.output.contains("soft egg: 5:00"), "\(result)")
    }

    @Test(arguments: ["start soft", "cancel", "status"])
    func onlyACommandThatMayHaveBeenCarriedOutIsCalledSo(command: String) throws {
        try folder.writeProgram("", to: "bin/systemctl")
        try serve({}, reply: false)
        let words = command.split(separator: " ").map(String.init)
        let result = try Program.run(BuiltPrograms.eggctl, words, environment: environment)
        let end = command == "status" ? "" : ", and may have carried out the command"
        let fix = "start it with: systemctl --user enable --now eggd.socket"
        #expect(result.status == EX_UNAVAILABLE)
        #expect(result.errors == "eggctl: eggd at \(claim.path) closed the connection\(end); \(fix)\n")
    }

    @Test func whenNoReplyComesTheStatusTellsWhatWasDone() throws {
        try folder.writeProgram("", to: "bin/systemctl")
        let listener = try PlayedEggd(folder.path("other.sock"))
        defer { withExtendedLifetime(listener) {} }
        let result = try Program.run(
            BuiltPrograms.eggctl, ["start", "soft", "--socket", folder.path("other.sock")], environment: environment)
        let failure = "eggd at \(folder.path("other.sock")) does not answer, and may have carried out the command"
        #expect(result.status == EX_UNAVAILABLE)
        #expect(result.errors.hasSuffix("eggctl: \(failure); see with: eggctl status\n"), "\(result)")
    }
}
