/// Small numbers in words.
enum NumberWords {
    private static let small = [
        "Zero", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Eleven", "Twelve",
        "Thirteen", "Fourteen", "Fifteen", "Sixteen", "Seventeen", "Eighteen", "Nineteen",
    ]
    private static let tens = ["Twenty", "Thirty", "Forty", "Fifty", "Sixty", "Seventy", "Eighty", "Ninety"]

    /// A number from 0 to 99, such as `Twenty-One`; digits for any other.
    static func text(_ number: Int) -> String {
        if small.indices.contains(number) { return small[number] }
        guard (20...99).contains(number) else { return "\(number)" }
        let ten = tens[number / 10 - 2]
        return number % 10 == 0 ? ten : "\(ten)-\(small[number % 10])"
    }
}
