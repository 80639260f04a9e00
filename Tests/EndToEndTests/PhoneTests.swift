import EggTestSupport
import EggWire
import Foundation
import Glibc
import Testing
import Varlink

/// The examples of eggd.conf(5) for phones, typed as they stand, with a server in the place of ntfy and the others.
@Suite struct PhoneTests {
    private let folder = TemporaryFolder()
    private let pageFolder = TemporaryFolder()
    private let manual: ManualPage

    init() throws {
        manual = try ManualPage("man/eggd.conf.5")
        folder.makeFolder(".config/eggtimer")
        // `eggctl page` asks whether the page is installed.
        try folder.writeProgram("echo LoadState=loaded\n", to: "systemctl")
    }

    private var variables: [String: String] {
        let programs = URL(fileURLWithPath: BuiltPrograms.eggctl).deletingLastPathComponent().path
        return [
            "HOME": folder.path, "XDG_RUNTIME_DIR": folder.path, "XDG_STATE_HOME": folder.path("home"),
            "STATE_DIRECTORY": pageFolder.path("state"), "EGGD_SOCKET": folder.path("eggd.sock"), "LANG": "C.UTF-8",
            "PATH": "\(folder.path):\(programs):/usr/bin:/bin",
        ]
    }

    /// A request as the server has received it.
    private struct Received: Decodable {
        let host: String
        let path: String
        let headers: [String: String]
        let body: String
        /// Whether an argument of any process had one of the secrets.
        let isSeen: Bool
    }

    /// Starts a server for the hosts of all addresses, which sends everything back, as ntfy does.
    private func startServer(secrets: [String]) throws -> Program {
        let key = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=test"]
        let made = try Program.run(
            "/usr/bin/openssl", key + ["-keyout", folder.path("key"), "-out", folder.path("certificate")])
        #expect(made.status == 0, "\(made)")
        let script = """
            import glob, http.server, json, ssl, sys
            def is_seen(secret):
                for path in glob.glob("/proc/[0-9]*/cmdline"):
                    try:
                        with open(path, "rb") as file: words = file.read()
                    except OSError: continue
                    if secret.encode() in words: return True
                return False
            secrets = open(sys.argv[1]).read().split()
            class Handler(http.server.BaseHTTPRequestHandler):
                def do_POST(self):
                    body = self.rfile.read(int(self.headers["Content-Length"])).decode()
                    headers = {name.lower(): value for name, value in self.headers.items()}
                    received = {"host": headers["host"], "path": self.path, "headers": headers, "body": body,
                        "isSeen": any(map(is_seen, secrets))}
                    answer = (json.dumps(received) + "\\n").encode()
                    self.send_response(200)
                    self.send_header("Content-Length", str(len(answer)))
                    self.end_headers()
                    self.wfile.write(answer)
                    print(json.dumps(received), flush=True)
                def log_message(self, *_): pass
            server = http.server.HTTPServer(("127.0.0.1", 0), Handler)
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain("\(folder.path)/certificate", "\(folder.path)/key")
            server.socket = context.wrap_socket(server.socket, server_side=True)
            print(server.server_port, flush=True)
            server.serve_forever()
            """
        let list = folder.write(secrets.joined(separator: "\n").utf8, to: "secrets")
        let server = try Program(
            "/usr/bin/python3", ["-c", script, list], environment: ["PATH": "/usr/bin:/bin"])
        let port = try #require(try server.line())
        // The addresses of the examples lead to this server; their text stays as it stands.
        folder.write("connect-to = \"::127.0.0.1:\(port)\"\ninsecure\n".utf8, to: ".curlrc")
        return server
    }

    /// Types the lines of an example after its prompts.
    private func type(_ text: String) throws {
        let lines = text.split(separator: "\n").map { $0.hasPrefix("$ ") ? $0.dropFirst(2) : $0 }
        let typed = try Program.run("/bin/sh", ["-ec", lines.joined(separator: "\n")], environment: variables)
        #expect(typed.status == 0 && typed.errors.isEmpty, "\(typed)")
    }

    private func configure(_ text: String) {
        folder.write(text.utf8, to: ".config/eggtimer/eggd.conf")
    }

    /// The lines of a manager until eggrun has ended, and those with its complaints.
    private func end(of manager: Program) throws -> [String] {
        try manager.lines { $0 == "ended 0" }
    }

    private func next(_ server: Program) throws -> Received {
        try decodeJSON(Received.self, from: Array(try #require(try server.line()).utf8))
    }

    // MARK: The examples

    @Test func ntfyGetsTheMessagesAndItsButtonsAnswerTheAlarm() throws {
        let examples = manual.examples(of: "ntfy")
        #expect(examples.count == 2)
        try type(try #require(examples.last))
        #expect(mode(of: folder.path(".config/eggtimer/ntfy")) == 0o600)
        let secret = String(
            decoding: try #require(contents(of: pageFolder.path("state/answer-token"))).dropLast(), as: UTF8.self)
        let server = try startServer(secrets: [secret])
        configure("[alarm]\nwarning = 1s\n\(examples[0])")
        let manager = try Program.commandManager(in: folder, environment: variables)
        let daemon = try RunningDaemon(folder: folder, environment: variables)
        let page = try RunningPage(socket: daemon.socket, listen: "0.0.0.0:0", folder: pageFolder)

        let doctor = try daemon.eggctl("doctor", "--ring").output
        #expect(doctor.contains("ok    3 commands were run as a test"), "\(doctor)")
        #expect(doctor.contains("ok    commands in the configuration are run\n"), "\(doctor)")
        for text in ["Soon done: test", "Done: test", "Missed: test"] {
            let message = try next(server)
            #expect(message.host == "ntfy.sh" && message.path == "/my-eggs-f6T2x9" && message.body == text)
            #expect(!message.isSeen)
        }
        #expect(try end(of: manager).isEmpty)

        _ = try daemon.eggctl("start", "1s", "--name", "left pot")
        let message = try next(server)
        #expect(message.body == "Done: left pot" && !message.isSeen)
        let buttons = try #require(message.headers["actions"]).split(separator: ";").map { button in
            button.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
        }
        #expect(buttons.map { $0.prefix(2) } == [["http", "Stop"], ["http", "One more minute"]])
        func states() throws -> [Timers.State] {
            try daemon.timers().map(\.state)
        }
        #expect(try states() == [.ringing])
        for (button, left) in [(buttons[1], [Timers.State.snoozed]), (buttons[0], [])] {
            let url = try #require(URL(string: button[2]))
            let header = try #require(button[3].split(separator: "=", maxSplits: 1).last)
            #expect(button[3].hasPrefix("headers.Authorization="))
            let answer = try page.client().request(
                "POST", url.path, headers: ["Host": "\(url.host ?? ""):8090", "Authorization": "\(header)"], body: "")
            #expect(answer.status == 200, "\(answer.text)")
            #expect(try states() == left)
        }
        // Nothing that goes to the journal has the secret, also when the service can't be reached.
        #expect(try end(of: manager).isEmpty)
        server.signal(SIGTERM)
        _ = try server.finish()
        let failed = try daemon.eggctl("doctor", "--ring").output
        #expect(
            failed.contains(": on-missed of 'test': 'sh -c 'curl ") && failed.contains(" exited with 7\n"), "\(failed)")
        #expect(try end(of: manager).isEmpty)
        manager.signal(SIGTERM)
        let journal = try manager.finish().errors
        #expect(journal.contains("curl: (7)") && !journal.contains(secret), "\(journal)")
    }

    @Test(arguments: [
        ("Gotify", "gotify.example/message", "AzyoeNS.D4iJLVa"),
        ("A web hook", "home.example/api/webhook/f6T2x9Qw81", "f6T2x9Qw81"),
    ])
    func otherServicesGetTheMessages(service: String, place: String, secret: String) throws {
        let examples = manual.examples(of: service)
        #expect(examples.count == 2)
        try type(try #require(examples.last))
        let file = service == "Gotify" ? "gotify" : "hook"
        #expect(mode(of: folder.path(".config/eggtimer/\(file)")) == 0o600)
        let server = try startServer(secrets: [secret])
        configure("[alarm]\nwarning = 1s\n\(examples[0])")
        let manager = try Program.commandManager(in: folder, environment: variables)
        let daemon = try RunningDaemon(folder: folder, environment: variables)
        let doctor = try daemon.eggctl("doctor", "--ring").output
        #expect(doctor.contains("ok    3 commands were run as a test"), "\(doctor)")
        #expect(doctor.contains("ok    commands in the configuration are run\n"), "\(doctor)")
        var bodies: [String] = []
        for _ in 0..<3 {
            let message = try next(server)
            #expect(message.host + message.path == place && !message.isSeen)
            #expect(message.headers["x-gotify-key"] == (service == "Gotify" ? secret : nil))
            // Versions of curl write a space in two ways.
            bodies.append(message.body.replacingOccurrences(of: "+", with: " ").removingPercentEncoding ?? "")
        }
        let fields =
            service == "Gotify"
            ? ["Soon done", "Done", "Missed"].map { "title=Egg timer&priority=8&message=\($0): test" }
            : ["warning", "ring", "missed"].map { "event=\($0)&name=test" }
        #expect(bodies == fields)
        #expect(try end(of: manager).isEmpty)
        manager.signal(SIGTERM)
        #expect(try manager.finish().errors == "")
    }
}
