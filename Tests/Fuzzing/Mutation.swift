import EggTestSupport

@_silgen_name("LLVMFuzzerMutate")
private func mutateAsUsual(_ bytes: UnsafeMutablePointer<UInt8>, _ count: Int, _ room: Int) -> Int

/// Called by libFuzzer, by its name, for each change to an input: makes libFuzzer's own changes, and sometimes replaces
/// a number by another.
///
/// The library that reads JSON is not instrumented, so libFuzzer can't tell which digits get it further, and numbers
/// matter at their limits.
@_cdecl("LLVMFuzzerCustomMutator")
func mutate(_ bytes: UnsafeMutablePointer<UInt8>?, _ count: Int, _ room: Int, _ seed: UInt32) -> Int {
    guard let bytes else { return 0 }
    var random = SeededGenerator(seed: UInt64(seed))
    let numbers = numbers(in: UnsafeBufferPointer(start: bytes, count: count))
    guard Int.random(in: 0..<4, using: &random) == 0, let place = numbers.randomElement(using: &random) else {
        return mutateAsUsual(bytes, count, room)
    }
    let text = limits[Int.random(in: 0..<limits.count, using: &random)].utf8
    let changed = count - place.count + text.count
    guard changed <= room else { return mutateAsUsual(bytes, count, room) }
    (bytes + place.lowerBound + text.count).update(from: bytes + place.upperBound, count: count - place.upperBound)
    for (index, byte) in text.enumerated() { bytes[place.lowerBound + index] = byte }
    return changed
}

/// The limits of accepted numbers, in milliseconds, in JSON and in 64 bits.
private let limits = [
    "0", "1", "-1", "59", "60", "61", "100", "101", "999", "1000", "1001", "-1000", "59999", "60000", "299000",
    "300000", "-299000", "86399000", "86399999", "86400000", "86400001", "-86400000", "2147483648", "4294967296",
    "9007199254740993", "9223372036854775807", "-9223372036854775807", "-9223372036854775808", "9223372036854775808",
    "0.5", "-0", "1e3", "1e18", "1e19", "1e308", "1e309", "-1e308", "5e-324",
]

/// The runs of digits, each with its minus sign.
private func numbers(in bytes: UnsafeBufferPointer<UInt8>) -> [Range<Int>] {
    var numbers: [Range<Int>] = []
    var start: Int?
    for index in 0...bytes.count {
        let isDigit = index < bytes.count && (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[index])
        if isDigit, start == nil {
            start = index > 0 && bytes[index - 1] == UInt8(ascii: "-") ? index - 1 : index
        } else if !isDigit, let begun = start {
            numbers.append(begun..<index)
            start = nil
        }
    }
    return numbers
}
