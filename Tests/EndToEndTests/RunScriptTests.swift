import EggTestSupport
import Foundation
import Testing

/// `script/run` in a tree of its own, with a compiler that only writes down which programs it is asked for.
@Suite struct RunScriptTests {
    private let folder = TemporaryFolder()

    init() throws {
        for name in ["script/run", "script/common"] {
            folder.write(try #require(contents(of: "\(BuiltPrograms.sourceTree)/\(name)")), to: name)
        }
        let programs = BuiltPrograms.eggd.dropLast("/eggd".count)
        try folder.writeProgram(
            """
            case "$*" in
                --version) echo 'Swift version 6.0' ;;
                *--show-bin-path*) echo '\(programs)' ;;
                *) echo "${*##*--product }" >>'\(folder.path("built"))' ;;
            esac
            """, to: "bin/swift")
        try folder.writeProgram("exit 1", to: "bin/swiftc")
        try folder.writeProgram("echo installed", to: "bin/dpkg-query")
        let settings = "[alarm]\nsilence-after = 1s\n[ egg  jammy ]\nduration = 1s\n"
        folder.write(settings.utf8, to: "config/eggtimer/eggd.conf")
    }

    private func run(_ arguments: [String]) throws -> Program.Result {
        let environment = [
            "PATH": "\(folder.path("bin")):/usr/bin:/bin", "XDG_CONFIG_HOME": folder.path("config"),
            "XDG_RUNTIME_DIR": folder.path, "ALSA_CONFIG_PATH": "/nonexistent",
        ]
        return try Program.run("/bin/bash", [folder.path("script/run")] + arguments, environment: environment)
    }

    private var built: String? { text(of: folder.path("built")) }

    @Test func itBuildsOnlyWhatItRuns() throws {
        let result = try run(["Jammy", "--name", "pan"])
        #expect(result.status == 0 && result.output.contains(" missed, pan (jammy egg): "), "\(result)")
        #expect(built == "eggd\neggctl\n")
    }

    @Test(arguments: [
        ("sofft", "unknown egg 'sofft'; "), ("10", "'10' has no unit; "), ("-x", "unknown option '-x'"),
    ])
    func eggctlRefusesAWrongEgg(word: String, reason: String) throws {
        let result = try run([word])
        #expect(result.status == 64 && result.errors.contains("eggctl: \(reason)"), "\(result)")
    }

    @Test(arguments: [["--page", "x"], ["--page", "70000"], ["--page", "80", "90"]])
    func otherWrongArgumentsAreRefusedBeforeTheBuild(words: [String]) throws {
        let result = try run(words)
        #expect(result.status == 1 && result.errors.hasPrefix("run: ") && built == nil, "\(result)")
    }
}
