import Glibc
import POSIX

/// Debian's mosquitto on a free port of this machine, with a folder of its own.
public final class RunningBroker {
    /// Why its tests can't run; nil where it is installed.
    public static let missing: String? =
        access(program, X_OK) == 0 ? nil : "mosquitto is not installed; script/test installs it"
    private static let program = "/usr/sbin/mosquitto"

    /// Where it listens.
    public let port: Int
    /// Its folder.
    public let folder: TemporaryFolder
    /// The process.
    public private(set) var process: Program
    private let configuration: String

    /// Starts it and waits until it listens.
    ///
    /// - Parameter settings: lines of `mosquitto.conf` besides those of a broker that is open to everybody.
    public init(_ settings: [String] = ["allow_anonymous true"], folder: TemporaryFolder = TemporaryFolder()) throws {
        self.folder = folder
        port = try PlayedBroker().port
        let lines = ["listener \(port) 127.0.0.1", "user root", "log_dest stderr", "log_type information"] + settings
        configuration = folder.write((lines.joined(separator: "\n") + "\n").utf8, to: "mosquitto.conf")
        process = try Self.start(configuration)
    }

    /// Ends it at once, as a power cut does.
    public func kill() throws {
        process.signal(SIGKILL)
        _ = try process.finish()
    }

    /// Starts it again, with what it has saved.
    public func restart() throws {
        process = try Self.start(configuration)
    }

    /// Waits for a line of its log.
    public func waitForLine(_ isWanted: (String) -> Bool) throws {
        while let line = try process.errorLine() { if isWanted(line) { return } }
        throw ProgramError("mosquitto ended", EPIPE)
    }

    private static func start(_ configuration: String) throws -> Program {
        let process = try Program(program, ["-c", configuration])
        var said: [String] = []
        while let line = try process.errorLine() {
            said.append(line)
            if line.hasSuffix(" running") { return process }
        }
        throw ProgramError("mosquitto: \(said)", EIO)
    }
}
