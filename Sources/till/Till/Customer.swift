import Languages

package struct Customer: Equatable, Sendable {
    package let name: String
    /// The address, which no other customer has.
    package let email: String
    /// The number as typed.
    package let telephone: String

    /// A customer as typed. Every field that can't be used is named.
    package init(name: String, email: String, emailAgain: String, telephone: String) throws(InvalidInput) {
        let (name, email) = (TextField.tidy(name), TextField.tidy(email))
        let telephone = TextField.tidy(telephone)
        let isSame = email.utf8.elementsEqual(TextField.tidy(emailAgain).utf8)
        let problems = [
            TextField.problem("name", name, tr("the name")), Self.problem(email: email),
            isSame ? nil : FieldProblem("emailAgain", tr("the two e-mail addresses are not equal")),
            Self.problem(telephone: telephone),
        ]
        if let refusal = InvalidInput(problems) { throw refusal }
        (self.name, self.email, self.telephone) = (name, email, telephone)
    }

    /// A customer as the database has it: checked at registration, perhaps by other rules than today's.
    package init(stored name: String, email: String, telephone: String) {
        (self.name, self.email, self.telephone) = (name, email, telephone)
    }

    /// The form of an address by which customers are told apart: case does not matter.
    package static func key(email: String) -> String {
        TextField.tidy(email).lowercased()
    }

    private static func problem(email: String) -> FieldProblem? {
        if let problem = TextField.problem("email", email, tr("the e-mail address"), limit: 254) { return problem }
        let parts = email.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }), email.utf8.count <= 254,
            // Other letters can be written in several ways, of which one address would be two.
            email.utf8.allSatisfy({ (0x21...0x7e).contains($0) })
        else { return FieldProblem("email", tr("{text} isn't an e-mail address", ["text": DecimalText.quoted(email)])) }
        return nil
    }

    private static func problem(telephone: String) -> FieldProblem? {
        if let problem = TextField.problem("telephone", telephone, tr("the telephone number"), limit: 30) {
            return problem
        }
        let digits = telephone.utf8.filter { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }.count
        guard digits >= 3, telephone.utf8.allSatisfy({ "0123456789 +-()/.".utf8.contains($0) }) else {
            return FieldProblem(
                "telephone",
                tr(
                    "{text} isn't a telephone number; write it like +359 2 123 4567",
                    ["text": DecimalText.quoted(telephone)]))
        }
        return nil
    }
}
