import Testing

@testable import Curses

private func keys(_ text: String) -> [Key] {
    var reader = KeyReader()
    return reader.read(text.utf8) + reader.flush()
}

@Suite struct KeyReaderTests {
    @Test(arguments: [
        ("s", [Key.character("s")]), ("\r", [.enter]), ("\n", [.enter]), ("\t", [.tab]), ("\u{7f}", [.backspace]),
        ("\u{8}", [.backspace]), ("ü🥚", [.character("ü"), .character("🥚")]),
        ("\u{7f}\u{80}\u{800}", [.backspace, .character("\u{80}"), .character("\u{800}")]), ("\u{1b}", [.escape]),
        ("\u{1b}[A\u{1b}[B\u{1b}[C\u{1b}[D", [.up, .down, .right, .left]), ("\u{1b}OA\u{1b}OM", [.up, .enter]),
        ("\u{1b}[1;5C", [.right]), ("\u{1b}\u{1b}[A", [.escape, .up]),
    ])
    func keysAreRead(text: String, expected: [Key]) {
        #expect(keys(text) == expected)
    }

    @Test(arguments: [
        ("\u{1b}[<0;1;1M", [Key.tap(column: 0, row: 0)]), ("\u{1b}[<0;300;120M", [.tap(column: 299, row: 119)]),
        ("\u{1b}[<16;5;6M", [.tap(column: 4, row: 5)]), ("\u{1b}[M !\u{22}", [.tap(column: 0, row: 1)]),
        ("\u{1b}[M !!", [.tap(column: 0, row: 0)]),
    ])
    func aPressOfTheFirstButtonIsATap(text: String, expected: [Key]) {
        #expect(keys(text) == expected)
    }

    @Test(arguments: [
        "\u{1b}[<0;1;1m", "\u{1b}[<1;1;1M", "\u{1b}[<2;1;1M", "\u{1b}[<32;1;1M", "\u{1b}[<64;1;1M", "\u{1b}[<65;1;1M",
        "\u{1b}[<0;0;1M", "\u{1b}[<0;1M", "\u{1b}[<0;1;1;1M", "\u{1b}[<-1;1;1M", "\u{1b}[<0;99999999999999999999;1M",
        "\u{1b}[M#!!", "\u{1b}[M`!!",
    ])
    func releasesOtherButtonsTheWheelAndNonsenseAreNoTaps(text: String) {
        #expect(keys(text + "s") == [.character("s")])
    }

    @Test(arguments: [
        "\u{1b}[15~", "\u{1b}[3~", "\u{1b}[I", "\u{1b}x", "\u{1}", "\u{1b}OP", "\u{1b}[?1;2c", "\u{1b}[200~",
        "\u{1b}[2 q", "\u{1b}[2@",
    ])
    func otherSequencesMeanNothing(text: String) {
        #expect(keys(text + "s") == [.character("s")])
    }

    @Test func itDoesNotMatterHowTheBytesAreDivided() {
        let text = "s\u{1b}[<0;12;7Mé\u{1b}[Ad🥚\u{1b}OB\u{1b}[M #$\r"
        let bytes = Array(text.utf8)
        let whole = keys(text)
        #expect(whole.count == 9)
        for first in 0...bytes.count {
            for second in first...bytes.count {
                var reader = KeyReader()
                var read = reader.read(bytes[..<first])
                read += reader.read(bytes[first..<second])
                read += reader.read(bytes[second...])
                #expect(read == whole && !reader.isIncomplete)
            }
        }
    }

    @Test func anEscapeIsAKeyOnlyWhenNothingFollows() {
        var reader = KeyReader()
        #expect(reader.read([0x1b]).isEmpty && reader.isIncomplete)
        #expect(reader.flush() == [.escape] && !reader.isIncomplete)
        #expect(reader.read(Array("\u{1b}[<0;1".utf8)).isEmpty)
        #expect(reader.flush().isEmpty && !reader.isIncomplete)
        #expect(reader.read([UInt8(ascii: "s")]) == [.character("s")])
    }

    @Test func whatIsNoTextAndEndlessSequencesAreDropped() {
        var reader = KeyReader()
        #expect(reader.read([0x80, 0xbf, UInt8(ascii: "s")]) == [.character("s")])
        #expect(
            reader.read([0xff, 0xc3, 0x28, 0xf5, 0x80, 0x80, 0x80, UInt8(ascii: "s")]) == [
                .character("("), .character("s"),
            ])
        #expect(reader.read(Array("\u{1b}[".utf8) + Array(repeating: UInt8(ascii: "1"), count: 1000)).isEmpty)
        #expect(!reader.isIncomplete)
        #expect(reader.read([UInt8(ascii: "s")]) == [.character("s")])
        #expect(reader.read(Array("\u{1b}[".utf8) + Array(repeating: UInt8(ascii: "1"), count: 62)).isEmpty)
        #expect(reader.read([UInt8(ascii: "A")]) == [.up])
        // Another sequence begins in the middle of one.
        #expect(reader.read(Array("\u{1b}[12\u{1b}[As".utf8)) == [.up, .character("s")])
    }
}
