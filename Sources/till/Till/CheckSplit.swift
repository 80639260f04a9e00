import Languages

/// A bill and its tip, divided among people.
package struct CheckSplit: Equatable, Sendable {
    /// The amount that one of the people was set to pay.
    package struct Adjustment: Equatable, Sendable {
        /// The check's number from 1.
        package let check: Int
        /// The total in smallest units, tip included.
        package let minor: Int64

        package init(check: Int, minor: Int64) {
            (self.check, self.minor) = (check, minor)
        }
    }

    /// One person's part of the bill.
    package struct Check: Equatable, Sendable {
        /// Its number from 1.
        package let number: Int
        /// The bill's part and the tip's part together.
        package let total: Money
        /// The tip's part.
        package let tip: Money
        /// Whether the total was set rather than shared.
        package let isAdjusted: Bool
        /// The totals to which it could be set while the other adjusted ones stay.
        package let range: ClosedRange<Int64>

        /// The bill's part.
        package var bill: Money { Money(total.minor - tip.minor, total.currency) }
        /// `Check 1`.
        package var label: String { tr("Check {number}", ["number": "\(number)"]) }
        /// `$21.35 + $3.85 tip`.
        package var detail: String {
            tr("{bill} + {tip} tip", ["bill": bill.text(.symbol), "tip": tip.text(.symbol)])
        }
        /// `Check 1  $25.20  $21.35 + $3.85 tip`.
        package var text: String { "\(label)  \(total.text(.symbol))  \(detail)" }
    }

    /// The checks in order; their totals add up to bill and tip, and their tips to the tip.
    package let checks: [Check]
    package let tip: Money
    /// Bill and tip together.
    package let total: Money

    /// Divides bill and tip: adjusted checks stay as set, the others share the rest evenly, and each one's tip is in
    /// proportion to its total.
    ///
    /// - Parameter adjustments: in the order they were made; of several for one check the last one counts. One that
    ///   can't add up to the total is refused, with the field `check` and its number.
    package init(bill: Money, tip: Money, people: Int, adjustments: [Adjustment] = []) throws(InvalidInput) {
        self.tip = tip
        total = Money(bill.minor + tip.minor, bill.currency)
        var set: [Int: Int64] = [:]
        var last: [Adjustment] = []
        for adjustment in adjustments {
            guard (1...max(1, people)).contains(adjustment.check) else {
                throw InvalidInput(
                    "check\(adjustment.check)", tr("there is no check {number}", ["number": "\(adjustment.check)"]))
            }
            last.removeAll { $0.check == adjustment.check }
            last.append(adjustment)
        }
        var left = total.minor
        for adjustment in last {
            let field = "check\(adjustment.check)"
            let most = Money(left, bill.currency).text(.symbol)
            guard (0...left).contains(adjustment.minor) else {
                throw InvalidInput(
                    field,
                    adjustment.minor < 0
                        ? tr("a check can't be below zero")
                        : tr("at most {amount} is left for this check", ["amount": most]))
            }
            set[adjustment.check] = adjustment.minor
            left -= adjustment.minor
            guard set.count < people || left == 0 else {
                throw InvalidInput(
                    field,
                    tr("only {amount} adds up to the total, because all other checks are set", ["amount": most]))
            }
        }
        let shared = shares(of: left, by: Array(repeating: 1, count: max(0, people - set.count)))
        var rest = shared.makeIterator()
        let totals = (1...max(1, people)).map { set[$0] ?? rest.next() ?? 0 }
        let tips = shares(of: tip.minor, by: totals)
        checks = zip(totals, tips).enumerated().map { index, amounts in
            let number = index + 1
            // With another check that isn't set, the rest can go there.
            let others = set.count - (set[number] == nil ? 0 : 1)
            let free = left + (set[number] ?? 0)
            return Check(
                number: number, total: Money(amounts.0, bill.currency), tip: Money(amounts.1, bill.currency),
                isAdjusted: set[number] != nil, range: (others < people - 1 ? 0 : free)...free)
        }
    }

    /// The total per person in words: `1 × $25.20, 3 × $25.19`.
    package var perPersonText: String {
        var groups: [(total: Money, count: Int)] = []
        for check in checks {
            if let index = groups.firstIndex(where: { $0.total == check.total }) {
                groups[index].count += 1
            } else {
                groups.append((check.total, 1))
            }
        }
        if groups.count == 1, let only = groups.first { return only.total.text(.symbol) }
        return groups.map { "\($0.count) × \($0.total.text(.symbol))" }.joined(separator: ", ")
    }
}
