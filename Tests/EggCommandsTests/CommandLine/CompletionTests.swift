import EggTestSupport
import Foundation
import Testing

@testable import EggCommands

/// The completion files, whose generated parts are compared with the table of the commands.
///
/// `script/completions` runs these tests so that they write the parts again.
@Suite struct CompletionTests {
    private static let folder = URL(fileURLWithPath: BuiltPrograms.sourceTree).appendingPathComponent("completions")
    private static let begin = "# BEGIN: script/completions writes this part from the table of the commands.\n"
    private static let end = "# END\n"

    @Test(arguments: CompletionTables.allCases)
    func theFilesAgreeWithTheTable(table: CompletionTables) throws {
        let (name, part) = (table.rawValue, table.text)
        let file = Self.folder.appendingPathComponent(name)
        let text = try String(contentsOf: file, encoding: .utf8)
        let begin = try #require(text.range(of: Self.begin), "\(name) has no generated part")
        let end = try #require(text.range(of: Self.end, range: begin.upperBound..<text.endIndex))
        let generated = begin.upperBound..<end.lowerBound
        if ProcessInfo.processInfo.environment["EGG_WRITE_COMPLETIONS"] != nil {
            try text.replacingCharacters(in: generated, with: part).write(to: file, atomically: true, encoding: .utf8)
        } else {
            #expect(text[generated] == part, "\(name) is out of date; script/completions writes it again")
        }
    }
}
