import InputDevices

/// Decides from the events of keys and dials what a person does with them. It does no I/O.
struct Gestures {
    struct Input: Hashable {
        /// The device's number, which is not used again.
        let device: Int
        let code: InputCode
    }

    struct Gesture: Equatable {
        enum Kind: Equatable {
            case press
            case hold
            /// Steps of a dial; negative ones are backwards.
            case turn(Int)
        }

        let input: Input
        let kind: Kind
        /// Whether an alarm rang when the key went down; the gesture then answers it.
        var answersAlarm = false
    }

    private enum Contact {
        /// It is down, and becomes a hold, or a press when it is released.
        case down(since: Duration, answersAlarm: Bool)
        /// It is up, but may be bouncing; if it stays up, it was a press.
        case releasing(at: Duration, downSince: Duration, answersAlarm: Bool)
        /// It is down, and its gesture has happened.
        case spent
        /// It is up after its gesture; what follows within `bounceTime` is the same press.
        case released(at: Duration)
    }

    /// A contact that closes again within this time was not opened by a person.
    static let bounceTime: Duration = .milliseconds(30)
    /// A key that is down for this time is held.
    static let holdTime: Duration = .seconds(1)
    /// A turn ends when the dial has not moved for this time.
    static let restTime: Duration = .milliseconds(200)
    /// The most steps of a turn that count.
    static let maxSteps = 10_000

    private var contacts: [Input: Contact] = [:]
    private var turns: [Input: (steps: Int, last: Duration)] = [:]

    /// When `advance` must be called if nothing happens before.
    var nextWake: Duration? {
        (contacts.values.compactMap(Self.due) + turns.values.map { $0.last + Self.restTime }).min()
    }

    /// A key has gone down.
    ///
    /// - Parameters:
    ///   - mayBeHeld: whether a hold means something else; otherwise it is a press at once.
    ///   - answersAlarm: whether the gesture answers an alarm that rings now.
    mutating func down(_ input: Input, mayBeHeld: Bool, answersAlarm: Bool, at time: Duration) -> [Gesture] {
        var gestures = advance(to: time, input)
        switch contacts[input] {
        case .down, .spent: break
        case .releasing(_, let since, let answersAlarm):
            contacts[input] = .down(since: since, answersAlarm: answersAlarm)
        case .released(let released) where time - released < Self.bounceTime: contacts[input] = .spent
        case .released, nil:
            contacts[input] = mayBeHeld ? .down(since: time, answersAlarm: answersAlarm) : .spent
            if !mayBeHeld { gestures.append(Gesture(input: input, kind: .press, answersAlarm: answersAlarm)) }
        }
        return gestures
    }

    /// A key has gone up. A key that was down when its device appeared does nothing.
    mutating func up(_ input: Input, at time: Duration) -> [Gesture] {
        let gestures = advance(to: time, input)
        switch contacts[input] {
        case .down(let since, let answersAlarm):
            contacts[input] = .releasing(at: time, downSince: since, answersAlarm: answersAlarm)
        case .spent: contacts[input] = .released(at: time)
        case .releasing, .released, nil: break
        }
        return gestures
    }

    mutating func turned(_ input: Input, by steps: Int, at time: Duration) -> [Gesture] {
        let gestures = advance(to: time, input)
        let sum = (turns[input]?.steps ?? 0) + min(max(steps, -Self.maxSteps), Self.maxSteps)
        turns[input] = (min(max(sum, -Self.maxSteps), Self.maxSteps), time)
        return gestures
    }

    /// Events of a device were lost: whether a key that was down still is the same press is not known, so it is no hold.
    mutating func interrupted(device: Int) {
        for (input, contact) in contacts where input.device == device {
            switch contact {
            case .down, .releasing: contacts[input] = .spent
            case .spent, .released: break
            }
        }
    }

    /// The next event of an input is its first.
    mutating func forget(_ input: Input) {
        (contacts[input], turns[input]) = (nil, nil)
    }

    /// A device has vanished: a key that was held does nothing more.
    mutating func forget(device: Int) {
        contacts = contacts.filter { $0.key.device != device }
        turns = turns.filter { $0.key.device != device }
    }

    /// Ends what has lasted long enough, in the order of its time: of one input, because the events of others may not
    /// have been read yet, or of all.
    mutating func advance(to now: Duration, _ only: Input? = nil) -> [Gesture] {
        var ended: [(time: Duration, gesture: Gesture)] = []
        for (input, contact) in contacts where only == nil || input == only {
            guard let due = Self.due(contact), due <= now else { continue }
            switch contact {
            case .down(_, let answersAlarm):
                ended.append((due, Gesture(input: input, kind: .hold, answersAlarm: answersAlarm)))
                contacts[input] = .spent
            case .releasing(_, _, let answersAlarm):
                ended.append((due, Gesture(input: input, kind: .press, answersAlarm: answersAlarm)))
                contacts[input] = nil
            case .spent, .released: break
            }
        }
        for (input, turn) in turns where (only == nil || input == only) && turn.last + Self.restTime <= now {
            turns[input] = nil
            if turn.steps != 0 { ended.append((turn.last, Gesture(input: input, kind: .turn(turn.steps)))) }
        }
        return ended.sorted { $0.time < $1.time }.map(\.gesture)
    }

    private static func due(_ contact: Contact) -> Duration? {
        switch contact {
        case .down(let since, _): since + holdTime
        case .releasing(let time, _, _): time + bounceTime
        case .spent, .released: nil
        }
    }
}
