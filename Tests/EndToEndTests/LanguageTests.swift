import EggTestSupport
import Foundation
import Glibc
import Testing

/// The programs with a catalogue beside them, as gettext's `msgfmt` makes it, and with locales that the machine lacks.
@Suite struct LanguageTests {
    private let folder = TemporaryFolder()

    /// Installs eggctl and till, and the catalogue of a language, in a folder.
    private func install(_ language: String = "de") throws {
        let (bin, locale) = (folder.makeFolder("bin"), folder.makeFolder("share/locale/\(language)/LC_MESSAGES"))
        let sources = BuiltPrograms.sourceTree
        let catalogue =
            language == "de" ? "cat po/de.po" : "PYTHONDONTWRITEBYTECODE=1 python3 po/translations.py pseudo"
        let made = try Program.run(
            "/bin/sh", ["-c", "cd '\(sources)' && \(catalogue) | msgfmt -o '\(locale)/eggtimer.mo' -"],
            environment: ["PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"])
        #expect(made.status == 0, "\(made.errors)")
        for program in [BuiltPrograms.eggctl, BuiltPrograms.till] {
            // A copy that this process makes is "busy" while a program that another test starts still has it open.
            #expect(try Program.run("/bin/cp", [program, bin]).status == 0)
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
        // So is what a line says that can't be read.
        #expect(try eggctl("start 7", german).hasPrefix("eggctl: „7“ hat keine Einheit; schreibe 7m für Minuten"))
        #expect(try eggctl("start 7 --json", german).contains("'7' has no unit; write 7m for minutes"))
    }

    @Test func amountsFollowTheLanguage() throws {
        try install()
        let environment = ["XDG_STATE_HOME": folder.path, "TZ": "UTC", "LC_ALL": "de_DE.UTF-8"]
        let tip = try Program.run(folder.path("bin/till"), ["tip", "85.40", "18"], environment: environment)
        #expect(tip.output == "Rechnung  85,40\u{a0}€\nTrinkgeld  15,37\u{a0}€\nZu zahlen  100,77\u{a0}€\n")
        let francs = try Program.run(
            folder.path("bin/till"), ["tip", "85.40", "0", "--currency", "CHF"], environment: environment)
        #expect(francs.output.hasPrefix("Rechnung  85,40\u{a0}Fr\n"))
    }

    @Test func theTillsDatesFollowTheLanguage() throws {
        try install()
        let environment = ["XDG_STATE_HOME": folder.path, "TZ": "UTC", "LC_ALL": "de_DE.UTF-8"]
        func till(_ words: String...) throws -> String {
            try Program.run(folder.path("bin/till"), words, environment: environment).output
        }
        #expect(try till("rates").hasPrefix("1 EUR = 1,1750 USD, Europäische Zentralbank, 31.12.2025\n"))
        #expect(try till("rates", "--json").contains(#""date":"2025-12-31""#))
        let order = [
            #""user":"ana""#, #""recipient":"Zoë""#, #""gender":"woman""#, #""color":"rot""#, #""message":"Hallo""#,
            #""senders":"wir""#, #""luxury":1"#,
        ]
        let user = #"{"name":"Ana","email":"a@b.cd","telephone":"1234567"}"#
        let orders = #"{"1763712345.123":{\#(order.joined(separator: ","))}}"#
        folder.write(#"{"users":{"ana":\#(user)},"orders":\#(orders)}"#.utf8, to: "cards.json")
        _ = try till("cards", "import", folder.path("cards.json"))
        #expect(try till("cards", "list") == "1763712345.123  21.11.2025 08:05  Zoë\n")
        #expect(try till("cards", "show", "1763712345.123").contains("Bestellt  21.11.2025 08:05\n"))
    }

    @Test func nothingThatTillPrintsWasForgotten() throws {
        try install("xx")
        let environment = ["XDG_STATE_HOME": folder.path, "TZ": "UTC", "LC_ALL": "xx"]
        let units = ["mi", "km", "oz", "ml", "lb", "kg", "in", "cm", "ft", "fl", "dl", "cl"]
        let card =
            "cards buy --customer a@b.cd --recipient Zoë --gender woman --color rot --senders wir --message Hallo"
        for line in [
            "lunch --soup 1 --main 2 --cola 0.5 --delivery --currency BGN", "convert --list", "convert 350F",
            "convert 1 cup", "convert 3 sticks cup", "convert 5 ft 11 in",
            "tip 85.40 18 --people 4 --tax 5 --currency EUR", "rates",
            "rates USD 1.2", "rates USD --reset", "cards register --name Ana --email a@b.cd --telephone 1234567", card,
            "cards list", "cards recover",
        ] {
            let result = try Program.run(
                folder.path("bin/till"), line.split(separator: " ").map(String.init), environment: environment)
            #expect(result.status == 0, "\(line): \(result.errors)")
            // Codes, of currencies too, have large letters; symbols of units are those of every language.
            let forgotten = PseudoLanguage.forgotten(
                in: result.output, names: ["Zoë", "rot", "wir", "Hallo", "Ana", "a@b.cd"] + units
            ).filter { $0 != $0.uppercased() }
            #expect(forgotten.isEmpty, "\(line): \(result.output)")
        }
    }
}
