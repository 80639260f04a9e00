import EggConfig
import EggSound
import EggTimers
import EggWire
import Text

/// The findings about everything an alarm needs to be heard, and their wording.
struct Examination: Sendable {
    /// The configuration file; nil if no place for it is known.
    var configFile: String?
    /// Which part of the configuration is not in effect, and why.
    var configOut: String?
    /// Whether the file can't be found because of a link, so that no editor could save it.
    var isConfigLinkDead = false
    /// The kitchen's egg, as it is configured and as it was set.
    var kitchen = KitchenMenu(.presets)
    var alarm: AlarmSetup
    /// Which timers will ring with another sound than their own, and why.
    var timerSounds: [String] = []
    /// The devices in the order in which they are tried, as far as they were examined.
    var devices: [DeviceFinding] = []
    /// Whether eggd itself has a device open.
    var holdsDevice = false
    /// Why the alarm that is being played is not heard; nil when it is, or there is none.
    var alarmOut: String?
    /// Where timers are saved, whether that folder exists, and why they are not saved.
    var stateFolder: String?
    var hasStateFolder = true
    var storeOut: String?
    var storeNotices = StoreNotices()
    /// The commands of the user's own, the socket of the service that runs them, and what was found about both.
    var commands = UserCommands()
    var commandSocket: String?
    var commandFaults = CommandFaults()
    var system = SystemState()

    /// All checks, in order: configuration, sound, system.
    var checks: [Timers.Check] {
        let system = [group, saving, damage, clock, start].compactMap { $0 }
        let all: [[Timers.Check]] = [
            [configuration] + kitchenEgg, sounds, [volume], deviceChecks, mixerChecks, silentAlarm, system,
            commandChecks, self.system.idlePrograms.map(idleProgram),
        ]
        return all.flatMap { $0 }
    }

    private var configuration: Timers.Check {
        guard let configOut else {
            return .ok("configuration", "the configuration is in effect")
        }
        return .warning("configuration", configOut, fix: editConfiguration)
    }

    /// An egg that was set counts, so it is no problem that it differs from the configured one.
    private var kitchenEgg: [Timers.Check] {
        let configured = kitchen.configured.kitchen
        guard kitchen.egg != configured else { return [] }
        let (egg, other) = (RawEggText.description(of: kitchen.egg), RawEggText.description(of: configured))
        return [
            .ok(
                "kitchen",
                "the kitchen's egg was set to \(egg); eggd.conf has \(other); to make both equal, use "
                    + "'eggctl kitchen --reset', or write the egg in [kitchen] of eggd.conf")
        ]
    }

    /// A file is fixed in an editor; on Debian this command starts the user's own. One on a disk that isn't mounted only
    /// needs to be read again.
    private var editConfiguration: String? {
        isConfigLinkDead ? system.reload : configFile.map { "editor \(ShellWord.of($0)) && \(system.reload)" }
    }

    private var sounds: [Timers.Check] {
        configuredSounds + alarm.otherShortened.map { .ok("sound", finding(about: $0)) }
            + (timerSounds + alarm.leftOut).map { .warning("sound", $0) }
    }

    private var configuredSounds: [Timers.Check] {
        alarm.sounds.compactMap { sound in
            if let problem = sound.problem {
                // The finding about the configuration has said so already, with the line.
                guard configOut?.includes(problem) != true else { return nil }
                // The default sound is a file of the package, and no line of the configuration names it.
                let isDefault = sound.name == Configuration.standard.alarm.sound
                return .warning("sound", problem, fix: isDefault ? system.reinstall : editConfiguration)
            }
            if let fault = sound.fault { return .failed("sound", fault, fix: editConfiguration) }
            return .ok("sound", finding(about: sound))
        }
    }

    private func finding(about sound: AlarmSetup.NamedSound) -> String {
        let part = sound.isShortened ? ", but only its first minute" : ""
        return "the sound '\(sound.name)' can be played\(part)" + (sound.path.map { " (\($0))" } ?? "")
    }

    private var volume: Timers.Check {
        if let fault = alarm.volumeFault { return .failed("volume", fault, fix: editConfiguration) }
        let volume = AlarmSetup.inWords(alarm.volume)
        if Mixer.attenuation(ofVolume: alarm.volume) > Mixer.maxAttenuation {
            return .warning("volume", "\(volume), which is easily missed", fix: editConfiguration)
        }
        return .ok("volume", volume)
    }

    // MARK: Sound devices

    /// An alarm is heard on the first candidate that opens.
    private var heardOn: DeviceFinding? { devices.first(where: opens) }

    private func opens(_ finding: DeviceFinding) -> Bool {
        finding.fault == nil || isOurs(finding)
    }

    /// It is in use by eggd's own alarm.
    private func isOurs(_ finding: DeviceFinding) -> Bool {
        holdsDevice && finding.fault?.code == .busy
    }

    /// It is not needed as long as an earlier candidate can be opened; the sound server behind that one often uses it.
    private func isSpare(_ finding: DeviceFinding) -> Bool {
        guard let first = devices.firstIndex(where: opens), let index = devices.firstIndex(of: finding) else {
            return false
        }
        return first < index
    }

    private var silentAlarm: [Timers.Check] {
        alarmOut.map { [.failed("alarm", "an alarm rings that can't be heard: \($0)")] } ?? []
    }

    private var deviceChecks: [Timers.Check] {
        devices.map { finding in
            if isOurs(finding) { return .ok("device", "eggd itself has the sound device '\(finding.device)' in use") }
            guard let fault = finding.fault else {
                return .ok("device", "the sound device '\(finding.device)' can be opened")
            }
            if fault.code == .busy, isSpare(finding) {
                return .ok("device", "the sound device '\(finding.device)' is in use, and another can be opened")
            }
            let verdict: Timers.Verdict = heardOn == nil ? .failed : .warning
            return Timers.Check(
                subject: "device", verdict: verdict, finding: cause(of: fault), fix: fix(of: fault))
        }
    }

    /// A fault in words, with details from the system.
    private func cause(of fault: DeviceFault) -> String {
        switch (fault.code, system.soundAccess) {
        case (.noAccess, .notInGroup):
            "eggd may not use the sound device '\(fault.device)': \(system.user) is not in the group audio"
        case (.noAccess, .joinedSince):
            "eggd may not use the sound device '\(fault.device)': "
                + "\(system.user) has joined the group audio since eggd was started"
        case (.busy, _) where !system.cardUsers.isEmpty:
            "the sound device '\(fault.device)' is in use by "
                + system.cardUsers.map(\.description).joined(separator: " and ")
        case (.busy, _) where system.holdsCard: "the sound device '\(fault.device)' is in use by eggd itself"
        default: fault.description
        }
    }

    private func fix(of fault: DeviceFault) -> String? {
        switch fault.code {
        case .noAccess: system.soundAccess == .joinedSince ? "sudo reboot" : joinGroup
        // /proc names the programs that use a card, except where several share it.
        case .busy:
            system.cardUsers.isEmpty && !system.holdsCard
                ? "grep owner_pid /proc/asound/card*/pcm*p/sub*/status" : nil
        case .noEntry, .noDevice: fault.device == alarm.device && fault.device != "default" ? editConfiguration : nil
        case .hostDown: system.startSoundServer
        default: nil
        }
    }

    private var mixerChecks: [Timers.Check] {
        var seen: Set<String> = []
        return devices.filter(opens).flatMap { finding -> [Timers.Check] in
            guard let mixer = finding.mixer, seen.insert(mixer).inserted else { return [] }
            guard !finding.quiet.isEmpty else {
                return [.ok("mixer", "the mixer of '\(finding.device)' lets sound through")]
            }
            let verdict: Timers.Verdict = finding == heardOn ? .failed : .warning
            return finding.quiet.map { control in
                let state = "the mixer of '\(finding.device)' has \(control.name) \(control.levelText)"
                if alarm.unmutes { return .ok("mixer", "\(state); an alarm raises it") }
                return Timers.Check(
                    subject: "mixer", verdict: verdict, finding: state,
                    fix: "amixer \(mixer) sset \(ShellWord.of(control.name))"
                        + (control.percent == nil ? "" : " 80%") + (control.isOn == nil ? "" : " unmute"))
            }
        }
    }

    // MARK: The system

    private var joinGroup: String { "sudo usermod -aG audio \(ShellWord.of(system.user)) && sudo reboot" }

    private var group: Timers.Check? {
        switch system.soundAccess {
        case .inGroup: .ok("group", "eggd is in the group audio")
        case .always: .ok("group", "eggd may use every sound card")
        case .joinedSince:
            .warning(
                "group", "\(system.user) has joined the group audio since eggd was started",
                fix: "sudo reboot")
        case .notInGroup:
            .warning(
                "group",
                "\(system.user) is not in the group audio; while nobody is logged in, eggd can't use the sound card",
                fix: joinGroup)
        case .noGroup: nil
        }
    }

    private var saving: Timers.Check {
        if let storeOut {
            // The command that makes the folder says why it can't be made, also where the unit's sandbox hides that.
            let fix = stateFolder.map(ShellWord.of).map { folder in
                hasStateFolder ? "df -h \(folder); ls -la \(folder); findmnt -T \(folder)" : "mkdir -p \(folder)"
            }
            return .warning(
                "state", "timers are not being saved; a restart would lose them: \(storeOut)", fix: fix)
        }
        return .ok("state", "timers are saved" + (stateFolder.map { " in \($0)" } ?? ""))
    }

    private var damage: Timers.Check? {
        storeNotices.findings.map { .warning("state", $0, fix: storeNotices.dismissal) }
    }

    private var clock: Timers.Check {
        system.isClockSynchronised
            ? .ok("clock", "the clock is synchronised")
            : .warning(
                "clock", "the clock is not synchronised; after a power cut, eggd can't tell how late an egg is",
                fix: "sudo timedatectl set-ntp true")
    }

    private var start: Timers.Check {
        switch system.supervision {
        case .none:
            .warning(
                "start", "eggd was started by hand, and won't be restarted after a crash or a power cut",
                // Only one of the two daemons can have the socket's path.
                fix: install.map { "kill \(system.process); \($0)systemctl --user enable --now eggd.socket" })
        case .notEnabled:
            .warning(
                "start", "eggd is not enabled, and does not start with the machine",
                fix: "systemctl --user enable eggd.socket")
        case .withoutLinger:
            .warning(
                "start",
                "eggd ends when \(system.user) logs out, and after a power cut doesn't start before "
                    + "\(system.user) logs in",
                fix: "sudo loginctl enable-linger \(ShellWord.of(system.user))")
        case .withMachine: .ok("start", "eggd starts with the machine")
        }
    }

    private var commandChecks: [Timers.Check] {
        guard !commands.all.isEmpty else { return [] }
        var faults: [Timers.Check] = []
        if let fault = commandFaults.service {
            let fix = install.map { "\($0)\(CommandFaults.remedy)" }
            faults.append(.warning("command", "commands in the configuration are not run: \(fault)", fix: fix))
        }
        if let fault = commandFaults.runner {
            faults.append(
                .warning("command", "commands in the configuration are not run: \(fault)", fix: system.reinstall))
        }
        faults += commandFaults.programs.map { .warning("command", $0, fix: editConfiguration) }
        faults += commandFaults.failures.map { .warning("command", $0, fix: "journalctl --user -u eggd-commands") }
        return faults.isEmpty ? [.ok("command", "commands in the configuration are run")] : faults
    }

    private func idleProgram(_ program: SystemState.IdleProgram) -> Timers.Check {
        let isBridge = program.section == "[mqtt]"
        let subject = isBridge ? "bridge" : "keys"
        let finding = "eggd.conf has \(program.section), but \(program.name) is not"
        let enable = "systemctl --user enable --now \(program.name)"
        if program.isInstalled { return .warning(subject, "\(finding) enabled", fix: enable) }
        // The program for keys comes with eggd.
        let isPackage = system.isPackaged && isBridge
        return .warning(
            subject, "\(finding) installed", fix: isPackage ? "sudo apt install eggtimer-mqtt && \(enable)" : nil)
    }

    /// The command that must precede enabling the service: empty if it is installed; nil if nothing here can install
    /// it, or no service manager would start it.
    private var install: String? {
        guard system.hasManager else { return nil }
        return system.hasUnit ? "" : system.installer.map { "\(ShellWord.of($0)) && " }
    }
}
