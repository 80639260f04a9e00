import EggConfig
import EggTestSupport
import EggTimers
import EggWire
import Glibc
import Testing

@testable import EggDaemon
@testable import EggSound

/// The wording and the verdicts of what `eggctl doctor` prints.
@Suite struct ExaminationTests {
    var healthy: Examination {
        Examination(
            configFile: "/home/egg/.config/eggtimer/eggd.conf",
            alarm: AlarmSetup(
                sounds: [.init(name: "bell", path: "/usr/share/eggtimer/sounds/bell.wav", problem: nil, peak: 1)],
                format: Sound.builtInTone.format, device: "default", volume: 1),
            devices: [DeviceFinding(device: "default", fault: nil)], stateFolder: "/home/egg/.local/state/eggtimer",
            system: SystemState(user: "egg"))
    }

    func check(_ subject: String, of examination: Examination) throws -> Timers.Check {
        try #require(examination.checks.first { $0.subject == subject })
    }

    func fault(_ code: ALSAError, on device: String = "default") -> DeviceFinding {
        DeviceFinding(device: device, fault: DeviceFault(DeviceFault.opening, device: device, code: code))
    }

    /// A healthy system with this sound.
    private func with(_ sound: AlarmSetup.NamedSound) -> Examination {
        var examination = healthy
        examination.alarm = AlarmSetup(sounds: [sound], format: Sound.builtInTone.format, device: "default", volume: 1)
        return examination
    }

    private func isHeard(_ examination: Examination) -> Bool {
        !examination.checks.contains { $0.verdict == .failed }
    }

    @Test func everyCheckOfAHealthySystemIsOK() {
        #expect(healthy.checks.allSatisfy { $0.verdict == .ok && $0.fix == nil })
        #expect(
            healthy.checks.map(\.subject) == [
                "configuration", "sound", "volume", "device", "group", "state", "clock", "start",
            ])
    }

    @Test func aBadConfigurationIsFixedInAnEditor() throws {
        var examination = healthy
        let problem = "eggd.conf:3: volume: '12' has no %"
        examination.configOut = ConfigurationSource.summary(of: [problem])
        var found = try check("configuration", of: examination)
        #expect(found.verdict == .warning)
        #expect(found.finding == "parts of the configuration are not in effect: \(problem)")
        #expect(found.fix == "editor /home/egg/.config/eggtimer/eggd.conf && systemctl --user reload eggd")
        examination.configOut = ConfigurationSource.summary(of: [problem], isRejected: true)
        found = try check("configuration", of: examination)
        #expect(found.finding == "eggd.conf has an error and was not read again: \(problem)")
        // Its path is quoted for the shell.
        examination.configFile = "/home/it's me/eggd.conf"
        let fix = try check("configuration", of: examination).fix
        #expect(fix?.hasPrefix(#"editor '/home/it'\''s me/eggd.conf' "#) == true)
        // Its disk may not be mounted.
        (examination.configOut, examination.isConfigLinkDead) = ("?", true)
        found = try check("configuration", of: examination)
        #expect(found.verdict == .warning && found.fix == "systemctl --user reload eggd")
    }

    @Test func aKitchensEggThatDiffersFromTheConfiguredOneIsNamedWithIt() throws {
        var examination = healthy
        #expect(examination.kitchen.set(.init(grams: 68, altitude: 1_600)) == nil)
        let found = try check("kitchen", of: examination)
        #expect(found.verdict == .ok && found.fix == nil)
        #expect(
            found.finding == "the kitchen's egg was set to L, fridge, 1,600 m; eggd.conf has M, fridge; to make both "
                + "equal, use 'eggctl kitchen --reset', or write the egg in [kitchen] of eggd.conf")
        examination.kitchen.configured = EggMenu(eggs: [], kitchen: examination.kitchen.egg)
        #expect(!examination.checks.contains { $0.subject == "kitchen" })
    }

    /// No line of the configuration has anything to do with it.
    @Test func aMissingDefaultSoundIsInstalledAgain() throws {
        let problem = "there is no sound 'bell' in /usr/share/eggtimer/sounds; the built-in tone will ring"
        var examination = with(.init(name: "bell", path: nil, problem: problem, peak: 1))
        #expect(try check("sound", of: examination).fix == nil)
        examination.system.isPackaged = true
        let found = try check("sound", of: examination)
        #expect(found.finding == problem && found.fix == "sudo apt install --reinstall eggtimer")
        #expect(try check("configuration", of: examination).verdict == .ok)
    }

    /// The configuration's finding has the line; a second finding would only repeat it.
    @Test func aSoundThatIsMissingIsOneFinding() {
        let problem = "there is no sound 'gong' in /usr/share/eggtimer/sounds; the built-in tone will ring"
        var examination = with(.init(name: "gong", path: nil, problem: problem, peak: 1))
        examination.configOut = "eggd.conf:2: unknown key 'volum' in [alarm]; eggd.conf:3: \(problem)"
        let findings = examination.checks.filter { $0.verdict == .warning }
        #expect(findings.map(\.subject) == ["configuration"])
        #expect(findings.first?.finding.hasSuffix("; eggd.conf:3: \(problem)") == true)
        // A later configuration with other problems was rejected, and the sound is still missing.
        examination.configOut = ConfigurationSource.summary(of: ["eggd.conf:2: unknown key"], isRejected: true)
        #expect(examination.checks.filter { $0.verdict == .warning }.map(\.subject) == ["configuration", "sound"])
    }

    private static let volumes: [(Double, Timers.Verdict, String)] = [
        (0, .failed, "0 %, at which nothing is heard"), (0.02, .failed, "2 %, at which nothing is heard"),
        // The limit of a mixer, 45 dB below full.
        (0.17, .warning, "17 %, which is easily missed"), (0.18, .ok, "18 %"),
    ]

    @Test(arguments: volumes)
    func aVolumeIsJudgedByTheRemainingLoudness(volume: Double, verdict: Timers.Verdict, words: String) throws {
        var examination = healthy
        examination.alarm = AlarmSetup(
            sounds: examination.alarm.sounds, format: Sound.builtInTone.format, device: "default", volume: volume)
        let found = try check("volume", of: examination)
        #expect(found.verdict == verdict && found.finding == "the volume in the configuration is \(words)")
    }

    @Test func soundsThatAreShortenedOrLeftOutAreNamed() {
        var examination = healthy
        let song = AlarmSetup.NamedSound(name: "song", path: "/s/song.mp3", isShortened: true, problem: nil, peak: 1)
        examination.alarm.otherShortened = [song]
        examination.alarm.leftOut = ["/s/cover.jpg can't be played"]
        examination.timerSounds = ["the timer 'tea' will ring with its egg's sound"]
        let found = examination.checks.filter { $0.subject == "sound" }.dropFirst()
        #expect(
            found.map(\.finding) == [
                "the sound 'song' can be played, but only its first minute (/s/song.mp3)",
                "the timer 'tea' will ring with its egg's sound", "/s/cover.jpg can't be played",
            ])
        #expect(found.map(\.verdict) == [.ok, .warning, .warning] && isHeard(examination))
    }

    @Test func aProgramThatTheConfigurationNeedsIsToBeEnabled() {
        var examination = healthy
        examination.system.isPackaged = true
        examination.system.idlePrograms = [
            .init(section: "[mqtt]", name: "eggmqtt", isInstalled: false),
            .init(section: "[light]", name: "eggkeys", isInstalled: true),
        ]
        let found = examination.checks.filter { $0.verdict == .warning }
        #expect(found.map(\.subject) == ["bridge", "keys"])
        #expect(
            found.map(\.finding) == [
                "eggd.conf has [mqtt], but eggmqtt is not installed",
                "eggd.conf has [light], but eggkeys is not enabled",
            ])
        #expect(
            found.map(\.fix) == [
                "sudo apt install eggtimer-mqtt && systemctl --user enable --now eggmqtt",
                "systemctl --user enable --now eggkeys",
            ])
    }

    @Test func aSilentSoundFailsTheCheck() throws {
        let examination = with(.init(name: "hush", path: "/tmp/hush.wav", problem: nil, peak: 0))
        #expect(try check("sound", of: examination).finding == "the sound 'hush' contains only silence")
        #expect(!isHeard(examination))
    }

    @Test func anUnheardAlarmFailsTheCheckEvenIfADeviceOpens() {
        var examination = healthy
        examination.alarmOut = "the sound device 'default' takes sound but does not play it"
        #expect(!isHeard(examination))
    }

    @Test func aFailingFirstDeviceIsAWarningIfASecondOpens() throws {
        var examination = healthy
        examination.devices = [fault(.noEntry), DeviceFinding(device: "plughw:0,0", fault: nil)]
        let found = try check("device", of: examination)
        // No command can connect a card.
        #expect(found.verdict == .warning && found.fix == nil)
        #expect(isHeard(examination))
        examination.devices = [fault(.noEntry), fault(.busy, on: "plughw:0,0")]
        #expect(!isHeard(examination))
        #expect(
            examination.checks.first { $0.finding.contains("plughw") }?.fix
                == "grep owner_pid /proc/asound/card*/pcm*p/sub*/status")
    }

    /// alsa-lib reports a card as missing that the user may not use.
    @Test func withoutTheGroupAudioTheFailureNamesIt() throws {
        var examination = healthy
        examination.devices = [fault(.noAccess)]
        examination.system.soundAccess = .notInGroup
        var found = try check("device", of: examination)
        #expect(found.verdict == .failed && found.fix == "sudo usermod -aG audio egg && sudo reboot")
        #expect(found.finding == "eggd may not use the sound device 'default': egg is not in the group audio")
        examination.system.soundAccess = .joinedSince
        found = try check("device", of: examination)
        #expect(found.verdict == .failed && found.fix == "sudo reboot")
        #expect(
            found.finding
                == "eggd may not use the sound device 'default': egg has joined the group audio since eggd was started")
    }

    @Test func whoUsesTheCardIsNamed() throws {
        var examination = healthy
        examination.devices = [fault(.busy)]
        #expect(!isHeard(examination))
        examination.system.cardUsers = [.init(process: 812, program: "mpd", user: "ann"), .init(process: 99)]
        let found = try check("device", of: examination)
        #expect(found.finding == "the sound device 'default' is in use by mpd (process 812 of ann) and process 99")
        #expect(found.verdict == .failed && found.fix == nil)
        // The alarm itself.
        examination.holdsDevice = true
        #expect(try check("device", of: examination).finding == "eggd itself has the sound device 'default' in use")
        #expect(isHeard(examination))
        // A call to 'default' hangs, and holds the card.
        examination = healthy
        examination.devices = [fault(.noAnswer), fault(.busy, on: "plughw:0,0")]
        examination.system.holdsCard = true
        let held = try #require(examination.checks.first { $0.finding.contains("plughw") })
        #expect(held.finding == "the sound device 'plughw:0,0' is in use by eggd itself" && held.fix == nil)
        #expect(!isHeard(examination))
        // The sound server behind the first device uses the card.
        examination = healthy
        examination.devices.append(fault(.busy, on: "plughw:0,0"))
        #expect(examination.checks.allSatisfy { $0.verdict == .ok })
    }

    /// Inside eggd's sandbox every other user appears as nobody.
    @Test func anotherUserIsNotNamedNobody() {
        let sandbox = "         0          0          1\n"
        #expect(SystemState.otherUser(65_534, userMap: sandbox) == "another user")
        #expect(SystemState.otherUser(65_534, userMap: "         0          0 4294967295\n") == "nobody")
        #expect(SystemState.otherUser(geteuid(), userMap: sandbox) == nil)
        let user = SystemState.CardUser(process: 449, program: "mpd", user: "another user")
        #expect(user.description == "mpd (process 449 of another user)")
    }

    /// In the format of the kernel.
    @Test func theOwnerOfACardIsReadFromProc() {
        let status = "state: RUNNING\nowner_pid   : 812\ntrigger_time: 5.1\n"
        #expect(SystemState.number("owner_pid", in: status) == 812)
        #expect(SystemState.number("owner_pid", in: "closed\n") == nil)
        #expect(SystemState.number("Tgid", in: "Name:\tmpd\nTgid:\t810\nPid:\t812\n") == 810)
    }

    @Test func aMissingConfiguredDeviceIsFixedInAnEditor() throws {
        var examination = healthy
        examination.alarm = AlarmSetup(
            sounds: examination.alarm.sounds, format: Sound.builtInTone.format, device: "kitchen", volume: 1)
        examination.devices = [fault(.noEntry, on: "kitchen"), DeviceFinding(device: "default", fault: nil)]
        #expect(try check("device", of: examination).fix?.hasPrefix("editor ") == true)
    }

    @Test func aMutedMixerIsFixedByAmixer() throws {
        var examination = healthy
        let muted = Mixer.Control(name: "Line Out", percent: 70, isOn: false)
        let low = Mixer.Control(name: "PCM", percent: 2, isOn: nil)
        examination.devices = [
            DeviceFinding(device: "default", fault: nil, mixer: "-c 0", quiet: [muted, low]),
            // The same mixer is reported once.
            DeviceFinding(device: "plughw:0,0", fault: nil, mixer: "-c 0", quiet: [muted, low]),
        ]
        let found = examination.checks.filter { $0.subject == "mixer" }
        #expect(
            found.map(\.finding) == [
                "the mixer of 'default' has Line Out muted", "the mixer of 'default' has PCM at 2 %",
            ])
        #expect(found.map(\.fix) == ["amixer -c 0 sset 'Line Out' 80% unmute", "amixer -c 0 sset PCM 80%"])
        #expect(!isHeard(examination))
        // That of a card that is not needed.
        examination = healthy
        let silent = Mixer.Control(name: "PCM", percent: 0, isOn: nil)
        examination.devices.append(DeviceFinding(device: "plughw:1,0", fault: nil, mixer: "-c 1", quiet: [silent]))
        #expect(try check("mixer", of: examination).verdict == .warning)
        // An alarm unmutes it.
        examination = healthy
        examination.alarm.unmutes = true
        examination.devices = [DeviceFinding(device: "default", fault: nil, mixer: "-c 0", quiet: [muted])]
        let raised = try check("mixer", of: examination).finding
        #expect(raised == "the mixer of 'default' has Line Out muted; an alarm raises it")
        #expect(isHeard(examination))
    }

    @Test func aStoreThatSavesNothingIsAWarning() throws {
        var examination = healthy
        examination.storeOut = "database or disk is full"
        let found = try check("state", of: examination)
        #expect(found.verdict == .warning)
        let folder = "/home/egg/.local/state/eggtimer"
        #expect(found.fix == "df -h \(folder); ls -la \(folder); findmnt -T \(folder)")
        examination.hasStateFolder = false
        #expect(try check("state", of: examination).fix == "mkdir -p \(folder)")
    }

    @Test func aDamagedDatabaseThatWasSetAsideIsAWarning() throws {
        var examination = healthy
        examination.storeNotices.damagedFiles = ["/state/eggtimer.db.damaged-1"]
        let found = try #require(examination.checks.first { $0.finding.contains("timers may be missing") })
        #expect(found.verdict == .warning && found.finding.contains("/state/eggtimer.db.damaged-1"))
        #expect(found.fix == "eggctl doctor --seen")
        #expect(isHeard(examination))
    }

    @Test func commandsAreExaminedIfThereAreAny() throws {
        var examination = healthy
        examination.commandFaults.service = "nothing listens"
        #expect(!examination.checks.contains { $0.subject == "command" })
        examination.commands = try CommandFaultsTests.commands("[egg soft]\non-ring = light on\n")
        #expect(try check("command", of: examination).fix == nil)
        examination.system.hasUnit = true
        let found = try check("command", of: examination)
        #expect(found.verdict == .warning && isHeard(examination))
        #expect(found.finding == "commands in the configuration are not run: nothing listens")
        #expect(found.fix == "systemctl --user start eggd-commands.socket")
        examination.commandFaults = CommandFaults(programs: ["the program is missing"])
        #expect(try check("command", of: examination).finding == "the program is missing")
        #expect(try check("command", of: examination).fix?.hasPrefix("editor ") == true)
        examination.commandFaults = CommandFaults(failures: ["a command failed"])
        #expect(try check("command", of: examination).finding == "a command failed")
        #expect(try check("command", of: examination).fix == "journalctl --user -u eggd-commands")
        examination.commandFaults = CommandFaults(runner: "/usr/libexec/eggtimer/eggrun: No such file or directory")
        examination.system.isPackaged = true
        #expect(
            try check("command", of: examination).finding
                == "commands in the configuration are not run: /usr/libexec/eggtimer/eggrun: No such file or directory")
        #expect(try check("command", of: examination).fix == "sudo apt install --reinstall eggtimer")
        examination.commandFaults = CommandFaults()
        #expect(try check("command", of: examination).verdict == .ok)
    }
}
