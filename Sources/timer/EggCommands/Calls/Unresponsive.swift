import EggClient
import EggWire
import Glibc
import Languages
import Text
import Varlink

/// Finds out from the kernel and the service manager why eggd can't be reached or doesn't answer.
///
/// Create one only after a failure, because it may run `systemctl`.
struct Unresponsive {
    private let endpoint: Endpoint
    private let reason: Reason?

    enum Reason: Equatable {
        /// The path is something else, such as a folder.
        case noSocket(String)
        /// The service manager can't start this unit, with its `Result`.
        case failing(unit: String, result: String)
        case starting
        /// The process was stopped by a signal.
        case stopped(Int)
        case slow(Int)
    }

    init(_ endpoint: Endpoint, client: Client?) {
        self.endpoint = endpoint
        // The kernel and the service manager know nothing about another machine.
        guard endpoint.host == nil else {
            reason = nil
            return
        }
        reason = Self.reason(endpoint, client.flatMap { ServerProcess(connectedBy: $0.descriptor) })
    }

    /// Whether eggd may still answer without help.
    var mayStillAnswer: Bool {
        switch reason {
        case nil, .starting, .slow: true
        case .noSocket, .failing, .stopped: false
        }
    }

    /// Whether eggd may have carried out a call that it didn't answer.
    var mayHaveCarriedOutCalls: Bool {
        switch reason {
        case nil, .starting, .slow, .stopped: true
        case .noSocket, .failing: false
        }
    }

    /// The failure to report when no reply arrived.
    var timeout: Failure { reason.map { Self.failure($0, path: endpoint.path) } ?? endpoint.failure(.timedOut) }

    /// A failure that explains the given one; the given one itself if it is more specific.
    func explain(_ failure: Failure) -> Failure {
        mayStillAnswer ? failure : timeout
    }

    static func failure(_ reason: Reason, path: String) -> Failure {
        switch reason {
        case .noSocket(let kind):
            // tr: The kind is "a folder" or "a file".
            .unavailable(tr("{path} is {kind}, not eggd's socket", ["path": path, "kind": kind]))
        case .failing(let unit, let result):
            .unavailable(
                tr("{unit} can't be started (Result={result})", ["unit": unit, "result": result]),
                advice: tr("see why with"),
                fix: "journalctl --user -u \(unit) -n 20")
        case .starting:
            .unavailable(
                tr("eggd is still starting"), advice: tr("see why with"), fix: "journalctl --user -u eggd -n 20")
        case .stopped(let process):
            .unavailable(
                tr("eggd is stopped (process {process})", ["process": "\(process)"]), advice: tr("resume it with"),
                fix: "kill -CONT \(process)")
        case .slow(let process):
            .unavailable(
                tr(
                    "eggd (process {process}) runs but hasn't answered for {seconds} s",
                    ["process": "\(process)", "seconds": "\(Client.timeout.components.seconds)"]))
        }
    }

    private static func reason(_ endpoint: Endpoint, _ server: ServerProcess?) -> Reason? {
        var status = stat()
        if stat(endpoint.path, &status) == 0, status.st_mode & S_IFMT != S_IFSOCK {
            return .noSocket(status.st_mode & S_IFMT == S_IFDIR ? tr("a folder") : tr("a file"))
        }
        if let server, server.isDaemon { return server.isStopped ? .stopped(server.id) : .slow(server.id) }
        guard endpoint.isManaged else { return nil }
        let shown = Subprocess.systemctl(
            ["show", "eggd.service", "eggd.socket", "--property=Id,ActiveState,SubState,Result,MainPID"],
            by: ["timeout", "-s", "KILL", "1"])
        return reason(units: shown?.output ?? "", isStopped: ServerProcess.isStopped)
    }

    /// Finds the reason in the output of `systemctl show` for `eggd.service` and `eggd.socket`.
    static func reason(units text: String, isStopped: (Int) -> Bool) -> Reason? {
        var units: [String: [String: String]] = [:]
        for block in text.parts(between: "\n\n") {
            let properties = Dictionary(Subprocess.properties(block)) { $1 }
            if let id = properties["Id"] { units[id] = properties }
        }
        for unit in ["eggd.service", "eggd.socket"] {
            guard let found = units[unit], let result = found["Result"], result != "success" else { continue }
            // The result can be that of an earlier run.
            if found["ActiveState"] == "failed" || found["SubState"]?.hasPrefix("auto-restart") == true {
                return .failing(unit: unit == "eggd.service" ? "eggd" : unit, result: printable(result))
            }
        }
        guard let service = units["eggd.service"] else { return nil }
        if service["ActiveState"] == "activating" { return .starting }
        guard let process = service["MainPID"].flatMap({ Int($0) }), process > 0 else { return nil }
        return isStopped(process) ? .stopped(process) : .slow(process)
    }
}
