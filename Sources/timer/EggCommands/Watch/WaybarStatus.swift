import EggWire
import Languages
import Text

/// The content of a custom module of waybar; the fields are those of waybar-custom(5).
struct WaybarStatus: Encodable, Equatable {
    /// The most urgent timer, as Pango markup; empty without a timer, so that waybar hides the module.
    let text: String
    /// The state, by which waybar chooses an icon.
    let alt: String
    /// All timers and warnings, a line each, as Pango markup.
    let tooltip: String
    /// The classes for waybar's style sheet.
    let `class`: [String]
    let percentage: Int

    init(_ timers: [Timers.Timer], soundOut: String?, storeOut: String?, words: Sentences = Sentences()) {
        text = timers.first.map { Self.markup(Sentences.brief($0)) } ?? ""
        alt = timers.first?.state.rawValue ?? "idle"
        let warnings = [soundOut.map(Sentences.noSound), storeOut.map(Sentences.notSaved)].compactMap { $0 }
        let lines = words.status(timers) + warnings
        tooltip = lines.map(Self.markup).joined(separator: "\n")
        self.class = [alt] + (soundOut == nil ? [] : ["no-sound"]) + (storeOut == nil ? [] : ["not-saved"])
        percentage = timers.first?.percent ?? 0
    }

    init(lost failure: Failure) {
        text = tr("no eggd")
        alt = "offline"
        tooltip = Self.markup(Sentences.waiting(failure))
        self.class = [alt]
        percentage = 0
    }

    /// A line in which nothing is markup.
    static func markup(_ text: String) -> String {
        MarkupText.escaped(printable(text))
    }
}

struct WaybarBar: StatusBar {
    func line(_ timers: [Timers.Timer], soundOut: String?, storeOut: String?) -> String {
        Output.text(WaybarStatus(timers, soundOut: soundOut, storeOut: storeOut))
    }

    func line(lost failure: Failure) -> String {
        Output.text(WaybarStatus(lost: failure))
    }
}
