import EggTestSupport
import Glibc
import MQTT
import Program
import Testing

/// How `eggmqtt` connects: TLS, passwords, what a broker allows, and configurations that can't be used.
@Suite(.enabled(if: RunningBroker.missing == nil, "mosquitto is not installed; script/test installs it"))
struct BrokerLoginTests {
    /// A folder with a certificate for `localhost` and the one of an authority that has signed it.
    private func certificates() throws -> TemporaryFolder {
        let folder = TemporaryFolder()
        let request = ["-newkey", "rsa:2048", "-nodes", "-days", "2"]
        for arguments in [
            ["req", "-x509"] + request
                + ["-subj", "/CN=authority", "-keyout", folder.path("ca.key"), "-out", folder.path("ca.pem")],
            ["req", "-x509"] + request
                + [
                    "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-addext",
                    "basicConstraints=critical,CA:FALSE",
                    "-CA", folder.path("ca.pem"), "-CAkey", folder.path("ca.key"), "-keyout", folder.path("key.pem"),
                    "-out", folder.path("certificate.pem"),
                ],
        ] {
            let result = try Program.run("/usr/bin/openssl", arguments)
            guard result.status == 0 else { throw ProgramError("openssl: \(result.errors)", EIO) }
        }
        return folder
    }

    @Test func aBrokerIsKnownByItsCertificate() throws {
        let folder = try certificates()
        let broker = try RunningBroker(
            [
                "allow_anonymous true", "certfile \(folder.path("certificate.pem"))",
                "keyfile \(folder.path("key.pem"))",
            ], folder: folder)
        let daemon = try RunningDaemon()
        let address = "mqtts://localhost:\(broker.port)"
        let bridge = try RunningBridge(daemon, broker: address, ["ca-file = \(folder.path("ca.pem"))"])
        _ = try bridge.waitForLine("connected to \(address)")
        // The system's certificates don't have this authority, and the certificate is for another name.
        let stranger = try RunningBridge(daemon, broker: address, [])
        let refusal = try stranger.waitForLine("certificate")
        #expect(refusal.contains("check 'broker' and 'ca-file'"), "\(refusal)")
        let renamed = try RunningBridge(
            daemon, broker: "mqtts://127.0.0.1:\(broker.port)", ["ca-file = \(folder.path("ca.pem"))"])
        _ = try renamed.waitForLine("certificate")
        // A broker without TLS.
        let plain = try RunningBroker()
        let mistaken = try RunningBridge(daemon, broker: "mqtts://127.0.0.1:\(plain.port)", [])
        _ = try mistaken.waitForLine("mqtts://127.0.0.1:\(plain.port)")
    }

    @Test func aPasswordAndTheTopicsAreChecked() throws {
        let (daemon, folder) = (try RunningDaemon(), TemporaryFolder())
        let passwords = folder.write("egg:egg\npanel:panel\n".utf8, to: "passwords")
        #expect(try Program.run("/usr/bin/mosquitto_passwd", ["-U", passwords]).status == 0)
        let rules = """
            user egg
            topic readwrite eggtimer/+/status
            topic read eggtimer/+/command
            topic write eggtimer/#
            user panel
            topic readwrite #
            """
        let broker = try RunningBroker(
            ["password_file \(passwords)", "acl_file \(folder.write(rules.utf8, to: "acl"))"], folder: folder)
        let address = "mqtt://127.0.0.1:\(broker.port)"
        func bridge(_ password: String, _ settings: [String] = ["access = full"]) throws -> RunningBridge {
            // As an editor of another system writes it.
            let path = daemon.folder.write("\u{feff}\(password)\r\n".utf8, to: "password-\(password)")
            chmod(path, 0o600)
            return try RunningBridge(daemon, broker: address, ["user = egg", "password-file = \(path)"] + settings)
        }
        // One clear line, and a slow retry.
        let wrong = try bridge("wrong")
        let line = try wrong.waitForLine("refuses user 'egg'")
        #expect(line.contains("password-file") && !line.contains("wrong"))
        let right = try bridge("egg")
        _ = try right.waitForLine("connected to")
        // This user may not describe entities to Home Assistant, and is told so.
        #expect(try right.waitForLine("refuses messages").contains("eggtimer-mqtt(7)"))
        let panel = try BrokerClient(port: broker.port, user: "panel")
        _ = try panel.next("/status") { $0.text == "online" }
        try panel.publish("soft", to: right.topic + "command")
        _ = try panel.next("/timers") { $0.text.contains("soft") }
        wrong.process.signal(SIGTERM)
        #expect(try wrong.process.finish().errors.isEmpty)
    }

    @Test func configurationsThatCannotBeUsedEndIt() throws {
        let folder = TemporaryFolder()
        func run(_ lines: String) throws -> Program.Result {
            let path = folder.write(lines.utf8, to: "eggd.conf")
            let result = try Program.run(
                BuiltPrograms.eggmqtt, ["--config", path], environment: ["EGGD_SOCKET": "/none"])
            guard lines.contains("-file") else { return result }
            // eggd finds the same before eggmqtt starts.
            let check = try Program.run(BuiltPrograms.eggd, ["--check-config", "--config", path])
            let problem = result.errors.dropFirst("eggmqtt: ".count)
            #expect(check.status == EX_CONFIG && check.errors == "eggd: \(path): \(problem)", "\(check.errors)")
            return result
        }
        let noFile = try Program.run(BuiltPrograms.eggmqtt, ["--config", "/none"], environment: [:])
        #expect(noFile.status == EX_CONFIG && noFile.errors.contains("/none doesn't exist"), "\(noFile.errors)")
        let none = try run("")
        #expect(none.status == EX_CONFIG && none.errors.contains("names no broker"), "\(none.errors)")
        let open = folder.write("secret\n".utf8, to: "my password")
        chmod(open, 0o644)
        let mqtt = "[mqtt]\nbroker = mqtt://192.0.2.1\nuser = egg\n"
        let readable = try run(mqtt + "password-file = \(open)\n")
        #expect(readable.status == EX_CONFIG && readable.errors.contains("chmod 600 '\(open)'"), "\(readable.errors)")
        let missing = try run(mqtt + "password-file = /none\n")
        #expect(missing.status == EX_CONFIG && missing.errors.contains("/none: No such file"), "\(missing.errors)")
        let authority = try run("[mqtt]\nbroker = mqtts://192.0.2.1\nca-file = /none\n")
        #expect(authority.status == EX_CONFIG && authority.errors.contains("'ca-file'"), "\(authority.errors)")
    }

    @Test(
        arguments: [
            ("user = egg\npassword-file = FOLDER/password", "can be read by everyone in the network; use mqtts://"),
            ("language = tlh", "'language = tlh' has no catalogue, so names and answers are English; there are "),
        ])
    func isWarnedOf(settings: String, warning: String) throws {
        let daemon = try RunningDaemon()
        chmod(daemon.folder.write("secret\n".utf8, to: "password"), 0o600)
        let lines = "[mqtt]\nbroker = mqtt://192.0.2.1\n\(settings)\n"
            .replacing("FOLDER", with: daemon.folder.path)
        let configuration = daemon.folder.write(lines.utf8, to: "eggd.conf")
        let bridge = try Program(
            BuiltPrograms.eggmqtt, ["--config", configuration], environment: daemon.environment)
        #expect(try bridge.errorLine()?.contains(warning) == true)
        bridge.signal(SIGTERM)
        #expect(try bridge.finish().status == 0)
    }

    @Test func aUnixSocketIsABrokerToo() throws {
        let folder = TemporaryFolder()
        let broker = try RunningBroker(["allow_anonymous true", "listener 0 \(folder.path("broker"))"], folder: folder)
        let daemon = try RunningDaemon()
        let bridge = try RunningBridge(daemon, broker: "unix://\(folder.path("broker"))")
        // libmosquitto of Debian 12 doesn't know Unix sockets.
        let line = try bridge.waitForLine("unix://")
        #expect(line.contains("connected to") || line.contains("Invalid arguments"), "\(line)")
        withExtendedLifetime(broker) {}
    }
}
