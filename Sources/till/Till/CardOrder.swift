/// The time at which a card was ordered, which is the order's key: milliseconds since 1970.
package struct OrderKey: Equatable, Hashable, Comparable, Sendable {
    /// The smallest step between two orders is one of these.
    package let milliseconds: Int64

    /// Times that an order can have: until the year 9999.
    private static let possible: ClosedRange<Int64> = 0...253_402_300_799_999

    /// The key of an order at this time; nil for an impossible time.
    package init?(milliseconds: Int64) {
        guard Self.possible.contains(milliseconds) else { return nil }
        self.milliseconds = milliseconds
    }

    /// A key as text: a decimal number of seconds. Decimals beyond the third are dropped.
    package init?(_ text: String) {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard text.utf8.count <= 40, (1...2).contains(parts.count),
            let seconds = DecimalText.whole(String(parts[0]) ?? "", in: 0...Int.max)
        else { return nil }
        var rest: Int64 = 0
        if parts.count == 2 {
            guard !parts[1].isEmpty, parts[1].allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
            else {
                return nil
            }
            for place in 0..<3 {
                let digit = parts[1].dropFirst(place).first.map { Int64($0 - UInt8(ascii: "0")) } ?? 0
                rest = rest * 10 + digit
            }
        }
        let (milliseconds, overflow) = Int64(seconds).multipliedReportingOverflow(by: 1000)
        guard !overflow, milliseconds <= Self.possible.upperBound else { return nil }
        self.init(milliseconds: milliseconds + rest)
    }

    /// A decimal number of seconds, such as `1763712345.123`.
    package var text: String {
        let (seconds, rest) = milliseconds.quotientAndRemainder(dividingBy: 1000)
        return "\(seconds).\(rest < 100 ? "0" : "")\(rest < 10 ? "0" : "")\(rest)"
    }

    /// The smallest step later.
    package var next: OrderKey? { OrderKey(milliseconds: milliseconds + 1) }

    package static func < (left: OrderKey, right: OrderKey) -> Bool { left.milliseconds < right.milliseconds }
}

package struct CardOrder: Equatable, Sendable {
    package let key: OrderKey
    package let card: GreetingCard
    /// The price in stotinki when it was ordered.
    package let price: Money

    package init(key: OrderKey, card: GreetingCard, price: Money) {
        (self.key, self.card, self.price) = (key, card, price)
    }
}
