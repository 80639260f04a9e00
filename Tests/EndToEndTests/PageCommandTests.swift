import EggTestSupport
import Glibc
import Testing

/// `eggctl page`, with a program in the place of `systemctl` that keeps the state of a socket in files.
@Suite struct PageCommandTests {
    private let folder = TemporaryFolder()

    private var dropIn: String { folder.path("config/systemd/user/eggweb.socket.d/open.conf") }
    private var token: String { folder.path("state/eggweb/token") }

    /// The service manager. The file `taken` has the streams that another program has.
    private func installManager(closedAt port: UInt16 = 8090) throws {
        try folder.writeProgram(
            """
            cd \(folder.path)
            shift
            echo "$*" >>calls
            streams() {
                conf=config/systemd/user/eggweb.socket.d/open.conf
                if [ -e $conf ]; then sed -n 's/^ListenStream=\\(.\\)/\\1/p' $conf; else echo 127.0.0.1:\(port); fi
            }
            case "$*" in
                show*)
                    if [ -e failed ]; then echo ActiveState=failed
                    elif [ -e active ]; then echo ActiveState=active
                    else echo ActiveState=inactive
                    fi
                    if [ -e missing ]; then echo LoadState=not-found; else echo LoadState=loaded; fi
                    streams | sed 's/^[0-9]*$/[::]:&/; s/.*/Listen=& (Stream)/' ;;
                stop*) rm -f active ;;
                start*)
                    if [ -e taken ] && streams | grep -qxf taken; then
                        echo "Job for eggweb.socket failed." >&2
                        exit 1
                    fi
                    touch active ;;
            esac

            """, to: "systemctl")
    }

    private var environment: [String: String] {
        [
            "PATH": "\(folder.path):/usr/bin:/bin", "XDG_CONFIG_HOME": folder.path("config"),
            "XDG_STATE_HOME": folder.path("state"), "XDG_RUNTIME_DIR": folder.path, "LANG": "C.UTF-8",
        ]
    }

    private func eggctl(_ words: String..., path: String? = nil) throws -> Program.Result {
        let environment = path.map { self.environment.merging(["PATH": $0]) { $1 } } ?? environment
        return try Program.run(BuiltPrograms.eggctl, ["page"] + words, environment: environment)
    }

    @Test func thePageOfThisMachineNeedsNoSecret() throws {
        try installManager()
        folder.write([], to: "active")
        let shown = try eggctl()
        #expect(shown.output == "http://localhost:8090/\n" && shown.status == 0, "\(shown)")
        #expect(access(token, F_OK) != 0)
    }

    @Test func sitesMayShowThePageAlsoWithoutAServiceManager() throws {
        let path = folder.path("state/eggweb/frames")
        let allowed = try eggctl("--frame", "http://Ha.local:8123", "https://ha.example", path: folder.path)
        #expect(allowed.output.hasSuffix("\nhttp://ha.local:8123\nhttps://ha.example\n"), "\(allowed)")
        #expect(text(of: path) == "http://ha.local:8123\nhttps://ha.example\n")
        let refused = try eggctl("--frame", "http://ha.local:8123/lovelace")
        #expect(refused.status == 64 && refused.errors.contains("write http://ha.local:8123"), "\(refused)")
        #expect(try eggctl("--frame", "none").status == 0 && text(of: path)?.isEmpty == true)
    }

    @Test func itIsOpenedToTheHomeNetworkAndClosed() throws {
        try installManager()
        folder.write([], to: "active")
        let opened = try eggctl("--open", "9000")
        #expect(opened.status == 0, "\(opened)")
        let secret = try #require(text(of: token)).dropLast()
        #expect(opened.output.contains(":9000/?token=\(secret)\n"), "\(opened)")
        #expect(opened.output.contains("not encrypted"))
        #expect(text(of: dropIn)?.contains("\nListenStream=\nListenStream=9000\n") == true)
        #expect(text(of: folder.path("calls"))?.contains("enable --quiet eggweb.socket\n") == true)

        // A program gets the address and nothing else.
        let shown = try eggctl()
        #expect(shown.output.hasPrefix("http://") && shown.output.hasSuffix(":9000/?token=\(secret)\n"))
        #expect(shown.output.split(separator: "\n").count == 1)

        let closed = try eggctl("--close")
        #expect(closed.status == 0 && closed.output.hasPrefix("The page is closed"), "\(closed)")
        #expect(access(dropIn, F_OK) != 0)
        #expect(try eggctl().output == "http://localhost:8090/\n")
        #expect(try eggctl("--close").output.hasPrefix("The page was not open"))
    }

    @Test func aNewSecretReplacesTheOldOne() throws {
        try installManager()
        _ = try eggctl("--open")
        let old = try #require(text(of: token))
        let renewed = try eggctl("--new-token")
        let new = try #require(text(of: token))
        #expect(renewed.status == 0 && old != new)
        #expect(renewed.output.contains("/?token=\(new)"))
        #expect(!renewed.output.contains(old))
    }

    @Test func aPortThatIsTakenChangesNothing() throws {
        try installManager()
        folder.write([], to: "active")
        folder.write("8090\n".utf8, to: "taken")
        let refused = try eggctl("--open")
        #expect(refused.status == 1, "\(refused)")
        #expect(refused.errors.contains("8090") && refused.errors.contains("eggctl page --open 8091"), "\(refused)")
        #expect(access(folder.path("config/systemd/user/eggweb.socket.d"), F_OK) != 0)
        #expect(try eggctl().output == "http://localhost:8090/\n")
        // An earlier opening stays.
        #expect(try eggctl("--open", "8091").status == 0)
        let before = text(of: dropIn)
        #expect(try eggctl("--open").status == 1)
        #expect(text(of: dropIn) == before)
        #expect(try eggctl().output.contains(":8091/?token="))
    }

    @Test func itSaysHowToSwitchThePageOn() throws {
        try installManager()
        let off = try eggctl()
        #expect(off.status == EX_UNAVAILABLE)
        #expect(off.errors.contains("systemctl --user enable --now eggweb.socket"), "\(off)")
        folder.write([], to: "missing")
        #expect(try eggctl().errors.contains("eggtimer-web"))
        #expect(try eggctl("--open").status == EX_UNAVAILABLE)
        #expect(access(dropIn, F_OK) != 0)
    }

    @Test func withoutAServiceManagerItSaysWhatToDo() throws {
        try folder.writeProgram("echo 'Failed to connect to bus: No medium found' >&2; exit 1\n", to: "systemctl")
        let words = [[], ["--open"], ["--close"], ["--new-token"]]
        for words in words {
            let refused = try Program.run(
                BuiltPrograms.eggctl, ["page"] + words,
                environment: ["PATH": "\(folder.path):/usr/bin:/bin", "HOME": folder.path])
            #expect(refused.status == EX_UNAVAILABLE && refused.output == "", "\(refused)")
            #expect(refused.errors.contains("No medium found") && refused.errors.hasSuffix(": eggweb\n"))
        }
        #expect(access(folder.path(".config"), F_OK) != 0)
        #expect(try eggctl(path: "/nowhere").errors.contains("systemctl can't be started"))
    }

    @Test func aTerminalAlsoGetsAQRCodeWhoseSecretIsNoArgument() throws {
        try installManager()
        try folder.writeProgram("cd \(folder.path); echo \"$*\" >arguments; cat >link; echo '█ █'\n", to: "qrencode")
        _ = try eggctl("--open")
        let secret = try #require(text(of: token)).dropLast()
        let shown = try Program.run(
            "/usr/bin/script", ["-qec", "\(BuiltPrograms.eggctl) page", "/dev/null"],
            environment: environment.merging(["TERM": "xterm"]) { $1 })
        #expect(shown.output.contains("\u{1b}[38;5;231;48;5;16m█ █\u{1b}[0m"), "\(shown)")
        #expect(shown.output.contains("not encrypted"))
        #expect(text(of: folder.path("link"))?.hasSuffix("/?token=\(secret)") == true)
        #expect(text(of: folder.path("arguments"))?.contains(secret) == false)
    }

    @Test func aTokenForAnswersIsShownOnce() throws {
        try installManager()
        let first = try eggctl("--new-answer-token")
        let path = folder.path("state/eggweb/answer-token")
        #expect(first.status == 0 && first.errors == "" && text(of: path) == first.output, "\(first)")
        #expect(mode(of: path) == 0o600)
        let second = try eggctl("--new-answer-token").output
        #expect(second != first.output && text(of: path) == second && second.count == 44)
        // The links keep their secret, and a terminal gets the explanation.
        #expect(access(token, F_OK) != 0)
        let shown = try Program.run(
            "/usr/bin/script", ["-qec", "\(BuiltPrograms.eggctl) page --new-answer-token", "/dev/null"],
            environment: environment.merging(["TERM": "xterm"]) { $1 })
        #expect(shown.output.contains("It isn't shown again"), "\(shown)")
        folder.write([], to: "missing")
        #expect(try eggctl("--new-answer-token").errors.contains("the touch page isn't installed"))
    }

    /// A reverse proxy's name comes from the running eggweb.
    @Test func behindAProxyTheLinkHasItsName() throws {
        let page = try RunningPage(socket: folder.path("eggd.sock"), hosts: "kitchen.example")
        try installManager(closedAt: page.port)
        folder.write([], to: "active")
        let shown = try eggctl()
        #expect(shown.status == 0, "\(shown)")
        let secret = try #require(text(of: token)).dropLast()
        #expect(shown.output == "https://kitchen.example/?token=\(secret)\n", "\(shown)")
    }
}
