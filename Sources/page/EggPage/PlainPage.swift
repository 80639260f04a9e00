import EggArguments
import EggClient
import EggTimers
import EggWire
import HTTP

/// The page for browsers without JavaScript: plain forms, and a page that loads itself again.
struct PlainPage {
    var eggs: [Timers.Egg] = []
    /// The egg that the times are for.
    var rawEgg: Timers.RawEgg?
    var timers: [Timers.Timer] = []
    /// Why an alarm would not be heard, and the like.
    var notice: String?
    /// Whether an alarm was stopped just now: the second tap of two must not start what is under the finger then.
    var wasStopped = false
    var now = LocalTime.now

    /// The buttons of a timer that counts down.
    enum Change: String {
        case pause, resume, cancel

        /// The word on its button.
        var title: String {
            switch self {
            case .pause: "Pause"
            case .resume: "Resume"
            case .cancel: "Cancel"
            }
        }
    }

    var html: String {
        let isBusy = timers.contains { $0.state != .paused }
        let rings = timers.contains { [.ringing, .snoozed, .missed].contains($0.state) }
        let rows = timers.map { timer in
            "<li>\n<p>\(MarkupText.escaped(timer.standing(seenFrom: now)))</p>\n\(Self.changes(of: timer))</li>"
        }
        let buttons = eggs.map { egg in
            let name = MarkupText.escaped(egg.name)
            return """
                <button name="egg" value="\(name)">\(name), \(DurationText.clock(.milliseconds(egg.durationMs)))</button>
                <p>\(MarkupText.escaped(egg.description))</p>
                """
        }
        let stop = "<form method=\"post\" action=\"/plain\"><button name=\"stop\" value=\"1\">Stop</button></form>"
        return Self.document(
            title: "Egg timer", refresh: "\(isBusy ? 5 : 60); url=/plain",
            body: """
                \(notice.map { "<p role=\"alert\">\(MarkupText.escaped($0))</p>" } ?? "")
                \(rows.isEmpty ? "<p>Nothing is cooking.</p>" : "<ul>\n\(rows.joined(separator: "\n"))\n</ul>")
                \(rings ? stop : "")
                <form method="post" action="/plain"\(wasStopped ? " class=\"settling\"" : "")>
                \(buttons.joined(separator: "\n"))
                </form>
                \(kitchen)
                """)
    }

    /// The egg that the times are for, and the way to change it.
    private var kitchen: String {
        guard let rawEgg,
            let egg = try? RawEgg(grams: rawEgg.massG, celsius: rawEgg.fromCelsius, altitude: rawEgg.altitudeM)
        else { return "" }
        return "<p><a href=\"/plain/egg\">This egg: \(RawEggText.description(of: egg))</a></p>"
    }

    /// A page with this title; `refresh` tells after how many seconds which page is loaded instead, if any.
    static func document(title: String, refresh: String? = nil, body: String) -> String {
        """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        \(refresh.map { "<meta http-equiv=\"refresh\" content=\"\($0)\">" } ?? "")
        <meta name="color-scheme" content="light dark">
        \(referrer)
        <title>\(title)</title>
        <link rel="stylesheet" href="/shared/style.css">
        </head>
        <body class="plain">
        <main>
        <h1>\(title)</h1>
        \(body)
        </main>
        </body>
        </html>

        """
    }

    /// The answer with this page.
    static func reply(_ html: String, _ status: Int = 200) -> Response {
        Response(
            status, headers: [Field("Content-Type", "text/html; charset=utf-8"), Field("Cache-Control", "no-store")],
            body: Array(html.utf8))
    }

    /// Lets the forms name their origin: without a referrer, over plain HTTP, nothing would tell that they are the page's.
    private static let referrer = "<meta name=\"referrer\" content=\"same-origin\">"

    /// The buttons that pause, resume and cancel a timer; nothing if it doesn't count down.
    private static func changes(of timer: Timers.Timer) -> String {
        let changes: [Change] =
            switch timer.state {
            case .cooking: [.pause, .cancel]
            case .paused: [.resume, .cancel]
            case .ringing, .snoozed, .missed: []
            }
        guard !changes.isEmpty else { return "" }
        let label = MarkupText.escaped(timer.label)
        let buttons = changes.map { change in
            "<button name=\"change\" value=\"\(change.rawValue)\" aria-label=\"\(change.title): \(label)\">\(change.title)</button>"
        }
        return """
            <form method="post" action="/plain">
            <input type="hidden" name="timer" value="\(MarkupText.escaped(timer.name))">
            \(buttons.joined(separator: "\n"))
            </form>

            """
    }
}
