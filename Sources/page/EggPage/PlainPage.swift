import EggClient
import EggRequests
import EggTimers
import EggWire
import HTTP
import Languages
import Text
import Varlink

/// The page for old browsers, and for those without JavaScript: forms, and a script of 2012 that counts. Without the script
/// the page loads itself again while something runs.
struct PlainPage: Sendable {
    var eggs: [Timers.Egg] = []
    var timers: [Timers.Timer] = []
    /// Why nothing was changed, or why eggd tells nothing.
    var problem: Trouble?
    /// Why an alarm would not be heard, and the like.
    var notices: [Trouble] = []
    /// Whether eggd has told its timers and eggs.
    var isReached = true
    /// Whether Stop, Undo or another page has led here just now: the second tap of two must not start what is under the
    /// finger then.
    var settles = false
    /// Whether it has the field for a time; then it doesn't load itself again, which would empty the field.
    var asksTime = false
    /// The address of the code that returns to the usual page, which had no code yet when an egg was tapped there.
    var returnCode: String?
    /// Whether its address is marked: an old browser was led here, and a new one that opens the bookmark goes to the usual page.
    var isMarked = false
    /// Until when a button offers to undo the last change, in seconds since 1970; nil without it.
    var undoEnd: Int64?
    /// In milliseconds since 1970.
    var now = LocalTime.unixMilliseconds

    enum Change: String {
        case pause, resume, cancel, dismiss, snooze, undo

        var title: String {
            switch self {
            case .pause: tr("Pause")
            case .resume: tr("Resume")
            case .cancel: tr("Cancel")
            case .dismiss: tr("Stop")
            case .snooze: OneMoreMinute.title
            case .undo: tr("Undo")
            }
        }

        /// The request, without its timer.
        var request: TimerRequest {
            switch self {
            case .pause: .change(.pause, nil)
            case .resume: .change(.resume, nil)
            case .cancel: .change(.cancel, nil)
            case .dismiss: .change(.dismiss, nil)
            case .snooze: .change(.snooze(for: OneMoreMinute.time), nil)
            case .undo: .undo
            }
        }
    }

    /// The address with the parameters of the page that follows a request; an undo is offered for as long as eggd takes
    /// it.
    func path(after request: TimerRequest, at now: Int64) -> String {
        let undo = Field("undo", "\(now + TimerBoard.undoLimit.components.seconds)")
        return switch request {
        case .undo: path([Self.new])
        case .change(let change, _) where change.answersAlarms: path([Self.new, undo])
        case .start, .cook, .change, .rename: path([undo])
        }
    }

    /// The address of the plain page with these parameters, which also returns if this page does.
    private func path(_ fields: [Field]) -> String {
        let all = fields + (returnCode == nil ? [] : [Self.early])
        return all.isEmpty ? "/plain" : "/plain?\(FormFields.text(all))"
    }

    /// The field of an address to which a tap on something else has led just now; also in `index.html` and `needs.html`.
    static let new = Field("new", "1")
    /// The field of an address that asks for the field for a time.
    static let asking = Field("time", "1")
    /// The field of an address to which `choose.js` leads old browsers.
    static let marked = Field("old", "1")
    /// The field of a form and of an address that says that the usual page was tapped before its code had come.
    static let early = Field("page", "1")

    /// Whether a tap on this egg is a repeated one, because nothing seemed to happen: it was started just now.
    static func isRepeated(_ egg: String, _ timers: [Timers.Timer]) -> Bool {
        timers.contains {
            $0.name == "egg" && $0.egg == egg && $0.state == .cooking && $0.durationMs - $0.remainingMs < 15_000
        }
    }

    func reply(_ status: Int = 200) -> Response { .html(status, html) }

    var html: String {
        MadePage.html(
            tr("Egg timer"),
            head: """
                \(returnCode == nil ? "<noscript>\(refresh)</noscript>" : refresh)
                \(isMarked ? Self.code("/plain/choose.js") : problem == nil ? returnCode.map(Self.code) ?? "" : "")
                \(MadePage.headOfForm)
                """,
            body: """
                <body class="plain">
                <p id="lost" role="alert" data-silence="\(Self.silence)" data-gone="\(Self.messages)"></p>
                <main class="\(classes)" data-next="\(MarkupText.escaped(next))">
                <h1>\(tr("Egg timer"))</h1>
                \(([problem].compactMap { $0 } + notices).map(\.html).joined(separator: "\n"))
                \(isDue ? list(timers.filter(Self.isAlarm)) + answers : menu)
                \(list(timers.filter { !Self.isAlarm($0) }))
                \(isDue ? menu : "")
                <div\(Self.settling(if: isFresh))>
                \(undoEnd == nil ? "" : form([.undo]))
                \(!isReached ? "" : asksTime ? form(Self.timeInput) : Self.link(tr("Another time"), path([Self.asking])))
                \(Self.link(tr("The usual page"), "/"))
                \(Self.link(tr("Language"), LanguagePage.path))
                </div>
                </main>
                \(returnCode == nil ? "<script src=\"/plain/plain.js\"></script>" : "")
                </body>
                """)
    }

    private static var silence: String {
        MarkupText.escaped(tr("This page gets no answer from its machine. It reconnects by itself."))
    }

    /// What streams say of an eggd that can't be reached, in the language of the page.
    private static var messages: String {
        let english = Language.english.speak { Trouble.unreachableMessages }
        let said = Dictionary(zip(english, Trouble.unreachableMessages)) { $1 }
        return MarkupText.escaped(String(decoding: (try? encodeJSON(said)) ?? [], as: UTF8.self))
    }

    private static func code(_ address: String) -> String { "<script type=\"module\" src=\"\(address)\"></script>" }

    /// Those of the page's part that the script replaces: whether it rings, and whether it says itself that eggd is lost.
    private var classes: String {
        let rings = timers.contains(where: \.rings)
        let names = [(rings, "rings"), (!isReached, "lost"), (returnCode != nil, "settling")]
        return names.filter(\.0).map(\.1).joined(separator: " ")
    }

    /// The address of the present, for as long as an undo is offered.
    private var next: String { path(undoEnd.map { [Field("undo", "\($0)")] } ?? []) }

    /// The class of what a second tap of two must not hit.
    private static func settling(if isLate: Bool) -> String { isLate ? " class=\"settling\"" : "" }

    private var isDue: Bool { timers.contains(where: Self.isAlarm) }

    /// Whether the buttons for all alarms mean it.
    private static func isAlarm(_ timer: Timers.Timer) -> Bool { timer.state.traits.isDue && timer.isHeard }

    /// Whether this page follows a change that was made just now.
    private var isFresh: Bool {
        settles || undoEnd.map { $0 - now / 1000 >= TimerBoard.undoLimit.components.seconds - 1 } ?? false
    }

    /// The eggs, which keep their place when one of them is started: the second tap of two finds the same egg.
    private var menu: String {
        "<div\(Self.settling(if: settles))>\n\(form(eggs.map(Self.button(for:)).joined(separator: "\n")))</div>\n"
    }

    private func list(_ rows: [Timers.Timer]) -> String {
        guard !timers.isEmpty else { return "<p>\(idle)</p>\n" }
        guard !rows.isEmpty else { return "" }
        return "<ul\(Self.settling(if: isFresh))>\n\(rows.map(row).joined(separator: "\n"))\n</ul>\n"
    }

    /// The page loads itself again only if it changes by itself, because that interrupts a screen reader, or if it must
    /// return to the usual page. After a tap that changed nothing, it returns when that could be read.
    private var refresh: String {
        func tag(_ seconds: Int, _ address: String) -> String {
            "<meta http-equiv=\"refresh\" content=\"\(seconds); url=\(MarkupText.escaped(address))\">"
        }
        if problem != nil, returnCode != nil { return tag(10, "/") }
        let isBusy = timers.contains { $0.state.traits.ticks || $0.state.traits.isDue }
        guard isBusy || !isReached || returnCode != nil, !asksTime else { return "" }
        return tag(isBusy ? 5 : 60, next)
    }

    private static func link(_ text: String, _ address: String) -> String {
        "<p><a href=\"\(MarkupText.escaped(address))\">\(text)</a></p>"
    }

    private var idle: String {
        isReached
            ? tr("Nothing is cooking.")
            : tr("Timers can't be shown or changed now. This page tries again each minute.")
    }

    private static var timeInput: String {
        """
        <label for="time">\(tr("Another time: minutes, or minutes and seconds such as 7:30"))</label>
        <input id="time" name="time" required autofocus autocomplete="off">
        <button>\(tr("Start"))</button>
        """
    }

    private static func button(for egg: Timers.Egg) -> String {
        let name = MarkupText.escaped(egg.name)
        let title = MarkupText.escaped(Timers.Timer.title(name: "egg", egg: egg.name))
        let picture = pictures.contains(egg.name) ? "<img src=\"/shared/\(name).svg\" alt=\"\"> " : ""
        return """
            <div class="egg"><button name="egg" value="\(name)">\(picture)\(title), \
            \(DurationText.clock(.milliseconds(egg.durationMs)))</button>
            <p>\(MarkupText.escaped(egg.result))</p></div>
            """
    }

    /// The eggs that have pictures of their own.
    private static let pictures = EggMenu.presets.eggs.map(\.name)

    /// The sentence about a timer, and the buttons that change it.
    private func row(_ timer: Timers.Timer) -> String {
        let possible: [Change] = timer.state.traits.isDue ? [.dismiss, .snooze] : [.pause, .resume, .cancel]
        let changes = Self.isAlarm(timer) ? [] : possible.filter { timer.offers($0.request.method) }
        let words = timer.sentence(seenFrom: LocalTime(unixMilliseconds: now), left: Self.place)
        let text = words.hasPrefix(timer.label) ? timer.heading + words.dropFirst(timer.label.count) : words
        let left = timer.state.traits.ticks ? " data-left=\"\(timer.remainingMs)\"" : ""
        let digits = "<b class=\"digits\"\(left)>\(timer.leftClock)</b>"
        let parts = text.parts(between: Self.place)
        // The digits have a line of their own, and the next one doesn't begin with a comma.
        let shown = (parts.prefix(1) + parts.dropFirst().map { $0.hasPrefix(", ") ? $0.dropFirst() : $0 })
            .map { MarkupText.escaped(String($0)) }.joined(separator: digits)
        return "<li>\n<p>\(shown)</p>\n\(form(changes, timer))</li>"
    }

    /// Stands for the time that is left; no name has this character.
    private static let place = "\u{1}"

    /// The buttons that stop and snooze all alarms.
    private var answers: String {
        form(timers.contains(where: \.rings) ? [.dismiss, .snooze] : [.dismiss])
    }

    /// Buttons for changes of a timer, or of all timers; nothing without any.
    private func form(_ changes: [Change], _ timer: Timers.Timer? = nil) -> String {
        guard !changes.isEmpty else { return "" }
        let fields = timer.map { [("timer", $0.name), ("id", $0.id)] } ?? []
        let hidden = fields.map { "<input type=\"hidden\" name=\"\($0)\" value=\"\(MarkupText.escaped($1))\">\n" }
        let buttons = changes.map { change in
            let (value, title) = (change.rawValue, MarkupText.escaped(change.title))
            let name = timer.map {
                MarkupText.escaped(tr("{change}: {label}", ["change": change.title, "label": $0.heading]))
            }
            return "<button name=\"change\" value=\"\(value)\" aria-label=\"\(name ?? title)\">\(title)</button>\n"
        }
        return form((hidden + buttons).joined())
    }

    /// A form with these elements, which says whether its page returns to the usual one.
    private func form(_ elements: String) -> String {
        let (name, value) = (Self.early.name, Self.early.value)
        let field = returnCode == nil ? "" : "<input type=\"hidden\" name=\"\(name)\" value=\"\(value)\">\n"
        return "<form method=\"post\" action=\"/plain\">\n\(field)\(elements)</form>\n"
    }
}
