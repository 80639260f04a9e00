import Languages
import Text

/// A page that is made for a request, without the code of the usual one.
enum MadePage {
    /// Its HTML.
    ///
    /// - Parameter head: further lines of its head.
    static func html(_ title: String, head: String, body: String) -> String {
        """
        <!DOCTYPE html>
        <html lang="\(Language.current.tag)">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        \(head)
        <title>\(MarkupText.escaped(title))</title>
        <link rel="stylesheet" href="/plain/plain.css">
        </head>
        \(body)
        </html>

        """
    }

    /// Over plain HTTP, only the referrer shows that a form comes from this page.
    static let headOfForm = """
        <meta name="color-scheme" content="light dark">
        <meta name="referrer" content="same-origin">
        """
}
