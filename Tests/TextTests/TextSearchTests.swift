import Testing
import Text

@Suite struct TextSearchTests {
    @Test(arguments: [
        ("", "a", [""]), ("abc", "d", ["abc"]), ("abc", "abc", ["", ""]), ("a, b, c", ", ", ["a", "b", "c"]),
        ("aaa", "aa", ["", "a"]), ("–→—", "→", ["–", "—"]), ("abcd", "cde", ["abcd"]), ("a", "", ["a"]),
    ])
    func aTextIsDividedWhereAnotherOneStands(_ text: String, _ other: String, _ parts: [String]) {
        #expect(text.parts(between: other).map(String.init) == parts)
        #expect(text.includes(other) == (parts.count > 1))
        #expect(text.replacing(each: other, by: "|") == parts.joined(separator: "|"))
        #expect(text.place(of: other).map { String(text[..<$0.lowerBound]) } == (parts.count > 1 ? parts[0] : nil))
    }

    /// A letter and its mark are one character, of which a search in bytes finds a part.
    @Test func marksAreBytesOfTheirOwn() {
        #expect("e\u{301}".includes("e") && !"e\u{301}".includes("é"))
        #expect("xe\u{301}y"[...].dropFirst().place(of: "y") != nil)
    }
}
