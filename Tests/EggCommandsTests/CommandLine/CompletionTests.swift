import EggTestSupport
import EggWire
import Program
import Testing

@testable import EggCommands

/// The offers without eggd; `Tests/Completions/check` shows the rest in real shells.
@Suite struct CompletionTests {
    private func offers(_ words: String...) -> [Completion] {
        let line = CompletionLine(words, options: Option.table.map(\.argument))
        return withEnvironment([SocketPath.variable: "/nonexistent/eggd.sock", "HOME": "/nonexistent"]) {
            Completions(line: line).answers
        }
    }

    private func words(_ offers: [Completion]) -> [String] {
        offers.compactMap { offer in
            if case .word(let word, _) = offer { word } else { nil }
        }
    }

    @Test func aCommandOrAnEggComesFirst() {
        let offers = offers("")
        #expect(offers.prefix(Commands.all.count).first == .word("start", description: StartCommand.about.summary))
        #expect(words(offers) == Commands.names + ["soft", "medium", "hard"])
    }

    @Test(arguments: Commands.names) func everyCommandOffersItsOptions(name: String) throws {
        let about = try #require(Commands.named(name))
        let own = about.options.map(\.name) + ["host", "socket", "help"]
        #expect(words(offers(about.name, "--")) == own.map { "--\($0)" })
    }

    @Test func optionsThatCannotBeGivenAnyMoreAreNotOffered() {
        #expect(words(offers("pause", "--all", "--")) == ["--json", "--host", "--socket", "--help"])
        #expect(words(offers("undo", "--json", "")) == ["--host", "--socket", "--help"])
        #expect(offers("undo", "--", "").isEmpty && offers("undo", "x").isEmpty && offers("boil", "--").isEmpty)
    }

    @Test func valuesAndOperandsAreOfferedAsTheTablesSay() {
        #expect(words(offers("start", "soft", "--size", "")) == ["S", "M", "L", "XL"])
        #expect(words(offers("start", "--sound=")) == ["bell", "chime", "timer"])
        #expect(offers("status", "--socket", "") == [.path])
        #expect(offers("extend", "") == [.hint("time, such as 30s or -30s")])
        #expect(words(offers("start", "")) == ["soft", "medium", "hard"])
        #expect(!words(offers("start", "--at", "18:30", "")).contains("soft"))
        #expect(offers("page", "--open", "") == [.hint("address or port, such as 8090")])
    }

    @Test func hostsAreThoseOfSSH() {
        let configuration = "Host kitchen pi*\n  HostName 10.0.0.5\nhost=\"office\" !bad\n#Host old\nMatch all\n"
        #expect(SSHHosts.named(in: configuration) == ["kitchen", "office"])
    }
}
