import EggClient
import EggWire
import Glibc
import POSIX
import Varlink

/// Programs that call at an inhuman pace, and clients that stall, leave or send nonsense.
final class Script: Part {
    /// The names of their timers, which the ledger does not follow.
    static let names = (0..<12).map { "script-\($0)" }

    /// A watcher is disconnected if more than this has waited for so long: 256 KiB in eggd, and what its socket takes.
    private static let (maxUnread, readingTime) = (1 << 19, Duration.seconds(3))

    func run() {
        while true {
            Tasks.sleep(chance.time(.days(1), .days(8)))
            while machine.isReserved { Tasks.sleep(.minutes(3)) }
            guard let client = try? machine.connect() else { continue }
            chronicle.count("scripts")
            ledger.hasUntracked = true
            machine.events += 1
            switch chance.number(0...4) {
            case 0: callFast(client)
            case 1: sendWithoutReading(client)
            case 2: leaveMidway(client)
            case 3: watchWithoutReading(client)
            default: sendInPieces(client)
            }
            cleanUp()
        }
    }

    private func message() -> [UInt8] {
        let name = chance.one(of: Self.names)
        let (method, parameters) =
            switch chance.number(0...5) {
            case 0...2: ("Start", #"{"durationMs":\#(chance.number(4_000_000...9_000_000)),"name":"\#(name)"}"#)
            case 3: ("Cancel", #"{"name":"\#(name)"}"#)
            case 4: ("List", "{}")
            default: ("Pause", #"{"name":"\#(name)"}"#)
            }
        return Array(#"{"method":"\#(Timers.interface).\#(method)","parameters":\#(parameters)}"#.utf8) + [0]
    }

    /// Many calls, one after the other; each has one reply.
    private func callFast(_ client: Client) {
        for _ in 0..<chance.number(20...80) {
            let time = Int64(chance.number(4_000_000...9_000_000))
            _ = judge.ask(Timers.Start.self, .init(durationMs: time, name: chance.one(of: Self.names)), by: client)
        }
    }

    /// Many calls at once, then the client closes its sending side and counts the replies.
    private func sendWithoutReading(_ client: Client) {
        let count = chance.number(5...60)
        var bytes: [UInt8] = []
        for _ in 0..<count { bytes += message() }
        guard send(client.descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else { return }
        shutdown(client.descriptor, Int32(SHUT_WR))
        let served = machine.servesSince
        var replies = 0
        _ = read(client, patience: .minutes(1)) { bytes in replies += bytes.count { $0 == 0 } }
        // After a fault of the machine some calls may have got none.
        if machine.stillServes(since: served), replies != count {
            judge.find("\(count) calls got \(replies) replies")
        }
    }

    /// A watcher that doesn't read, while much happens: eggd disconnects it.
    private func watchWithoutReading(_ watcher: Client) {
        guard let client = try? machine.connect(),
            (try? watcher.send(Timers.Watch.self, .init(), more: true)) != nil
        else { return }
        let served = machine.servesSince
        for _ in 0..<chance.number(3...12) { callFast(client) }
        Tasks.sleep(Self.readingTime)
        callFast(client)
        var bytes = 0
        let isConnected = read(watcher, patience: .milliseconds(500)) { bytes += $0.count }
        chronicle.count(isConnected ? "watchers that did not read" : "watchers that were disconnected")
        if isConnected, bytes > Self.maxUnread, machine.stillServes(since: served) {
            judge.find("a watcher that has not read \(bytes) bytes is still connected")
        }
    }

    /// Reads until the connection ends, or nothing arrives for this long.
    ///
    /// - Returns: whether it is still connected.
    private func read(_ client: Client, patience: Duration, _ take: (ArraySlice<UInt8>) -> Void) -> Bool {
        var space = [UInt8](repeating: 0, count: 4096)
        while true {
            var entry = pollfd(fd: client.descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&entry, 1, patience.pollTimeout) > 0 else { return true }
            let taken = recv(client.descriptor, &space, space.count, 0)
            guard taken > 0 else { return false }
            take(space[..<taken])
        }
    }

    private func leaveMidway(_ client: Client) {
        let bytes = message()
        _ = send(client.descriptor, bytes, chance.number(1...bytes.count - 1), Int32(MSG_NOSIGNAL))
        Tasks.sleep(chance.time(.milliseconds(1), .hours(1)))
    }

    private func sendInPieces(_ client: Client) {
        for byte in message() {
            _ = send(client.descriptor, [byte], 1, Int32(MSG_NOSIGNAL))
            Tasks.sleep(.milliseconds(7))
        }
    }

    /// Cancels what the script has started, until nothing of it is left.
    private func cleanUp() {
        while true {
            if let client = try? machine.connect(), let listed = try? client.call(Timers.List.self, .init()) {
                let own = listed.timers.map(\.name).filter(Self.names.contains)
                // Timers may have been found late, as after a fault of the disk.
                if own.isEmpty, ledger.isDiskTrusted, machine.isAudited { break }
                for name in own { _ = try? client.call(Timers.Cancel.self, .init(name)) }
            }
            Tasks.sleep(.seconds(20))
        }
        ledger.hasUntracked = false
    }
}
