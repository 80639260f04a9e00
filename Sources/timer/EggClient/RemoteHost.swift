import CLinux
import Glibc
import POSIX
import Program
import Synchronization
import Varlink

/// A machine whose eggd is reached by ssh: `eggctl --stdio` there passes calls and replies on.
///
/// All connections to it use one connection of ssh, so that ssh asks only once (`ControlMaster` in ssh_config(5)).
public struct RemoteHost: Equatable, Sendable {
    /// The option with which eggctl serves another machine.
    public static let servingOption = "--stdio"

    /// The destination as ssh takes it, such as `cook@kitchen` or `ssh://cook@kitchen:2222`.
    public let name: String

    /// The destination; nil if it is empty, or if ssh could take it for an option.
    public init?(_ name: String) {
        guard let first = name.utf8.first, first != UInt8(ascii: "-") else { return nil }
        self.name = name
    }

    /// Connects to eggd there, without waiting; ssh asks nothing, and closes the connection if that fails.
    func connect(waits: Bool) throws(EndpointError) -> Client {
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, clinux_stream_socket, 0, &ends) == 0 else { throw Self.cannotStart(errno) }
        defer { close(ends[1]) }
        let process: pid_t
        do {
            process = try start(
                Self.servingOption, asks: false, input: .descriptor(ends[1]), output: ends[1], errors: .null)
        } catch {
            close(ends[0])
            throw error
        }
        Self.started.withLock { processes in
            processes.removeAll { waitpid($0, nil, WNOHANG) != 0 }
            processes.append(process)
        }
        return Client(connectedBy: ends[0], waits: waits, with: Companion(process))
    }

    /// The processes of `connect` that were not collected yet.
    private static let started = Mutex<[pid_t]>([])

    /// Ends ssh with its connection: while the shell there hangs, ssh wouldn't notice that.
    private final class Companion {
        private let process: pid_t

        init(_ process: pid_t) {
            self.process = process
        }

        deinit {
            started.withLock { processes in
                // Afterwards, another process could have its number.
                if processes.contains(process) { kill(process, SIGTERM) }
            }
        }
    }

    func start(
        _ words: String, asks: Bool, input: ChildProgram.Stream, output: Int32, errors: ChildProgram.Stream
    ) throws(EndpointError) -> pid_t {
        var program = ChildProgram(command(words, asks: asks))
        (program.input, program.output, program.errors) = (input, .descriptor(output), errors)
        // Ctrl-C must not end it before the last call is sent. Only ssh that asks needs the terminal.
        program.hasOwnGroup = !asks
        do throws(ChildProgram.StartError) {
            return try program.start()
        } catch {
            throw Self.cannotStart(error.code)
        }
    }

    func command(_ words: String, asks: Bool) -> [String] {
        var options = [
            "RemoteCommand=none", "ClearAllForwardings=yes",
            // A connection that no longer answers is closed after 15 seconds.
            "ServerAliveInterval=5", "ServerAliveCountMax=3", "ConnectTimeout=10",
        ]
        if !asks { options.append("BatchMode=yes") }
        if let folder = Self.sharedFolder(Environment.variable, isWritable: Environment.isWritableFolder) {
            options += ["ControlMaster=auto", "ControlPath=\(folder)/eggctl-%C", "ControlPersist=10"]
        }
        // The machine there can't use this user's keys (-a), or the display.
        // script/install installs into ~/.local. The login shell there may not be a POSIX shell. Its message that there
        // is no eggctl is not needed, because the exit status says the same.
        let remote = "exec sh -c 'PATH=$PATH:$HOME/.local/bin; exec eggctl \(words) 2>/dev/null'"
        return ["ssh", "-a", "-x", "-T"] + options.flatMap { ["-o", $0] } + ["--", name, remote]
    }

    /// The folder of the socket by which processes of ssh share a connection; nil if there is none.
    static func sharedFolder(_ variable: (String) -> String?, isWritable: (String) -> Bool) -> String? {
        let folders = [
            variable("XDG_RUNTIME_DIR") ?? "/run/user/\(geteuid())", variable("HOME").map { "\($0)/.ssh" },
        ]
        // With a longer path than 107 bytes, ssh would fail; the name and what ssh appends to it are 65. In a path, it
        // gives spaces and percent signs a meaning of their own.
        return folders.compactMap { $0 }.first { folder in
            folder.utf8.count <= 107 - 65 && !folder.contains { " %\"'\\\t".contains($0) } && isWritable(folder)
        }
    }

    static func cannotStart(_ code: Int32) -> EndpointError { .client(.cannotConnect(path: "ssh", code: code)) }
}
