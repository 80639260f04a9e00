import EggTestSupport
import EggWire
import Testing

@testable import EggPage

@Suite struct KitchenFileTests {
    private let folder = TemporaryFolder()
    private let egg = Timers.Eggs.Parameters(massG: 68, fromCelsius: 12.22)

    @Test func anEggIsKept() {
        let file = KitchenFile(folder: folder.path("state"))
        #expect(file.read() == .init())
        #expect(file.write(egg) == nil)
        #expect(KitchenFile(folder: folder.path("state")).read() == egg)
        #expect(file.write(.init()) == nil && file.read() == .init())
    }

    @Test(arguments: ["", "{", "[]", #"{"massG":500}"#, #"{"massG":"L"}"#])
    func aFileWithoutAnEggThatCanBeIsIgnored(text: String) {
        folder.write(text.utf8, to: "kitchen.json")
        #expect(KitchenFile(folder: folder.path).read() == .init())
    }

    @Test func anEggThatCannotBeSavedIsRefusedWithTheReason() {
        folder.write([], to: "file")
        #expect(KitchenFile(folder: folder.path("file")).write(egg)?.contains(folder.path("file")) == true)
        #expect(KitchenFile(folder: nil).write(egg)?.contains("--state-dir") == true)
    }
}
