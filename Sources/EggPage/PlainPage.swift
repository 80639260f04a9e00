import EggWire
import HTTP

/// The page for browsers without JavaScript: plain forms, and a page that loads itself again.
struct PlainPage {
    var eggs: [Timers.Egg]
    var timers: [Timers.Timer]
    /// Why an alarm would not be heard, and the like.
    var notice: String?

    var html: String {
        let isBusy = timers.contains { $0.state != .paused }
        let rings = timers.contains { [.ringing, .snoozed, .missed].contains($0.state) }
        let rows = timers.map { timer in
            "<li><strong>\(Self.escaped(timer.name))</strong> (\(Self.escaped(timer.egg))): \(Self.words(timer))</li>"
        }
        let buttons = eggs.map { egg in
            let name = Self.escaped(egg.name)
            return "<button name=\"egg\" value=\"\(name)\">\(name), \(Self.clock(egg.durationMs))</button>"
        }
        let stop = "<form method=\"post\" action=\"/plain\"><button name=\"stop\" value=\"1\">Stop</button></form>"
        return """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta http-equiv="refresh" content="\(isBusy ? 5 : 60)">
            <meta name="color-scheme" content="light dark">
            \(Self.referrer)
            <title>Egg timer</title>
            <link rel="stylesheet" href="/style.css">
            </head>
            <body class="plain">
            <main>
            <h1>Egg timer</h1>
            \(notice.map { "<p role=\"alert\">\(Self.escaped($0))</p>" } ?? "")
            \(rows.isEmpty ? "<p>Nothing is cooking.</p>" : "<ul>\n\(rows.joined(separator: "\n"))\n</ul>")
            \(rings ? stop : "")
            <form method="post" action="/plain">
            \(buttons.joined(separator: "\n"))
            </form>
            </main>
            </body>
            </html>

            """
    }

    /// Lets the forms name their origin: without a referrer, over plain HTTP, nothing would tell that they are the page's.
    private static let referrer = "<meta name=\"referrer\" content=\"same-origin\">"

    var reply: Response {
        Response(
            200, headers: [Field("Content-Type", "text/html; charset=utf-8"), Field("Cache-Control", "no-store")],
            body: Array(html.utf8))
    }

    private static func words(_ timer: Timers.Timer) -> String {
        switch timer.state {
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

    static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
