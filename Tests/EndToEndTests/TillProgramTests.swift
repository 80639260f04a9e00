import EggTestSupport
import Foundation
import Glibc
import Testing

/// The real program `till`, with a database of its own.
@Suite struct TillProgramTests {
    private let folder = TemporaryFolder()
    private var environment: [String: String] { ["XDG_STATE_HOME": folder.path, "TZ": "UTC", "LC_ALL": "en_US.UTF-8"] }

    private func till(_ words: String...) throws -> Program.Result {
        try Program.run(BuiltPrograms.till, words, environment: environment)
    }

    private func lines(_ result: Program.Result) -> [String] {
        result.output.split(separator: "\n").map(String.init)
    }

    private func register(_ name: String) throws {
        let result = try till(
            "cards", "register", "--name", name, "--email", "\(name)@example.org", "--telephone", "12345")
        #expect(result.status == 0 && result.errors.isEmpty)
    }

    // MARK: The issue's check values

    @Test func cardsAreBoughtListedAndShown() throws {
        #expect(try till("cards", "list").status == 1)
        try register("ivan")
        let bought = try till(
            "cards", "buy", "--recipient", "Anna", "--gender", "woman", "--color", "blue", "--message",
            String(repeating: "m", count: 30), "--senders", "0123456789", "--luxury", "5", "--json")
        #expect(bought.status == 0 && bought.output.contains(#""text":"9.00 BGN (4.60 EUR)""#))
        let list = try till("cards", "list")
        let key = try #require(list.output.split(separator: " ").first.map(String.init))
        #expect(lines(list).count == 1 && list.output.hasSuffix("  Anna\n"))
        #expect(try till("cards", "show", key).output.contains("Price  9.00 BGN (4.60 EUR)\n"))
        try register("maria")
        let unclear = try till("cards", "list")
        #expect(unclear.status == 1 && unclear.errors.contains("--customer: ivan@example.org, maria@example.org"))
        #expect(try till("cards", "show", key, "--customer", "maria@example.org").status == 1)
        #expect(try till("cards", "show", key, "--customer", "Ivan@example.org").status == 0)
    }

    @Test func aLostRecoveryCodeIsReplaced() throws {
        #expect(try till("cards", "recover").status == 1)
        try register("ivan")
        let result = try till("cards", "recover", "--customer", "ivan@example.org")
        #expect(result.status == 0 && lines(result).count == 3)
        #expect(lines(result)[1].split(separator: "-").map(\.count) == [5, 5, 5, 5, 5])
        #expect(try till("cards", "recover", "--json").output.contains(#""recoveryCode":""#))
        #expect(try till("cards", "recover", "--customer", "nobody@example.org").status == 1)
    }

    @Test func anExportIsImportedAsItWas() throws {
        try register("ivan")
        for message in ["one", "two\nlines", "👨‍👩‍👧 три"] {
            let result = try till(
                "cards", "buy", "--recipient", "Anna", "--gender", "man", "--color", "red", "--message", message,
                "--senders", "me")
            #expect(result.status == 0)
        }
        let exported = try till("cards", "export").output
        #expect(exported.hasPrefix(#"{"orders":{""#) && exported.contains(#""users":{"ivan@example.org":{"#))
        let file = folder.write(exported.utf8, to: "cards.json")
        #expect(try till("cards", "import", file).output == "Added: 0 customers, 0 orders. Already there: 3 orders.\n")
        #expect(try till("cards", "export", "--json").output == exported)
        // As an editor of Windows saves it.
        let edited = folder.write("\u{feff}\(exported.dropLast())\r\n".utf8, to: "edited.json")
        #expect(try till("cards", "import", edited).output.hasSuffix("Already there: 3 orders.\n"))
        let other = TemporaryFolder()
        let elsewhere = ["XDG_STATE_HOME": other.path]
        let imported = try Program.run(BuiltPrograms.till, ["cards", "import", file], environment: elsewhere)
        #expect(imported.status == 0 && imported.output.contains("Added: 1 customer, 3 orders."))
        #expect(try Program.run(BuiltPrograms.till, ["cards", "export"], environment: elsewhere).output == exported)
        // The user's layout, with users that have other keys than their addresses.
        let own = """
            {"users": {"7": {"name": "Petar", "email": "petar@example.org", "telephone": "555 123"}},
             "orders": {"1763712345.123": {"user": "7", "recipient": "Eva", "gender": "woman", "color": "green",
               "message": "\(String(repeating: "m", count: 30))", "senders": "0123456789", "luxury": 5}}}
            """
        #expect(try till("cards", "import", folder.write(own.utf8, to: "own.json")).status == 0)
        let shown = try till("cards", "show", "1763712345.123", "--customer", "petar@example.org")
        #expect(shown.output.contains("Ordered  2025-11-21 08:05\n") && shown.output.contains("9.00 BGN"))
    }

    // MARK: Refusals

    @Test func refusalsAre1AndAMissingDatabaseIs69() throws {
        #expect(try till("cards", "show", "1").status == 1 && till("cards", "import", "/nope").status == 1)
        let bad = folder.write(#"{"users": {}, "orders": {"1": {"user": "x"}}}"#.utf8, to: "bad.json")
        let result = try till("cards", "import", bad)
        #expect(result.status == 1 && result.errors.contains("'orders'.'1'.'recipient'"), "\(result.errors)")
        folder.write([], to: "file")
        let broken = try Program.run(
            BuiltPrograms.till, ["cards", "list"], environment: ["XDG_STATE_HOME": folder.path("file")])
        #expect(broken.status == EX_UNAVAILABLE && broken.errors.contains("can't be created"))
        let homeless = try Program.run(BuiltPrograms.till, ["cards", "list"], environment: [:])
        #expect(homeless.status == EX_UNAVAILABLE && homeless.errors.contains("no folder for the database is known"))
    }

    @Test func aRateIsShownWhereNothingCanBeStored() throws {
        let rate = try till("rates").output
        let order = ["lunch", "--soup", "1", "--currency", "usd"]
        let bill = try Program.run(BuiltPrograms.till, order, environment: environment).output
        #expect(bill.contains("USD") && access(folder.path("till"), F_OK) != 0)
        for environment in [["XDG_STATE_HOME": "/proc/nowhere"], [:]] {
            #expect(try Program.run(BuiltPrograms.till, ["rates"], environment: environment).output == rate)
            #expect(try Program.run(BuiltPrograms.till, order, environment: environment).output == bill)
            let set = try Program.run(BuiltPrograms.till, ["rates", "USD", "1.2"], environment: environment)
            #expect(set.status == EX_UNAVAILABLE)
        }
    }

    @Test(.ownMounts)
    func aStoredRateIsReadFromAReadOnlyDisk() throws {
        let rate = try till("rates", "USD", "1.2").output
        let script = "mount --bind \"$0\" \"$0\" && mount -o remount,bind,ro \"$0\" && exec \"$@\""
        let result = try Program.run(
            "/usr/bin/unshare", ["-m", "sh", "-c", script, folder.path, BuiltPrograms.till, "rates"],
            environment: environment.merging(["PATH": "/usr/bin:/bin"]) { $1 })
        #expect(result.status == 0 && result.output == rate, "\(result)")
    }

    @Test func anOrderIsPrintedWithoutControlSequences() throws {
        try register("ivan")
        let result = try till(
            "cards", "buy", "--recipient", "Anna", "--gender", "man", "--color", "red", "--message", "A\u{202e}nna",
            "--senders", "me")
        #expect(result.status == 0)
        let words = result.output.split { $0 == " " || $0 == "\n" }
        let order = try #require(words.dropFirst().first)
        for command in [
            ["cards", "show", String(order), "--json"], ["cards", "export"],
        ] {
            let json = try Program.run(BuiltPrograms.till, command, environment: environment).output
            #expect(json.contains(#"A\u202Enna"#) && !json.unicodeScalars.contains("\u{202e}"), "\(command)")
        }
        let file = folder.write(try till("cards", "export").output.utf8, to: "cards.json")
        #expect(try till("cards", "import", file).output.hasSuffix("Already there: 1 order.\n"))
    }

    // MARK: Side by side, and killed

    @Test func afterEachKillEveryAcknowledgedOrderIsThereOnce() throws {
        try register("ivan")
        var random = SeededGenerator(seed: 200)
        var acknowledged: [String: String] = [:]
        var killed = 0
        for number in 0..<60 {
            // Each time, two programs place orders and one of them is killed at some moment.
            let programs = try ["a", "b"].map { name in
                try Program(
                    BuiltPrograms.till,
                    [
                        "cards", "buy", "--recipient", "Anna", "--gender", "man", "--color", "red", "--message",
                        "\(name)\(number)", "--senders", "me", "--json",
                    ], environment: environment)
            }
            usleep(UInt32.random(in: 0...25_000, using: &random))
            programs[0].signal(SIGKILL)
            for (name, program) in zip(["a", "b"], programs) {
                let result = try program.finish()
                if result.status == 128 + SIGKILL { killed += 1 }
                guard result.output.hasSuffix("}\n") else { continue }
                let reply = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: [String: Any]]
                let key = try #require(reply?["order"]?["order"] as? String)
                #expect(acknowledged.updateValue("\(name)\(number)", forKey: key) == nil, "a key was given twice")
            }
        }
        let export = try JSONSerialization.jsonObject(with: Data(try till("cards", "export").output.utf8))
        let orders = try #require((export as? [String: [String: [String: Any]]])?["orders"])
        for (key, message) in acknowledged { #expect(orders[key]?["message"] as? String == message) }
        let messages = orders.values.compactMap { $0["message"] as? String }
        #expect(Set(messages).count == messages.count, "an order exists twice")
        #expect(acknowledged.count >= 60 && killed > 5, "too little was killed to show anything")
        print("\(killed) of 60 orders were killed, \(acknowledged.count) were acknowledged")
    }
}
