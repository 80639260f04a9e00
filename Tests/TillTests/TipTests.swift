import EggTestSupport
import Testing

@testable import Till

@Suite struct TipTests {
    private func request(
        _ bill: String = "85.40", _ percent: String = "18", people: Int = 1, _ rounding: TipRounding = .exact,
        tax: String? = nil
    ) throws -> TipRequest {
        try TipRequest(
            bill: bill, currency: .USD, percent: percent, people: people, rounding: rounding, taxRate: tax)
    }

    private func texts(_ request: TipRequest) throws -> [String] {
        let tip = try request.tip()
        return [tip.text(.plain), Money(request.bill.minor + tip.minor, .USD).text(.plain)]
    }

    @Test func theCheckOf8540() throws {
        #expect(try texts(request()) == ["15.37", "100.77"])
        #expect(try texts(request(TipRounding.tipUp)) == ["16.00", "101.40"])
        #expect(try texts(request(.tipDown)) == ["15.00", "100.40"])
        #expect(try texts(request(.totalUp)) == ["15.60", "101.00"])
        #expect(try texts(request(.totalDown)) == ["14.60", "100.00"])
        #expect(try texts(request(tax: "8.25")) == ["14.20", "99.60"])
        #expect(try request(tax: "8.25").tippedAmount == Money(7889, .USD))
    }

    private func request(_ rounding: TipRounding) throws -> TipRequest {
        try request("85.40", "18", people: 1, rounding)
    }

    private func request(tax: String) throws -> TipRequest {
        try request("85.40", "18", people: 1, .exact, tax: tax)
    }

    @Test func theTotalIsNeverBelowTheBill() throws {
        #expect(try texts(request("85.40", "0", people: 1, .totalDown)) == ["0.00", "85.40"])
        var random = SeededGenerator(seed: 6)
        for _ in 0..<5000 {
            let bill = Money(Int64.random(in: 0...Money.maxMinor, using: &random), .USD).text(.plain)
            for rounding in TipRounding.allCases {
                let percent = "\(Int.random(in: 0...50, using: &random))"
                let tip = try request(
                    bill, percent, people: 1, rounding, tax: Bool.random(using: &random) ? "8.25" : nil
                )
                .tip().minor
                #expect(tip >= 0)
            }
        }
    }

    @Test func wholeUnitsStayWholeWhenRounded() throws {
        // 18 % of 83.34 is 15.0012, shown as 15.00.
        #expect(try texts(request("83.34", "18", people: 1, .tipUp)).first == "15.00")
    }

    @Test func everyFieldThatCannotBeUsedIsNamed() {
        do {
            _ = try TipRequest(
                bill: "x", currency: .USD, percent: "51", people: 51, rounding: .exact, taxRate: "100.5")
            Issue.record("accepted")
        } catch {
            #expect(Set(error.problems.map(\.field)) == ["bill", "percent", "taxRate", "people"])
        }
        #expect(throws: InvalidInput.self) { try request("1", "-1") }
        #expect(throws: InvalidInput.self) { try request("1", "1", people: 0) }
        #expect(throws: Never.self) { try request("0", "50", people: 50, tax: "0") }
    }

    @Test func thePickersGoFromNoneToFifty() {
        #expect(TipRequest.label(people: 1) == "None" && TipRequest.label(people: 50) == "50 people")
        #expect(TipRequest.words(people: 1) == "None" && TipRequest.words(people: 2) == "Two people")
        #expect(TipRequest.words(people: 50) == "Fifty people" && TipRequest.words(people: 13) == "Thirteen people")
        #expect(TipRequest.words(percent: 0) == "No Tip" && TipRequest.words(percent: 1) == "One Percent")
        #expect(TipRequest.words(percent: 18) == "Eighteen Percent" && TipRequest.words(percent: 50) == "Fifty Percent")
        #expect(
            TipRequest.words(percent: 20) == "Twenty Percent" && TipRequest.words(percent: 42) == "Forty-Two Percent")
        #expect(Set(TipRequest.percents.map { TipRequest.words(percent: Int($0)) }).count == 51)
        #expect(TipRequest.label(percent: 0) == "No Tip" && TipRequest.label(percent: 50) == "50%")
    }
}

@Suite struct CheckSplitTests {
    private let bill = Money(8540, .USD)
    private let tip = Money(1537, .USD)

    private func split(_ people: Int = 4, _ adjustments: [(Int, Int64)] = []) throws(InvalidInput) -> CheckSplit {
        try CheckSplit(
            bill: bill, tip: tip, people: people, adjustments: adjustments.map { .init(check: $0.0, minor: $0.1) })
    }

    @Test func fourAlsoShareTheRemainder() throws {
        let split = try split()
        #expect(split.checks.map { $0.total.text(.plain) } == ["25.20", "25.19", "25.19", "25.19"])
        #expect(split.checks.first?.text == "Check 1  $25.20  $21.35 + $3.85 tip")
        #expect(split.perPersonText == "1 × $25.20, 3 × $25.19")
        #expect(split.checks.map(\.range) == Array(repeating: 0...10077, count: 4))
    }

    @Test func whoIsAdjustedStaysAndTheOthersShareTheRest() throws {
        let split = try split(4, [(1, 3000)])
        #expect(split.checks.map { $0.total.text(.plain) } == ["30.00", "23.59", "23.59", "23.59"])
        #expect(split.checks.map { $0.tip.text(.plain) } == ["4.57", "3.60", "3.60", "3.60"])
        #expect(split.checks.map(\.isAdjusted) == [true, false, false, false])
        #expect(split.checks.map(\.range.upperBound) == [10077, 7077, 7077, 7077])
    }

    @Test func whatCannotAddUpIsRefusedAtItsRow() throws {
        func refused(_ people: Int, _ adjustments: [(Int, Int64)]) -> String? {
            do {
                _ = try split(people, adjustments)
                return nil
            } catch {
                return error.problems.first?.field
            }
        }
        #expect(refused(4, [(1, 3000), (2, 7078)]) == "check2")
        #expect(refused(4, [(1, 3000), (2, 7077)]) == nil)
        #expect(refused(4, [(3, -1)]) == "check3")
        #expect(refused(4, [(5, 1)]) == "check5" && refused(4, [(0, 1)]) == "check0")
        #expect(refused(2, [(1, 3000), (2, 3000)]) == "check2")
        #expect(refused(2, [(1, 3000), (2, 7077)]) == nil)
        #expect(refused(1, [(1, 3000)]) == "check1" && refused(1, [(1, 10077)]) == nil)
        #expect(refused(2, [(1, .max), (2, .max)]) == "check1" && refused(2, [(1, .min)]) == "check1")
        // Of several adjustments of one check the last one counts.
        #expect(refused(4, [(1, 10077), (1, 3000), (2, 7000)]) == nil)
    }

    @Test func splitsAlwaysSumToTheirTotal() throws {
        var random = SeededGenerator(seed: 7)
        for _ in 0..<5000 {
            let bill = Money(
                Int64.random(in: 0...(Bool.random(using: &random) ? 100 : Money.maxMinor), using: &random), .EUR)
            let tip = Money(Int64.random(in: 0...bill.minor / 2, using: &random), .EUR)
            let people = Int.random(in: 1...50, using: &random)
            var left = bill.minor + tip.minor
            var adjustments: [CheckSplit.Adjustment] = []
            for check in (1...people).shuffled(using: &random).prefix(Int.random(in: 0..<people, using: &random)) {
                let minor = Int64.random(in: 0...left, using: &random)
                adjustments.append(.init(check: check, minor: minor))
                left -= minor
            }
            let checks = try CheckSplit(bill: bill, tip: tip, people: people, adjustments: adjustments).checks
            #expect(checks.map(\.total.minor).reduce(0, +) == bill.minor + tip.minor)
            #expect(checks.map(\.tip.minor).reduce(0, +) == tip.minor)
            #expect(checks.map(\.bill.minor).reduce(0, +) == bill.minor)
            #expect(checks.allSatisfy { $0.bill.minor >= 0 && $0.tip.minor >= 0 && $0.range.contains($0.total.minor) })
            for adjustment in adjustments { #expect(checks[adjustment.check - 1].total.minor == adjustment.minor) }
        }
    }

    @Test func everyRowCanBeSetToTheEndsOfItsRange() throws {
        let adjustments: [(Int, Int64)] = [(2, 5000), (4, 1)]
        for check in try split(4, adjustments).checks {
            for end in [check.range.lowerBound, check.range.upperBound] {
                #expect(throws: Never.self) {
                    try split(4, adjustments.filter { $0.0 != check.number } + [(check.number, end)])
                }
            }
        }
    }
}
