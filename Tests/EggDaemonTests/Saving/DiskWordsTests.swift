import EggClient
import EggStore
import EggTestSupport
import SQLite
import Testing

@testable import EggDaemon

/// The faults of the disk, which clients say in their language.
@Suite struct DiskWordsTests {
    @Test func aDiskThatIsFullOrReadOnlyIsSaidInTheLanguage() {
        for code in [SQLiteError.Code.full, .readOnly] {
            expect("\(Store.Problem.failed(path: "Zoë", SQLiteError(call: "", code: code, message: "")))")
        }
    }

    @Test func aDamagedDatabaseIsSaidInTheLanguage() {
        expect(StoreNotices(damagedFiles: ["Zoë"]).text ?? "")
    }

    private func expect(_ problem: String) {
        let shown = PseudoLanguage.language.speak { said(problem) }
        let words = PseudoLanguage.forgotten(in: shown, names: ["Zoë"])
        #expect(!shown.isEmpty && words.isEmpty, "without accents: \(words) in \(shown)")
        #expect(said(problem) == problem)
    }
}
