import EggTimers
import Instants

@testable import EggConfig

/// The configuration file.
final class ConfigurationTarget: Target {
    static let name = "configuration"
    static let maxLength = 4096

    func handle(_ bytes: UnsafeRawBufferPointer) {
        let bytes = Array(bytes)
        let reading = Configuration.read(bytes, path: "eggd.conf")
        check(reading.configuration)
        let lines = 1 + bytes.count { $0 == UInt8(ascii: "\n") }
        var last = 0
        for problem in reading.problems {
            require((1...lines).contains(problem.line ?? 1), "a problem names a line of the file")
            require((problem.line ?? 0) >= last, "problems are in the order of their lines")
            last = problem.line ?? 0
            // Problems are printed in the log and by `eggctl status`.
            let text = problem.description
            require(Words.shown(text) == text, "a problem is printable: \(text)")
        }
        let written = Self.text(of: reading.configuration)
        let again = Configuration.read(Array(written.utf8), path: "eggd.conf")
        require(again.problems.isEmpty, "accepted settings can be written: \(again.problems)")
        require(again.configuration == reading.configuration, "accepted settings read the same after they are written")
    }

    private func check(_ configuration: Configuration) {
        let alarm = configuration.alarm
        require((0...1).contains(alarm.volume), "the volume is a fraction")
        require(!alarm.sound.isEmpty && !alarm.device.isEmpty, "there is a sound and a device")
        let settings = alarm.settings
        let preparations = [alarm.ramp, settings.leadIn]
        let waits = [settings.silenceAfter, settings.snooze, settings.lateAfter]
        require(preparations.allSatisfy { $0 >= .zero && $0 <= .seconds(60) }, "preparations in range")
        require(waits.allSatisfy { $0 >= .seconds(1) && $0 <= .hours(24) }, "waits in range")
        require(settings.warning >= .zero && settings.warning <= .hours(1), "the warning in range")
        let eggs = configuration.menu.eggs
        require((3...Configuration.maxEggs).contains(eggs.count), "the presets, and not too many")
        require(eggs.prefix(3).map(\.name) == EggMenu.presets.eggs.map(\.name), "the presets come first")
        require(Set(eggs.map(\.name)).count == eggs.count, "each egg once")
        for egg in eggs {
            require(TimerBoard.durations.contains(egg.duration), "an egg's duration in range")
            require(!DurationText.looksLikeDuration(egg.name) && egg.name != EggMenu.custom, "an egg can be chosen")
        }
        for command in configuration.commands.all.map(\.command) {
            let (program, words) = (command.program, [command.program] + command.arguments)
            require(!program.isEmpty && program.hasPrefix("/") == program.contains("/"), "a program can be found")
            require(words.allSatisfy { !$0.utf8.contains(0) }, "words can be passed to a program")
        }
        require(configuration.sounds.keys.allSatisfy { name in eggs.contains { $0.name == name } }, "sounds of eggs")
    }

    /// A file with the same settings.
    private static func text(of configuration: Configuration) -> String {
        let alarm = configuration.alarm
        var lines = [
            "[alarm]", "sound=\(alarm.sound)", "device=\(alarm.device)",
            "volume=\(Int((alarm.volume * 100).rounded()))%",
        ]
        lines += configuration.commands.standard.map { "\($0.key.key)=\($0.value.text)" }
        let settings = alarm.settings
        let times = [
            ("ramp", alarm.ramp), ("lead-in", settings.leadIn), ("silence-after", settings.silenceAfter),
            ("warning", settings.warning), ("snooze", settings.snooze), ("late-after", settings.lateAfter),
        ]
        lines += times.map { "\($0)=\($1.components.seconds)s" }
        if !configuration.hosts.isEmpty {
            lines += ["[page]", "hosts=\(configuration.hosts.joined(separator: " "))"]
        }
        if let mqtt = configuration.mqtt {
            lines += [
                "[mqtt]", "broker=\(mqtt.broker)", "kitchen=\(mqtt.kitchen)", "access=\(mqtt.access.rawValue)",
                "discovery=\(mqtt.discovery.rawValue)", "topic=\(mqtt.topic)",
                "keepalive=\(mqtt.keepalive.components.seconds)s",
            ]
            lines += [
                ("user", mqtt.user), ("password-file", mqtt.passwordFile), ("ca-file", mqtt.caFile),
                ("language", mqtt.language),
            ].compactMap { key, value in value.map { "\(key)=\($0)" } }
        }
        let kitchen = configuration.menu.kitchen
        lines += [
            "[kitchen]", "egg-size=\(kitchen.grams)g", "egg-from=\(kitchen.celsius)C", "altitude=\(kitchen.altitude)m",
        ]
        for egg in configuration.menu.eggs {
            lines.append("[egg \(egg.name)]")
            switch egg.doneness {
            // The exact temperatures of the presets have more decimals than a file can give.
            case .some where EggMenu.presets.eggs.contains { $0.name == egg.name && $0.doneness == egg.doneness }: break
            case .yolk(let celsius)?: lines.append("yolk=\(celsius)C")
            case .centre(let celsius)?: lines.append("centre=\(celsius)C")
            case nil: lines.append("duration=\(egg.duration.components.seconds)s")
            }
            if !egg.description.isEmpty { lines.append("description=\(egg.description)") }
            if let sound = configuration.sounds[egg.name] { lines.append("sound=\(sound)") }
            for (event, command) in configuration.commands.ofEggs[egg.name] ?? [:] {
                lines.append("\(event.key)=\(command?.text ?? "")")
            }
        }
        return lines.joined(separator: "\n")
    }
}
