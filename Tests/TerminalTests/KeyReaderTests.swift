import CLinux
import EggTestSupport
import Glibc
import Testing

@testable import Terminal

private let start = ContinuousClock.now

/// The keys of these pieces, each of which arrives long after the one before.
private func keys(_ pieces: some Sequence<some Sequence<UInt8>>) -> [Key] {
    var reader = KeyReader()
    return pieces.enumerated().flatMap { index, piece in
        let time = start + .seconds(10 * index)
        return reader.read(piece, at: time) + reader.keys(at: time + KeyReader.escapeTimeout)
    }
}

private func keys(_ text: String) -> [Key] {
    keys([Array(text.utf8)])
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
        "\u{1b}[15~", "\u{1b}[3~", "\u{1b}[I", "\u{1b}x", "\u{1}", "\u{1b}OP", "\u{1b}[?1;2c", "\u{1b}[201~",
        "\u{1b}[2 q", "\u{1b}[2@",
    ])
    func otherSequencesMeanNothing(text: String) {
        #expect(keys(text + "s") == [.character("s")])
    }

    /// Alt and a key, strings for programs, keys of the Linux console, and tmux's and kitty's answers to questions.
    @Test(arguments: [
        "\u{1b}x", "\u{1b}\r", "\u{1b}[[C", "\u{1b}O5P", "\u{1b}[1;5P", "\u{1b}]11;rgb:ffff/mmmm/hhhh\u{1b}\\",
        "\u{1b}]52;c;bW1t\u{7}", "\u{1b}P>|tmux 3.5 smh\u{1b}\\", "\u{1b}_Gi=31;OK\u{1b}\\", "\u{1b}^m\u{1b}\\",
        "\u{1b}Xm\u{1b}\\", "\u{1b}]mmm\u{18}", "\u{1b}]mmm\u{1a}", "\u{1b}]mmm\r", "\u{1b}Pmmm\n", "\u{1b}[1\u{18}",
        "\u{1b}[é1R",
    ])
    func noPartOfASequenceIsAKey(text: String) {
        #expect(keys(text + "s") == [.character("s")])
    }

    // MARK: Pauses

    /// Sequences with their keys.
    private static let sequences: [(text: String, keys: [Key])] = [
        ("s", [.character("s")]), ("é", [.character("é")]), ("🥚", [.character("🥚")]), ("\r", [.enter]),
        ("\u{1b}[<0;12;7M", [.tap(column: 11, row: 6)]), ("\u{1b}[<0;12;7m", []), ("\u{1b}[<64;1;1M", []),
        ("\u{1b}[M #$", [.tap(column: 2, row: 3)]), ("\u{1b}[M#mm", []), ("\u{1b}[A", [.up]),
        ("\u{1b}[1;5D", [.left]), ("\u{1b}OB", [.down]), ("\u{1b}OM", [.enter]), ("\u{1b}[15~", []),
        ("\u{1b}[[C", []), ("\u{1b}[?62;4c", []), ("\u{1b}]0;smh\u{7}", []), ("\u{1b}]11;rgb:m/m/m\u{1b}\\", []),
        ("\u{1b}P1$r0m\u{1b}\\", []), ("\u{1b}_Gm\u{1b}\\", []), ("\u{1b}^m\u{1b}\\", []), ("\u{1b}Xm\u{1b}\\", []),
        ("\u{1b}[200~m\né\u{1b}[201~", [.pasted("m"), .pasted(" "), .pasted("é")]),
    ]
    private static let pieces = sequences.map { (bytes: Array($0.text.utf8), keys: $0.keys) }

    @Test func itDoesNotMatterHowTheBytesAreDividedNorHowLateTheyArrive() {
        for seed in UInt64(1)...2_000 {
            var random = SeededGenerator(seed: seed)
            let chosen = (1...6).compactMap { _ in Self.pieces.randomElement(using: &random) }
            let bytes = chosen.flatMap(\.bytes)
            let cuts = [0, bytes.count] + (0..<3).map { _ in Int.random(in: 0...bytes.count, using: &random) }
            let places = cuts.sorted()
            let divided = zip(places, places.dropFirst()).map { bytes[$0..<$1] }
            // Only an escape that nothing follows for a while is a key besides.
            let isCutAfterEscape = places.contains { $0 > 0 && bytes[$0 - 1] == 0x1b }
            let read = keys(divided)
            #expect(read.filter { $0 != .escape } == chosen.flatMap(\.keys), "seed \(seed)")
            #expect(isCutAfterEscape || !read.contains(.escape), "seed \(seed)")
        }
    }

    @Test func everyPlaceOfEverySequenceMayBeCut() {
        for piece in Self.pieces {
            for cut in 1..<max(2, piece.bytes.count) {
                let read = keys([Array(piece.bytes[..<cut]), Array(piece.bytes[cut...]), Array("q".utf8)])
                #expect(read.filter { $0 != .escape } == piece.keys + [.character("q")], "\(piece) at \(cut)")
            }
        }
    }

    @Test func anEscapeIsAKeyOnceNothingHasFollowedForAWhile() {
        var reader = KeyReader()
        #expect(reader.deadline == nil)
        #expect(reader.read([0x1b], at: start).isEmpty && reader.deadline == start + KeyReader.escapeTimeout)
        #expect(reader.keys(at: start).isEmpty)
        #expect(reader.keys(at: start + KeyReader.escapeTimeout) == [.escape] && reader.deadline == nil)
        #expect(reader.keys(at: start + .seconds(9)).isEmpty)
        // A key after that is not Alt and this key.
        #expect(reader.read([UInt8(ascii: "s")], at: start + .seconds(9)) == [.character("s")])
        // Nothing else has an end in time.
        for text in ["\u{1b}[", "\u{1b}[<0;1", "\u{1b}O", "\u{1b}]", "\u{1b}]m\u{1b}", "\u{1b}[200~\u{1b}"] {
            var reader = KeyReader()
            #expect(reader.read(text.utf8, at: start).isEmpty && reader.deadline == nil)
        }
    }

    @Test func whatIsNoTextIsDropped() {
        let bytes: [UInt8] = [0xff, 0xc3, 0x28, 0xf5, 0x80, 0x80, 0x80, UInt8(ascii: "s"), 0x80, 0xbf]
        #expect(keys([bytes]) == [.character("("), .character("s")])
    }

    @Test func anEndlessSequenceEndsWithoutAKey() {
        let many = String(repeating: "1", count: 1000)
        #expect(keys("\u{1b}[\(many)As") == [.character("s")])
        #expect(keys("\u{1b}[<0;1;\(many)Ms") == [.character("s")])
        #expect(keys("\u{1b}[\(many.prefix(62))A") == [.up])
        #expect(keys("\u{1b}]\(many)\u{7}s") == [.character("s")])
        // Another sequence begins in the middle of one.
        #expect(keys("\u{1b}[12\u{1b}[As") == [.up, .character("s")])
        #expect(keys("\u{1b}]12\u{1b}[As") == [.up, .character("s")])
    }

    // MARK: Pasting

    @Test func pastedTextIsNoKeys() {
        func pasted(_ text: String) -> [Key] { text.unicodeScalars.map { .pasted($0) } }
        #expect(keys("\u{1b}[200~9m left\u{1b}[201~m") == pasted("9m left") + [.character("m")])
        #expect(keys("\u{1b}[200~a\rb\nc\td\u{1b}[201~") == pasted("a b c d"))
        // Control characters and sequences in it are left out.
        #expect(keys("\u{1b}[200~a\u{3}\u{8}\u{7f}\u{80}b\u{1b}[<0;1;1M\u{1b}[A\u{1b}OMc\u{1b}[201~") == pasted("abc"))
        #expect(keys("\u{1b}[200~a\u{1b}\u{1b}[201~m") == pasted("a") + [.character("m")])
    }
}

@Suite struct ScreenTests {
    @Test func keysAreReadUntilTheTerminalHangsUp() throws {
        var ends: [Int32] = [-1, -1]
        try #require(pipe2(&ends, O_NONBLOCK | O_CLOEXEC) == 0)
        defer { close(ends[0]) }
        #expect(write(ends[1], "ab", 2) == 2)
        #expect(Screen.bytes(from: ends[0]) == Array("ab".utf8))
        // Another program has read them first.
        #expect(Screen.bytes(from: ends[0]) == [])
        close(ends[1])
        #expect(Screen.bytes(from: ends[0]) == nil)
    }
}
