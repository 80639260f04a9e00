import Testing

@testable import Terminal

@Suite struct TextWidthTests {
    @Test(arguments: [
        ("no sound card", 20, ["no sound card"]), ("no sound card", 8, ["no sound", "card"]),
        ("no sound card", 5, ["no", "sound card"]), ("", 5, [""]), ("soundcard", 5, ["soundcard"]),
    ])
    func aTextIsDividedAtSpaces(text: String, width: Int, lines: [String]) {
        #expect(TextWidth.lines(text, width: width, limit: 2) == lines)
    }

    @Test(arguments: [
        ("", 0), ("soft egg", 8), ("Frühstück", 9), ("██▌░", 4), ("…", 1), ("·", 1), ("яйцо", 4), ("بيضة", 4),
    ])
    func mostCharactersTakeOneCell(text: String, width: Int) {
        #expect(TextWidth.of(text) == width)
    }

    /// One character of each block that East Asian fonts draw two cells wide.
    @Test(arguments: [
        "鍋", "あ", "カ", "ー", "。", "〈", "\u{2329}", "ㄅ", "한", "ᄒ", "ꥠ", "ꀀ", "豈", "︐", "﹐", "Ａ", "￥", "𗀀", "𛀀", "🈁", "🉀",
        "𠀀",
    ])
    func eastAsianCharactersTakeTwoCells(text: String) {
        #expect(TextWidth.of(text) == 2)
    }

    @Test(arguments: ["🥚", "🍳", "⏰", "⌚", "🔔", "🌶", "🤌", "🧂", "🫕"])
    func emojiTakeTwoCells(text: String) {
        #expect(TextWidth.of(text) == 2)
    }

    @Test(arguments: [
        ("e\u{301}gg", 3), ("\u{301}", 0), ("鍋\u{3099}", 2), ("a\u{20dd}", 1), ("⏰\u{fe0f}", 2), ("a\u{200c}b", 2),
    ])
    func marksTakeNoCells(text: String, width: Int) {
        #expect(TextWidth.of(text) == width)
    }

    @Test(arguments: [
        ("❤\u{fe0f}", 2), ("1\u{fe0f}\u{20e3}", 2), ("🇹🇷", 4), ("👍🏽", 4), ("👨‍👩‍👧", 6), ("🏳️‍🌈", 4),
        ("\u{1f3f4}\u{e0067}\u{e007f}", 2),
    ])
    func whereTerminalsDisagreeItIsTheMost(text: String, width: Int) {
        #expect(TextWidth.of(text) == width)
        #expect(!TextWidth.isCertain(text))
    }

    @Test(arguments: ["soft 5:00", "Frühstück", "яйцо", "鍋あ한", "██▌░…·", "e\u{301}"])
    func otherWidthsAreCertain(text: String) {
        #expect(TextWidth.isCertain(text))
    }

    @Test func halfWidthFormsTakeOneCell() {
        #expect(TextWidth.of("ｶﾅ") == 2)
    }

    @Test func paddingFillsUpAndNeverCuts() {
        #expect(TextWidth.pad("鍋", to: 4) == "鍋  ")
        #expect(TextWidth.padLeft("5:00", to: 5) == " 5:00")
        #expect(TextWidth.pad("soft", to: 4) == "soft" && TextWidth.padLeft("soft", to: 4) == "soft")
        #expect(TextWidth.pad("soft", to: 2) == "soft" && TextWidth.padLeft("soft", to: 2) == "soft")
    }

    @Test(arguments: [
        ("soft egg", 8, "soft egg"), ("soft egg", 7, "soft e…"), ("soft egg", 2, "s…"), ("soft egg", 1, "…"),
        ("soft egg", 0, ""), ("", 0, ""), ("鍋鍋鍋", 6, "鍋鍋鍋"), ("鍋鍋鍋", 5, "鍋鍋…"), ("鍋鍋鍋", 4, "鍋…"),
        ("鍋鍋鍋", 2, "…"), ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"),
    ])
    func textThatIsTooWideEndsInAnEllipsis(text: String, width: Int, cut: String) {
        #expect(TextWidth.cut(text, to: width, ellipsis: "…") == cut)
        #expect(TextWidth.of(cut) <= width)
    }

    @Test func theEllipsisCountsTowardsTheWidth() {
        #expect(TextWidth.cut("soft egg", to: 5, ellipsis: "...") == "so...")
        #expect(TextWidth.cut("soft egg", to: 2, ellipsis: "...") == "")
    }
}
