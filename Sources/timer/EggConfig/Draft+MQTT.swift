import EggRequests
import EggTimers
import EggWire
import Instants

extension Draft {
    var mqttKeys: [Key] {
        [
            brokerKey,
            key("user", .text) { $0.mqtt.user = $1 },
            key("password-file", .path) { $0.mqtt.passwordFile = $1 },
            key("ca-file", .path) { $0.mqtt.caFile = $1 },
            Key(name: "kitchen") { draft, text in
                guard let name = TimerName(text) else {
                    return "\(Words.invalid(text, "kitchen")); \(TimerName.reason(against: text))"
                }
                draft.mqtt.kitchen = name.text
                return nil
            },
            key("access", ValueKind<Timers.Access>.word) { $0.mqtt.access = $1 },
            key("discovery", ValueKind<MQTTSettings.Discovery>.word) { $0.mqtt.discovery = $1 },
            key("language", .language) { $0.mqtt.language = $1 },
            key("topic", .topic) { $0.mqtt.topic = $1 },
            key("keepalive", .duration(.seconds(10) ... .hours(1))) { $0.mqtt.keepalive = $1 },
            key("follow", .kitchens) { $0.mqtt.follow = $1.map { FollowedKitchen($0) } },
        ]
    }

    mutating func beginFollow(_ text: String) -> Section {
        guard let name = TimerName(text)?.text else {
            complain("the section needs the name or the id of a kitchen: [follow NAME]")
            return .refused
        }
        if let place = followed.firstIndex(where: { $0.isMeant(by: name) }) { return .follow(place) }
        followed.append(FollowedKitchen(name))
        return .follow(followed.count - 1)
    }

    /// An address with a user or a password is refused without its text, because problems are written to the journal.
    private var brokerKey: Key {
        let plain = key("broker", .broker) { $0.broker = $1 }
        return Key(name: plain.name) { draft, text in
            if text.utf8.contains(UInt8(ascii: "@")), !text.hasPrefix("unix:") {
                return "the address of 'broker' has a user or a password; write these as 'user' and 'password-file'"
            }
            return plain.set(&draft, text)
        }
    }

    /// The section `[mqtt]`; nil without a valid broker.
    var mqttSettings: MQTTSettings? {
        guard let broker else { return nil }
        var settings = mqtt
        settings.broker = broker
        if settings.user == nil { settings.passwordFile = nil }
        if !broker.isEncrypted { settings.caFile = nil }
        settings.follow = settings.follow.map { kitchen in followed.first { $0.isMeant(by: kitchen.kitchen) } ?? kitchen
        }
        return settings
    }

    /// Lines of `[mqtt]` that are missing, or without effect.
    var mqttProblems: [Configuration.Problem] {
        var problems: [Configuration.Problem] = []
        func complain(_ key: String?, _ message: String) {
            problems.append(.init(file: path, line: firstLine(of: key, in: .mqtt), message: message))
        }
        func isSet(_ key: String?) -> Bool { firstLine(of: key, in: .mqtt) != nil }
        if isSet(nil), !isSet("broker") { complain(nil, "[mqtt] needs a broker, such as 'broker = mqtt://localhost'") }
        if mqtt.passwordFile != nil, !isSet("user") {
            complain("password-file", "'password-file' needs the name that belongs to it, such as 'user = egg'")
        }
        if mqtt.caFile != nil, let broker, !broker.isEncrypted {
            complain("ca-file", "'ca-file' has no effect, because the broker's address doesn't begin with mqtts://")
        }
        for (place, section) in followed.enumerated()
        where !mqtt.follow.contains(where: { $0.isMeant(by: section.kitchen) }) {
            problems.append(
                .init(
                    file: path, line: firstLine(of: nil, in: .follow(place)),
                    message: "[follow \(section.kitchen)] has no effect without 'follow = \(section.kitchen)' in [mqtt]"
                ))
        }
        return problems
    }
}
