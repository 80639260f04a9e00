import EggTestSupport
import EggTimers
import Instants
import Testing

/// A kitchen, and another room that follows it by a link that is slow, cut, duplicated and reordered, while either machine
/// loses its power.
@Suite struct TwoKitchensTests {
    @Test(arguments: 1...150 as ClosedRange<UInt64>)
    func anEggWhoseCopyHasArrivedRingsOnTime(seed: UInt64) {
        var rooms = TwoKitchens(seed: seed)
        for _ in 0..<200 { rooms.act() }
        rooms.settle()
    }
}

/// A room with a machine. Times are true ones, in milliseconds.
private struct Room {
    var board = TimerBoard(settings: .init(silenceAfter: .minutes(2), snooze: .seconds(30)))
    /// When its boot clock began.
    var zero: Int
    var boots = 0
    /// Since when it has been on; nil while it isn't.
    var onSince: Int? = 0
    var on = 0
    /// The timers on the disk.
    var saved: [SavedTimer] = []
    var answers: [CopyAnswer] = []

    func instant(_ time: Int) -> Instant { Instant(sinceBoot: .milliseconds(time - zero)) }
    func time(_ instant: Instant) -> Int { zero + Int(instant.sinceBoot / .milliseconds(1)) }

    func boot(at time: Int) -> Boot {
        Boot(
            id: "\(boots)", reading: instant(time), wall: .seconds(1_800_000_000) + .milliseconds(time),
            isSynchronised: true)
    }
}

private struct TwoKitchens {
    /// One alarm of a run.
    struct Alarm: Hashable {
        let run: String
        let number: Int64
    }

    struct Message {
        let number: Int
        let copies: [Copy]
        let ended: [String: Ending]
        /// When its kitchen's clock began, as the link takes it.
        let zero: Int
    }

    let seed: UInt64
    var random: SeededGenerator
    var now = 0
    var kitchen: Room
    var other: Room
    /// The next message of the kitchen, and the last one.
    var sent = 0
    var last: Message?
    /// Messages on their way.
    var link: [(at: Int, message: Message)] = []
    var received = 0
    var isCut = false
    /// By how much the link is wrong about the clocks.
    var error = 0
    var ended: [String: (ending: Ending, at: Int)] = [:]
    /// When alarms are due in the kitchen, and when their copies have arrived.
    var dues: [Alarm: Int] = [:]
    var arrivals: [Alarm: Int] = [:]
    /// When alarms were heard, and which were dismissed in the other room.
    var heard: [Alarm: [Int]] = [:]
    var dismissed: Set<Alarm> = []

    init(seed: UInt64) {
        self.seed = seed
        random = SeededGenerator(seed: seed)
        (kitchen, other) = (Room(zero: -5_000), Room(zero: -900_000))
    }

    mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

    /// The id of the kitchen, with its state.
    func followed(at room: Room) -> Origin.Kitchen {
        Origin.Kitchen(
            id: "1", name: name("cellar"), rings: true, silenceAfter: .minutes(2), snooze: .seconds(30),
            warning: .zero, unreachableSince: isCut || kitchen.onSince == nil ? room.instant(now) : nil)
    }

    // MARK: What happens

    mutating func act() {
        pass(to: now + number(1...40_000))
        let names = ["egg", "tea", "left"].compactMap { TimerName($0) }
        let name = names[number(0...2)]
        switch number(0...15) {
        case 0...3: inKitchen { $0.start(Order(egg: "soft", duration: $2), name: name, at: $1).effects }
        case 4: inKitchen { board, now, _ in board.pause(name, at: now).effects }
        case 5: inKitchen { board, now, _ in board.resume(name, at: now).effects }
        case 6: inKitchen { $0.extend(name, by: $2, at: $1).effects }
        case 7: inKitchen { board, now, _ in board.cancel(name, at: now).effects }
        case 8: inKitchen { board, now, _ in board.dismiss(nil, at: now).effects }
        case 9: inKitchen { board, now, _ in board.undo(at: now).effects }
        case 10, 11: answerInOtherRoom(number(0...1) == 0)
        case 12: cut(!isCut)
        case 13: switchOff(\.kitchen)
        case 14: switchOff(\.other)
        default: send()
        }
        answerKitchen()
    }

    /// Lets time pass, and everything happen that is due.
    mutating func pass(to end: Int) {
        while true {
            var next = end
            for room in [kitchen, other] {
                if room.onSince == nil {
                    next = min(next, room.on)
                } else if let wake = room.board.nextWake {
                    next = min(next, room.time(wake) + 1)
                }
            }
            next = max(now, min(next, link.map(\.at).min() ?? next))
            now = next
            if kitchen.onSince == nil, kitchen.on <= now { switchOn(\.kitchen) }
            if other.onSince == nil, other.on <= now { switchOn(\.other) }
            inKitchen { board, now, _ in board.deadlinesPass(at: now).effects }
            inOtherRoom { $0.deadlinesPass(at: $1).effects }
            if let index = link.firstIndex(where: { $0.at <= now }) { receive(link.remove(at: index).message) }
            check()
            if now >= end, !link.contains(where: { $0.at <= now }) { return }
        }
    }

    mutating func inKitchen(_ event: (inout TimerBoard, Instant, Duration) -> [Effect]) {
        guard kitchen.onSince != nil else { return }
        let before = kitchen.board
        let effects = event(&kitchen.board, kitchen.instant(now), .milliseconds(number(1_000...90_000)))
        hear(effects)
        for effect in effects {
            guard case .publish(let timerEvent, let timer) = effect else { continue }
            let ending: Ending? =
                switch timerEvent {
                case .dismissed: .dismissed
                case .cancelled, .withdrawn, .replaced: .cancelled
                default: nil
                }
            if let ending, timerEvent != .replaced { ended[timer.runID.text] = (ending, now) }
        }
        for timer in before.timers where !kitchen.board.timers.contains(where: { $0.runID == timer.runID }) {
            if ended[timer.runID.text] == nil { ended[timer.runID.text] = (.replaced, now) }
        }
        kitchen.saved = kitchen.board.timers.map { $0.saved(in: kitchen.boot(at: now)) }
        guard kitchen.board != before else { return }
        let due = kitchen.board.timers.filter(\.isCounting).compactMap { timer in
            timer.due.map { (Alarm(run: timer.runID.text, number: timer.alarm), kitchen.time($0)) }
        }
        // An alarm that was changed before it was due isn't any more.
        dues = dues.filter { $0.value <= now }.merging(due) { $1 }
        send()
    }

    mutating func inOtherRoom(_ event: (inout TimerBoard, Instant) -> [Effect]) {
        guard other.onSince != nil else { return }
        hear(event(&other.board, other.instant(now)))
        other.saved = other.board.timers.map { $0.saved(in: other.boot(at: now)) }
        other.answers = other.board.copyAnswers
    }

    mutating func hear(_ effects: [Effect]) {
        for case .startAlarm(let timer) in effects {
            let alarm = Alarm(run: timer.origin?.run ?? timer.runID.text, number: timer.alarm)
            heard[alarm, default: []].append(now)
            if timer.origin != nil {
                #expect(!dismissed.contains(alarm), "seed \(seed): \(alarm) was answered, and is heard again")
            }
        }
    }

    mutating func answerInOtherRoom(_ snoozes: Bool) {
        for timer in other.board.timers where timer.isDue && !snoozes && other.onSince != nil {
            let alarm = Alarm(run: timer.origin?.run ?? "", number: timer.alarm)
            // The alarm after a snooze that the kitchen has not heard of is not one of its own yet.
            if arrivals[alarm] != nil { dismissed.insert(alarm) }
        }
        inOtherRoom { snoozes ? $0.snooze(nil, at: $1).effects : $0.dismiss(nil, at: $1).effects }
    }

    // MARK: The link

    /// The kitchen's timers, as they are now.
    mutating func send() {
        guard kitchen.onSince != nil else { return }
        sent += 1
        let message = Message(
            number: sent,
            copies: kitchen.board.timers.compactMap { timer in
                Copy(
                    run: timer.runID.text, alarm: timer.alarm, name: timer.name, egg: timer.egg,
                    duration: timer.duration, phase: timer.phase)
            }, ended: ended.filter { now - $0.value.at <= 600_000 }.mapValues(\.ending), zero: kitchen.zero + error)
        last = message
        guard !isCut else { return }
        for _ in 0...number(0...1) { link.append((now + number(0...4_000), message)) }
    }

    /// Of messages in a wrong order, only later ones count.
    mutating func receive(_ message: Message) {
        guard other.onSince != nil, !isCut, message.number >= received else { return }
        received = message.number
        let shift = message.zero - other.zero
        func moved(_ instant: Instant) -> Instant { instant.advanced(by: .milliseconds(shift)) }
        let copies = message.copies.compactMap { copy -> Copy? in
            let (deadline, until, remaining) = copy.phase.parts
            return EggTimer.Phase(
                copy.phase.state, deadline: deadline.map(moved), until: until.map(moved), remaining: remaining
            ).flatMap {
                Copy(
                    run: copy.run, alarm: copy.alarm, name: copy.name, egg: copy.egg, duration: copy.duration,
                    phase: $0)
            }
        }
        let kitchen = followed(at: other)
        inOtherRoom { $0.setCopies(copies, of: kitchen, ended: message.ended, at: $1).effects }
        for copy in copies where other.board.timers.contains(where: { $0.origin?.run == copy.run }) {
            arrivals[Alarm(run: copy.run, number: copy.alarm)] = now
        }
        let runs = other.board.timers.compactMap(\.origin?.run)
        #expect(Set(runs).count == runs.count, "seed \(seed): a run has two copies")
    }

    mutating func cut(_ isCut: Bool) {
        self.isCut = isCut
        link = []
        let kitchen = followed(at: other)
        inOtherRoom { $0.setCopies(nil, of: kitchen, at: $1).effects }
        // The broker has kept the last message.
        if !isCut, let last { link.append((now, last)) }
    }

    /// The kitchen gets the answers of the other room.
    mutating func answerKitchen() {
        guard !isCut, kitchen.onSince != nil, other.onSince != nil else { return }
        for answer in other.board.openAnswers(at: other.instant(now)) {
            let timer = kitchen.board.timers.first { $0.runID.text == answer.run }
            inKitchen { board, now, _ in
                guard let name = timer?.name else { return [] }
                return answer.snooze.map { board.snooze(name, for: $0, alarm: answer.alarm, at: now).effects }
                    ?? board.dismiss(name, alarm: answer.alarm, from: TimerName("here"), at: now).effects
            }
            inOtherRoom { $0.delivered(answer.id, at: $1).effects }
        }
    }

    // MARK: Power

    mutating func switchOff(_ room: WritableKeyPath<TwoKitchens, Room>) {
        guard self[keyPath: room].onSince != nil else { return }
        self[keyPath: room].onSince = nil
        self[keyPath: room].on = now + number(1_000...200_000)
    }

    mutating func switchOn(_ path: WritableKeyPath<TwoKitchens, Room>) {
        var room = self[keyPath: path]
        room.boots += 1
        (room.zero, room.onSince) = (now - number(5_000...9_000), now)
        room.board = TimerBoard(settings: room.board.settings, seed: UInt64(now))
        room.board.restore(room.answers, at: room.instant(now))
        hear(room.board.restore(room.saved, in: room.boot(at: now)).effects)
        self[keyPath: path] = room
        if path == \.kitchen {
            error = number(-150...150)
            send()
        } else if let last, !isCut {
            link.append((now, last))
        }
    }

    // MARK: Promises

    mutating func check() {
        for (alarm, due) in dues where due + 1_000 <= now {
            dues[alarm] = nil
            guard arrivals[alarm].map({ $0 < due - 200 }) ?? false else { continue }
            let isOn = [kitchen, other].contains { $0.onSince.map { $0 < due - 200 } ?? false }
            let isOnTime = (heard[alarm] ?? []).contains { abs($0 - due) <= 200 }
            #expect(isOnTime || !isOn, "seed \(seed): \(alarm) was due at \(due) and heard at \(heard[alarm] ?? [])")
        }
    }

    /// When the link and both machines work again, both rooms have the same timers.
    mutating func settle() {
        pass(to: max(now, kitchen.on, other.on))
        cut(false)
        for _ in 1...4 {
            answerKitchen()
            send()
            pass(to: now + 5_000)
        }
        let answered = Set(other.board.copyAnswers.map(\.run))
        let own = Set(kitchen.board.timers.map(\.runID.text)).subtracting(answered)
        let copies = Set(other.board.timers.compactMap(\.origin?.run)).subtracting(answered)
        #expect(own == copies, "seed \(seed)")
        #expect(other.board.openAnswers(at: other.instant(now)).isEmpty, "seed \(seed): an answer is still open")
        #expect(other.board.timers.count { $0.origin?.kitchen.unreachableSince != nil } == 0, "seed \(seed)")
    }
}
