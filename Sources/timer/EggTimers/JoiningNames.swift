/// Names for timers that join others: their own ones, or free ones where another timer or group has the name.
struct JoiningNames {
    private var taken: Set<TimerName>
    /// The own names of all timers that join. A free name must not be one of them.
    private let own: Set<TimerName>
    /// The names that groups have got.
    private var groups: [TimerName: TimerName] = [:]

    /// - Parameters:
    ///   - timers: the timers that join.
    ///   - others: the timers that they join, which keep their names.
    init(of timers: [EggTimer], joining others: [EggTimer]) {
        taken = Self.names(of: others)
        own = Self.names(of: timers)
    }

    private static func names(of timers: [EggTimer]) -> Set<TimerName> {
        Set(timers.map(\.name) + timers.compactMap { $0.portion?.group })
    }

    mutating func assign(to timer: inout EggTimer) {
        guard let portion = timer.portion else { return timer.name = take(timer.name) }
        let group = groups[portion.group] ?? take(portion.group)
        groups[portion.group] = group
        timer.portion?.group = group
        // A timer of a group that is renamed is found by the group's name.
        let words = TimerName("\(group): \(Portion.words(count: portion.count, egg: timer.egg))")
        timer.name = take(timer.name, rather: group == portion.group ? nil : words)
    }

    /// Takes a name or, if it is taken, another one: the one that is preferred then, or one with a number.
    private mutating func take(_ name: TimerName, rather preferred: TimerName? = nil) -> TimerName {
        let free =
            if !taken.contains(name) { name } else if let preferred, isFree(preferred) { preferred } else {
                numbered(name)
            }
        taken.insert(free)
        return free
    }

    private func isFree(_ name: TimerName) -> Bool { !taken.contains(name) && !own.contains(name) }

    /// The first of `egg 2`, `egg 3`, … that is free.
    private func numbered(_ name: TimerName) -> TimerName {
        var (number, free) = (2, name.numbered(2))
        while !isFree(free) {
            number += 1
            free = name.numbered(number)
        }
        return free
    }
}

extension TimerName {
    /// This name with a number, in place of one that it has: `egg 2`, `egg 3`. A name that is too long is shortened.
    fileprivate func numbered(_ number: Int) -> TimerName {
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        let hasNumber = words.count > 1 && words.last.flatMap { Int($0) } ?? 0 > 1
        var base = hasNumber ? words.dropLast().joined(separator: " ") : text
        while base.utf8.count + " \(number)".utf8.count > Self.maxLength { base.removeLast() }
        return TimerName("\(base) \(number)") ?? TimerName(unchecked: "\(number)")
    }
}
