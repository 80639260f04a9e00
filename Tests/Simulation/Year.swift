import Glibc
import SimulatedKernel

/// A year of one kitchen, simulated in a process of its own, so that a crash ends only this year.
struct Year {
    let seed: UInt64
    private let process: Int32
    private let output: Int32

    /// Starts the simulation; nil if no process can be created.
    init?(seed: UInt64, omitting omitted: Set<String> = []) {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { return nil }
        fflush(nil)
        let child = sim_fork()
        guard child >= 0 else { return nil }
        if child == 0 {
            close(ends[0])
            let result = Kitchen(seed: seed).pass(omitting: omitted)
            result.write(to: ends[1])
            sim_leave()
        }
        close(ends[1])
        (self.seed, process, output) = (seed, child, ends[0])
    }

    /// Waits for its end.
    func result() -> Kitchen.Result {
        var text: [UInt8] = []
        var space = [UInt8](repeating: 0, count: 64 * 1024)
        while case let count = read(output, &space, space.count), count > 0 { text += space[..<count] }
        close(output)
        var status: Int32 = 0
        waitpid(process, &status, 0)
        if let result = Kitchen.Result(String(decoding: text, as: UTF8.self)) { return result }
        var result = Kitchen.Result()
        result.failure = "the simulated kitchen ended with status \(status): a crash, whose message is above"
        return result
    }
}

extension Kitchen.Result {
    /// Writes the result as lines for `init`.
    func write(to descriptor: Int32) {
        var lines = ["late \(worstLateness.nanoseconds)"]
        lines += counts.sorted { $0.key < $1.key }.map { "count \($0.value) \($0.key)" }
        lines += events.map { "event \($0)" }
        if let failure { lines.append("failure \(failure)") }
        let bytes = Array((lines + ["end"]).joined(separator: "\n").utf8)
        var written = 0
        while written < bytes.count {
            let count = Array(bytes[written...]).withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { return }
            written += count
        }
    }

    /// The result in these lines; nil if they are not complete.
    init?(_ text: String) {
        let lines = text.split(separator: "\n")
        guard lines.last == "end" else { return nil }
        for line in lines.dropLast() {
            let parts = line.split(separator: " ", maxSplits: 1)
            guard parts.count == 2 else { continue }
            switch parts[0] {
            case "late": worstLateness = .nanoseconds(Int64(parts[1]) ?? 0)
            case "event": events.append(String(parts[1]))
            case "failure": failure = String(parts[1])
            default:
                let count = parts[1].split(separator: " ", maxSplits: 1)
                if count.count == 2 { counts[String(count[1])] = Int(count[0]) }
            }
        }
    }
}
