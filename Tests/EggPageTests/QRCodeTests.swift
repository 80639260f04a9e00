import Testing

@testable import EggPage

@Suite struct QRCodeTests {
    @Test func itHasTheMarksOfAQRCodeAtThreeCorners() throws {
        let code = try #require(QRCode("http://192.168.1.5:8090/start?egg=soft"))
        #expect(code.size == 29 && code.modules.count == 29 * 29)
        func corner(_ row: Int, _ column: Int) -> String {
            (row..<row + 7).map { row in
                (column..<column + 7).map { code.modules[row * code.size + $0] ? "#" : "." }.joined()
            }.joined(separator: "\n")
        }
        let mark = "#######\n#.....#\n#.###.#\n#.###.#\n#.###.#\n#.....#\n#######"
        #expect(corner(0, 0) == mark && corner(0, 22) == mark && corner(22, 0) == mark && corner(22, 22) != mark)
    }

    @Test func itsPathHasEachDarkModuleOnce() throws {
        let code = try #require(QRCode("egg"))
        var drawn = [Bool](repeating: false, count: code.modules.count)
        for run in code.path.split(separator: "z") {
            let parts = run.split { "Mhv ".contains($0) }
            let (column, row, length) = try (#require(Int(parts[0])), #require(Int(parts[1])), #require(Int(parts[2])))
            #expect(run == "M\(column) \(row)h\(length)v1h-\(length)")
            for place in column..<column + length {
                #expect(!drawn[row * code.size + place])
                drawn[row * code.size + place] = true
            }
        }
        #expect(drawn == code.modules)
    }

    @Test func aTextThatIsTooLongHasNone() {
        #expect(QRCode(String(repeating: "x", count: 2331)) != nil)
        #expect(QRCode(String(repeating: "x", count: 2332)) == nil && QRCode("") == nil && QRCode("a\0b") == nil)
    }
}
