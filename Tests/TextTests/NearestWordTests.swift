import Testing
import Text

private let eggs = ["soft", "medium", "hard"]
private let commands = [
    "start", "status", "watch", "pause", "resume", "extend", "snooze", "dismiss", "cancel", "eggs",
]

@Suite struct NearestWordTests {
    @Test(arguments: [
        ("sotf", "soft"), ("sof", "soft"), ("sooft", "soft"), ("suft", "soft"), ("soft", "soft"), ("haard", "hard"),
        ("meduim", "medium"), ("mdeuim", "medium"),
    ])
    func oneTypingMistakeIsCorrected(word: String, egg: String) {
        #expect(NearestWord.find(word, among: eggs) == egg)
    }

    /// One letter of a two-letter word is more than a third of it.
    @Test(arguments: [
        ("xb", "ab", false), ("xbc", "abc", true), ("xxc", "abc", false), ("xbcde", "abcde", true),
        ("xxcde", "abcde", false), ("xxcdef", "abcdef", true),
    ])
    func aSuggestionDiffersInAThirdOfTheWordAtMost(word: String, known: String, isNear: Bool) {
        #expect(NearestWord.find(word, among: [known]) == (isNear ? known : nil))
    }

    @Test(arguments: [("SOFT", "soft"), ("Sotf", "soft"), ("MED", "medium")])
    func suggestionsIgnoreCase(word: String, egg: String) {
        #expect(NearestWord.find(word, among: eggs) == egg)
    }

    @Test(arguments: [("strat", "start"), ("stauts", "status"), ("cancle", "cancel"), ("snoze", "snooze")])
    func misspeltCommandsAreCorrected(word: String, command: String) {
        #expect(NearestWord.find(word, among: commands) == command)
    }

    @Test(arguments: ["", "x", "poached", "sfto", "sxft-egg", "hrd2x"])
    func aWordUnlikeAllOthersHasNoSuggestion(word: String) {
        #expect(NearestWord.find(word, among: eggs) == nil)
    }

    /// Two changes are allowed in a long word, one in a short one.
    @Test(arguments: [("mediun", "medium"), ("modiun", "medium"), ("modion", nil), ("haxx", nil), ("mexx", nil)])
    func aThirdOfTheWordMayBeWrong(word: String, egg: String?) {
        #expect(NearestWord.find(word, among: eggs) == egg)
    }

    @Test(arguments: [
        ("dis", "dismiss"), ("re", "resume"), ("can", "cancel"), ("me", nil), ("st", "start"), ("stat", "status"),
    ])
    func aPrefixIsEnough(word: String, command: String?) {
        #expect(NearestWord.find(word, among: commands) == command)
    }

    @Test func aWordWithThisPrefixIsPreferredToANearWordAndTheWholeWordToBoth() {
        #expect(NearestWord.find("stat", among: ["start", "statistics", "status"]) == "status")
        #expect(NearestWord.find("SOFT", among: ["softer", "soft"]) == "soft")
    }

    @Test func theFirstOfEquallyNearWordsIsSuggested() {
        #expect(NearestWord.find("bat", among: ["cat", "hat"]) == "cat")
        #expect(NearestWord.find("bat", among: ["hat", "cat"]) == "hat")
    }

    @Test func withoutKnownWordsThereIsNoSuggestion() {
        #expect(NearestWord.find("soft", among: []) == nil)
    }
}
