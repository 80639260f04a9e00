import Testing
import Text

@Suite struct TypedTextTests {
    private static let spaces = "\u{a0}\u{1680}\u{2000}\u{2003}\u{2007}\u{2009}\u{200a}\u{202f}\u{205f}\u{3000}"
        .unicodeScalars

    @Test(arguments: spaces) func eachKindOfSpaceIsASpace(space: Unicode.Scalar) throws {
        #expect(TypedText.spaced("5\(space)m") == "5 m" && TypedText.plain("\(space)é") == " é")
        #expect(try QuotedWords.of("9m\(space)tea '\(space)'") == ["9m", "tea", "\(space)"])
    }

    @Test func marksThatAreCopiedUnnoticedAreDropped() { #expect(TypedText.plain("\u{200e}5\u{ad}m\u{200f}") == "5m") }

    @Test func lineEndsTabsAndInvisibleCharactersAreNoSpaces() {
        for text in ["5\tm", "5\nm", "5\u{200b}m", "5\u{2028}m", "5\u{2800}m", "5\u{feff}m"] {
            #expect(TypedText.plain(text) == text)
        }
    }

    @Test(arguments: ["٠١٢٣٤٥٦٧٨٩", "०१२३४५६७८९", "０１２３４５６７８９", "𝟎𝟏𝟐𝟑𝟒𝟓𝟔𝟕𝟖𝟗", "0123456789"])
    func digitsOfAllScriptsAreDigits(digits: String) {
        #expect(TypedText.plain(digits) == "0123456789" && digits.unicodeScalars.allSatisfy(TypedText.isDigit))
        #expect(TypedText.spaced(digits) == digits)
    }

    @Test func otherNumbersAreNone() {
        for text in ["½", "²", "五", "Ⅳ", "①"] { #expect(TypedText.plain(text) == text) }
    }
}

@Suite struct WordTests {
    @Test(arguments: [
        ("/run/user/1000/eggd.sock", "/run/user/1000/eggd.sock"), ("cook@kitchen", "cook@kitchen"), ("яйцо", "яйцо"),
        ("/home/Ann Marie/x.sock", "'/home/Ann Marie/x.sock'"), ("it's", "'it'\\''s'"), ("", "''"),
        ("$(reboot)", "'$(reboot)'"), ("a;b", "'a;b'"), ("~", "'~'"), ("*", "'*'"), ("a\u{a0}b", "'a\u{a0}b'"),
    ])
    func aWordIsOneForAShell(word: String, quoted: String) {
        #expect(ShellWord.of(word) == quoted)
    }

    @Test func joinersAreShown() {
        #expect(PrintableText.of("تخم‌مرغ 👩‍🍳") == "تخم‌مرغ 👩‍🍳")
        #expect(PrintableText.of("a\u{202e}b") == "a\u{fffd}b")
    }
}
