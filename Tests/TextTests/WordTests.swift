import Testing
import Text

@Suite struct WordTests {
    @Test(arguments: [
        ("/run/user/1000/eggd.sock", "/run/user/1000/eggd.sock"), ("cook@kitchen", "cook@kitchen"), ("яйцо", "яйцо"),
        ("/home/Ann Marie/x.sock", "'/home/Ann Marie/x.sock'"), ("it's", "'it'\\''s'"), ("", "''"),
        ("$(reboot)", "'$(reboot)'"), ("a;b", "'a;b'"), ("~", "'~'"), ("*", "'*'"), ("a\u{a0}b", "'a\u{a0}b'"),
    ])
    func aWordIsOneForAShell(word: String, quoted: String) {
        #expect(ShellWord.of(word) == quoted)
    }

    @Test func eachSpaceIsAPlainOne() {
        #expect(PlainSpaces.of("1\u{a0}234\u{202f}567\u{2009}é") == "1 234 567 é")
        #expect(PlainSpaces.of("a\tb\n") == "a\tb\n")
    }

    @Test func joinersAreShown() {
        #expect(PrintableText.of("تخم‌مرغ 👩‍🍳") == "تخم‌مرغ 👩‍🍳")
        #expect(PrintableText.of("a\u{202e}b") == "a\u{fffd}b")
    }
}
