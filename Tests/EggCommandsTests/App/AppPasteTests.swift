import Instants
import Terminal
import Testing

@testable import EggCommands

/// Text that is pasted into the app.
@Suite struct AppPasteTests {
    private static func paste(_ text: String) -> [Key] {
        text.unicodeScalars.map { .pasted($0) }
    }

    @Test func outsideAPromptItDoesNothing() {
        var app = AppFixture.app([.example(.cooking)])
        let keys = Self.paste("smhtqcdz+-? ")
        #expect(keys.flatMap { app.press($0) }.isEmpty && app.entry == nil && !app.isHelpShown)
        _ = app.press(.character("?"))
        #expect(keys.flatMap { app.press($0) }.isEmpty && app.isHelpShown)
        var ringing = AppFixture.app([.example(.ringing)])
        #expect(keys.flatMap { ringing.press($0) }.isEmpty)
    }

    @Test func inAPromptItIsTyped() {
        var app = AppFixture.app()
        _ = app.press(.character("t"))
        // The last character was the end of a line.
        #expect(Self.paste("9m left-pot ").flatMap { app.press($0) }.isEmpty)
        #expect(app.entry?.text == "9m left-pot ")
        #expect(app.press(.enter) == [.call(.start(.minutes(9), name: "left-pot"))])
    }

    @Test func inAPromptItAnswersNoAlarm() {
        var app = AppFixture.app([.example(.ringing)])
        _ = app.press(.character("t"))
        #expect(Self.paste("d z").flatMap { app.press($0) }.isEmpty && app.entry?.text == "d z")
    }
}
