import EggWire

/// What eggd says about the sound.
extension Judge {
    /// Where no alarm can be heard, eggd says so. That a card hangs is only noticed when it is used.
    func expectWarning() {
        let hangs = cards.states.contains(.hangs)
        guard !machine.unmutes, let deaf = cards.deafSince, deaf + .seconds(4) <= .now, !hangs || ledger.isAnyRinging
        else { return }
        // A device that does not answer is noticed a moment after the first question.
        Tasks.sleep(.seconds(20))
        machine.events += 1
        guard cards.deafSince == deaf, hangs == cards.states.contains(.hangs), !hangs || ledger.isAnyRinging,
            let health = ask(Timers.Health.self, .init()), cards.deafSince == deaf
        else { return }
        if health.soundOut == nil {
            find("no alarm can be heard (\(cards.states.map(\.rawValue))), and eggd does not say so")
        }
    }

    /// The first question after a change of a card gets the right answer, if nobody else could have told eggd.
    func expectTruthAtOnce() {
        let states = cards.states
        guard machine.hasServed(for: .minutes(3)), ledger.entries.isEmpty, !ledger.hasUntracked, !machine.hasWatchers,
            !states.contains(.hangs), !ledger.hasEnded(within: .seconds(15))
        else { return }
        Tasks.sleep(.seconds(1))
        guard cards.states == states, let health = ask(Timers.Health.self, .init()), cards.states == states else {
            return
        }
        if (health.soundOut == nil) != states.contains(.works) {
            find("the cards are \(states.map(\.rawValue)), and the first reply says \(health.soundOut ?? "nothing")")
        }
    }

    /// What a watcher knows about the sound is right, without a question. A card that another program uses tells nobody.
    func checkSound(known: Facts) {
        let states = cards.states
        guard machine.hasServed(for: .seconds(75)), !machine.unmutes, !states.contains(.hangs),
            !states.contains(.isBusy)
        else { return }
        if let deaf = cards.deafSince, TrueTime.now - deaf > .seconds(20), !known.isDeaf {
            find("the cards are \(states.map(\.rawValue)), and a watcher has not been told")
        }
        if let audible = cards.audibleSince, TrueTime.now - audible > .seconds(75), known.isDeaf {
            find("an alarm can be heard, and a watcher has not been told")
        }
    }
}
