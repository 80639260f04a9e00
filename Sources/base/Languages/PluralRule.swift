/// Evaluates a catalogue's rule for plurals, which is an expression of C: `n%10==1 && n%100!=11 ? 0 : 1`.
struct PluralRule {
    private var rest: ArraySlice<UInt8>
    private let number: Int
    private var depth = 0

    /// The form for a number; nil if the rule can't be evaluated.
    static func form(of number: Int, by rule: String) -> Int? {
        var rule = PluralRule(rest: rule.utf8.filter { $0 != UInt8(ascii: " ") }[...], number: abs(number))
        guard let form = rule.choice(), rule.rest.isEmpty else { return nil }
        return form
    }

    private init(rest: ArraySlice<UInt8>, number: Int) {
        (self.rest, self.number) = (rest, number)
    }

    /// The most expressions within each other, more than any language needs.
    private static let deepest = 50

    /// The operators with two sides, those that bind least first.
    private static let operators = [
        ["||"], ["&&"], ["==", "!="], ["<=", ">=", "<", ">"], ["+", "-"], ["*", "/", "%"],
    ]

    private mutating func choice() -> Int? {
        guard let condition = operation(0) else { return nil }
        guard take("?") else { return condition }
        guard let first = nested({ $0.choice() }), take(":"), let second = nested({ $0.choice() }) else { return nil }
        return condition != 0 ? first : second
    }

    private mutating func operation(_ level: Int) -> Int? {
        guard level < Self.operators.count else { return operand() }
        guard var left = operation(level + 1) else { return nil }
        while let sign = takeFirst(of: Self.operators[level]) {
            guard let right = operation(level + 1), let value = Self.value(left, sign, right) else { return nil }
            left = value
        }
        return left
    }

    private mutating func operand() -> Int? {
        if take("!") { return nested { $0.operand() }.map { $0 == 0 ? 1 : 0 } }
        if take("n") { return number }
        if take("(") {
            let value = nested { $0.choice() }
            return take(")") ? value : nil
        }
        let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        rest = rest.dropFirst(digits.count)
        return Int(String(decoding: digits, as: UTF8.self))
    }

    private mutating func nested(_ read: (inout Self) -> Int?) -> Int? {
        guard depth < Self.deepest else { return nil }
        depth += 1
        defer { depth -= 1 }
        return read(&self)
    }

    private static func value(_ left: Int, _ sign: String, _ right: Int) -> Int? {
        switch sign {
        case "||": left != 0 || right != 0 ? 1 : 0
        case "&&": left != 0 && right != 0 ? 1 : 0
        case "==": left == right ? 1 : 0
        case "!=": left != right ? 1 : 0
        case "<=": left <= right ? 1 : 0
        case ">=": left >= right ? 1 : 0
        case "<": left < right ? 1 : 0
        case ">": left > right ? 1 : 0
        case "+": left &+ right
        case "-": left &- right
        case "*": left &* right
        case "/": right > 0 ? left / right : nil
        default: right > 0 ? left % right : nil
        }
    }

    private mutating func takeFirst(of signs: [String]) -> String? {
        for sign in signs where take(sign) { return sign }
        return nil
    }

    private mutating func take(_ sign: String) -> Bool {
        guard rest.starts(with: sign.utf8) else { return false }
        rest = rest.dropFirst(sign.utf8.count)
        return true
    }
}
