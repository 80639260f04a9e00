/// Whether two times of day, in milliseconds, are the same moment. eggd reads two clocks one after the other for each, and
/// on a busy machine part of a second passes between them.
public func isSameMoment(_ one: Int64?, _ other: Int64?) -> Bool {
    abs((one ?? 0) - (other ?? 0)) < 1_000
}
