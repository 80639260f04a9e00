import EggTestSupport
import Testing
import Till

@Suite struct CardTests {
    private func card(
        message: String = String(repeating: "m", count: 30), senders: String = String(repeating: "s", count: 10),
        luxury: Int = 5, recipient: String = "Anna", gender: String = "woman", color: String = "blue"
    ) throws(InvalidInput) -> GreetingCard {
        try GreetingCard(
            recipient: recipient, gender: gender, color: color, message: message, senders: senders, luxury: luxury)
    }

    @Test func thirtyAndTenCharactersAtLuxury5Are9Leva() throws {
        #expect(try card().price.text(.code) == "9.00 BGN")
        #expect(try CardPrice(card().price, leading: .BGN).text == "9.00 BGN (4.60 EUR)")
        #expect(try CardPrice(card().price, leading: .EUR).text == "4.60 EUR (9.00 BGN)")
    }

    @Test func aCharacterIsWhatAPersonSeesAsOne() throws {
        let family = try GreetingCard.price(message: "👨‍👩‍👧‍👦", senders: "é", luxury: 1)
        #expect(try family == GreetingCard.price(message: "x", senders: "e\u{301}", luxury: 1))
        #expect(try GreetingCard.price(message: "a\r\nb", senders: "", luxury: 1).minor == 23 * 11)
        #expect(try GreetingCard.price(message: "🇧🇬", senders: "", luxury: 1).minor == 21 * 11)
        #expect(try GreetingCard.price(message: " ", senders: "", luxury: 1).minor == 21 * 11)
    }

    @Test func thePriceGrowsWithEachCharacterAndEachLuxury() throws {
        var random = SeededGenerator(seed: 8)
        let characters = Array("abc äöü Здравей 👩🏽‍🍳🥚\n漢字")
        for luxury in 1...10 {
            var message = ""
            var price = try GreetingCard.price(message: "", senders: "", luxury: luxury)
            for _ in 0..<200 {
                message.append(characters.randomElement(using: &random) ?? "x")
                let next = try GreetingCard.price(message: message, senders: "", luxury: luxury)
                #expect(next.minor == price.minor + Int64(10 + luxury))
                price = next
            }
        }
    }

    @Test func everyFieldThatCannotBeUsedIsNamed() {
        do throws(InvalidInput) {
            _ = try card(message: " \n", senders: "", luxury: 11, recipient: "", gender: "cat", color: "\u{0}")
            Issue.record("accepted")
        } catch {
            #expect(error.problems.map(\.field) == ["recipient", "gender", "color", "message", "senders", "luxury"])
        }
    }

    @Test func textsHaveLimits() throws {
        #expect(throws: Never.self) { try card(message: String(repeating: "👩🏽‍🍳", count: 2000)) }
        #expect(throws: Never.self) { try card(recipient: String(repeating: "ж", count: 100)) }
        #expect(throws: InvalidInput("message", "the message is too long; the limit is 2000 characters")) {
            try card(message: String(repeating: "m", count: 2001))
        }
        #expect(throws: InvalidInput("recipient", "the recipient is too long; the limit is 100 characters")) {
            try card(recipient: String(repeating: "r", count: 101))
        }
        for text in ["\u{200b}\u{2060}", "\u{3164}", "\u{ad} \n\u{fe0f}", "\u{2800}"] {
            #expect(throws: InvalidInput("message", "the message has no visible characters")) {
                try card(message: text)
            }
        }
        // One character of a hundred thousand accents.
        #expect(throws: InvalidInput.self) { try card(recipient: "e" + String(repeating: "\u{301}", count: 100_000)) }
        #expect(throws: InvalidInput.self) { try card(message: "a\u{1b}[2J") }
        #expect(throws: InvalidInput.self) { try card(message: "a\u{0}b") }
        #expect(throws: InvalidInput.self) { try card(senders: "a\nb") }
        #expect(throws: Never.self) { try card(message: "Dear Anna,\n\n\tall the best") }
    }

    /// The rule is the one of a timer's name.
    @Test func namesConsistOfWhatCanBeSeen() throws {
        #expect(try card(recipient: " A\u{ad}nna\u{200e} ").recipient == "Anna")
        #expect(try card(recipient: "تخم‌مرغ", color: "क्‍ष").recipient == "تخم‌مرغ")
        #expect(throws: InvalidInput("recipient", "the recipient must be text that can be seen")) {
            try card(recipient: "An\u{202e}na")
        }
        // What isn't seen costs nothing.
        #expect(try card(senders: "Iv\u{ad}an").price == card(senders: "Ivan").price)
        #expect(GreetingCard.counts(message: "a\r\nb", senders: "Iv\u{ad}an").senders == "4 of 100 characters")
    }

    // MARK: Customers

    @Test func aCustomerIsChecked() throws {
        let customer = try Customer(
            name: " Ivan Petrov ", email: "ivan@example.org ", emailAgain: "ivan@example.org",
            telephone: "+359 2 123 4567")
        #expect(customer.name == "Ivan Petrov" && customer.email == "ivan@example.org")
        do {
            _ = try Customer(name: "", email: "ivan", emailAgain: "Ivan", telephone: "call me")
            Issue.record("accepted")
        } catch {
            #expect(error.problems.map(\.field) == ["name", "email", "emailAgain", "telephone"])
        }
        // One address in two ways, of which Swift makes one and the database two; and text that shows no letters.
        for email in [
            "iv\u{e1}n@example.org", "iva\u{301}n@example.org", "i v@x", "ivan@\u{200b}", "\u{7f}@x", "a@b@c",
        ] {
            #expect(throws: InvalidInput.self) {
                try Customer(name: "Ivan", email: email, emailAgain: email, telephone: "12345")
            }
        }
        #expect(Customer.key(email: "Ivan@Example.ORG") == "ivan@example.org")
    }

    // MARK: Keys

    @Test(arguments: [
        ("1763712345.123", "1763712345.123"), ("1763712345", "1763712345.000"), ("1763712345.1", "1763712345.100"),
        ("1763712345.1239", "1763712345.123"), ("0.001", "0.001"), ("253402300799.999", "253402300799.999"),
    ])
    func aKeyIsADecimalNumberOfSeconds(text: String, shown: String) {
        #expect(OrderKey(text)?.text == shown)
    }

    @Test(arguments: [
        "", ".", "1.", ".5", "-1", "1e9", "253402300800", "99999999999999999999", "9223372036854775807.999", "1.2.3",
        "١.٢",
        "1\u{0}", "' OR 1=1 --", String(repeating: "1", count: 100_000),
    ])
    func anythingElseIsNoKey(text: String) {
        #expect(OrderKey(text) == nil)
    }
}
