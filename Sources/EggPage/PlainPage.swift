import EggArguments
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

    var html: String {
        let isBusy = timers.contains { $0.state != .paused }
        let rings = timers.contains { [.ringing, .snoozed, .missed].contains($0.state) }
        let rows = timers.map { timer in
            "<li><strong>\(MarkupText.escaped(timer.name))</strong> (\(MarkupText.escaped(timer.egg))): \(Self.words(timer))</li>"
        }
        let buttons = eggs.map { egg in
            let name = MarkupText.escaped(egg.name)
            return """
                <button name="egg" value="\(name)">\(name), \(Self.clock(egg.durationMs))</button>
                <p>\(MarkupText.escaped(egg.description))</p>
                """
        }
        let stop = "<form method=\"post\" action=\"/plain\"><button name=\"stop\" value=\"1\">Stop</button></form>"
        return Self.document(
            title: "Egg timer", refresh: isBusy ? 5 : 60,
            body: """
                \(notice.map { "<p role=\"alert\">\(MarkupText.escaped($0))</p>" } ?? "")
                \(rows.isEmpty ? "<p>Nothing is cooking.</p>" : "<ul>\n\(rows.joined(separator: "\n"))\n</ul>")
                \(rings ? stop : "")
                <form method="post" action="/plain">
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

    /// A page with this title, which is loaded again after so many seconds, if any.
    static func document(title: String, refresh: Int? = nil, body: String) -> String {
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
        <link rel="stylesheet" href="/style.css">
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

    private static func words(_ timer: Timers.Timer) -> String {
        if timer.cue != nil {
            let time = clock(timer.remainingMs)
            switch timer.state {
            case .cooking: return "into the water in \(time)"
            case .paused: return "paused, \(time) before it goes into the water"
            case .ringing, .snoozed, .missed: return "not in the water, \(clock(timer.overdueMs)) late"
            }
        }
        return switch timer.state {
        case .cooking: "\(clock(timer.remainingMs)) left"
        case .paused: "paused, \(clock(timer.remainingMs)) left"
        case .ringing: "done!"
        case .snoozed: "rings again in \(clock(timer.remainingMs))"
        case .missed: "was done \(clock(timer.overdueMs)) ago"
        }
    }

    /// Minutes and seconds, rounded up.
    static func clock(_ milliseconds: Int64) -> String {
        let seconds = max(0, milliseconds) / 1000 + (max(0, milliseconds) % 1000 > 0 ? 1 : 0)
        let rest = seconds % 60
        return "\(seconds / 60):\(rest < 10 ? "0" : "")\(rest)"
    }
}
