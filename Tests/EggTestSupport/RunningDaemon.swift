import EggTimers
import EggWire
import Glibc
import Varlink

/// A real `eggd` in a folder of its own, ready to be talked to.
public final class RunningDaemon {
    /// The process.
    public let process: Program
    /// What it said up to when it listened.
    public private(set) var said: [String] = []
    /// Where it listens.
    public let socket: String
    /// Where it keeps its timers.
    public let state: String
    /// Its folder.
    public let folder: TemporaryFolder
    /// Variables for it and for its clients.
    public let environment: [String: String]

    /// Starts it and waits until it listens.
    ///
    /// - Parameters:
    ///   - state: where it keeps its timers; in its folder unless said otherwise.
    ///   - options: further options.
    ///   - wrapper: a command in front of it, such as `prlimit`.
    public init(
        folder: TemporaryFolder = TemporaryFolder(), state: String? = nil, environment: [String: String] = [:],
        options: [String] = [], wrapper: [String] = []
    ) throws {
        self.folder = folder
        socket = folder.path("eggd.sock")
        // A device that plays into nothing, unless a test brings another: a machine with a real one stays quiet.
        let base = [
            "EGGD_SOCKET": socket, "TZ": "UTC", "LANG": "C.UTF-8", "PATH": "/usr/bin:/bin",
            // One that comes to grief without memory would have a helper that hangs, and holds our end of its output.
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
