import Glibc

/// A real `eggmqtt` between an `eggd` and a broker.
public final class RunningBridge {
    /// The process.
    public let process: Program
    /// The beginning of all its topics: `eggtimer/3f2a9c01b7d4/`.
    public let topic: String

    /// Starts it and waits until it has said its topics.
    ///
    /// - Parameters:
    ///   - settings: lines of `[mqtt]` besides the broker's.
    ///   - machine: the machine that it runs on, by which its kitchen is known; nil for this one. Only root can have it run
    ///     on another one.
    public init(
        _ daemon: RunningDaemon, broker: String, _ settings: [String] = ["access = full"], machine: String? = nil
    ) throws {
        let lines = ["[mqtt]", "broker = \(broker)"] + settings
        let name = "bridge-\(Int.random(in: 0..<1_000_000)).conf"
        let path = daemon.folder.write((lines.joined(separator: "\n") + "\n").utf8, to: name)
        var command = [BuiltPrograms.eggmqtt, "--config", path]
        if let machine {
            let id = daemon.folder.write("\(machine)\n".utf8, to: "machine-id")
            command =
                ["/usr/bin/unshare", "-m", "/bin/sh", "-c", #"mount --bind "$0" /etc/machine-id && exec "$@""#, id]
                + command
        }
        process = try Program(command[0], Array(command.dropFirst()), environment: daemon.environment)
        let start = "eggmqtt: the topics begin with "
        while let line = try process.errorLine() {
            guard line.hasPrefix(start) else { continue }
            topic = String(line.dropFirst(start.count))
            return
        }
        throw ProgramError("eggmqtt", EPIPE)
    }

    /// Starts it for a broker without passwords, and waits until the kitchen is online there.
    public convenience init(
        _ daemon: RunningDaemon, _ broker: RunningBroker, _ settings: [String] = ["access = full"],
        machine: String? = nil
    ) throws {
        try self.init(daemon, broker: "mqtt://127.0.0.1:\(broker.port)", settings, machine: machine)
        let observer = try BrokerClient(port: broker.port, subscribing: [topic + "status"])
        _ = try observer.next("/status") { $0.text == "online" }
    }

    /// Starts it for a broker that the test plays, which accepts it; and the broker's end of the connection.
    public static func connected(
        _ daemon: RunningDaemon, _ broker: PlayedBroker
    ) throws -> (bridge: RunningBridge, peer: RawPeer) {
        let bridge = try RunningBridge(daemon, broker: "mqtt://127.0.0.1:\(broker.port)")
        let peer = try broker.accept()
        guard peer.packet()?.type == 0x10 else { throw ProgramError("no CONNECT packet", EPROTO) }
        peer.send([0x20, 3, 0, 0, 0])
        _ = try bridge.waitForLine("connected to")
        return (bridge, peer)
    }

    /// The next line that it writes with these words.
    public func waitForLine(_ words: String) throws -> String {
        while let line = try process.errorLine() { if line.contains(words) { return line } }
        throw ProgramError("eggmqtt ended without '\(words)'", EPIPE)
    }

    /// Ends it at once.
    public func kill() throws {
        process.signal(SIGKILL)
        _ = try process.finish()
    }
}
