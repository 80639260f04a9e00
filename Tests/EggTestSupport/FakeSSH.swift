import Glibc

/// A program in place of ssh, which runs the command of the other machine here, in an environment of its own.
public final class FakeSSH {
    /// The folder to put on PATH.
    public let folder: String
    /// The folder of the programs that the other machine has: eggctl, at first.
    public let programs: String
    private let log: String
    private let daemon: RunningDaemon

    /// The machine on which this eggd runs; files are written to the daemon's folder.
    public init(to daemon: RunningDaemon) throws {
        self.daemon = daemon
        folder = daemon.folder.makeFolder("ssh")
        programs = daemon.folder.makeFolder("programs")
        log = daemon.folder.path("ssh.log")
        symlink(BuiltPrograms.eggctl, "\(programs)/eggctl")
        try set()
    }

    /// Changes the other machine.
    ///
    /// - Parameters:
    ///   - socket: where its eggctl looks for eggd; by default where the daemon listens.
    ///   - hasPrograms: whether it has the folder of programs on PATH.
    ///   - before: lines of a shell that run before the command, with the words of ssh.
    public func set(socket: String? = nil, hasPrograms: Bool = true, before: String = "") throws {
        let text = """
            echo "$$ $*" >>'\(log)'
            \(before)
            while [ "$1" != -- ]; do shift; done
            exec env -i HOME=/nowhere PATH='\(hasPrograms ? "\(programs):" : "")/usr/bin:/bin' EGGCTL_HOST=nobody \\
                EGGD_SOCKET='\(socket ?? daemon.socket)' sh -c "$3"
            """
        try daemon.folder.writeProgram(text, to: "ssh/ssh")
    }

    /// The processes that were started, with their words.
    public var started: [(process: pid_t, words: Substring)] {
        (text(of: log) ?? "").split(separator: "\n").compactMap { line in
            let parts = line.split(separator: " ", maxSplits: 1)
            return parts.first.flatMap { pid_t($0) }.map { ($0, parts[1]) }
        }
    }
}
