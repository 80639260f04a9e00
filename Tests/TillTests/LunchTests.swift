import Testing
import Till

@Suite struct LunchTests {
    private func bill(delivered: Bool, _ rate: ExchangeRate? = nil) throws -> LunchBill {
        try LunchOrder(soup: "1", main: "2", dessert: nil, cola: "0.5", isDelivered: delivered).bill(in: rate)
    }

    @Test func oneSoupTwoMainsAndHalfALitreAre12Euro() throws {
        #expect(try bill(delivered: false).total.text(.code) == "12.00 EUR")
        #expect(try bill(delivered: true).total.text(.code) == "22.00 EUR")
        #expect(try bill(delivered: true, .lev).total.text(.code) == "43.03 BGN")
        let dollar = try ExchangeRate(dollar: "1.1573", date: "2026-11-21")
        #expect(try bill(delivered: true, dollar).total.text(.code) == "25.46 USD")
    }

    @Test func theLinesAreWhatWasOrderedAndSumToTheTotal() throws {
        for rate in [nil, ExchangeRate.lev, .dollar] {
            let bill = try bill(delivered: true, rate)
            #expect(bill.lines.map(\.item) == [.soup, .main, .cola, .delivery])
            #expect(bill.lines.map(\.amount.minor).reduce(0, +) == bill.total.minor)
        }
        #expect(
            try bill(delivered: true).lines.map(\.text) == [
                "1 × Soup  2.00 EUR", "2 × Main Dish  9.00 EUR", "0.5 l Cola  1.00 EUR", "Delivery  10.00 EUR",
            ])
    }

    @Test func whatIsOrderedZeroTimesHasNoLine() throws {
        let order = try LunchOrder(soup: "0", main: "1", dessert: "0", cola: "0", isDelivered: false)
        #expect(try order.bill(in: nil).lines.map(\.item) == [.main])
    }

    @Test(arguments: [
        "11", "-1", "-0", "1.0", "1.5", "x", "١", "５", "1e1", "0x1", "1\u{0}", "+1", "1 0", "99999999999999999999",
    ])
    func aCountThatIsNoWholeNumberFrom0To10IsRefusedAtItsField(text: String) {
        do {
            _ = try LunchOrder(soup: text, main: "2", dessert: text, cola: nil, isDelivered: false)
            Issue.record("accepted")
        } catch {
            #expect(error.problems.map(\.field) == ["soup", "dessert"])
            #expect(error.problems.allSatisfy { $0.message.contains("whole number from 0 to 10") })
        }
    }

    @Test(arguments: ["2.1", "-0.1", "0.55", "x", "", "2,0", "0,5", "2", "10", "0.50", "1/2", "½", "1/3"])
    func colaComesInTenthsUpToTwoLitres(text: String) throws {
        let isFine = ["", "2,0", "0,5", "2", "0.50", "1/2", "½"].contains(text)
        do {
            let order = try LunchOrder(soup: nil, main: nil, dessert: nil, cola: text, isDelivered: false)
            #expect(isFine && order.colaTenths == (text.isEmpty ? 0 : text.hasPrefix("2") ? 20 : 5))
        } catch {
            #expect(!isFine && error.problems.map(\.field) == ["cola"])
        }
    }

    @Test func everyNumberInRangeIsAccepted() throws {
        for count in 0...10 {
            let order = try LunchOrder(soup: "\(count)", main: "", dessert: " \(count) ", cola: nil, isDelivered: false)
            #expect(try order.bill(in: nil).total.minor == Int64(count) * 350)
        }
        for tenths in 0...20 {
            let order = try LunchOrder(
                soup: nil, main: nil, dessert: nil, cola: "\(tenths / 10).\(tenths % 10)", isDelivered: false)
            #expect(try order.bill(in: nil).total.minor == Int64(tenths) * 20)
        }
    }
}
