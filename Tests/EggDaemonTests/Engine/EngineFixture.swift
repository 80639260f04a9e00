import EggLoop
import EggSound
import EggTestSupport
import EggTimers
import EggWire
import Glibc
import Synchronization
import Testing
import Varlink

@testable import EggDaemon

/// An engine on a real socket, with a clock that a test moves and an alarm output that records its calls.
final class Kitchen {
    final class RecordingOutput: AlarmOutput {
        private let played = Mutex<[String]>([])
        /// Whether it can play a test.
        let isFree = Mutex(true)
        let setup = AlarmSetup(sounds: [], format: Sound.builtInTone.format, device: "null", volume: 1)

        let sounds = ["bell", "chime"]

        func problem(ofSound name: String) -> String? { name == "torn" ? "torn.wav is no sound" : nil }
        func start(for timer: EggTimer) { played.withLock { $0.append("start\(timer.sound.map { " \($0)" } ?? "")") } }
        func prepare(for timer: EggTimer, within time: Duration) { played.withLock { $0.append("prepare") } }
        func warn() -> Duration? {
            played.withLock { $0.append("warn") }
            return .seconds(3)
        }
        func stop() { played.withLock { $0.append("stop") } }
        func check(ifInUse card: String?) -> Bool { true }
        func test(for time: Duration) -> Bool { isFree.withLock { $0 } }
        func giveUpStuckCall() -> Ringer.StuckCall? { nil }
        func request(_ request: MixerRequest) {}

        /// Returns the sounds played since the last call of this method.
        func heard() -> [String] {
            played.withLock { sounds in
                defer { sounds = [] }
                return sounds
            }
        }
    }

    let folder: TemporaryFolder
    let clock: ManualClock
    let output = RecordingOutput()
    let engine: Engine
    private let claim: SocketClaim

    private(set) var storeWriter: StoreWriter?

    /// - Parameter saves: whether timers are saved, in the folder's `state`.
    init(
        maxConnections: Int = 1_000, folder: TemporaryFolder = TemporaryFolder(), clock: ManualClock = ManualClock(),
        saves: Bool = false, restoreTimeout: Duration = .seconds(20), log: Log = Log { _ in }
    ) throws {
        self.folder = folder
        self.clock = clock
        claim = try SocketClaim(folder.path("eggd.sock"))
        engine = try Engine(clock: clock, maxConnections: maxConnections, log: log)
        var saved = SavedContent()
        if saves {
            let engine = engine
            let storeWriter = try StoreWriter(folder: folder.path("state"), log: Log { _ in }) { [weak engine] in
                engine?.report($0)
            }
            saved = try storeWriter.restore(within: restoreTimeout)
            self.storeWriter = storeWriter
        }
        try engine.begin(on: claim.bind(), output: output, storeWriter: storeWriter, saved: saved)
    }

    deinit {
        engine.enter { $0.stop() }
        storeWriter?.close(within: .seconds(20))
    }

    var socket: String { claim.path }

    /// Tries a failed disk again now.
    func retrySaving() {
        storeWriter?.perform { $0.tryAgain() }
    }

    func client() throws -> Client {
        try Client(connectingTo: socket)
    }

    func peer() throws -> RawPeer {
        try RawPeer(socket)
    }

    /// Lets time pass and handles everything that is due.
    func pass(_ duration: Duration) {
        clock.advance(by: duration)
        engine.enter { $0.deadlinesPass() }
    }

    /// Waits until a condition holds in the engine.
    func waitUntil(_ condition: @Sendable (isolated Engine) -> Bool) throws {
        try EggTestSupport.waitUntil("the engine is so") { engine.enter(condition) }
    }

    /// A client that watches, and the snapshot that it got first.
    func watcher(ticks: Bool? = nil) throws -> (client: Client, snapshot: Timers.Watch.Reply) {
        let client = try client()
        try client.send(Timers.Watch.self, .init(ticks: ticks), more: true)
        return (client, try client.receive(Timers.Watch.self).value)
    }

    /// A bare connection that watches, and has got its snapshot.
    func watchingPeer() throws -> RawPeer {
        let peer = try peer()
        peer.send(message: #"{"method":"io.eggtimer.Timers.Watch","more":true}"#)
        #expect(peer.receive()?.contains("snapshot") == true)
        return peer
    }
}

/// A suite whose tests each have a kitchen and a client of it.
class KitchenSuite {
    let kitchen: Kitchen
    let client: Client

    init() throws {
        kitchen = try Kitchen()
        client = try kitchen.client()
    }
}

extension Client {
    /// The next event of a watch.
    func nextEvent() throws -> Timers.Watch.Reply {
        try receive(Timers.Watch.self).value
    }

    func timers() throws -> [Timers.Timer] { try call(Timers.List.self, Nothing()).timers }

    /// Whether timers are saved.
    func saves() throws -> Bool {
        try call(Timers.Health.self, Nothing()).storeOut == nil
    }

    func start(_ egg: String? = nil, ms: Int64? = nil, name: String? = nil) throws -> Timers.Start.Reply {
        try call(Timers.Start.self, .init(egg: egg, durationMs: ms, name: name))
    }
}

/// The error with which a call is refused, as the interface defines it; nil if there is none.
func refusal(_ call: () throws -> Void) -> TimersError? {
    do { try call() } catch ClientError.refused(let error) { return TimersError(error) } catch {}
    return nil
}

/// The name of the error with which a call is refused.
func errorName(_ call: () throws -> Void) -> String? {
    do {
        try call()
        return nil
    } catch ClientError.refused(let error) {
        return error.name
    } catch {
        return "\(error)"
    }
}
