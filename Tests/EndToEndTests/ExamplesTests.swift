import EggTestSupport
import EggWire
import Foundation
import Glibc
import Testing
import Varlink

/// The examples of eggctl(1) and README.md, word for word, against real programs.
@Suite struct ExamplesTests {
    private static func text(of file: String) -> String {
        EggTestSupport.text(of: "\(BuiltPrograms.sourceTree)/\(file)") ?? ""
    }

    /// The commands in the manual's examples: those at a prompt, and those in configurations of other programs.
    private static var manual: [String] {
        let page = text(of: "man/eggctl.1").replacingOccurrences(of: "\\-", with: "-")
            .replacingOccurrences(of: "\\(aq", with: "'")
        let examples = page.components(separatedBy: ".Sh EXAMPLES\n").last?.components(separatedBy: ".Sh SEE ALSO")
            .first
        var (isLiteral, hasPrompt) = (false, false)
        return (examples ?? "").split(separator: "\n").compactMap { line in
            if line.hasPrefix(".") { (isLiteral, hasPrompt) = (line.hasPrefix(".Bd -literal"), false) }
            // The other lines at a prompt are output.
            if line.hasPrefix("$ ") { hasPrompt = true }
            guard isLiteral, line.hasPrefix("$ ") || !hasPrompt, let start = line.range(of: "eggctl ") else {
                return nil
            }
            let rest = line[start.lowerBound...]
            switch line[..<start.lowerBound].last {
            // A string, and tmux's own form.
            case "\"": return String(rest.prefix { $0 != "\"" })
            case "(": return String(rest.prefix { $0 != ")" })
            default: return String(line.hasPrefix("$ ") ? line.dropFirst(2) : rest)
            }
        }
    }

    /// The commands in README.md's overview.
    private static var overview: [String] {
        // The comments name other commands.
        let using = text(of: "README.md").components(separatedBy: "\n## Using\n").last?.components(separatedBy: "\n## ")
            .first
        return (using ?? "").split(separator: "\n").filter { $0.hasPrefix("    eggctl ") }.map { line in
            String(line.dropFirst(4).split(separator: "#").first ?? "")
        }
    }

    @Test func theExamplesAreFound() {
        for command in [
            "eggctl watch --waybar", "eggctl watch --i3bar", "eggctl watch --format '{name} {remaining}'",
            "eggctl wait && echo Breakfast", "eggctl start --at 18:30", "eggctl again", "eggctl resume --all",
            "eggctl dismiss",
        ] {
            #expect(Self.manual.contains(command), "\(command)")
        }
        #expect(Self.manual.filter { $0 == "eggctl watch --format '{name} {remaining}'" }.count == 3)
        #expect(Self.overview.count > 12)
    }

    @Test func everyExampleWorks() throws {
        for command in Set(Self.manual + Self.overview) { try check(command) }
    }

    /// Runs a command in the situation that it is for.
    private func check(_ command: String) throws {
        let daemon = try RunningDaemon()
        let client = try daemon.client()
        func start(_ parameters: Timers.Start.Parameters) throws {
            _ = try client.call(Timers.Start.self, parameters)
        }
        switch command.split(separator: " ").dropFirst().first {
        case "snooze", "dismiss", "wait":
            try start(.init(durationMs: 1000, elapsedMs: 999))
            try waitUntil("it rings") { try daemon.timers().map(\.state) == [.ringing] }
        case "again":
            try start(.init(egg: "soft"))
            _ = try client.call(Timers.Cancel.self, .init())
        case "rename": try start(.init(egg: "soft"))
        default:
            try start(.init(egg: "soft"))
            try start(.init(durationMs: 540_000, name: "left-pot"))
        }
        if command.hasPrefix("eggctl resume") { _ = try client.call(Timers.Pause.self, .init("egg")) }
        var environment = daemon.environment
        let folder = URL(fileURLWithPath: BuiltPrograms.eggctl).deletingLastPathComponent().path
        let ssh = try FakeSSH(to: daemon)
        environment["PATH"] = "\(ssh.folder):\(folder):/usr/bin:/bin"
        guard command.contains("watch") else {
            let result = try Program.run("/bin/sh", ["-c", command], environment: environment)
            // Without a sound card, doctor says so by its status.
            let isDone = result.status == 0 || command.contains("doctor") && result.status == 1
            #expect(isDone && !result.output.isEmpty && result.errors.isEmpty, "\(command): \(result)")
            return
        }
        let watch = try Program("/bin/sh", ["-c", "exec \(command)"], environment: environment)
        #expect(try watch.line()?.isEmpty == false, "\(command)")
        watch.signal(SIGTERM)
        #expect(try watch.finish().status == 128 + SIGTERM, "\(command)")
    }
}
