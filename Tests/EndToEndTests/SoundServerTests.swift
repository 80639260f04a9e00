import EggTestSupport
import EggWire
import Glibc
import Testing
import Varlink

/// A sound server between the alarm and the loudspeaker: PulseAudio with a null sink, whose monitor has what would have
/// been heard.
@Suite struct SoundServerTests {
    private let folder = TemporaryFolder()
    private var socket: String { folder.path("native") }
    private var environment: [String: String] {
        [
            "HOME": folder.path, "TMPDIR": folder.path, "PULSE_SERVER": "unix:\(socket)", "LANG": "C.UTF-8",
            "PATH": "/usr/bin:/bin",
        ]
    }

    /// A server with a sink, or without any but the one that PulseAudio then has itself.
    private func startServer(hasSink: Bool = true) throws -> Program {
        let sink = hasSink ? "module-null-sink sink_name=kitchen rate=48000 channels=1" : "module-always-sink"
        let server = try Program(
            "/usr/bin/pulseaudio",
            [
                "-n", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no", "--disable-shm=yes",
                "-L", "module-native-protocol-unix socket=\(socket) auth-anonymous=1",
                "-L", sink,
            ], environment: environment)
        try waitUntil("PulseAudio starts") {
            try pactl("list", "short", "sinks").contains(hasSink ? "kitchen" : "auto_null")
        }
        return server
    }

    /// A speaker comes.
    private func addSink() throws {
        try pactl("load-module", "module-null-sink", "sink_name=kitchen", "rate=48000", "channels=1")
        try waitUntil("the server uses it") { try pactl("get-default-sink").contains("kitchen") }
    }

    @discardableResult
    private func pactl(_ arguments: String...) throws -> String {
        try Program.run("/usr/bin/pactl", arguments, environment: environment).output
    }

    /// Writes everything that the sink plays into a file, from now on.
    private func record(_ name: String) throws -> Program {
        let recorder = try Program(
            "/usr/bin/parec",
            [
                "--device=kitchen.monitor", "--raw", "--format=s16le", "--rate=48000", "--channels=1",
                "--latency-msec=20", folder.path(name),
            ], environment: environment)
        try waitUntil("anything is recorded") { contents(of: folder.path(name))?.isEmpty == false }
        return recorder
    }

    private func recording(_ name: String) -> [Double] {
        let raw = contents(of: folder.path(name)) ?? []
        return raw.withUnsafeBytes { space in
            (0..<(raw.count / 2)).map { Double(space.loadUnaligned(fromByteOffset: $0 * 2, as: Int16.self)) / 32768 }
        }
    }

    /// The tone, once a second of it has been heard without a gap.
    private func waitUntilHeard(_ name: String) throws -> Sine.Measurement {
        var measured: Sine.Measurement?
        try waitUntil("the tone") {
            measured = Sine.measure(recording(name), rate: 48_000)
            return measured != nil
        }
        return try #require(measured)
    }

    /// A daemon with a tone of four seconds for an alarm, and the server as this device.
    private func startDaemon(
        alarm lines: String = "", state: String? = nil, device: String = "!default", others: String = "",
        environment: [String: String] = [:]
    ) throws -> RunningDaemon {
        let tone = folder.write(Sine.wave(hertz: 997, level: 0.9, rate: 48_000, seconds: 4), to: "tone.wav")
        let configuration = """
            pcm.\(device) { type pulse; server "unix:\(socket)" }
            ctl.!default { type pulse; server "unix:\(socket)" }
            \(others)
            """
        return try RunningDaemon(
            state: state,
            environment: [
                "ALSA_CONFIG_PATH": folder.write(configuration.utf8, to: "asound.conf"), "HOME": folder.path,
                "PULSE_SERVER": "unix:\(socket)",
            ].merging(environment) { $1 },
            options: ["--config", folder.write("[alarm]\nsound = \(tone)\n\(lines)\n".utf8, to: "eggd.conf")])
    }

    private func soundOut(_ daemon: RunningDaemon, until isSo: (String?) -> Bool) throws {
        let client = try daemon.client()
        var reason: String?
        try waitUntil("another state than \(reason ?? "well")") {
            reason = try client.call(Timers.Health.self, Nothing()).soundOut
            return isSo(reason)
        }
    }

    @Test func theToneLeavesTheServerUnchanged() throws {
        let server = try startServer()
        let daemon = try startDaemon()
        let recorder = try record("heard.raw")
        _ = try daemon.eggctl("start", "1s")
        let measured = try waitUntilHeard("heard.raw")
        #expect(abs(measured.hertz - 997) < 0.1, "\(measured)")
        // 0.9 of full scale is 0.9 dB below it.
        #expect(abs(measured.decibels + 0.92) < 0.5, "\(measured)")
        #expect(measured.distortion < -40, "\(measured)")
        withExtendedLifetime((server, recorder)) {}
    }

    @Test func aServerStoppedDuringAnAlarmIsReportedAndUsedAgainLater() throws {
        let server = try startServer()
        let daemon = try startDaemon()
        let recorder = try record("before.raw")
        _ = try daemon.eggctl("start", "1s")
        _ = try waitUntilHeard("before.raw")
        server.signal(SIGKILL)
        _ = try server.finish()
        _ = try recorder.finish()
        try soundOut(daemon) { $0 != nil }
        #expect(try daemon.eggctl("status").output.contains("no sound: "))
        // The countdowns continue, and so does the alarm.
        #expect(try daemon.eggctl("start", "soft", "--name", "other").status == 0)
        unlink(socket)
        let again = try startServer()
        let secondRecorder = try record("after.raw")
        let measured = try waitUntilHeard("after.raw")
        #expect(abs(measured.hertz - 997) < 0.1, "\(measured)")
        try soundOut(daemon) { $0 == nil }
        #expect(try daemon.eggctl("dismiss").output.hasPrefix("timer: dismissed"))
        withExtendedLifetime((again, secondRecorder)) {}
    }

    @Test func aMutedSinkIsReportedBeforehand() throws {
        let server = try startServer()
        let daemon = try startDaemon()
        #expect(try daemon.eggctl("doctor").output.contains("ok    the mixer of 'default' lets sound through\n"))
        try pactl("set-sink-mute", "kitchen", "1")
        let result = try daemon.eggctl("doctor")
        #expect(result.status == 1)
        #expect(
            result.output.contains(
                "FAIL  the mixer of 'default' has Master muted\n      fix: amixer -D default sset Master 80% unmute\n"),
            "\(result.output)")
        try pactl("set-sink-mute", "kitchen", "0")
        // 60 dB below full.
        try pactl("set-sink-volume", "kitchen", "10%")
        #expect(try daemon.eggctl("doctor").output.contains("FAIL  the mixer of 'default' has Master at 10 %\n"))
        withExtendedLifetime(server) {}
    }

    private var isMuted: Bool { get throws { try pactl("get-sink-mute", "kitchen").contains("yes") } }

    /// A problem that doctor finds is reported to subscribers at once, and to all other clients when they ask.
    @Test func aMutedSinkIsReportedToAllClients() throws {
        let server = try startServer()
        let daemon = try startDaemon()
        let watch = try daemon.startEggctl("watch", "--json")
        #expect(try watch.line()?.contains(#""soundOut":null"#) == true)
        try pactl("set-sink-mute", "kitchen", "1")
        let muted = "the mixer of 'default' has Master muted"
        try watch.line(with: muted)
        #expect(try daemon.eggctl("status").output.contains("no sound: \(muted)\n"))
        let test = try daemon.eggctl("doctor", "--ring")
        #expect(test.status == 1)
        #expect(test.output.split(separator: "\n").last?.hasPrefix("FAIL") == true, "\(test.output)")
        #expect(test.output.hasSuffix("\(muted)\n"), "\(test.output)")
        try pactl("set-sink-mute", "kitchen", "0")
        try watch.line(with: #""soundOut":null"#)
        #expect(try !daemon.eggctl("status").output.contains("no sound"))
        // It is reported during an alarm as well.
        _ = try daemon.eggctl("start", "1s")
        try watch.line(with: #""kind":"rang""#)
        try pactl("set-sink-mute", "kitchen", "1")
        try watch.line(with: muted)
        withExtendedLifetime(server) {}
    }

    @Test func withUnmuteAnAlarmIsHeardThroughAMutedSinkWhichIsMutedAgainAfterwards() throws {
        let server = try startServer()
        try pactl("set-sink-mute", "kitchen", "1")
        let daemon = try startDaemon(alarm: "unmute = yes")
        #expect(try !daemon.eggctl("status").output.contains("no sound"))
        #expect(try daemon.eggctl("doctor").output.contains("has Master muted; an alarm raises it\n"))
        let recorder = try record("heard.raw")
        _ = try daemon.eggctl("start", "1s")
        let measured = try waitUntilHeard("heard.raw")
        #expect(abs(measured.hertz - 997) < 0.1, "\(measured)")
        #expect(try daemon.eggctl("dismiss").output.hasPrefix("timer: dismissed"))
        try waitUntil("muted again") { try isMuted }
        withExtendedLifetime((server, recorder)) {}
    }

    /// Libraries must not bury what a person looks for after a silent night. The unit's home can't be written to.
    @Test func withTheVariablesOfTheUnitNoLibraryWritesToTheLog() throws {
        let unit = String(
            decoding: contents(of: BuiltPrograms.sourceTree + "/systemd/eggd.service") ?? [], as: UTF8.self)
        let words = unit.split(whereSeparator: \.isWhitespace)
        let cookie = try #require(words.first { $0.hasPrefix("PULSE_COOKIE=") }?.dropFirst("PULSE_COOKIE=".count))
        let server = try startServer()
        try pactl("set-sink-mute", "kitchen", "1")
        try pactl("set-sink-volume", "kitchen", "20%")
        let daemon = try startDaemon(
            alarm: "unmute = yes", environment: ["HOME": "/proc/1", "PULSE_COOKIE": String(cookie)])
        _ = try daemon.eggctl("start", "1s")
        // A muted control is raised as well.
        try waitUntil("it is raised") {
            try pactl("get-sink-volume", "kitchen").contains("80%") && !isMuted
        }
        #expect(try daemon.eggctl("dismiss").output.hasPrefix("timer: dismissed"))
        try waitUntil("it is restored") { try pactl("get-sink-volume", "kitchen").contains("20%") && isMuted }
        daemon.process.signal(SIGTERM)
        let lines = try daemon.process.finish().errors.split(separator: "\n")
        #expect(lines.allSatisfy { $0.hasPrefix("eggd: ") }, "\(lines)")
        withExtendedLifetime(server) {}
    }

    @Test func afterACrashDuringAnAlarmTheNextStartSetsTheSinkBack() throws {
        let server = try startServer()
        try pactl("set-sink-mute", "kitchen", "1")
        let first = try startDaemon(alarm: "unmute = yes")
        _ = try first.eggctl("start", "1s")
        try waitUntil("unmuted") { try !isMuted }
        try first.kill()
        #expect(try !isMuted)
        // The alarm continues, and afterwards the mute from before is restored.
        let second = try startDaemon(alarm: "unmute = yes", state: first.state)
        #expect(try second.eggctl("dismiss").output.hasPrefix("timer: dismissed"))
        try waitUntil("muted again") { try isMuted }
        // The levels are forgotten after they have been restored.
        try waitUntil("without saved levels") { contents(of: first.state + "/mixer") == nil }
        withExtendedLifetime(server) {}
    }

    private var noSpeaker: String { noSpeaker(behind: "default") }

    private func noSpeaker(behind device: String) -> String {
        "no speaker is connected: the sound server behind '\(device)' plays to nothing; connect a speaker, or turn it on"
    }

    /// PulseAudio's own null sink, `auto_null`; PipeWire's has the same name.
    @Test func aServerWithoutASpeakerIsNamedUntilOneComes() throws {
        let server = try startServer(hasSink: false)
        let daemon = try startDaemon()
        let watch = try daemon.startEggctl("watch", "--json")
        try watch.line(with: noSpeaker)
        #expect(try daemon.eggctl("start", "soft").output.contains(noSpeaker))
        #expect(try daemon.eggctl("status").output.contains("no sound: \(noSpeaker)\n"))
        let doctor = try daemon.eggctl("doctor")
        #expect(doctor.status == 1 && doctor.output.contains("FAIL  \(noSpeaker)\n"), "\(doctor.output)")
        let test = try daemon.eggctl("doctor", "--ring")
        #expect(test.status == 1 && test.output.hasSuffix("\(noSpeaker)\n"), "\(test.output)")
        try addSink()
        try watch.line(with: #""soundOut":null"#)
        #expect(try !daemon.eggctl("status").output.contains("no sound"))
        withExtendedLifetime(server) {}
    }

    @Test func anAlarmIsHeardAsSoonAsASpeakerComesAndReportedWhenItLeaves() throws {
        let server = try startServer(hasSink: false)
        let daemon = try startDaemon()
        let watch = try daemon.startEggctl("watch", "--json")
        _ = try daemon.eggctl("start", "1s")
        try watch.line(with: #""kind":"rang""#)
        #expect(try daemon.eggctl("status").output.contains("no sound: \(noSpeaker)\n"))
        try addSink()
        let recorder = try record("heard.raw")
        let measured = try waitUntilHeard("heard.raw")
        #expect(abs(measured.hertz - 997) < 0.1, "\(measured)")
        try soundOut(daemon) { $0 == nil }
        // PulseAudio has its own null sink again.
        try pactl("unload-module", "module-null-sink")
        try soundOut(daemon) { $0 == noSpeaker }
        withExtendedLifetime((server, recorder)) {}
    }

    @Test func anAlarmMovesToAnotherDeviceWhileTheServerHasNoSpeaker() throws {
        let server = try startServer()
        let other = folder.path("other.raw")
        let daemon = try startDaemon(
            alarm: "device = server", device: "server",
            others: "pcm.!default { type file; file \"\(other)\"; format raw; slave.pcm { type null } }")
        let watch = try daemon.startEggctl("watch", "--json")
        let recorder = try record("before.raw")
        _ = try daemon.eggctl("start", "1s")
        try watch.line(with: #""kind":"rang""#)
        _ = try waitUntilHeard("before.raw")
        #expect(contents(of: other) == nil)
        try pactl("load-module", "module-null-sink", "sink_name=auto_null")
        try pactl("set-default-sink", "auto_null")
        try waitUntil("the other device plays") { contents(of: other)?.isEmpty == false }
        #expect(try !daemon.eggctl("status").output.contains("no sound"))
        #expect(try daemon.eggctl("doctor").output.contains("warn  \(noSpeaker(behind: "server"))\n"))
        // It returns to the better device with a later ring.
        try pactl("set-default-sink", "kitchen")
        let secondRecorder = try record("after.raw")
        _ = try waitUntilHeard("after.raw")
        withExtendedLifetime((server, recorder, secondRecorder)) {}
    }

    /// A mixer's volume can depend on the server's default source: while there is none, PipeWire's is 0 %.
    @Test func theMixerIsOpenedAnewWhenTheServersDefaultsChange() throws {
        let server = try startServer()
        let daemon = try startDaemon()
        _ = try daemon.eggctl("start", "20h")
        _ = try daemon.eggctl("status")
        /// The mixer's connection and that of libpulse, once no device is open for a check.
        func connections() throws -> Set<Substring> {
            var found: Set<Substring> = []
            try waitUntil("only the mixer is open") {
                found = Set(
                    try pactl("list", "short", "clients").split(separator: "\n").filter { $0.contains("eggd") })
                return found.count == 2
            }
            return found
        }
        let before = try connections()
        try pactl("load-module", "module-null-sink", "sink_name=other")
        try pactl("set-default-source", "other.monitor")
        try waitUntil("the mixer is opened anew") { try connections().isDisjoint(with: before) }
        withExtendedLifetime(server) {}
    }

    /// Watching the mixer costs nothing while nothing changes.
    @Test(.enabled(if: !Build.isSanitized, "a sanitizer has a thread of its own, which wakes up"))
    func aWatchedMixerCausesNoWakeupsWhileNothingChanges() throws {
        let server = try startServer()
        let daemon = try startDaemon()
        #expect(try daemon.eggctl("start", "20h").status == 0)
        #expect(try daemon.eggctl("status").status == 0)
        try expectNoWakeup(of: daemon.process.pid)
        // It is watched all the same.
        let client = try daemon.client()
        try pactl("set-sink-mute", "kitchen", "1")
        try waitUntil("a change is noticed") { try client.call(Timers.Health.self, Nothing()).soundOut != nil }
        withExtendedLifetime(server) {}
    }
}
