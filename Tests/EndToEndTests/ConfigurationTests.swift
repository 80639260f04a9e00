import EggTestSupport
import EggTimers
import EggWire
import Foundation
import Glibc
import Testing
import Varlink

/// The configuration file, and the daemon that reads it.
@Suite struct ConfigurationTests {
    private let folder = TemporaryFolder()

    private func write(_ text: String) throws {
        folder.write(text.utf8, to: "eggtimer/eggd.conf")
    }

    private func daemon() throws -> RunningDaemon {
        try RunningDaemon(folder: folder, environment: ["XDG_CONFIG_HOME": folder.path])
    }

    private func health(_ daemon: RunningDaemon) throws -> Timers.Health.Reply {
        try daemon.client().call(Timers.Health.self, Nothing())
    }

    @Test func aConfiguredEggIsStartedByItsNameAlone() throws {
        try write("[egg Quick]\nduration = 3m\n[egg status]\nduration = 1m\n")
        let daemon = try daemon()
        #expect(try daemon.eggctl("quick").output.hasPrefix("Quick egg: 3:00, done at "))
        #expect(try daemon.eggctl("status").output.hasPrefix("Quick egg: "))
        let unknown = try daemon.eggctl("quik")
        #expect(unknown.status == EX_USAGE)
        #expect(unknown.errors == "eggctl: unknown command 'quik'; did you mean 'Quick'?\nTry 'eggctl --help'.\n")
        #expect(try daemon.eggctl("quick", "left").errors.hasPrefix("eggctl: unknown command 'quick'"))
    }

    @Test func aTypoIsReportedAndAlarmsStillRing() throws {
        try write("[alarm]\nvolum = 50%\nsnooze = 2m\nsound = no-such-sound\n")
        let daemon = try daemon()
        #expect(
            daemon.said.contains { $0.hasSuffix("eggd.conf:2: unknown key 'volum' in [alarm]; did you mean 'volume'?") }
        )
        let status = try daemon.eggctl("status").output
        #expect(status.contains("parts of the configuration are not in effect: ") && status.contains("'volum'"))
        #expect(status.contains("eggd.conf:4: there is no sound 'no-such-sound'"))
        // Valid settings beside it take effect.
        let watch = try daemon.startEggctl("start", "1s", "--watch")
        try watch.line(with: "rang")
        #expect(try daemon.eggctl("snooze").output.hasPrefix("timer: rings again in 2:00"))
    }

    @Test func reloadingOnSIGHUPRejectsABadConfiguration() throws {
        try write("[egg poached]\nduration = 3m\n")
        let daemon = try daemon()
        try write("[egg poached]\nduration = 4m\n")
        try daemon.reload()
        #expect(try daemon.eggctl("start", "poached").output.hasPrefix("poached egg: 4:00"))
        try write("[egg poached]\nduration = soon\n")
        daemon.process.signal(SIGHUP)
        try daemon.process.errorLine(with: "eggd.conf has an error")
        #expect(try daemon.eggctl("start", "poached").output.hasPrefix("poached egg: 4:00, done at "))
        // The status still says that the file has other settings.
        let rejected = try daemon.eggctl("status").output
        let file = folder.path("eggtimer/eggd.conf")
        #expect(rejected.contains("\neggd.conf has an error and was not read again: \(file):2: "), "\(rejected)")
        #expect(!rejected.contains("parts of the configuration"))
        try write((1...30).map { "[egg \($0)]\n" }.joined())
        daemon.process.signal(SIGHUP)
        try daemon.process.errorLine(with: "eggd.conf has an error")
        let status = try daemon.eggctl("status").output
        #expect(status.contains("eggd.conf:3: ") && !status.contains("eggd.conf:4: "))
        #expect(status.contains("; and more, which 'eggd --check-config' shows"))
    }

    @Test func whatIsSetTwiceDoesNotKeepAReloadFromTakingEffect() throws {
        let section = "[egg poached]\nduration = 3m\n"
        try write(section)
        let daemon = try daemon()
        try write("\(section)[egg soft]\nduration = 4m\n[egg poached]\nduration = 5m\nsound = chime\n")
        try daemon.reload()
        #expect(try daemon.eggctl("eggs").output.contains("poached   3:00"))
        #expect(try daemon.eggctl("eggs").output.contains("soft      4:00"))
        let said = "eggd.conf:6: 'duration' is already set in [egg poached] on line 2; this line is ignored"
        #expect(try health(daemon).configOut?.hasSuffix(said) == true)
        #expect(try daemon.eggctl("doctor").output.contains(said))
    }

    /// Dotfiles on a disk that isn't mounted.
    @Test func aLinkThatLeadsNowhereIsReportedEverywhere() throws {
        #expect(symlink("/mnt/dotfiles", folder.path("eggtimer")) == 0)
        let file = folder.path("eggtimer/eggd.conf")
        let reason = "\(file) is in \(folder.path("eggtimer")), a link to /mnt/dotfiles, which can't be found"
        let daemon = try daemon()
        #expect(daemon.said.contains { $0.hasSuffix(reason) })
        #expect(try daemon.eggctl("status").output.contains(reason))
        let doctor = try daemon.eggctl("doctor").output
        let warning = "warn  parts of the configuration are not in effect: \(reason)\n"
        #expect(doctor.contains("\(warning)      fix: kill -HUP \(daemon.process.pid)\n"), "\(doctor)")
        let checked = try Program.run(
            BuiltPrograms.eggd, ["--check-config"], environment: ["XDG_CONFIG_HOME": folder.path])
        #expect(checked.status == EX_CONFIG && checked.errors == "eggd: \(reason)\n")
    }

    // MARK: Files that hang

    /// A configuration with this time of the egg poached, and with a sound in a file that can be made to hang.
    private func writeWithSound(minutes: Int) throws -> String {
        let sound = folder.path("bell.wav")
        if access(sound, F_OK) != 0 {
            folder.write(try #require(contents(of: BuiltPrograms.sourceTree + "/sounds/chime.wav")), to: "bell.wav")
        }
        try write("[alarm]\nsound = \(sound)\n[egg poached]\nduration = \(minutes)m\n")
        return sound
    }

    @Test func aReloadThatHangsDelaysNeitherCallsNorTheEnd() throws {
        let sound = try writeWithSound(minutes: 3)
        let daemon = try daemon()
        let disk = try HangingFile(sound)
        daemon.process.signal(SIGHUP)
        try disk.waitUntilOpened()
        #expect(try daemon.eggctl("start", "poached").output.hasPrefix("poached egg: 3:00"))
        daemon.process.signal(SIGTERM)
        #expect(try daemon.process.finish(within: .seconds(20)).status == 0)
    }

    /// The configuration that the start has read already must not win over a newer one.
    @Test func aReloadDuringTheStartIsCarriedOutAfterIt() throws {
        let disk = try HangingFile(writeWithSound(minutes: 3))
        let process = try Program(
            BuiltPrograms.eggd, ["--socket", folder.path("s"), "--state-dir", folder.path("state")],
            environment: ["XDG_CONFIG_HOME": folder.path, "ALSA_CONFIG_PATH": "/nonexistent"])
        try disk.waitUntilOpened()
        _ = try writeWithSound(minutes: 4)
        process.signal(SIGHUP)
        try disk.release()
        try process.errorLine(with: "configuration reloaded")
        let started = try Program.run(BuiltPrograms.eggctl, ["start", "poached", "--socket", folder.path("s")])
        #expect(started.output.hasPrefix("poached egg: 4:00"), "\(started.errors)")
    }

    /// A line of a button names its sound as `eggctl start` does.
    @Test func theSoundsOfButtonsAreChecked() throws {
        try write(
            "[keys a]\ndevice = x\nKEY_A = soft --sound owl\nKEY_B = soft --sound chime\nhold KEY_B = 9m --sound /a.wav\n"
        )
        let path = folder.path("eggtimer/eggd.conf")
        let checked = try Program.run(BuiltPrograms.eggd, ["--check-config", "--config", path])
        let lines = checked.errors.split(separator: "\n")
        #expect(checked.status == EX_CONFIG && lines.count == 2, "\(checked.errors)")
        #expect(lines.first?.hasPrefix("eggd: \(path):3: there is no sound 'owl' in ") == true, "\(checked.errors)")
        #expect(lines.last == "eggd: \(path):5: --sound takes a name, and '/a.wav' is a path")
        let status = try daemon().eggctl("status").output
        #expect(status.contains("eggd.conf:3: there is no sound 'owl' in "), "\(status)")
    }

    @Test func aConfigurationIsChecked() throws {
        try write("[alarm]\nvolume = 80%\n")
        let path = folder.path("eggtimer/eggd.conf")
        let good = try Program.run(BuiltPrograms.eggd, ["--check-config", "--config", path])
        #expect(good.status == 0 && good.errors.isEmpty && good.output == "\(path) is valid\n", "\(good.errors)")
        let none = try Program.run(
            BuiltPrograms.eggd, ["--check-config"], environment: ["XDG_CONFIG_HOME": folder.path("none")])
        let missingFile = folder.path("none/eggtimer/eggd.conf")
        #expect(none.status == 0 && none.output == "\(missingFile) doesn't exist; eggd uses its defaults\n")
        try write("[alarm]\non-ring = no-such-program on\n[egg soft]\non-ring = /no/such/program\non-start = echo\n")
        let commands = try Program.run(
            BuiltPrograms.eggd, ["--check-config", "--config", path], environment: ["PATH": "/usr/bin:/bin"])
        #expect(commands.status == EX_CONFIG)
        #expect(
            commands.errors == """
                eggd: \(path):2: the program of 'on-ring' in [alarm] can't be run: 'no-such-program' is in no folder of \
                PATH (/usr/bin:/bin)
                eggd: \(path):4: the program of 'on-ring' in [egg soft] can't be run: /no/such/program: No such file or \
                directory

                """)
        try write("[alarm]\nvolume = loud\nsound = no-such-sound\n[egg tea]\n")
        let bad = try Program.run(BuiltPrograms.eggd, ["--check-config", "--config", path])
        #expect(bad.status == EX_CONFIG)
        #expect(
            bad.errors.contains(":2: ") && bad.errors.contains(":3: there is no sound 'no-such-sound'")
                && bad.errors.contains(":4: "))
        let missing = try Program.run(BuiltPrograms.eggd, ["--check-config", "--config", folder.path("none")])
        #expect(missing.status == EX_CONFIG && missing.errors.contains("none doesn't exist"))
    }

    /// The user's own sounds are read at the start; one whose file has gone since is replaced by the usual sound.
    @Test func aSoundOfOnesOwnIsNamedAndCheckedWhenItIsNamed() throws {
        let bell = try #require(contents(of: BuiltPrograms.sourceTree + "/sounds/bell.wav"))
        folder.write(bell, to: "eggtimer/sounds/horn.wav")
        folder.write("no sound".utf8, to: "eggtimer/sounds/torn.wav")
        do {
            let daemon = try daemon()
            let unknown = try daemon.eggctl("start", "soft", "--sound", "hron")
            #expect(unknown.status == 1 && unknown.errors == "eggctl: there is no sound 'hron'; did you mean 'horn'?\n")
            let none = try daemon.eggctl("start", "soft", "--sound", "whistle").errors
            #expect(none == "eggctl: there is no sound 'whistle'; the sounds are bell, chime, horn, timer\n")
            #expect(try daemon.eggctl("start", "soft", "--sound", "torn").errors.contains("torn.wav"))
            #expect(try daemon.eggctl("status", "--json").output.contains(#""timers":[]"#))
            #expect(try daemon.eggctl("start", "2s", "--sound", "horn").status == 0)
            try daemon.kill()
        }
        unlink(folder.path("eggtimer/sounds/horn.wav"))
        let daemon = try daemon()
        #expect(try daemon.timers().map(\.sound) == ["horn"])
        #expect(try daemon.eggctl("wait").status == 0)
        #expect(try daemon.eggctl("dismiss").output.hasPrefix("timer: dismissed"))
        let again = try daemon.eggctl("again")
        #expect(again.status == 1 && again.errors.contains("there is no sound 'horn'"))
    }

    /// Half the volume as perceived is an eighth of the samples' size; and an egg, or a timer, has its own sound.
    @Test(arguments: [
        ("[egg soft]\nduration = 2s\nsound = chime\n", ["start", "soft"]),
        ("[egg soft]\nduration = 2s\nsound = timer\n", ["start", "soft", "--sound", "chime"]),
    ])
    func volumeAndAnOwnSoundAreHeard(eggs: String, start: [String]) throws {
        try write("[alarm]\nvolume = 50%\nlead-in = 1s\n\(eggs)")
        let heard = folder.path("heard.wav")
        let daemon = try RunningDaemon(
            folder: folder,
            environment: ["XDG_CONFIG_HOME": folder.path, "ALSA_CONFIG_PATH": folder.recordingDevice()])
        #expect(try Program.run(BuiltPrograms.eggctl, start, environment: daemon.environment).status == 0)
        let chime = try #require(contents(of: BuiltPrograms.sourceTree + "/sounds/chime.wav")).dropFirst(44)
        // The lead-in is about a second of silence, and the chime follows.
        try waitUntil("the chime") { (contents(of: heard)?.count ?? 0) >= chime.count + 60_000 }
        #expect(try daemon.eggctl("dismiss").status == 0)
        #expect(try daemon.end() == 0)
        func samples(_ bytes: some Collection<UInt8>) -> [Int16] {
            let bytes = Array(bytes)
            return stride(from: 0, to: bytes.count - 1, by: 2).map {
                Int16(truncatingIfNeeded: Int(bytes[$0]) | Int(bytes[$0 + 1]) << 8)
            }
        }
        let wanted = samples(chime).map { Int16((Float($0) * 0.125).rounded()) }
        let played = samples(try #require(contents(of: heard)).dropFirst(44))
        let leadIn = try #require(played.firstIndex { $0 != 0 })
        let offset = try #require(wanted.firstIndex { $0 != 0 })
        #expect(leadIn > 20_000, "a lead-in of about a second: \(leadIn) frames")
        let sound = played[(leadIn - offset)...].prefix(wanted.count)
        #expect(zip(sound, wanted).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
    }

    /// Six eggs with a sound of a minute each. A decoder's samples are twice as large as those that are played, and are in
    /// memory for one sound at a time.
    @Test(.enabled(if: !Build.isSanitized, "the address sanitizer keeps memory that was freed"))
    func reloadingSixLongSoundsUsesLittleMemory() throws {
        let wave = folder.path("long.wav")
        let made = try Program.run(
            "/usr/bin/sox", ["-n", "-r", "16000", "-c", "2", wave, "synth", "59", "sine", "440"])
        #expect(made.status == 0, "\(made.errors)")
        var text = ""
        let daemon = try daemon()
        for egg in 1...6 {
            #expect(symlink(wave, folder.path("\(egg).wav")) == 0)
            text += "[egg e\(egg)]\nduration = 1m\nsound = \(folder.path("\(egg).wav"))\n"
        }
        try write(text)
        try daemon.reload()
        #expect(try health(daemon).configOut == nil)
        let field = statusField("VmHWM", of: daemon.process.pid)
        let peak = try #require(field.flatMap { Int($0) })
        // The alarms are 23 MB; all decoded samples would be 45 more.
        #expect(peak < 80_000, "\(peak) kB")
    }
}
