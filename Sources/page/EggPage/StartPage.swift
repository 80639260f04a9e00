import EggClient
import EggRequests
import EggTimers
import EggWire
import HTTP
import Languages
import Text

/// The page of a link: what it would start, and one large button; a form without scripts.
struct StartPage {
    /// nil if nothing can be started.
    var offer: StartOffer?
    /// The problem with the link, or the reason why nothing was started.
    var problem: Trouble?
    /// Why an alarm would not be heard.
    var notice: Trouble?

    /// A link can't start anything.
    static func trouble(_ complaint: Complaint) -> Trouble {
        Trouble(tr("This link starts nothing: {reason}.", ["reason": complaint.message]))
    }

    func reply(_ status: Int = 200) -> Response { .html(status, html) }

    var html: String {
        let title = offer.map { tr("Start {label}", ["label": $0.title]) } ?? tr("Nothing to start")
        let alerts = [problem, (offer?.warning).map { Trouble($0) }, notice].compactMap { $0?.html }
        return Self.html(
            title,
            """
            \(offer.map(Self.heading) ?? "<h1>\(MarkupText.escaped(title))</h1>")
            \(alerts.joined(separator: "\n"))
            \(offer.map(Self.form) ?? "")
            """)
    }

    /// A page of this kind. A tap within half a second was meant for the page before.
    static func html(_ title: String, _ content: String) -> String {
        MadePage.html(
            title,
            head: """
                \(MadePage.headOfForm)
                <link rel="icon" href="/icon.svg" type="image/svg+xml">
                """,
            body: """
                <body class="plain start">
                <main>
                \(content)
                <p><a href="/">\(tr("Back to the timers"))</a></p>
                </main>
                <i class="cover"></i>
                </body>
                """)
    }

    private static func heading(_ offer: StartOffer) -> String {
        func paragraph(_ text: String) -> String { text.isEmpty ? "" : "<p>\(MarkupText.escaped(text))</p>" }
        return """
            <h1>\(MarkupText.escaped(offer.title))</h1>
            \(paragraph(offer.detail))
            <p class="digits\(offer.digits.count > 5 ? " long" : "")">\(offer.digits)</p>
            \(paragraph(offer.end))
            \(paragraph(offer.egg?.result ?? ""))
            """
    }

    private static func form(_ offer: StartOffer) -> String {
        let fields = offer.link.fields + (offer.minute.map { [Field(StartLink.minuteField, $0)] } ?? [])
        let inputs = fields.map {
            "<input type=\"hidden\" name=\"\($0.name)\" value=\"\(MarkupText.escaped($0.value))\">\n"
        }
        return """
            <form method="post" action="\(StartLink.path)">
            \(inputs.joined())<button class="strong">\(tr("Start"))</button>
            </form>
            """
    }
}
