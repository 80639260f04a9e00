import EggTestSupport
import Foundation
import Glibc
import Testing

/// The programs with a catalogue beside them, as gettext's `msgfmt` makes it, and with locales that the machine lacks.
@Suite struct LanguageTests {
    private let folder = TemporaryFolder()

    /// Installs eggctl and till, and the German catalogue, in a folder.
    private func install() throws {
        let locale = folder.path("share/locale/de/LC_MESSAGES")
        for path in [folder.path("bin"), locale] {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        }
        let made = try Program.run(
            "/usr/bin/msgfmt", ["-o", "\(locale)/eggtimer.mo", "\(BuiltPrograms.sourceTree)/po/de.po"],
            environment: ["PATH": "/usr/bin:/bin"])
        #expect(made.status == 0, "\(made.errors)")
        for program in [BuiltPrograms.eggctl, BuiltPrograms.till] {
            // A copy that this process makes is "busy" while a program that another test starts still has it open.
            #expect(try Program.run("/bin/cp", [program, folder.path("bin")]).status == 0)
        }
    }

    @Test func theLocaleChoosesTheLanguageWhetherItExistsOrNot() throws {
        try install()
        let daemon = try RunningDaemon()
        func eggctl(_ line: String, _ variables: [String: String]) throws -> String {
            let result = try Program.run(
                folder.path("bin/eggctl"), line.split(separator: " ").map(String.init),
                environment: daemon.environment.merging(variables) { $1 })
            return result.output + result.errors
        }
        let german = ["LANG": "de_DE.UTF-8"]
        #expect(try eggctl("weich", german).hasPrefix("weiches Ei: 5:00, fertig um "))
        #expect(
            try eggctl("cook weich:2 hart:1", german).hasPrefix("jetzt hinein: 1 hartes Ei\n2 weiche Eier hinein um "))
        #expect(try eggctl("pause Topf", german).hasPrefix("2 weiche Eier: pausiert"))
        #expect(
            try eggctl("2,5 Minuten", ["LANG": "en_US.UTF-8", "LANGUAGE": "de"]).hasPrefix("Timer: 2:30, fertig um "))
        #expect(try eggctl("cancel nix", german).contains("es gibt keinen Timer „nix“"))
        // Without a catalogue, with C, and for programs, it is English.
        #expect(try eggctl("soft", ["LANG": "nl_NL.UTF-8"]).hasPrefix("soft egg: 5:00, done at "))
        #expect(try eggctl("soft", ["LANG": "C.UTF-8", "LANGUAGE": "de"]).hasPrefix("soft egg: 5:00, done at "))
        #expect(try eggctl("cancel nix --json", german).contains(#""error":"there is no timer 'nix'; "#))
    }

    @Test func amountsFollowTheLanguage() throws {
        try install()
        let environment = ["XDG_STATE_HOME": folder.path, "TZ": "UTC", "LC_ALL": "de_DE.UTF-8"]
        let tip = try Program.run(folder.path("bin/till"), ["tip", "85.40", "18"], environment: environment)
        #expect(tip.output == "Rechnung  85,40\u{a0}€\nTrinkgeld  15,37\u{a0}€\nZu zahlen  100,77\u{a0}€\n")
    }
}
