import HTTP
import Text

/// The page that a browser gets first in a frame of another site, where it sends no cookie. Its code takes the token out of
/// the address, gives it with each request, and puts the page that was asked for into its own place. Outside of a frame it
/// loads the page again, now with the cookie.
struct FrameEntrance {
    /// The addresses of its code, of which old browsers understand the first.
    let code: [String]

    /// - Parameter sentence: what it says to those who don't have the token.
    func reply(_ status: Int, _ sentence: String) -> Response {
        .html(
            status,
            """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>Egg timer</title>
            \(status == 200 ? "<noscript><meta http-equiv=\"refresh\" content=\"0; url=/\"></noscript>" : "")
            \(code.map { "<script src=\"\($0)\"></script>" }.joined(separator: "\n"))
            <link rel="stylesheet" href="/plain/plain.css">
            </head>
            <body><p>\(MarkupText.escaped(sentence))</p></body>
            </html>

            """)
    }
}

extension Request {
    /// Whether a browser wants a page to show.
    var isNavigation: Bool { method == "GET" && header("accept")?.contains("text/html") == true }
}
