import Testing

@testable import EggCommands

@Suite struct PrintableTests {
    @Test(arguments: [
        "", "soft", "left pot", "Frühstück", "e\u{301}", "鍋", "🥚", "\u{a0}", "\u{1f3f4}\u{e0067}\u{e007f}",
    ])
    func printableTextIsUnchanged(text: String) {
        #expect(printable(text).unicodeScalars.elementsEqual(text.unicodeScalars))
    }

    @Test(arguments: [
        ("a\nb", "a\u{fffd}b"), ("\u{1b}[2J", "\u{fffd}[2J"), ("\u{0}\u{7f}\u{9b}", "\u{fffd}\u{fffd}\u{fffd}"),
        ("a\u{202e}b", "a\u{fffd}b"), ("a\u{200b}b", "a\u{fffd}b"), ("a\u{2028}\u{2029}b", "a\u{fffd}\u{fffd}b"),
        // Swift counts one character, a terminal two.
        ("a\r\nb", "a\u{fffd}\u{fffd}b"),
    ])
    func controlAndHidingCharactersAreReplaced(text: String, shown: String) {
        #expect(printable(text) == shown)
    }
}
