// Uses its service manager as its arguments say, and prints the results, for the tests of EggSystemd.

import EggSystemd
import Glibc

/// The descriptors that are still open, each with `!` if reading it would block.
func printSockets(taken: [Int32], closed: [String] = []) {
    let open = (Int32(3)..<10).filter { fcntl($0, F_GETFD) >= 0 }
        .map { fcntl($0, F_GETFL) & O_NONBLOCK == 0 ? "\($0)!" : "\($0)" }
    print("took \(taken), closed \(closed), open \(open.joined(separator: " "))")
}

let words = CommandLine.arguments.dropFirst()
do throws(PassedSockets.Unusable) {
    switch words.first {
    case "stream":
        let taken = try PassedSockets.take(named: words.last ?? "")
        printSockets(taken: taken.map { [$0.number] } ?? [], closed: taken?.closed ?? [])
    case "listening": printSockets(taken: try PassedSockets.takeListening(named: words.last ?? ""))
    case "datagram": printSockets(taken: try PassedSockets.takeDatagram().map { [$0] } ?? [])
    default:
        let manager = ServiceManager(
            environment: { name in getenv(name).map { String(cString: $0) } }, send: { work in work() })
        print(manager.map { "watchdog \($0.watchdog?.description ?? "none")" } ?? "no manager")
        manager?.notify(.ready, .status("Two\n\nlines\n"))
        manager?.notify(.watchdog(every: .milliseconds(1500)))
        manager?.notify(.alive)
        manager?.notify(.watchdog(every: nil))
        manager?.notify(.stopping)
    }
} catch {
    print(error)
}
