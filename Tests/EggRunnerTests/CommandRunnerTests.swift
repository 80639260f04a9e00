import CLinux
import EggConfig
import EggTestSupport
import EggWire
import Foundation
import Glibc
import Testing

@testable import EggRunner

/// The runner of commands, with real programs.
@Suite struct CommandRunnerTests {
    let folder = TemporaryFolder()

    /// Requests that wait in a socket, and the lines that the runner says.
    final class Requests {
        let socket: Int32
        private let eggd: Int32
        var said: [String] = []

        init() {
            var ends: [Int32] = [-1, -1]
            let kind = Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue)
            #expect(socketpair(AF_UNIX, kind, 0, &ends) == 0)
            (eggd, socket) = (ends[0], ends[1])
        }

        deinit {
            close(eggd)
            close(socket)
        }

        func add(_ event: String, name: String = "egg", egg: String = "soft", overdue: Int = 0) {
            add(raw: #"{"event":"\#(event)","name":"\#(name)","egg":"\#(egg)","overdue":\#(overdue)}"#)
        }

        func add(raw text: String) {
            let bytes = Array(text.utf8)
            #expect(send(eggd, bytes, bytes.count, clinux_send_now) == bytes.count)
        }

        /// Takes all requests that wait in the socket; returns how many they were.
        func takeAll() -> Int {
            var byte: UInt8 = 0
            var count = 0
            while recv(socket, &byte, 1, clinux_receive_now) > 0 { count += 1 }
            return count
        }
    }

    /// Runs commands until nothing is left to do.
    ///
    /// - Parameter configuration: the text of a configuration.
    /// - Returns: the lines that it said.
    func run(
        _ requests: Requests, _ configuration: String, atOnce: Int = 4, time: Duration = .seconds(30),
        grace: Duration = .seconds(5),
        signalGroup: @escaping RunningCommand.SignalGroup = RunningCommand.signal
    ) -> [String] {
        let path = folder.write(configuration.utf8, to: "eggd.conf")
        let runner = CommandRunner(
            socket: requests.socket,
            limits: .init(atOnce: atOnce, time: time, grace: grace, idle: .zero),
            say: { requests.said.append($0) },
            configuration: {
                let reading = Configuration.read(path: path)
                #expect(reading.problems.isEmpty, "\(reading.problems)")
                return reading
            },
            failedFile: folder.path("failed"),
            signalGroup: signalGroup)
        #expect(runner.run())
        return requests.said
    }

    /// Runs one command at the ring of an egg.
    func run(_ command: String) -> [String] {
        let requests = Requests()
        requests.add("ring")
        return run(requests, "[alarm]\non-ring = \(command)\n")
    }

    /// Runs a command whose time is over at once; it gets each signal only when something holds.
    func runTooLong(
        _ command: String, grace: Duration, signalWhen isReady: @escaping () -> Bool
    ) -> [String] {
        let requests = Requests()
        requests.add("ring")
        return run(
            requests, "[alarm]\non-ring = \(command)\n", time: .zero, grace: grace,
            signalGroup: { group, signal in
                #expect(throws: Never.self) { try waitUntil("the command expects it", isReady) }
                return RunningCommand.signal(group, signal)
            })
    }

    func lines(of name: String) -> [String] {
        (EggTestSupport.text(of: folder.path(name)) ?? "").split(separator: "\n").map(String.init)
    }

    // MARK: Arguments, environment, signals

    @Test func itGetsItsArgumentsAndVariables() throws {
        try folder.writeProgram("printf '<%s>\\n' \"$@\" >\(folder.path)/words; env >\(folder.path)/env", to: "note")
        setenv("EGG_NAME", "inherited", 1)
        defer { unsetenv("EGG_NAME") }
        let requests = Requests()
        requests.add("missed", name: "left pot", egg: "caf\u{e9}", overdue: 600)
        #expect(run(requests, "[alarm]\non-missed = \(folder.path)/note $HOME 'a  b' \"\" *\n").isEmpty)
        #expect(lines(of: "words") == ["<$HOME>", "<a  b>", "<>", "<*>"])
        // The tests' own variables, such as EGG_TEST_PYTHON, are handed on as PATH is.
        let inherited = Set(ProcessInfo.processInfo.environment.map { "\($0)=\($1)" })
        #expect(
            lines(of: "env").filter { $0.hasPrefix("EGG_") && !inherited.contains($0) }.sorted() == [
                "EGG_EGG=caf\u{e9}", "EGG_EVENT=missed", "EGG_NAME=left pot", "EGG_OVERDUE=600",
            ])
        #expect(lines(of: "env").contains { $0.hasPrefix("PATH=") })
    }

    /// A signal that this process blocks or ignores has its usual effect on a command.
    @Test func noSignalIsBlockedOrIgnored() {
        var (set, old) = (sigset_t(), sigset_t())
        sigemptyset(&set)
        for signal in [SIGTERM, SIGUSR1, SIGCHLD] { sigaddset(&set, signal) }
        pthread_sigmask(SIG_BLOCK, &set, &old)
        defer { pthread_sigmask(SIG_SETMASK, &old, nil) }
        #expect(run("sh -c 'grep -E \"^Sig(Blk|Ign)\" /proc/self/status >\(folder.path)/signals'").isEmpty)
        let sets = lines(of: "signals").map { line in
            line.split(separator: "\t").last.flatMap { UInt64($0, radix: 16) }
        }
        // posix_spawn lets a program ignore 32 and 33, which the C library uses itself, if this process has threads.
        let own: UInt64 = 3 << 31
        #expect(sets.map { $0.map { $0 & ~own } } == [0, 0])
    }

    @Test func itHasAProcessGroupOfItsOwnAndNoInput() {
        #expect(
            run("sh -c 'echo $$ $(cut -d\" \" -f5 /proc/$$/stat) $(readlink /proc/$$/fd/0) >\(folder.path)/self'")
                .isEmpty)
        let words = lines(of: "self").first?.split(separator: " ") ?? []
        #expect(words.count == 3 && words.first == words.dropFirst().first && words.last == "/dev/null", "\(words)")
    }

    // MARK: Several commands

    /// The fifth can only begin when the first has ended. The others wait for the fifth.
    @Test func fourRunAtATimeAndTheFifthStartsWhenOneEnds() throws {
        try folder.writeProgram(
            """
            cd \(folder.path)
            echo start $EGG_NAME >>order
            if [ $EGG_NAME = a ]; then
                until [ $(wc -l <order) -ge 4 ]; do sleep 0.01; done
                # One that is allowed too early would start now.
                sleep 0.3
            elif [ $EGG_NAME != e ]; then
                until grep -q "start e" order; do sleep 0.01; done
            fi
            echo end $EGG_NAME >>order
            """, to: "wait")
        let requests = Requests()
        for name in ["a", "b", "c", "d", "e"] { requests.add("start", name: name) }
        #expect(run(requests, "[alarm]\non-start = \(folder.path)/wait\n").isEmpty)
        let order = lines(of: "order")
        #expect(Set(order.prefix(4)) == ["start a", "start b", "start c", "start d"], "\(order)")
        #expect(order.dropFirst(4).prefix(2) == ["end a", "start e"] && order.count == 10, "\(order)")
    }

    @Test func requestsAreServedInTheirOrder() throws {
        let requests = Requests()
        for number in 1...8 { requests.add("start", name: "egg \(number)") }
        #expect(run(requests, "[alarm]\non-start = sh -c 'echo $EGG_NAME >>\(folder.path)/order'\n", atOnce: 1).isEmpty)
        #expect(lines(of: "order") == (1...8).map { "egg \($0)" })
    }

    /// The first command ends only when that of another timer has run.
    @Test func aCommandWaitsForTheOneBeforeItOfTheSameTimer() throws {
        try folder.writeProgram(
            """
            cd \(folder.path)
            if [ $EGG_EVENT = ring ]; then
                until grep -q "dismissed pan" order; do sleep 0.01; done
                # One that is allowed too early would write now.
                sleep 0.3
            fi
            echo $EGG_EVENT $EGG_NAME >>order
            """, to: "note")
        folder.write("".utf8, to: "order")
        let requests = Requests()
        requests.add("ring")
        requests.add("dismissed")
        requests.add("dismissed", name: "pan")
        #expect(run(requests, "[alarm]\non-ring = \(folder.path)/note\non-dismissed = \(folder.path)/note\n").isEmpty)
        #expect(lines(of: "order") == ["dismissed pan", "ring egg", "dismissed egg"])
    }

    /// As if each of the commands caused its own event, such as `eggctl start` in `on-start`.
    @Test func aCommandThatCausesItsOwnEventIsSkippedAfterTenRuns() throws {
        let requests = Requests()
        let path = folder.write("[alarm]\non-start = sh -c 'echo $EGG_NAME >>\(folder.path)/runs'\n".utf8, to: "conf")
        let runner = CommandRunner(
            socket: requests.socket, limits: .init(idle: .zero, repetitionTime: .seconds(600)),
            say: { requests.said.append($0) },
            configuration: { Configuration.read(path: path) })
        // A socket may hold only ten.
        for number in 1...10 {
            for _ in 1...5 { requests.add("start", name: "tea") }
            requests.add("start", name: "egg \(number)")
            #expect(runner.run())
        }
        #expect(
            requests.said == [
                "on-start of 'tea' has run 10 times within 600 s and is skipped for now; if its command causes its own "
                    + "event, as 'eggctl start' in on-start does, change it in eggd.conf"
            ])
        #expect(lines(of: "runs").filter { $0 == "tea" }.count == 10)
        #expect(Set(lines(of: "runs")).count == 11)
    }

    // MARK: Requests

    @Test func aRequestThatIsNotOfEggdIsIgnored() {
        let requests = Requests()
        let garbage = [
            "", "{", "{}", "[]", "null", "\u{0}", String(repeating: "x", count: 5000),
            #"{"event":"explode","name":"egg","egg":"soft","overdue":0}"#,
            #"{"event":"ring","name":"","egg":"soft","overdue":0}"#,
            #"{"event":"ring","name":"a\u0000b","egg":"soft","overdue":0}"#,
            #"{"event":"ring","name":"a\nb","egg":"soft","overdue":0}"#,
            #"{"event":"ring","name":"egg","egg":"a=\n","overdue":0}"#,
            #"{"event":"ring","name":"egg","egg":"soft","overdue":"many"}"#,
            #"{"event":"ring","name":"egg","egg":"soft"}"#,
            #"{"event":"ring","name":"egg","egg":"soft","overdue":-1}"#,
        ]
        // A socket may hold only ten.
        for half in [garbage.prefix(7), garbage.suffix(8)] {
            for text in half { requests.add(raw: text) }
            requests.add("ring")
            requests.said = []
            let command = "sh -c 'echo $EGG_EGG >>\(folder.path)/eggs'"
            let said = run(requests, "[alarm]\non-ring = \(command)\n")
            #expect(said == Array(repeating: "ignored a request that eggd has not sent", count: half.count))
        }
        #expect(lines(of: "eggs") == ["soft", "soft"])
    }

    /// A program that can write to the socket can't choose the command.
    @Test func onlyConfiguredCommandsRun() {
        let requests = Requests()
        requests.add("start")
        requests.add("ring", egg: "hard")
        requests.add(
            raw: #"{"event":"dismissed","name":"egg","egg":"soft","overdue":0,"command":"touch /tmp/x","words":["id"]}"#
        )
        let said = run(requests, "[alarm]\non-missed = id\n[egg soft]\non-ring = id\n")
        let end = "of 'egg' no longer has a command in eggd.conf; have eggd read it: systemctl --user reload eggd"
        #expect(said == ["on-start \(end)", "on-ring \(end)", "on-dismissed \(end)"])
    }

    /// eggd still has a command that the file had before, and would not take the file as it is now.
    @Test func theProblemOfACommandsLineIsSaid() throws {
        let requests = Requests()
        requests.add("ring")
        requests.add("dismissed")
        requests.add("missed")
        let path = folder.write(
            """
            [alarm]
            on-dismissed = true
            on-ring = ./light on
            [egg soft]
            on-dismissed = "light off
            """.utf8, to: "eggd.conf")
        let runner = CommandRunner(
            socket: requests.socket, limits: .init(idle: .zero), say: { requests.said.append($0) },
            configuration: { Configuration.read(path: path) })
        #expect(runner.run())
        let ring =
            "\(path):3: './light on' isn't a valid value of 'on-ring'; the program './light' must be a name without '/' "
            + "or an absolute path; '~' and variables have no meaning here"
        let dismissed = "\(path):5: '\"light off' isn't a valid value of 'on-dismissed'; the quote \" isn't closed"
        #expect(
            requests.said == [
                "on-ring of 'egg' is not run: \(ring)", "on-dismissed of 'egg' is not run: \(dismissed)",
                "on-missed of 'egg' is not run: \(ring)",
            ])
    }

    /// poll(2) may report a datagram that can't be received in the end.
    @Test func aRequestThatNoLongerExistsIsNoFailure() {
        let requests = Requests()
        requests.add("ring")
        requests.add("missed")
        var gone = 0
        let said = run(
            requests, "[alarm]\non-ring = sleep 600\non-missed = sleep 600\n", time: .zero,
            signalGroup: { group, _ in
                // The runner has polled already, and will receive after this.
                gone += requests.takeAll()
                return RunningCommand.signal(group, SIGKILL)
            })
        #expect(gone == 1)
        #expect(said == ["on-ring of 'egg': 'sleep 600' was ended, because it took longer than 0 s"])
    }

    @Test func aSocketThatCanNotBeReadEndsTheRunner() {
        var said: [String] = []
        let runner = CommandRunner(socket: 1 << 20, say: { said.append($0) }, configuration: { nil })
        #expect(!runner.run())
        #expect(said == ["requests can't be received: Bad file descriptor"])
    }
}
