import EggTestSupport
import EggWire
import Glibc
import Varlink

/// Every kind of load, one after the other, on one daemon; the load at the connection limit on another.
struct Loads {
    /// The size of each load.
    struct Numbers {
        let connections, calls, longCalls, watchers, storm, places, newConnections, slowWriters: Int
        let pause: Duration
        /// How late a deadline may be, and how long a change may take. Beside other tests, which use all processors, only
        /// one that never comes is wrong.
        let maxLateness, maxSaveTime: Duration
        /// The peak memory that the daemon may reach, in kB.
        let maxMemory: Int

        static let quick = Numbers(
            connections: 400, calls: 100, longCalls: 100, watchers: 40, storm: 10_000, places: 600,
            newConnections: 1_500, slowWriters: 10, pause: .milliseconds(20), maxLateness: .seconds(120),
            maxSaveTime: .seconds(120), maxMemory: 100_000)
        static let full = Numbers(
            connections: 800, calls: 100, longCalls: 800, watchers: 800, storm: 100_000, places: 1_024,
            newConnections: 20_000, slowWriters: 100, pause: .seconds(1), maxLateness: .seconds(10),
            maxSaveTime: .seconds(2), maxMemory: 100_000)
    }

    private let numbers: Numbers

    init(_ numbers: Numbers) {
        self.numbers = numbers
    }

    func run() throws {
        say("\(sysconf(Int32(_SC_NPROCESSORS_ONLN))) processors, \(descriptorLimit()) descriptors")
        let least = numbers.connections + numbers.slowWriters + 200
        try require(descriptorLimit() >= least, "this takes \(least) descriptors; raise the hard limit (ulimit -Hn)")
        try withDaemon { scene in
            let slowWriters = try SlowWriters(scene.daemon.socket, count: numbers.slowWriters, pause: numbers.pause)
            try scene.play("idle connections") { try idleConnections(scene) }
            try scene.play("pipelined calls") { try pipelinedCalls(scene) }
            try scene.play("long calls") { try longCalls(scene) }
            try scene.play("subscribers, half of which never read") { try watchers(scene) }
            try scene.play("short connections") { try storm(scene) }
            try scene.play("histories that nobody reads") { try histories(scene) }
            say("  calls written byte by byte: \(try slowWriters.end()) answered")
        }
        // A quarter as many new connections are open besides these, and other clients need 200 descriptors.
        let places = min(numbers.places, (descriptorLimit() - 200) * 4 / 5)
        try withDaemon(wrapper: ["/usr/bin/prlimit", "--nofile=\(places + 64):\(places + 64)"]) { scene in
            // A client that waits for the disk may have called longest ago when hundreds of others come.
            try scene.play("new connections at the limit", mayLoseCalls: true) {
                try connectionLimit(scene, places: places)
            }
        }
    }

    private func withDaemon(wrapper: [String] = [], _ body: (Scene) throws -> Void) throws {
        let daemon = try RunningDaemon(wrapper: Scene.endWithParent + wrapper)
        let scene = try Scene(daemon, maxLateness: numbers.maxLateness, maxMemory: numbers.maxMemory)
        do {
            try body(scene)
        } catch {
            kill(daemon.process.pid, SIGTERM)
            let log = (try? daemon.process.finish(within: .seconds(20)).errors) ?? "it did not end"
            throw Failure("\(error)\nits log: \(log.split(separator: "\n").suffix(10).joined(separator: "\n"))")
        }
        try scene.end()
    }

    // MARK: The loads

    private static let eggs = #"{"method":"io.eggtimer.Timers.Eggs"}"#
    private static let watch = #"{"method":"io.eggtimer.Timers.Watch","more":true}"#

    /// Each client has to wait until all others have been served.
    private func connect(_ count: Int, _ scene: Scene) throws -> [RawPeer] {
        try (0..<count).map { _ in try RawPeer(scene.daemon.socket, timeout: 300) }
    }

    private func idleConnections(_ scene: Scene) throws {
        let before = try Vitals(of: scene.daemon.process.pid)
        let clients = try connect(numbers.connections, scene)
        try scene.checkUnderLoad(10)
        let after = try Vitals(of: scene.daemon.process.pid)
        try require(after.descriptors >= clients.count, "of \(clients.count) only \(after.descriptors) are connected")
        let each = Double(after.memory - before.memory) / Double(clients.count)
        say("  \(clients.count) connections: \(tenths(each)) kB each")
        // No client has been disconnected.
        for peer in clients {
            peer.send(message: Self.eggs)
            try require(peer.receive() != nil, "one of \(clients.count) got no answer")
        }
    }

    /// Each sends a hundred calls at once, and gets all replies in order.
    private func pipelinedCalls(_ scene: Scene) throws {
        let clients = try connect(numbers.connections, scene)
        let calls = (0..<numbers.calls).map {
            Array(#"{"method":"io.eggtimer.Timers.Cancel","parameters":{"name":"\#($0)"}}"#.utf8) + [0]
        }
        let all = Array(calls.joined())
        for peer in clients { try require(peer.send(all), "pipelined calls were not accepted") }
        try scene.checkUnderLoad(5)
        for peer in clients {
            for number in 0..<numbers.calls {
                let reply = peer.receive()
                try require(
                    reply?.contains(#""name":"\#(number)""#) == true, "call \(number): \(reply ?? "no reply")")
            }
        }
        say("  \(clients.count * numbers.calls) calls, answered in order")
    }

    private func longCalls(_ scene: Scene) throws {
        let clients = try connect(numbers.longCalls, scene)
        let padding = Array(repeating: "1", count: 20_000).joined(separator: ",")
        let call = #"{"method":"io.eggtimer.Timers.Eggs","padding":[\#(padding)]}"#
        for peer in clients { try require(peer.send(message: call), "a long call was not accepted") }
        try scene.checkUnderLoad(5)
        for peer in clients { try require(peer.receive() != nil, "a long call got no answer") }
        say("  \(clients.count) calls of \(call.utf8.count / 1_000) kB, and the connections stay open")
    }

    /// Subscribers that read get every event in order, and those that don't are disconnected.
    private func watchers(_ scene: Scene) throws {
        let all = try connect(numbers.watchers, scene)
        for peer in all { peer.send(message: Self.watch) }
        let (silent, readers) = (all[..<(all.count / 2)], all[(all.count / 2)...])
        for peer in readers { try require(peer.receive()?.contains("snapshot") == true, "no snapshot") }
        let client = try scene.daemon.client()
        for number in 0..<16 { _ = try client.call(Start.self, .init(egg: "hard", name: "pot \(number)")) }
        // More events than the kernel and the daemon's queues can hold.
        let rounds = 120
        for round in 0..<rounds {
            // The witness is one of the readers.
            if round % 30 == 0 { try scene.waitForDeadline() }
            _ = try client.call(Pause.self, .init("pot \(round % 16)"))
            _ = try client.call(Resume.self, .init("pot \(round % 16)"))
            for peer in readers {
                for kind in ["paused", "resumed"] {
                    var event = peer.receive()
                    while let other = event, !other.contains(#""kind":"\#(kind)""#) {
                        // Other events are ticks, the witness's timer, and the snapshot.
                        try require(
                            !other.contains(#""kind":"paused""#) && !other.contains(#""kind":"resumed""#),
                            "in place of \(kind): \(other)")
                        event = peer.receive()
                    }
                    try require(
                        event?.contains(#""timer":"pot \#(round % 16)""#) == true,
                        "a subscriber did not receive \(kind)"
                    )
                }
            }
        }
        try scene.checkUnderLoad(5)
        for peer in silent { try require(peer.waitForClose(), "a subscriber that never reads is still connected") }
        say("  \(readers.count) received \(rounds * 2) events each, \(silent.count) were disconnected")
        for number in 0..<16 { _ = try client.call(Cancel.self, .init("pot \(number)")) }
    }

    private func storm(_ scene: Scene) throws {
        let begin = ContinuousClock.now
        for number in 0..<numbers.storm {
            let peer = try RawPeer(scene.daemon.socket)
            switch number % 5 {
            case 0: break
            case 1: peer.send(Array(#"{"method":"io.egg"#.utf8))
            case 2: peer.send(message: Self.eggs)
            case 3:
                peer.send(message: Self.eggs)
                peer.closeSending()
                try require(peer.receive() != nil && peer.waitForClose(), "a half-closed client got no answer")
            default:
                peer.send(message: Self.watch)
                try require(peer.receive() != nil, "a short connection got no answer")
            }
        }
        let rate = Double(numbers.storm) / ((ContinuousClock.now - begin) / .seconds(1))
        say("  \(numbers.storm) connections: \(Int(rate)) a second")
        try scene.checkUnderLoad(5)
    }

    private func histories(_ scene: Scene) throws {
        let client = try scene.daemon.client()
        let name = String(repeating: "x", count: 60)
        for _ in 0..<4 {
            for _ in 0..<500 { try client.send(Start.self, .init(egg: "soft", name: name), oneway: true) }
            // Subscribers get all of these events and must not be held up.
            try scene.waitForDeadline()
        }
        let clients = try connect(200, scene)
        for (number, peer) in clients.enumerated() {
            peer.send(
                message: #"{"method":"io.eggtimer.Timers.History","parameters":{"limit":\#(2_000 - number % 100)}}"#)
        }
        // A commit must not wait for these calls.
        let begin = ContinuousClock.now
        _ = try client.call(Cancel.self, .init(name))
        let time = ContinuousClock.now - begin
        try require(time < numbers.maxSaveTime, "a change was saved only after \(text(time))")
        say("  \(clients.count) ask for 2000 runs: a change is saved after \(text(time))")
        try scene.checkUnderLoad(5)
    }

    /// All connections are in use by clients that have called, and new ones are opened without end.
    private func connectionLimit(_ scene: Scene, places: Int) throws {
        // The witness and the watch are connected already.
        let callers = try connect(places, scene)
        for peer in callers {
            peer.send(message: Self.eggs)
            _ = peer.receive()
        }
        let held = try Vitals(of: scene.daemon.process.pid).descriptors
        try require(held >= places, "\(held) descriptors are open with a limit of \(places)")
        var others: [RawPeer] = []
        for number in 0..<numbers.newConnections {
            let peer = try RawPeer(scene.daemon.socket)
            // The others stay silent, and there are more of them than the limit allows.
            if number % 4 == 0 { peer.send(message: Self.eggs) }
            others.append(peer)
            if others.count > places / 4 { others.removeFirst(places / 8) }
            if number % (numbers.newConnections / 20) == 0 { try scene.askEggctl(1) }
        }
        try scene.checkUnderLoad(5)
        withExtendedLifetime(callers) {}
        let peak = try Vitals(of: scene.daemon.process.pid).descriptors
        try require(peak <= places + 64, "\(peak) descriptors are open with a limit of \(places)")
        say("  at most \(places) connections, \(numbers.newConnections) new connections")
    }
}
