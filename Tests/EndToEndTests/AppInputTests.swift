import EggTestSupport
import Glibc
import Testing

/// Unusual input of `eggctl ui`: the marks of pasted text, and windows of any size.
@Suite struct AppInputTests {
    private let daemon: RunningDaemon

    init() throws {
        daemon = try RunningDaemon()
    }

    @Test func theMarksOfPastedTextAreOffAfterTheEndAndWhileTheAppIsStopped() throws {
        let terminal = try RecordedTerminal("exec \(BuiltPrograms.eggctl) ui", term: "xterm-256color", for: daemon)
        func count(_ mark: String) -> Int { terminal.text.ranges(of: mark).count }
        try waitUntil("the eggs") { terminal.text.contains("12:00") }
        #expect(count("\u{1b}[?2004h") == 1 && count("\u{1b}[?2004l") == 0)
        let app = try #require(terminal.program)
        // Here no shell could continue it, so it continues at once.
        kill(app, SIGTSTP)
        try waitUntil("the screen") { count("\u{1b}[?2004h") == 2 }
        #expect(count("\u{1b}[?2004l") == 1)
        kill(app, SIGTERM)
        _ = try terminal.process.finish()
        #expect(count("\u{1b}[?2004h") == 2 && count("\u{1b}[?2004l") == 2)
    }

    /// A terminal tells any size. The app draws in a window of these sizes, the second one while it runs.
    @Test(arguments: [(65_535, 65_535), (80, 65_535), (1, 1)], ["ui", "watch"])
    func aWindowMayHaveAnySize(size: (columns: Int, rows: Int), command: String) throws {
        #expect(try daemon.eggctl("start", "9m", "--name", "pot").status == 0)
        let script = """
            import fcntl, os, re, select, struct, subprocess, sys, termios
            columns, rows, command = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:]
            terminal, end = os.openpty()
            before = termios.tcgetattr(end)
            def resize(columns, rows):
                fcntl.ioctl(end, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
            def take(): fcntl.ioctl(0, termios.TIOCSCTTY, 0)
            def show(word):
                text = b""
                while word not in text:
                    if select.select([terminal], [], [], 1)[0]: text = text[-100:] + os.read(terminal, 1 << 20)
                    elif program.poll() is not None: sys.exit(f"ended with {program.returncode}")
            resize(columns, rows)
            program = subprocess.Popen(command, stdin=end, stdout=end, stderr=end, start_new_session=True,
                                       preexec_fn=take)
            show(b"pot" if columns > 1 else b"\\x1b")
            resize(80, 24)
            show(b"pot")
            resize(columns, rows)
            show(b"pot" if columns > 1 else b"\\x1b")
            memory = re.search(r"VmHWM:\\s+(\\d+)", open(f"/proc/{program.pid}/status").read()).group(1)
            os.write(terminal, b"\\x03")
            rest = b""
            while program.poll() is None:
                fcntl.fcntl(terminal, fcntl.F_SETFL, os.O_NONBLOCK)
                try: rest += os.read(terminal, 1 << 20)
                except BlockingIOError: pass
            print(program.returncode, termios.tcgetattr(end) == before, memory)
            """
        let result = try Program.run(
            "/usr/bin/python3",
            ["-c", script, "\(size.columns)", "\(size.rows)", BuiltPrograms.eggctl, command],
            environment: daemon.environment.merging(["TERM": "xterm-256color"]) { $1 })
        let fields = result.output.split(whereSeparator: \.isWhitespace)
        try #require(fields.prefix(2) == ["\(128 + SIGINT)", "True"] && fields.count == 3, "\(result)")
        let kilobytes = try #require(Int(fields[2]))
        // The address sanitizer keeps memory that was freed.
        #expect(kilobytes < 150_000 || Build.isSanitized)
    }
}
