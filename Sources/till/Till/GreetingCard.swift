import Languages
import Text

/// The person to whom a card is sent.
package enum Gender: String, CaseIterable, Sendable {
    case man, woman

    package var label: String {
        switch self {
        case .man: tr("Man", context: "card")
        case .woman: tr("Woman", context: "card")
        }
    }
}

package struct GreetingCard: Equatable, Sendable {
    /// From plain to luxurious.
    package static let luxuries = 1...10
    /// The meaning of the luxury, to be shown where it is asked for.
    package static var luxuryHint: String {
        tr("How fine the card is: 1 is plain, 10 the finest. Each step adds 10 % to the basic price.")
    }

    package let recipient: String
    package let gender: Gender
    /// The recipient's favourite colour.
    package let color: String
    package let message: String
    package let senders: String
    package let luxury: Int
    /// The price in stotinki.
    package var price: Money { Self.price(characters: message.count + senders.count, luxury: luxury) }

    /// A card as typed. Every field that can't be used is named.
    package init(
        recipient: String, gender: String, color: String, message: String, senders: String, luxury: Int
    ) throws(InvalidInput) {
        let (recipient, color) = (TextField.tidy(recipient), TextField.tidy(color))
        let (message, senders) = (TextField.lineFeeds(message), VisibleText.tidy(senders))
        let found = Gender(rawValue: gender)
        let problems = [
            TextField.problem("recipient", recipient, tr("the recipient")),
            found == nil ? FieldProblem("gender", tr("the recipient must be man or woman")) : nil,
            TextField.problem("color", color, tr("the favourite colour")), Self.problem(message: message),
            Self.problem(senders: senders), Self.problem(luxury: luxury),
        ]
        if let refusal = InvalidInput(problems) { throw refusal }
        (self.recipient, self.gender, self.color) = (recipient, found ?? .man, color)
        (self.message, self.senders, self.luxury) = (message, senders, luxury)
    }

    /// A card as the database has it, whose texts were checked when it was ordered; nil for an impossible luxury.
    package init?(
        stored recipient: String, gender: Gender, color: String, message: String, senders: String, luxury: Int
    ) {
        guard Self.luxuries.contains(luxury) else { return nil }
        (self.recipient, self.gender, self.color) = (recipient, gender, color)
        (self.message, self.senders, self.luxury) = (message, senders, luxury)
    }

    /// The price of a card while it is being written: message and senders may still be empty.
    package static func price(message: String, senders: String, luxury: Int) throws(InvalidInput) -> Money {
        let (message, senders) = (TextField.lineFeeds(message), VisibleText.tidy(senders))
        let problems = [
            problem(message: message, mayBeBlank: true), problem(senders: senders, mayBeBlank: true),
            problem(luxury: luxury),
        ]
        if let refusal = InvalidInput(problems) { throw refusal }
        return price(characters: message.count + senders.count, luxury: luxury)
    }

    /// ((characters · 0.1) + 2) · (1 + 0.1 · luxury) leva; in stotinki this is a whole number.
    static func price(characters: Int, luxury: Int) -> Money {
        Money(Int64((characters + 20) * (10 + luxury)), .BGN)
    }

    /// How much of their limits the texts have used, in words.
    package static func counts(message: String, senders: String) -> (message: String, senders: String) {
        func count(_ text: String, of limit: Int) -> String {
            tr("{count} of {limit} characters", ["count": "\(text.count)", "limit": "\(limit)"])
        }
        return (
            count(TextField.lineFeeds(message), of: TextField.messageLimit),
            count(VisibleText.tidy(senders), of: TextField.nameLimit)
        )
    }

    private static func problem(message: String, mayBeBlank: Bool = false) -> FieldProblem? {
        TextField.problem(
            "message", message, tr("the message"), limit: TextField.messageLimit, isMultiline: true,
            mayBeBlank: mayBeBlank)
    }

    private static func problem(senders: String, mayBeBlank: Bool = false) -> FieldProblem? {
        TextField.problem("senders", senders, tr("the sender"), mayBeBlank: mayBeBlank)
    }

    private static func problem(luxury: Int) -> FieldProblem? {
        luxuries.contains(luxury)
            ? nil
            : FieldProblem(
                "luxury",
                tr(
                    "luxury must be from {least} to {most}",
                    ["least": "\(luxuries.lowerBound)", "most": "\(luxuries.upperBound)"]))
    }
}

/// A price in the leading currency, and in the other one of lev and euro.
package struct CardPrice: Equatable, Sendable {
    package let leading: Money
    package let beside: Money

    /// A price in leva as both currencies show it.
    package init(_ price: Money, leading currency: Currency) throws(Fraction.OutOfRange) {
        let euros = try ExchangeRate.lev.toEuro(price.minor)
        (leading, beside) = currency == .EUR ? (euros, price) : (price, euros)
    }

    /// `9.00 BGN (4.60 EUR)`.
    package var text: String { "\(leading.text(.code)) (\(beside.text(.code)))" }

    /// The currencies that can lead.
    package static let currencies: [Currency] = [.BGN, .EUR]
}
