import Languages

/// The title of the tip pages, and the picture beside it.
package enum Branding {
    /// The title at start.
    package static var title: String { tr("Rivera Labs Tip Calculator") }
    package static let pictureLimit = 48 * 1024

    /// The problems of a new title and a new picture; an empty text restores what it was at start.
    package static func problems(title: String?, picture: String?) -> [FieldProblem] {
        var problems: [FieldProblem] = []
        if let title, !title.isEmpty, let problem = TextField.problem("title", title, tr("the title")) {
            problems.append(problem)
        }
        if let picture, !picture.isEmpty {
            // The beginnings of PNG, JPEG and WebP files in base64.
            let isPicture = ["iVBORw0KGgo", "/9j/", "UklGR"].contains { picture.utf8.starts(with: $0.utf8) }
            let letters = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=".utf8)
            if picture.utf8.count > pictureLimit / 3 * 4 {
                problems.append(FieldProblem("picture", tr("the picture is too large; the limit is 48 KiB")))
            } else if !isPicture || !picture.utf8.allSatisfy(letters.contains) {
                problems.append(FieldProblem("picture", tr("the picture must be a PNG, JPEG or WebP file")))
            }
        }
        return problems
    }
}
