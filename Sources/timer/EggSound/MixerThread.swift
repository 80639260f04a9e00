import EggLoop

/// Reads, watches and raises mixers on a thread of its own, so that a sound server that hangs delays no alarm.
final class MixerThread: Sendable {
    private enum Order {
        case request(MixerRequest, number: Int)
        case end
    }

    private let order: Latest<Order>
    private let finished = Promise<Void>()

    /// Starts the thread, which sleeps until it gets work.
    init(
        driver: any MixerDriver, levelsFile: String?,
        now: @escaping @Sendable () -> Raising.Instant = { SuspendingClock().now },
        report: @escaping @Sendable (Ringer.Report) -> Void
    ) throws(SystemError) {
        order = Latest(.request(MixerRequest(), number: 0), replaced: try Event())
        // The thread retains the object; `end` releases it.
        try startThread { self.run(Reader(driver, SavedLevels(file: levelsFile), now, report)) }
    }

    /// Replaces the previous request; each request that names a mixer is answered by a report.
    func post(_ request: MixerRequest) {
        order.replace { order in
            guard case .request(_, let number) = order else { return nil }
            return .request(request, number: number + 1)
        }
    }

    /// Sets raised controls back and ends the thread, waiting at most this long; returns whether it has ended.
    @discardableResult
    func end(within time: Duration) -> Bool {
        postEnd()
        return finished.wait(upTo: time) != nil
    }

    /// The same as `end`, without waiting.
    func postEnd() {
        order.replace { _ in .end }
    }

    private func run(_ reader: Reader) {
        var served = 0
        while true {
            switch order.current {
            case .end:
                reader.restoreLevels()
                finished.fulfil(())
                return
            case .request(let request, let number) where number != served:
                reader.serve(request)
                served = number
            case .request:
                guard order.wait(orReadable: reader.descriptors) else { continue }
                reader.readChanges()
                // Turning a knob causes many changes; ten readings a second are enough.
                order.wait(upTo: .milliseconds(100))
            }
        }
    }
}

/// The work that the thread does with mixers.
private final class Reader {
    private struct Opened {
        let address: MixerAddress
        let device: any MixerDevice
        var raising: Raising
    }

    private let driver: any MixerDriver
    private let now: @Sendable () -> Raising.Instant
    private let report: @Sendable (Ringer.Report) -> Void
    private var saved: SavedLevels
    private var opened: Opened?
    /// The request that is served has quiet controls raised.
    private var raises = false
    private var lastQuiet: [Mixer.Control] = []

    init(
        _ driver: any MixerDriver, _ saved: SavedLevels, _ now: @escaping @Sendable () -> Raising.Instant,
        _ report: @escaping @Sendable (Ringer.Report) -> Void
    ) {
        self.driver = driver
        self.saved = saved
        self.now = now
        self.report = report
    }

    var descriptors: [Int32] { opened?.device.descriptors ?? [] }

    func serve(_ request: MixerRequest) {
        raises = request.raises
        if !raises { restoreLevels() }
        guard let address = request.mixer else {
            opened = nil
            return
        }
        // A mixer that was open reports its changes; if it was closed, it is opened again.
        if let opened, opened.address != address || !opened.device.update() { self.opened = nil }
        if opened == nil, let device = driver.open(address.name) {
            opened = Opened(address: address, device: device, raising: Raising(openedAt: now()))
        }
        if raises { raise() }
        reportQuiet(address)
        if !request.listens, !raises { opened = nil }
    }

    private func reportQuiet(_ address: MixerAddress) {
        lastQuiet = Mixer.quiet(among: opened?.device.controls() ?? [])
        report(.mixer(address, quiet: lastQuiet))
    }

    func readChanges() {
        guard let address = opened?.address, let device = opened?.device else { return }
        guard device.update() else {
            opened = nil
            return report(.mixerLost(address))
        }
        if raises { raise() }
        if Mixer.quiet(among: device.controls()) != lastQuiet { reportQuiet(address) }
    }

    // MARK: Raising

    private func raise() {
        // If another eggd holds the lock, it is just restoring its levels.
        if opened?.device.lock(.shared) == false { opened?.raising.settle(at: now()) }
        // Another program may set a control at the same moment, so the result is looked at, a few times at most.
        for _ in 0..<3 where !raiseQuietControls() { return }
    }

    /// Looks for levels that another program has set since the alarm raised controls.
    private func noteLevels() {
        guard let opened else { return }
        let mixer = opened.address.name
        for entry in saved.entries where entry.mixer == mixer {
            guard let levels = opened.device.levels(of: entry.control) else { continue }
            opened.raising.note(levels, of: entry.control, on: mixer, at: now(), in: &saved)
        }
    }

    /// - Returns: whether there were any to raise.
    private func raiseQuietControls() -> Bool {
        noteLevels()
        guard let mixer = opened?.address.name, let device = opened?.device else { return false }
        let quiet = opened?.raising.controlsToRaise(among: Mixer.quiet(among: device.controls()), at: now()) ?? []
        guard !quiet.isEmpty else { return false }
        for control in quiet {
            guard let levels = device.levels(of: control.name) else { continue }
            opened?.raising.save(levels, of: control.name, on: mixer, in: &saved)
        }
        // Written before anything is changed, so that a crash in between can be undone.
        saved.write()
        for control in quiet {
            if let levels = device.audible(control.name) { device.set(control.name, to: levels) }
        }
        _ = device.update()
        for control in quiet {
            guard let index = saved.index(of: control.name, on: mixer) else { continue }
            saved.entries[index].raised = device.levels(of: control.name)
        }
        saved.write()
        return true
    }

    /// Sets raised controls back to their earlier levels, unless they have been changed since. A mixer that can't be
    /// opened now, or that another user's alarm needs, is set back later.
    func restoreLevels() {
        if opened?.device.update() == true { noteLevels() }
        opened?.raising.alarmEnds()
        opened?.device.lock(.none)
        guard !saved.entries.isEmpty else { return }
        var left: [SavedLevels.Entry] = []
        for name in Set(saved.entries.map(\.mixer)).sorted() {
            let entries = saved.entries.filter { $0.mixer == name }
            let own = opened.flatMap { $0.address.name == name && $0.device.update() ? $0.device : nil }
            guard let device = own ?? driver.open(name), device.lock(.exclusive) else {
                left += entries
                continue
            }
            defer { device.lock(.none) }
            for entry in entries where entry.raised == nil || device.levels(of: entry.control) == entry.raised {
                device.set(entry.control, to: entry.before)
            }
        }
        saved.entries = left
        saved.write()
    }
}
