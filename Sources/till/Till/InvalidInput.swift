import Languages

package struct FieldProblem: Equatable, Sendable {
    /// The field's name in the interface `io.eggtimer.Till`.
    package let field: String
    /// A sentence without its full stop.
    package let message: String

    package init(_ field: String, _ message: String) {
        self.field = field
        self.message = message
    }
}

/// Input that was refused; nothing has changed.
package struct InvalidInput: Error, Equatable, Sendable {
    /// At least one problem, in the order of the fields.
    package let problems: [FieldProblem]

    package init(_ field: String, _ message: String) {
        problems = [FieldProblem(field, message)]
    }

    /// A refusal because of these fields; nil if none has a problem.
    package init?(_ problems: [FieldProblem?]) {
        let problems = problems.compactMap { $0 }
        guard !problems.isEmpty else { return nil }
        self.problems = problems
    }

    /// A refusal because of a number in this field that leads to a result without a place.
    package static func outOfRange(_ field: String) -> InvalidInput {
        InvalidInput(field, tr("the number is too large or too small to be computed with"))
    }

    /// The first problem's sentence.
    package var message: String { problems.first?.message ?? tr("the input can't be used") }
}
