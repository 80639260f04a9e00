import Testing

@testable import Program

private let options: [Arguments.Option] = [
    .init("name", takesValue: true), .init("socket", takesValue: true), .init("json"), .init("help", letter: "h"),
]

private func line(_ words: [String]) -> CompletionLine { CompletionLine(words, options: options) }

@Suite struct CompletionLineTests {
    @Test func finishedWordsAreOptionsWithTheirValuesAndOperands() {
        let line = line(["pause", "--name", "left pot", "-5", "--socket=/tmp/x=y", "-h", "--j", "-", ""])
        #expect(line.operands == ["pause", "-5", "-"])
        #expect(line.options == ["name": "left pot", "socket": "/tmp/x=y", "help": "", "json": ""])
        #expect(!line.isEnded && line.word == "" && line.place == .operand)
    }

    @Test func nothingAfterTwoDashesIsAnOption() {
        let line = line(["--json", "--", "--name", "-"])
        #expect(line.isEnded && line.operands == ["--name"] && line.place == .operand)
    }

    @Test(arguments: [
        (["pause", "x"], CompletionLine.Place.operand), (["extend", "-3"], .operand), (["-"], .option),
        (["--"], .option), (["--na"], .option), (["--name", "--x"], .value(of: "name")),
        (["--name=x"], .value(of: "name")), (["--na=x"], .value(of: "name")), ([], .operand),
    ])
    func theWordBeingTypedHasAPlace(words: [String], place: CompletionLine.Place) {
        #expect(line(words).place == place)
    }

    @Test func anOptionIsGivenOnceAndExcludesOthers() {
        let line = line(["--json", ""])
        #expect(!line.canTake("json") && line.canTake("name"))
        #expect(!line.canTake("format", exclusive: [["json", "format"]]))
        #expect(line.canTake("format", exclusive: [["name", "format"]]))
    }
}

@Suite struct BashLineTests {
    private func bash(_ line: String, _ tail: String = "") -> BashLine {
        BashLine(line, replacing: tail) { ["HOME": "/home/cook", "POT": "left pot"][$0] }
    }

    @Test(arguments: [
        ("eggctl pause le", ["eggctl", "pause"], "le"),
        ("eggctl 'a b' \"c \\\" d\" e\\ f ", ["eggctl", "a b", "c \" d", "e f"], ""),
        ("eggctl \"$POT\" ${POT}s '$POT' \\$POT $( ", ["eggctl", "left pot", "left pots", "$POT", "$POT", "$("], ""),
        ("~/bin/eggctl ~ a~ x", ["/home/cook/bin/eggctl", "/home/cook", "a~"], "x"),
        ("eggctl 2>/dev/null pause le", ["eggctl", "pause"], "le"), ("eggctl ''  'le ft", ["eggctl", ""], "le ft"),
        ("eggctl \"a\\b\" ${POT ${1}", ["eggctl", "a\\b", "${POT"], "${1}"),
    ])
    func aLineIsSplitAsBashWillSplitIt(line: String, words: [String], word: String) {
        let bash = bash(line)
        #expect(bash.words == words && bash.word == word && !bash.isRedirected)
    }

    @Test func theFileOfARedirectionIsNoWord() {
        #expect(bash("eggctl watch --json > le").isRedirected)
        #expect(bash("eggctl watch>").words == ["eggctl", "watch"])
    }

    @Test(arguments: [
        ("pause le", "le", "left pot", "left\\ pot"), ("pause \"le", "le", "left pot", "left pot"),
        ("pause 'th", "th", "the cooks'", "the cooks'\\'''"), ("pause \"b", "b", "b!\"", "b\"\\!\"\\\"\""),
        ("pause --name=le", "le", "--name=left pot", "left\\ pot"), ("pause a:b", "b", "a:b=c", "b=c"),
        ("pause ", "", "$HOME", "\\$HOME"), ("pause x", "x", "left pot", nil),
    ])
    func aWordIsInsertedSoThatBashReadsItUnchanged(line: String, tail: String, word: String, inserted: String?) {
        #expect(bash("eggctl \(line)", tail).insertion(of: word) == inserted)
    }
}
