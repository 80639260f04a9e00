import Testing

@testable import Program

private let options: [Arguments.Option] = [
    .init("name", letter: "n", takesValue: true), .init("socket", takesValue: true), .init("since", takesValue: true),
    .init("watch"), .init("json", letter: "j"), .init("help", letter: "h"),
]

private func parse(_ words: [String]) throws -> Arguments {
    try Arguments(parsing: words, options: options)
}

@Suite struct ArgumentsTests {
    @Test func anEmptyCommandLineHasNoArguments() throws {
        let arguments = try parse([])
        #expect(arguments.options.isEmpty && arguments.operands.isEmpty)
    }

    @Test(arguments: [
        ["--json", "--name", "left", "start", "soft"], ["start", "--json", "soft", "--name", "left"],
        ["start", "soft", "--name", "left", "--json"], ["start", "--name=left", "soft", "--json"],
    ])
    func optionsMayPrecedeFollowAndSeparateOperands(words: [String]) throws {
        let arguments = try parse(words)
        #expect(arguments.options == ["json": "", "name": "left"])
        #expect(arguments.operands == ["start", "soft"])
    }

    @Test(arguments: [
        (["--name=left pot"], "left pot"), (["--name", "left pot"], "left pot"), (["--name="], ""),
        (["--name", ""], ""), (["--name=a=b"], "a=b"), (["--name", "--json"], "--json"), (["--name", "--"], "--"),
        (["-n", "left"], "left"), (["-nleft"], "left"), (["-jnleft"], "left"),
    ])
    func valuesAreKeptUnchanged(words: [String], value: String) throws {
        #expect(try parse(words).options["name"] == value)
    }

    @Test(arguments: [
        (["--name", "a", "--name", "b"], "name"), (["--name=a", "-nb"], "name"), (["--json", "x", "-j"], "json"),
        (["-jj"], "json"), (["--na", "a", "--name", "a"], "name"),
    ])
    func aRepeatedOptionIsRefused(words: [String], option: String) {
        #expect(throws: UsageError.repeatedOption(option)) { try parse(words) }
    }

    @Test(arguments: [["-h"], ["--help"], ["-jh"], ["start", "-h", "soft"]])
    func aLetterIsAnAbbreviationOfAnOption(words: [String]) throws {
        #expect(try parse(words).options["help"] == "")
    }

    @Test(arguments: [
        (["--", "--json", "-h"], ["--json", "-h"]), (["a", "--", "--", "-30s"], ["a", "--", "-30s"]), (["--"], []),
        (["-"], ["-"]),
    ])
    func afterTwoDashesEveryWordIsAnOperand(words: [String], operands: [String]) throws {
        let arguments = try parse(words)
        #expect(arguments.operands == operands)
        #expect(arguments.options.isEmpty)
    }

    @Test(arguments: ["-30s", "-1:30", "-5", "-0x"])
    func aDashAndADigitBeginANegativeDuration(word: String) throws {
        #expect(try parse(["extend", word, "--json", "left"]).operands == ["extend", word, "left"])
        #expect(try parse(["extend", word, "left"]).options.isEmpty)
    }

    @Test(arguments: [["--since", "-30s"], ["--since=-30s"]])
    func anOptionsValueMayBeANegativeDuration(words: [String]) throws {
        #expect(try parse(words) == parse(["--since=-30s"]))
        #expect(try parse(words).options == ["since": "-30s"])
    }

    @Test(arguments: ["", "\u{1}egg", "\u{1}", "é", "鍋 🥚"])
    func unusualWordsAreKeptUnchanged(word: String) throws {
        #expect(try parse(["start", word, "soft"]).operands == ["start", word, "soft"])
        #expect(try parse(["--name", word]).options == ["name": word])
    }

    @Test(arguments: [
        ("--jsno", "--json"), ("--nmae", "--name"), ("--nmae=left", "--name"), ("--sokcet", "--socket"),
        ("--color", nil), ("--frobnicate", nil), ("--color=never", nil),
    ])
    func anUnknownLongOptionIsReportedWithTheNearestKnownOne(word: String, nearest: String?) {
        #expect(throws: UsageError.unknownOption(word, nearest: nearest)) { try parse(["start", word, "soft"]) }
    }

    @Test(arguments: [("-x", "-x"), ("-hx", "-x"), ("-xh", "-x"), ("-?", "-?"), ("-é", "-é"), ("-hé", "-hé")])
    func anUnknownLetterIsReported(word: String, named: String) {
        #expect(throws: UsageError.unknownOption(named, nearest: nil)) { try parse(["start", word, "soft"]) }
    }

    @Test(arguments: [
        (["--name"], "name"), (["start", "--since"], "since"), (["-n"], "name"), (["--so"], "socket"),
    ])
    func aMissingValueIsReported(words: [String], option: String) {
        #expect(throws: UsageError.missingValue(option)) { try parse(words) }
    }

    @Test(arguments: [("--json=yes", "json"), ("--json=", "json"), ("--he=x", "help")])
    func aValueForAnOptionWithoutValueIsRefused(word: String, option: String) {
        #expect(throws: UsageError.unexpectedValue(option)) { try parse([word]) }
    }

    @Test(arguments: [
        (["--js"], ["json": ""]), (["--so", "x"], ["socket": "x"]), (["--si=x"], ["since": "x"]),
        (["--w"], ["watch": ""]),
    ])
    func anUnambiguousAbbreviationIsAccepted(words: [String], taken: [String: String]) throws {
        #expect(try parse(words).options == taken)
    }

    @Test(arguments: ["--s", "--s=x"])
    func anAmbiguousAbbreviationIsRefusedWithAllCandidates(word: String) {
        #expect(throws: UsageError.ambiguousOption("--s", ["--socket", "--since"])) { try parse([word, "x"]) }
    }

    @Test func aFullNameIsAcceptedEvenIfItAbbreviatesAnotherOption() throws {
        let options: [Arguments.Option] = [.init("watch"), .init("watching")]
        #expect(try Arguments(parsing: ["--watch"], options: options).options == ["watch": ""])
        #expect(throws: UsageError.ambiguousOption("--wat", ["--watch", "--watching"])) {
            try Arguments(parsing: ["--wat"], options: options)
        }
    }

    @Test func aRefusedCommandLineDoesNotAffectTheNext() throws {
        // The unknown option is in the middle of a group of letters, where getopt_long would continue.
        #expect(throws: UsageError.self) { try parse(["-jxh", "a", "b"]) }
        #expect(try parse(["c"]).operands == ["c"])
        #expect(try parse(["c"]).options.isEmpty)
    }

    @Test func aServiceTakesOnlyOptionsAndNoEmptyValues() throws {
        func parse(_ words: String...) throws -> Arguments {
            try Arguments(parsing: words, ofService: [.init("socket", takesValue: true), .init("check")])
        }
        #expect(try parse("--socket", "/s", "--check").options == ["socket": "/s", "check": ""])
        #expect(throws: UsageError.missingValue("socket")) { try parse("--socket=") }
        #expect(throws: UsageError.unexpectedOperand("soft")) { try parse("--check", "soft") }
        #expect(try parse("--version", "soft").options == ["version": ""])
        #expect(try parse("-h", "soft").options == ["help": ""])
    }

    /// `getopt_long` has one state for the whole process; here many threads use it at once.
    @Test func commandLinesAreParsedOneAtATime() async {
        let wrong = await withTaskGroup(of: Int.self) { group in
            for task in 0..<8 {
                group.addTask {
                    (0..<500).count { number in
                        let value = "\(task).\(number)"
                        let arguments = try? parse(["a", "--name", value, "b", "-j", "--since=-1s", "c"])
                        return arguments?.options != ["name": value, "json": "", "since": "-1s"]
                            || arguments?.operands != ["a", "b", "c"]
                    }
                }
            }
            return await group.reduce(0, +)
        }
        #expect(wrong == 0)
    }
}

@Suite struct UsageErrorTests {
    @Test(arguments: [
        (UsageError.unknownOption("--jsno", nearest: "--json"), "unknown option '--jsno'; did you mean '--json'?"),
        (.unknownOption("-x", nearest: nil), "unknown option '-x'"),
        (.ambiguousOption("--s", ["--socket", "--since"]), "'--s' is ambiguous: --socket, --since"),
        (.missingValue("name"), "the option '--name' needs a value"),
        (.unexpectedValue("json"), "the option '--json' takes no value"),
        (.repeatedOption("name"), "the option '--name' is given more than once"),
        (.unexpectedOperand("soft"), "unexpected argument 'soft'"),
        (.notUTF8("caf\u{fffd}"), "'caf\u{fffd}' is not valid UTF-8"),
    ])
    func eachUsageErrorHasItsMessage(error: UsageError, message: String) {
        #expect(error.message == message)
    }
}
