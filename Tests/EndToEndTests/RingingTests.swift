import EggSound
import EggTestSupport
import EggWire
import Foundation
import Glibc
import Testing
import Varlink

extension TemporaryFolder {
    /// A configuration of ALSA whose default device writes everything that it plays into `heard.wav` of this folder.
    func recordingDevice() -> String {
        let file = #"type file, file "\#(path("heard.wav"))", format wav, slave.pcm { type null }"#
        return write("pcm.!default { type plug, slave.pcm { \(file) } }\n".utf8, to: "asound.conf")
    }
}

/// From the deadline to the samples that the sound card would have played.
@Suite struct RingingTests {
    private let folder = TemporaryFolder()

    /// A PCM that writes everything it plays into a file.
    private func recordingDaemon(_ wrapper: [String] = [], state: String? = nil) throws -> RunningDaemon {
        try RunningDaemon(
            state: state, environment: ["ALSA_CONFIG_PATH": folder.recordingDevice()], wrapper: wrapper)
    }

    private func waitUntilHeard(_ bytes: Int) throws {
        try waitUntil("an alarm") { contents(of: folder.path("heard.wav"))?.count ?? 0 >= bytes }
    }

    @Test func theSoundIsHeardRepeatedlySampleForSample() throws {
        let daemon = try recordingDaemon()
        let bell = Array(try #require(contents(of: BuiltPrograms.sourceTree + "/sounds/bell.wav")).dropFirst(44))
        #expect(try daemon.eggctl("start", "1s").output == "timer: 0:01, done at \(try soon(daemon))\n")
        // The second ring shows that the sound starts again after its pause.
        try waitUntilHeard(44 + bell.count * 2)
        let answer = try daemon.eggctl("dismiss")
        #expect(answer.status == 0 && answer.output.hasPrefix("timer: dismissed "))
        #expect(try daemon.end() == 0)
        let heard = Array(try #require(contents(of: folder.path("heard.wav"))).dropFirst(44))
        #expect(Array(heard.prefix(bell.count)) == bell)
        #expect(Array(heard.dropFirst(bell.count).prefix(bell.count)) == bell)
        // The alarm stopped when it was dismissed: at most a third ring had begun.
        #expect(heard.count < bell.count * 3)
    }

    @Test func aDaemonThatIsRestartedWhileRingingKeepsRinging() throws {
        let first = try recordingDaemon()
        _ = try first.eggctl("start", "1s")
        try waitUntilHeard(45)
        try first.kill()
        unlink(folder.path("heard.wav"))
        let second = try recordingDaemon(state: first.state)
        #expect(second.said.contains { $0.contains("restored 1 timer") })
        try waitUntilHeard(45)
        #expect(try second.eggctl("status").output.hasPrefix("timer: ringing, done "))
        #expect(try second.eggctl("dismiss").output.hasPrefix("timer: dismissed "))
    }

    /// The time of day in minutes, one second from now, as the daemon prints it.
    private func soon(_ daemon: RunningDaemon) throws -> String {
        let timer = try #require(try daemon.timers().first)
        return NoonZone.clock(unixMilliseconds: timer.endsAtUnixMs ?? 0)
    }

    @Test func aMissingCardIsReportedBeforehandAndOnceAndTimersRunOn() throws {
        let daemon = try RunningDaemon(
            environment: ["ALSA_CONFIG_PATH": folder.write("# no device\n".utf8, to: "no-card.conf")])
        // Nothing rings yet, but it is known that nothing would be heard.
        let client = try daemon.client()
        try waitUntil("it is known") { try client.call(Timers.Health.self, Nothing()).soundOut != nil }
        #expect(try daemon.eggctl("status").output.contains("no sound: there is no sound device 'default'"))
        let watch = try daemon.startEggctl("watch", "--json")
        #expect(try watch.line()?.contains("is a sound card connected?") == true)
        #expect(try daemon.eggctl("start", "1s").status == 0)
        try watch.line(with: #""kind":"rang""#)
        #expect(try daemon.eggctl("snooze", "1s").output.hasPrefix("timer: rings again in 0:01"))
        try watch.line(with: #""kind":"rang""#)
        #expect(try daemon.eggctl("status").output.hasPrefix("timer: ringing"))
        daemon.process.signal(SIGTERM)
        let log = try daemon.process.finish().errors
        #expect(log.split(separator: "\n").count { $0.contains("no alarm can be heard") } == 1, "\(log)")
        #expect(!log.contains("ALSA lib"))
    }

    /// Trap 10: no descriptors left. Thirty clients connect where four fit; the alarm's own descriptors are reserved.
    @Test func outOfDescriptorsTheAlarmIsStillHeard() throws {
        let daemon = try recordingDaemon(Limited.descriptors(33))
        #expect(try daemon.eggctl("start", "1s").status == 0)
        let peers = (0..<30).compactMap { _ in try? RawPeer(daemon.socket) }
        #expect(peers.count == 30)
        try waitUntilHeard(45)
        let before = try cpuTicks(of: daemon.process.pid)
        sleep(1)
        // An accept that spins would use the whole second, which has a hundred ticks.
        #expect(try cpuTicks(of: daemon.process.pid) - before < 30)
        withExtendedLifetime(peers) {}
        #expect(try daemon.eggctl("dismiss").status == 0)
    }

    /// Trap 6: a device that does not return. This one is a pipe that is not read, so opening it takes for ever.
    @Test func aStuckDeviceDelaysNeitherRepliesNorTheExit() throws {
        let pipe = folder.path("pipe")
        try #require(mkfifo(pipe, 0o600) == 0)
        let device = #"pcm.!default { type file, file "\#(pipe)", format raw, slave.pcm { type null } }"#
        let environment = ["ALSA_CONFIG_PATH": folder.write(device.utf8, to: "stuck.conf")]
        let daemon = try RunningDaemon(environment: environment)
        let watch = try daemon.startEggctl("watch", "--json")
        #expect(try daemon.eggctl("start", "1s").status == 0)
        try watch.line(with: #""kind":"rang""#)
        let client = try daemon.client()
        try waitUntil("the device is given up") {
            try client.call(Timers.Health.self, Nothing()).soundOut?.contains("does not answer") == true
        }
        #expect(try daemon.eggctl("dismiss").output.hasPrefix("timer: dismissed "))
        #expect(try daemon.end() == 0)
        // The exit does not wait either before the device has been given up: this daemon has only begun its first
        // check.
        let other = try RunningDaemon(environment: environment)
        #expect(try other.eggctl("eggs").status == 0)
        #expect(try other.end() == 0)
    }

    /// Trap 13: waiting for a device to drain may take for ever, so eggd never does. A device that does not finish is
    /// noticed and stopped.
    @Test func eggdNeverWaitsForADeviceToDrain() throws {
        let program = Data(try #require(contents(of: BuiltPrograms.eggd)))
        func names(_ symbol: String) -> Bool { program.range(of: Data(symbol.utf8 + [0])) != nil }
        #expect(names("snd_pcm_drop") && !names("snd_pcm_drain"))
    }
}

/// The user and system time of a process so far, in ticks of a hundredth of a second.
func cpuTicks(of pid: pid_t) throws -> Int {
    let status = try #require(text(of: "/proc/\(pid)/stat"))
    let fields = try #require(status.split(separator: ")").last).split(separator: " ")
    return try #require(Int(fields[11])) + #require(Int(fields[12]))
}
