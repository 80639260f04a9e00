import EggTestSupport
import Glibc
import Testing

/// `eggctl --host`, with a program in place of ssh that runs the command here, in the environment of the other machine.
@Suite struct RemoteTests {
    private let daemon: RunningDaemon
    private let ssh: FakeSSH

    init() throws {
        daemon = try RunningDaemon()
        ssh = try FakeSSH(to: daemon)
    }

    /// Here, there is no eggd.
    private var environment: [String: String] {
        daemon.environment.merging([
            "EGGD_SOCKET": "/nowhere/eggd.sock", "PATH": "\(ssh.folder):/usr/bin:/bin",
            "XDG_RUNTIME_DIR": daemon.folder.path("nowhere"),
        ]) { $1 }
    }

    private func start(_ arguments: String..., environment extra: [String: String] = [:]) throws -> Program {
        try Program(BuiltPrograms.eggctl, arguments, environment: environment.merging(extra) { $1 })
    }

    private func eggctl(_ arguments: String..., environment extra: [String: String] = [:]) throws -> Program.Result {
        try Program.run(BuiltPrograms.eggctl, arguments, environment: environment.merging(extra) { $1 })
    }

    @Test func commandsReachTheEggdOfTheOtherMachine() throws {
        let begun = try eggctl("--host", "cook@kitchen", "start", "soft")
        #expect(begun.status == 0 && begun.output.hasPrefix("soft egg: 5:00, done at "), "\(begun)")
        #expect(try daemon.eggctl("status").output.hasPrefix("soft egg: "))
        let kitchen = ["EGGCTL_HOST": "cook@kitchen"]
        #expect(try eggctl("pause", "--json", environment: kitchen).output.contains(#""state":"paused""#))
        let refused = try eggctl("--host", "cook@kitchen", "pause", "tea")
        #expect(refused.status == 1 && refused.errors.contains("the only timer is"), "\(refused)")
        let paused = try eggctl("--host", "cook@kitchen", "pause")
        #expect(paused.errors.hasSuffix("eggctl --host cook@kitchen resume\n"), "\(paused)")
        let doctor = try eggctl("doctor", environment: kitchen)
        #expect(doctor.output.hasPrefix("ok    eggd answers at cook@kitchen\n"))
        // A socket on the command line is one of this machine.
        #expect(try eggctl("status", "--socket", daemon.socket, environment: kitchen).output.contains("paused"))
        #expect(try eggctl("status").status == EX_UNAVAILABLE)
        #expect(ssh.started.allSatisfy { $0.words.contains(" -- cook@kitchen exec sh -c ") })
    }

    @Test func aWaitEndsWithTheEggOfTheOtherMachine() throws {
        _ = try daemon.eggctl("start", "soft")
        let wait = try start("--host", "kitchen", "wait")
        try waitUntil("the wait has begun") { ssh.started.count == 3 }
        kill(try #require(ssh.started.last).process, SIGKILL)
        _ = try daemon.eggctl("start", "1s", "--name", "egg")
        #expect(try wait.finish().status == 0)
        #expect(ssh.started.count > 3)
    }

    @Test func aWatchContinuesWhenSSHIsKilled() throws {
        _ = try daemon.eggctl("start", "soft")
        _ = try daemon.eggctl("pause")
        let watch = try start("--host", "kitchen", "watch", "--json")
        #expect(try watch.line()?.contains(#""kind":"snapshot""#) == true)
        for _ in 1...3 {
            kill(try #require(ssh.started.last).process, SIGKILL)
            #expect(try watch.line()?.contains(#""kind":"snapshot""#) == true)
        }
        _ = try daemon.eggctl("cancel")
        #expect(try watch.line()?.contains(#""kind":"cancelled""#) == true)
        watch.signal(SIGINT)
        #expect(try watch.finish().status == 130)
    }

    @Test func aWatchSaysHowManyEventsWereLostWithTheConnection() throws {
        _ = try daemon.eggctl("start", "soft")
        let watch = try start("--host", "kitchen", "watch", "--json")
        // Three seconds later, a connection that is lost is one that lasted.
        for _ in 1...3 { try watch.line(with: #""kind":"tick""#) }
        let process = try #require(ssh.started.last).process
        kill(process, SIGSTOP)
        _ = try daemon.eggctl("pause")
        _ = try daemon.eggctl("start", "tea", "5m")
        kill(process, SIGKILL)
        let complaint = try watch.errorLine(with: "the connection was interrupted")
        #expect(complaint.hasPrefix("eggctl: the connection was interrupted; ") && complaint.hasSuffix(" are missing"))
    }

    @Test func aWatchSaysThatTheOtherMachineIsLostAndContinuesLater() throws {
        _ = try daemon.eggctl("start", "soft")
        let watch = try start("--host", "kitchen", "watch")
        #expect(try watch.line()?.contains(/soft egg: [45]:\d\d left/) == true)
        try ssh.set(before: "exit 255")
        kill(try #require(ssh.started.last).process, SIGKILL)
        let lost = "eggctl: eggd on kitchen can't be reached; reconnecting"
        #expect(try watch.errorLine() == "\(lost); see why with: eggctl --host kitchen status")
        try ssh.set()
        #expect(try watch.errorLine() == "eggctl: eggd can be reached again")
        watch.signal(SIGINT)
        #expect(try watch.finish().status == 130)
    }

    /// `RemoteMachineTests` has the other replies.
    @Test func eachThingThatIsMissingIsOneSentence() throws {
        func complaint() throws -> String {
            for command in ["watch", "wait", "start soft --watch"] {
                let words = ["--host", "kitchen"] + command.split(separator: " ").map(String.init)
                let result = try Program.run(BuiltPrograms.eggctl, words, environment: environment)
                #expect(result.status == EX_UNAVAILABLE)
            }
            let result = try eggctl("--host", "kitchen", "status")
            #expect(result.status == EX_UNAVAILABLE && result.output.isEmpty)
            return result.errors
        }
        try ssh.set(hasPrograms: false)
        #expect(
            try complaint() == "eggctl: there is no eggctl on kitchen; install version 0.1.0 or newer there\n")
        try ssh.set(socket: "/nowhere/eggd.sock")
        let stopped = try complaint()
        #expect(
            stopped.hasPrefix("eggctl: on kitchen, eggd can't be reached at /nowhere/eggd.sock: No such file")
                && stopped.contains("; there, start it with: ") && stopped.hasSuffix("/eggd &\n"))
        try ssh.set(before: "echo 'ssh: Connection refused' >&2; exit 255")
        #expect(try complaint() == "ssh: Connection refused\neggctl: ssh can't connect to kitchen\n")
        let none = try eggctl("--host", "kitchen", "status", environment: ["PATH": "/nowhere"])
        #expect(none.errors.contains("ssh can't be started: ") && none.errors.hasSuffix("apt install openssh-client\n"))
    }

    @Test func whatALoginThereSaysDoesNotReachTheTerminal() throws {
        try ssh.set(before: #"printf 'Wel\033[2Jcome\r\nto \033]0;x\007' >&2"#)
        let status = try eggctl("--host", "kitchen", "status")
        #expect(status.status == 0 && status.errors == "Wel\u{fffd}[2Jcome\nto \u{fffd}]0;x\u{fffd}\n", "\(status)")
        #expect(ssh.started.allSatisfy { $0.words.hasPrefix("-a -x -T ") })
    }

    @Test func ctrlCAlsoEndsAnSSHThatGetsNoAnswer() throws {
        try ssh.set(before: "exec sleep 1000")
        let status = try start("--host", "kitchen", "status")
        try waitUntil("ssh runs") { !ssh.started.isEmpty }
        status.signal(SIGINT)
        #expect(try status.finish().status == 128 + SIGINT)
        #expect(kill(try #require(ssh.started.first).process, 0) != 0)
    }

    @Test func aStatusBarBeginsWithoutTheOtherMachine() throws {
        try ssh.set(before: "exit 255")
        let bar = try start("--host", "kitchen", "watch", "--waybar")
        #expect(try bar.line()?.contains(#""alt":"offline""#) == true)
        try ssh.set()
        #expect(try bar.line()?.contains(#""alt":"idle""#) == true)
        #expect(ssh.started.allSatisfy { $0.words.contains(" BatchMode=yes ") })
    }

    @Test func aCommandAboutThisMachineIsRefused() throws {
        let page = try eggctl("page", "--open", environment: ["EGGCTL_HOST": "kitchen"])
        #expect(page.status == EX_USAGE && page.errors.hasSuffix("; see that with: ssh kitchen eggctl page\n"))
        let option = try eggctl("status", environment: ["EGGCTL_HOST": "-oProxyCommand=true"])
        #expect(option.status == EX_USAGE && option.errors.contains("EGGCTL_HOST is not a machine"))
        #expect(ssh.started.isEmpty)
    }

    @Test func sshAsksOnTheTerminalBeforeTheAppOpens() throws {
        try ssh.set(
            before: """
                case "$*" in
                    *BatchMode=yes*) echo "a message that nobody may see" >&2 ;;
                    *) printf 'Password: ' >/dev/tty; read -r word </dev/tty; [ "$word" = open ] || exit 255 ;;
                esac
                """)
        let terminal = TmuxTerminal(for: daemon)
        let variables = environment.filter { ["EGGD_SOCKET", "PATH", "XDG_RUNTIME_DIR"].contains($0.key) }
            .map { "\($0.key)='\($0.value)'" }.joined(separator: " ")
        try terminal.open("\(variables) \(BuiltPrograms.eggctl) --host kitchen", columns: 80, rows: 24)
        try terminal.screen(showing: "Password:")
        try terminal.type("open")
        try terminal.screen(showing: "soft")
        try terminal("send-keys", "s")
        let picture = try terminal.screen(showing: "soft egg")
        #expect(!picture.contains("Password") && !picture.contains("nobody"))
        try waitUntil("the egg cooks") { try daemon.eggctl("status").output.hasPrefix("soft egg: ") }
        let watch = try #require(ssh.started.dropFirst().first).process
        kill(watch, SIGKILL)
        _ = try daemon.eggctl("start", "7m", "--name", "tea")
        let after = try terminal.screen(showing: "tea")
        #expect(!after.contains("nobody") && !after.contains("Password"))
    }
}
