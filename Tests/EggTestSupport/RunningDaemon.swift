import EggTimers
import EggWire
import Glibc
import Varlink

/// A real `eggd` in a folder of its own that accepts connections.
public final class RunningDaemon {
    /// The process.
    public let process: Program
    /// Its output before it began to listen.
    public private(set) var said: [String] = []
    /// Where it listens.
    public let socket: String
    /// Where it saves its timers.
    public let state: String
    /// Its folder.
    public let folder: TemporaryFolder
    /// Variables for it and for its clients.
    public let environment: [String: String]

    /// Starts it and waits until it listens.
    ///
    /// - Parameters:
    ///   - state: where it saves its timers; by default in its folder.
    ///   - options: further options.
    ///   - wrapper: a command in front of it, such as `prlimit`.
    public init(
        folder: TemporaryFolder = TemporaryFolder(), state: String? = nil, environment: [String: String] = [:],
        options: [String] = [], wrapper: [String] = []
    ) throws {
        self.folder = folder
        socket = folder.path("eggd.sock")
        // A null device, unless a test brings another, so that a machine with a real one stays quiet.
        let base = [
            "EGGD_SOCKET": socket, "TZ": NoonZone.name, "LANG": "C.UTF-8", "PATH": "/usr/bin:/bin",
            // A backtrace helper would hang if there is no memory, and hold our end of its output open.
            "SWIFT_BACKTRACE": "enable=no",
            "ALSA_CONFIG_PATH": folder.write("pcm.!default { type null }\n".utf8, to: "null.conf"),
        ]
        self.environment = base.merging(environment) { $1 }
        let command = wrapper + [BuiltPrograms.eggd]
        self.state = state ?? folder.path("state")
        process = try Program(
            command[0], Array(command.dropFirst()) + ["--state-dir", self.state] + options,
            environment: self.environment)
        while let line = try process.errorLine() {
            said.append(line)
            if line.contains("listening") { return }
        }
        throw StartError(said: said)
    }

    /// A connection to it.
    public func client() throws -> Client {
        try Client(connectingTo: socket)
    }

    /// Its timers.
    public func timers() throws -> [Timers.Timer] {
        try client().call(Timers.List.self, Nothing()).timers
    }

    /// Kills it, as a crash or a power cut ends it.
    public func kill() throws {
        process.signal(SIGKILL)
        guard try process.finish().status == 128 + SIGKILL else { throw ProgramError("eggd ended by itself", ESRCH) }
    }

    /// Ends it as a service manager does.
    ///
    /// - Returns: its exit status.
    public func end() throws -> Int32 {
        process.signal(SIGTERM)
        return try process.finish().status
    }

    /// Has it read its configuration again, and waits for that.
    public func reload() throws {
        process.signal(SIGHUP)
        try process.errorLine(with: "configuration reloaded")
    }

    /// Runs `eggctl` against it.
    public func eggctl(_ arguments: String..., environment extra: [String: String] = [:]) throws -> Program.Result {
        try Program.run(BuiltPrograms.eggctl, arguments, environment: environment.merging(extra) { $1 })
    }

    /// Starts `eggctl` against it.
    public func startEggctl(_ arguments: String..., environment extra: [String: String] = [:]) throws -> Program {
        try Program(BuiltPrograms.eggctl, arguments, environment: environment.merging(extra) { $1 })
    }

    private struct StartError: Error, CustomStringConvertible {
        let said: [String]
        var description: String { "eggd ended before it listened: \(said)" }
    }
}
