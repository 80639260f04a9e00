import EggTestSupport
import Glibc
import Testing

/// `eggctl doctor` with daemons in good and in bad order.
@Suite struct DoctorTests {
    private let folder = TemporaryFolder()

    @Test func itExitsWithZeroIfNothingFails() throws {
        folder.makeFolder("systemd")
        let daemon = try RunningDaemon(folder: folder, environment: ["XDG_RUNTIME_DIR": folder.path])
        let result = try daemon.eggctl("doctor")
        #expect(result.status == 0, "\(result.output)")
        for line in [
            "ok    eggd answers at \(daemon.socket)", "ok    eggd and eggctl are version 0.1.0",
            "ok    the configuration is in effect", "ok    the volume in the configuration is 100 %",
            "ok    the sound device 'default' can be opened", "ok    timers are saved in \(daemon.state)",
            "warn  eggd was started by hand, and won't be restarted after a crash or a power cut",
            "      fix: kill \(daemon.process.pid); \(BuiltPrograms.sourceTree)/script/install && "
                + "systemctl --user enable --now eggd.socket",
        ] {
            #expect(result.output.contains(line + "\n"), "\(line) is not in:\n\(result.output)")
        }
        // The file with which it tried the folder was removed.
        #expect(try Program.run("/usr/bin/find", [daemon.state, "-name", "probe*"]).output == "")
    }

    @Test func withoutAServiceManagerNoFixNamesIt() throws {
        let daemon = try RunningDaemon(folder: folder, environment: ["XDG_RUNTIME_DIR": folder.path])
        let result = try daemon.eggctl("doctor")
        #expect(result.output.contains("eggd was started by hand") && !result.output.contains("systemctl"), "\(result)")
    }

    @Test func withJSONItPrintsAnObjectForEachCheck() throws {
        let lines = try RunningDaemon().eggctl("doctor", "--json").output.split(separator: "\n")
        #expect(lines.count >= 8)
        for line in lines { #expect(line.hasPrefix(#"{"finding":""#) && line.hasSuffix(#""}"#), "\(line)") }
    }

    @Test func withoutACardAnAlarmWouldNotBeHeard() throws {
        let silent = folder.write("# no device\n".utf8, to: "no-card.conf")
        let daemon = try RunningDaemon(environment: ["ALSA_CONFIG_PATH": silent])
        let result = try daemon.eggctl("doctor", "--ring")
        #expect(result.status == 1)
        let missing = "there is no sound device 'default'; is a sound card connected?"
        #expect(result.output.contains("FAIL  \(missing)\n"), "\(result.output)")
        #expect(result.output.hasSuffix("FAIL  the test alarm couldn't be played: \(missing)\n"))
    }

    @Test func aStateFolderThatCantBeWrittenToIsAWarning() throws {
        let daemon = try RunningDaemon()
        // The daemon continues to run after its folder was removed.
        #expect(rename(daemon.state, daemon.state + ".gone") == 0)
        let result = try daemon.eggctl("doctor")
        #expect(
            result.output.contains("warn  timers are not being saved; a restart would lose them: \(daemon.state)"))
        #expect(result.status == 0)
    }

    @Test func theTestAlarmReportsHowMuchWasHeard() throws {
        let daemon = try RunningDaemon(environment: ["ALSA_CONFIG_PATH": folder.recordingDevice()])
        let result = try daemon.eggctl("doctor", "--ring")
        #expect(result.status == 0)
        let line = try #require(result.output.split(separator: "\n").last)
        let words = line.split(separator: " ")
        #expect(line.hasPrefix("ok    the test alarm played on 'default': ") && words.count == 13, "\(line)")
        let frames = try #require(Int(words[7]))
        // Two seconds that include a pause of one second, or a buffer more, since the device is not paced.
        #expect((40_000...140_000).contains(frames))
        #expect(try daemon.end() == 0)
        let heard = try #require(contents(of: folder.path("heard.wav")))
        #expect((heard.count - 44) / 2 == frames)
    }

    @Test func thereIsNoTestWhileAnAlarmRings() throws {
        let daemon = try RunningDaemon()
        let watch = try daemon.startEggctl("watch", "--json")
        _ = try daemon.eggctl("start", "1s")
        try watch.line(with: #""kind":"rang""#)
        let result = try daemon.eggctl("doctor", "--ring")
        #expect(result.status == 0)
        #expect(result.output.hasSuffix("warn  'default' was not tested: an alarm is ringing, or about to\n"))
        #expect(try daemon.eggctl("status").output.hasPrefix("timer: ringing"))
    }
}
