import EggTestSupport
import Testing

@testable import EggConfig

extension ProblemTests {
    private static let brokers =
        "it must be mqtt://HOST, mqtts://HOST, either also with :PORT, or unix:///PATH"
    private static let topics =
        "it must be 1 to 64 letters, digits, '_', '-' and, between them, '/', such as 'home/eggtimer'"

    private static let kitchens =
        "it must be 1 to 16 names or ids of kitchens, separated by commas, such as 'kitchen, garden'"

    private static let invalidMQTTValues = [
        ("follow =", "'follow' has no value; \(kitchens)"),
        ("follow = a,", "'a,' isn't a valid value of 'follow'; \(kitchens)"),
        ("follow = a, A", "'a, A' isn't a valid value of 'follow'; \(kitchens)"),
        ("broker =", "'broker' has no value; \(brokers)"),
        ("user =", "'user' has no value; it must be 1 to 200 bytes of text that can be seen"),
        ("password-file = ~/x", "'~/x' isn't a valid value of 'password-file'; it must be a path that begins with '/'"),
        ("ca-file = x.pem", "'x.pem' isn't a valid value of 'ca-file'; it must be a path that begins with '/'"),
        ("kitchen =", "'kitchen' has no value; it must be text that can be seen"),
        ("access = all", "'all' isn't a valid value of 'access'; it must be read, answer or full"),
        ("discovery = yes", "'yes' isn't a valid value of 'discovery'; it must be homeassistant or none"),
        ("language = d/e", "'d/e' isn't a valid value of 'language'; it must be the code of a language, such as de"),
        ("topic = a/#", "'a/#' isn't a valid value of 'topic'; \(topics)"),
        ("topic = /a", "'/a' isn't a valid value of 'topic'; \(topics)"),
        ("topic = a//b", "'a//b' isn't a valid value of 'topic'; \(topics)"),
        ("topic =", "'topic' has no value; \(topics)"),
        ("keepalive = 9s", "'9s' isn't a valid value of 'keepalive'; it must be 10s to 1h, such as 90s, 5m or 7m30s"),
        (
            "secret = x",
            "unknown key 'secret' in [mqtt]; the keys are broker, user, password-file, ca-file, kitchen, access, "
                + "discovery, language, topic, keepalive, follow"
        ),
    ]

    @Test(arguments: invalidMQTTValues)
    func invalidValuesInTheMQTTSectionAreReported(line: String, sentence: String) {
        let valid = line.hasPrefix("broker") ? "" : "broker = mqtt://localhost"
        let reading = read("[mqtt]\n\(line)\n\(valid)")
        #expect(reading.problems.map(\.description) == ["eggd.conf:2: \(sentence)"])
        let localhost = MQTTBroker.network(host: "localhost", port: 1883, isEncrypted: false)
        #expect(reading.configuration.mqtt == (valid.isEmpty ? nil : MQTTSettings(broker: localhost)))
    }

    /// Longer than the address of a Unix socket can be.
    private static let longSocket = "unix:///" + String(repeating: "a", count: 108)

    @Test(arguments: [
        "mqtt://", "mqtt://:1883", "mqtt://a:0", "mqtt://a:65536", "mqtt://a:", "mqtt://a:+1",
        "mqtt://a/b",
        "localhost:", "/run/a.sock", "http://a", "mqtts://[::1", "mqtt://::1", "mqtt://[a]", "MQTT://a",
        "unix://a", "unix:///", longSocket, "mqtt://a b",
    ])
    func aBrokerIsAnAddress(address: String) {
        #expect(
            problems("[mqtt]\nbroker = \(address)")
                == ["eggd.conf:2: '\(address)' isn't a valid value of 'broker'; \(Self.brokers)"])
    }

    /// Problems are written to the journal.
    @Test(arguments: ["mqtt://me@a", "mqtt://me:secret@a", "me:secret@a", "mqtts://me:secret@a:x"])
    func anAddressWithAPasswordIsRefusedWithoutIt(address: String) {
        #expect(
            problems("[mqtt]\nbroker = \(address)")
                == [
                    "eggd.conf:2: the address of 'broker' has a user or a password; write these as 'user' and "
                        + "'password-file'"
                ])
    }

    @Test func linesOfTheMQTTSectionThatMakeNoSenseTogetherAreReported() {
        let reading = read("[mqtt]\nbroker = mqtt://a\npassword-file = /a\nca-file = /b")
        #expect(reading.configuration.mqtt?.passwordFile == nil && reading.configuration.mqtt?.caFile == nil)
        #expect(
            problems("[mqtt]\naccess = full")
                == ["eggd.conf:1: [mqtt] needs a broker, such as 'broker = mqtt://localhost'"])
        #expect(
            reading.problems.map(\.description) == [
                "eggd.conf:3: 'password-file' needs the name that belongs to it, such as 'user = egg'",
                "eggd.conf:4: 'ca-file' has no effect, because the broker's address doesn't begin with mqtts://",
            ])
    }

    @Test func aSectionForAKitchenThatIsNotFollowedHasNoEffect() {
        let lines = "[mqtt]\nbroker = mqtt://a\nfollow = kitchen\n"
        #expect(
            problems(lines + "[follow garden]\nring = no")
                == ["eggd.conf:4: [follow garden] has no effect without 'follow = garden' in [mqtt]"])
        #expect(
            problems(lines + "[follow]") == [
                "eggd.conf:4: the section needs the name or the id of a kitchen: [follow NAME]"
            ])
        #expect(
            problems(lines + "[follow kitchen]\nring = never")
                == ["eggd.conf:5: 'never' isn't a valid value of 'ring'; it must be yes or no"])
    }
}
