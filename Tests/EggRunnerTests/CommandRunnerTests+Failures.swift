import EggConfig
import EggTestSupport
import Glibc
import Testing

@testable import EggRunner

/// Commands that fail, and commands that don't end.
extension CommandRunnerTests {
    private static let failures: [(command: String, end: String)] = [
        ("sh -c 'exit 3'", "'sh -c 'exit 3'' exited with 3"),
        ("sh -c 'kill -TERM $$'", "'sh -c 'kill -TERM $$'' was ended by signal 15 (Terminated)"),
        ("sh -c 'kill -SEGV $$'", "'sh -c 'kill -SEGV $$'' was ended by signal 11 (Segmentation fault)"),
        ("sh -c 'kill -PIPE $$'", "'sh -c 'kill -PIPE $$'' was ended by signal 13 (Broken pipe)"),
        ("no-such-program", "'no-such-program' can't be started: No such file or directory"),
        ("/no/such/program on", "'/no/such/program on' can't be started: No such file or directory"),
        ("/etc/passwd", "'/etc/passwd' can't be started: Permission denied"),
        ("/tmp", "'/tmp' can't be started: Permission denied"),
    ]

    @Test(arguments: failures)
    func aFailureIsSaid(command: String, end: String) {
        #expect(run(command) == ["on-ring of 'egg': \(end)"])
    }

    @Test func theCommandsThatFailedWhenTheyLastRanAreSaved() throws {
        func failed() -> [String] { FailedCommands.read(path: folder.path("failed")).failures.map(\.sentence) }
        let command = "cat \(folder.path)/lamp"
        let (requests, text) = (
            Requests(), "[alarm]\non-ring = \(command)\non-start = no-such-program\non-missed = true\n"
        )
        for event in ["ring", "start", "missed"] { requests.add(event) }
        let said = run(requests, text)
        #expect(said.count == 2 && Set(failed()) == Set(said))
        folder.write("on".utf8, to: "lamp")
        requests.add("ring")
        requests.said = []
        #expect(run(requests, text).isEmpty)
        #expect(failed() == ["on-start of 'egg': 'no-such-program' can't be started: No such file or directory"])
        // A command that takes too long has also failed.
        let slow = "[alarm]\non-ring = sleep 600\n"
        requests.add("ring")
        #expect(run(requests, slow, time: .zero).count == 1)
        #expect(failed().last == "on-ring of 'egg': 'sleep 600' was ended, because it took longer than 0 s")
    }

    @Test func aFileThatIsNoProgramCanNotBeStarted() throws {
        let text = folder.write("words\n".utf8, to: "words")
        #expect(try Program.run("/usr/bin/install", ["-m", "755", text, folder.path("program")]).status == 0)
        #expect(
            run("\(folder.path)/program") == [
                "on-ring of 'egg': '\(folder.path)/program' can't be started: Exec format error"
            ])
    }

    // MARK: Commands that don't end

    /// A pipe that has a writer for as long as a command or a child of it has it open.
    private final class Presence {
        private let reader: Int32

        init(_ path: String) throws {
            try #require(mkfifo(path, 0o600) == 0)
            reader = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
            try #require(reader >= 0)
        }

        deinit {
            close(reader)
        }

        /// Whether something was written to it.
        func hasText() -> Bool {
            var entry = pollfd(fd: reader, events: Int16(POLLIN), revents: 0)
            return poll(&entry, 1, 0) == 1
        }

        /// The text that was written to it, once no process has it open.
        func text() throws -> String {
            var bytes: [UInt8] = []
            while true {
                var entry = pollfd(fd: reader, events: Int16(POLLIN), revents: 0)
                try #require(poll(&entry, 1, 60_000) == 1, "a process is left")
                var chunk = [UInt8](repeating: 0, count: 256)
                let count = read(reader, &chunk, chunk.count)
                if count <= 0 { return String(decoding: bytes, as: UTF8.self) }
                bytes += chunk[..<count]
            }
        }
    }

    @Test func aCommandThatHangsIsEnded() throws {
        let presence = try Presence(folder.path("pipe"))
        let command = "sh -c 'exec 3>\(folder.path)/pipe; echo begun >&3; sleep 600 & sleep 600'"
        #expect(
            runTooLong(command, grace: .seconds(600), signalWhen: presence.hasText) == [
                "on-ring of 'egg': '\(command)' was ended, because it took longer than 0 s"
            ])
        #expect(try presence.text() == "begun\n")
    }

    @Test func aCommandThatIgnoresSIGTERMIsKilledWithItsChildren() throws {
        let presence = try Presence(folder.path("pipe"))
        let command = "sh -c 'exec 3>\(folder.path)/pipe; trap \"\" TERM; echo begun >&3; sleep 600 & sleep 600'"
        #expect(runTooLong(command, grace: .milliseconds(100), signalWhen: presence.hasText).count == 1)
        #expect(try presence.text() == "begun\n")
    }

    /// As a command does that switches its lamp off when it is ended.
    @Test func aCommandHasTimeToCleanUpAfterSIGTERM() throws {
        try folder.writeProgram(
            """
            cd \(folder.path)
            # A SIGKILL that is sent too early would come during the sleep.
            trap 'sleep 0.3; echo off >lamp; exit' TERM
            echo on >lamp
            sleep 600 &
            wait
            """, to: "lamp-on")
        let said = runTooLong("\(folder.path)/lamp-on", grace: .seconds(600)) { !lines(of: "lamp").isEmpty }
        #expect(said.count == 1 && said.first?.hasSuffix("was ended, because it took longer than 0 s") == true)
        #expect(lines(of: "lamp") == ["off"])
    }

    @Test func aStoppedCommandIsKilled() throws {
        let presence = try Presence(folder.path("pipe"))
        let command = "sh -c 'exec 3>\(folder.path)/pipe; echo begun >&3; kill -STOP $$'"
        #expect(runTooLong(command, grace: .milliseconds(100), signalWhen: presence.hasText).count == 1)
        #expect(try presence.text() == "begun\n")
    }

    @Test func theChildrenThatACommandLeavesEndWithIt() throws {
        let presence = try Presence(folder.path("pipe"))
        #expect(run("sh -c 'exec 3>\(folder.path)/pipe; echo begun >&3; sleep 600 & exit 0'").isEmpty)
        #expect(try presence.text() == "begun\n")
    }

    /// Such as one that has become root. Others run, although it continues.
    @Test func aCommandThatCanNotBeEndedIsGivenUp() throws {
        let requests = Requests()
        requests.add("ring")
        requests.add("missed")
        let path = folder.write("[alarm]\non-ring = sleep 600\non-missed = true\n".utf8, to: "conf")
        var stubborn: pid_t?
        var starts = 0
        let runner = CommandRunner(
            socket: requests.socket, limits: .init(atOnce: 1, time: .milliseconds(300), idle: .zero),
            say: { requests.said.append($0) },
            configuration: {
                starts += 1
                return Configuration.read(path: path)
            },
            signalGroup: { group, signal in
                if stubborn == nil { stubborn = group }
                return group == stubborn ? EPERM : RunningCommand.signal(group, signal)
            })
        #expect(runner.run())
        #expect(starts == 2)
        let group = try #require(stubborn)
        #expect(
            requests.said.first
                == "on-ring of 'egg': 'sleep 600' takes longer than 0 s and can't be ended (Operation not permitted); "
                + "end it yourself: sudo kill \(group)")
        // It is still running.
        #expect(RunningCommand.signal(group, SIGKILL) == 0)
        #expect(waitpid(group, nil, 0) == group)
    }

    /// Process ids are smaller.
    @Test func aSignalToAGroupThatDoesNotExistIsAnError() {
        #expect(RunningCommand.signal(1 << 30, SIGTERM) == ESRCH)
    }
}
