import EggWire
import Testing

@testable import EggPage

@Suite struct OptionsTests {
    private func serve(_ words: String...) throws -> EggwebOptions.Serve {
        guard case .serve(let serve) = try EggwebOptions(words).action else { throw EggwebUsageError.badAddress("") }
        return serve
    }

    @Test func theOptionsAreRead() throws {
        #expect(try serve() == EggwebOptions.Serve())
        let all = try serve(
            "--listen", "[::]:80", "--socket", "/s", "--state-dir", "/d", "--config", "/c", "--web", "/w")
        #expect(all.listen?.description == "[::]:80" && all.socket == "/s" && all.stateFolder == "/d")
        #expect(all.configFile == "/c" && all.webFolder == "/w")
        #expect(try EggwebOptions(["--help"]).action == .showHelp)
        #expect(try EggwebOptions(["--version"]).action == .showVersion)
    }

    @Test func wrongUsageIsNamed() {
        #expect(throws: EggwebUsageError.badAddress("kitchen")) { try EggwebOptions(["--listen", "kitchen"]) }
        #expect(throws: EggwebUsageError.usage(.unexpectedOperand("x"))) { try EggwebOptions(["x"]) }
        #expect(throws: EggwebUsageError.usage(.missingValue("web"))) { try EggwebOptions(["--web", ""]) }
        #expect(EggwebUsageError.badAddress("x").message.contains("127.0.0.1:8091"))
    }
}
