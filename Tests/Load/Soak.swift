import EggTestSupport
import EggWire
import Glibc

/// Random clients of all kinds, for a long time: the daemon's resources must not grow because of them.
struct Soak {
    private let length: Duration
    private let seed: UInt64
    private static let maxPeers = 800
    /// The time between two lines of figures; for each line all clients disconnect.
    private static let interval: Duration = .seconds(10)

    init(minutes: Double, seed: UInt64) {
        length = .seconds(minutes * 60)
        self.seed = seed
    }

    /// The resources without clients, at a time.
    private typealias Sample = (time: Duration, vitals: Vitals)

    func run() throws {
        say("\(tenths(length / .seconds(60))) minutes, seed \(seed)")
        let daemon = try RunningDaemon(wrapper: Scene.endWithParent)
        let scene = try Scene(daemon, maxLateness: .seconds(120), maxMemory: 100_000)
        var random = SeededGenerator(seed: seed)
        var samples: [Sample] = []
        var acts = 0
        let begin = ContinuousClock.now
        while ContinuousClock.now < begin + length {
            var cast = Cast(daemon.socket, most: Self.maxPeers)
            let end = min(begin + length, ContinuousClock.now + Self.interval)
            while ContinuousClock.now < end {
                for _ in 0..<200 { try cast.act(&random) }
                acts += 200
                try scene.askEggctl(1)
            }
            let peers = cast.count
            cast.leave()
            // A device that is playing has descriptors and a thread of its own.
            let client = try daemon.client()
            for name in Cast.names { _ = try? client.call(Timers.Cancel.self, .init("\(name)")) }
            let sample = (time: ContinuousClock.now - begin, vitals: try scene.expectRest())
            samples.append(sample)
            say(
                "\(Int(sample.time / .seconds(1))) s: \(acts) acts, \(peers) clients; when they have left "
                    + "\(sample.vitals.memory) kB, \(sample.vitals.threads) threads, "
                    + "\(sample.vitals.descriptors) descriptors")
            try scene.show()
        }
        try judge(samples)
        try scene.end()
    }

    /// The last third must not exceed the second, apart from what an allocator does.
    private func judge(_ samples: [Sample]) throws {
        let third = samples.count / 3
        guard third > 0 else { return }
        func median(_ part: ArraySlice<Sample>, _ value: (Vitals) -> Int) -> Int {
            part.map { value($0.vitals) }.sorted()[part.count / 2]
        }
        let (middle, last) = (samples[third..<(2 * third)], samples[(2 * third)...])
        let (memory, later) = (median(middle, \.memory), median(last, \.memory))
        let (threads, laterThreads) = (median(middle, \.threads), median(last, \.threads))
        say("second and last third: memory \(memory) and \(later) kB, threads \(threads) and \(laterThreads)")
        try require(later <= memory + 2_000, "memory grows: from \(memory) kB to \(later) kB")
        // An examination that is under way has two threads.
        try require(laterThreads <= threads + 2, "threads grow: from \(threads) to \(laterThreads)")
    }
}

/// Clients that act at random. None of them waits for anything.
private struct Cast {
    /// The number of their timers.
    static let names = 0..<40

    private let socket: String
    private let most: Int
    private var peers: [RawPeer] = []

    init(_ socket: String, most: Int) {
        self.socket = socket
        self.most = most
    }

    var count: Int { peers.count }

    mutating func leave() {
        peers = []
    }

    /// One client does something.
    mutating func act(_ random: inout SeededGenerator) throws {
        if peers.count < most, Int.random(in: 0..<4, using: &random) == 0 {
            let peer = try RawPeer(socket)
            // A client that writes more than is read does not wait.
            _ = fcntl(peer.descriptor, F_SETFL, O_NONBLOCK)
            return peers.append(peer)
        }
        guard let index = peers.indices.randomElement(using: &random) else { return }
        let peer = peers[index]
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<50: peer.send(message: Self.call(&random))
        case 50..<75: read(peer)
        case 75..<83:
            for _ in 0..<Int.random(in: 2...60, using: &random) { peer.send(message: Self.call(&random)) }
        case 83..<87: peer.send(Array(Self.call(&random).utf8.prefix(Int.random(in: 1...30, using: &random))))
        case 87..<90: peer.send(message: #"{"method":"io.eggtimer.Timers.Watch","more":true}"#)
        case 90..<91: peer.send(message: "nonsense")
        case 91..<92: peer.send([UInt8](repeating: 120, count: Int.random(in: 1...70_000, using: &random)))
        case 92..<94: peer.closeSending()
        default: peers.remove(at: index)
        }
    }

    /// Reads what there is, up to a limit.
    private func read(_ peer: RawPeer) {
        var space = [UInt8](repeating: 0, count: 64 * 1024)
        _ = recv(peer.descriptor, &space, space.count, 0)
    }

    private static func call(_ random: inout SeededGenerator) -> String {
        // A call always has a name: without one it could mean the witness's timer.
        let name = #""name":"\#(Int.random(in: names, using: &random))""#
        let milliseconds = Int.random(in: -500...5_000, using: &random)
        let (method, parameters) =
            [
                ("Start", #"{"egg":"soft",\#(name)}"#), ("Start", #"{"durationMs":\#(milliseconds),\#(name)}"#),
                ("Cancel", "{\(name)}"), ("Pause", "{\(name)}"), ("Resume", "{\(name)}"),
                ("Extend", #"{"byMs":\#(milliseconds),\#(name)}"#), ("Dismiss", "{\(name)}"), ("Dismiss", "{}"),
                ("Snooze", #"{"forMs":\#(milliseconds),\#(name)}"#), ("List", "{}"), ("Eggs", "{}"), ("Health", "{}"),
                ("History", #"{"limit":\#(Int.random(in: -1...200, using: &random))}"#), ("Watch", "{}"),
                ("Rename", #"{"to":"\#(Int.random(in: names, using: &random))",\#(name)}"#), ("Examine", "{}"),
                ("None", "{}"),
            ].randomElement(using: &random) ?? ("List", "{}")
        let oneway = Int.random(in: 0..<8, using: &random) == 0 ? #","oneway":true"# : ""
        return #"{"method":"io.eggtimer.Timers.\#(method)","parameters":\#(parameters)\#(oneway)}"#
    }
}
