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

    @Test func joinersAreShown() {
        #expect(PrintableText.of("تخم‌مرغ 👩‍🍳") == "تخم‌مرغ 👩‍🍳")
        #expect(PrintableText.of("a\u{202e}b") == "a\u{fffd}b")
    }
}
