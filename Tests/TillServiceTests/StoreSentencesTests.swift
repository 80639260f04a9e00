import EggTestSupport
import Glibc
import POSIX
import SQLite
import Testing
import TillStore

@testable import TillService

/// Faults of the database are said in the language of the person who keeps the till.
@Suite struct StoreSentencesTests {
    private static let path = "/Zoë/till.db"
    private static let codes: [SQLiteError.Code] = [.full, .readOnly, .busy, .cannotOpen, .ioError, .misuse]
    private static let damages: [TillStore.Damage] = [.customer, .order, .tables("Zoë"), .content("Zoë")]

    private static func failure(_ code: SQLiteError.Code, _ systemCode: Int32) -> TillStore.Problem {
        .failed(path: path, SQLiteError(call: "sqlite3_step", code: code, message: "Zoë", systemCode: systemCode))
    }

    private static let problems: [TillStore.Problem] =
        [
            .newerSchema(path: path, found: 9, known: 2),
            .foreign(path: path), .irregular(path: path), .locked(path: path),
            .noFolder(FileError(path, code: EACCES)),
        ] + damages.flatMap { [.corrupt(path: path, $0), .setAside(path: path, to: "Zoë", $0)] }
        + codes.flatMap { [failure($0, 0), failure($0, EIO)] }

    @Test func nothingIsForgotten() {
        let names = [Self.path, "Zoë", "till cards import FILE"]
        PseudoLanguage.language.speak {
            for problem in Self.problems {
                #expect(PseudoLanguage.forgotten(in: problem.sentence, names: names).isEmpty, "\(problem.sentence)")
            }
        }
    }

    @Test func eachSaysWhatIsWrongAndWhatHelps() {
        #expect(
            Self.failure(.cannotOpen, EACCES).sentence
                == "/Zoë/till.db can't be opened or created: Permission denied")
        #expect(Self.failure(.full, ENOSPC).sentence == "/Zoë/till.db: the disk is full")
        #expect(Self.failure(.busy, 0).sentence == TillStore.Problem.locked(path: Self.path).sentence)
        #expect(
            TillStore.Problem.setAside(path: "a", to: "b", .order).sentence
                == "a was damaged (an order can't be read). It is now b, and a new, empty database takes its place. "
                + "If you have an export, 'till cards import FILE' restores it")
    }

    /// In English, the system's own words.
    @Test func errorNumbersHaveTheSystemsWords() {
        for code in Int32(1)..<134 { #expect(systemWords(of: code) == String(cString: strerror(code))) }
    }
}
