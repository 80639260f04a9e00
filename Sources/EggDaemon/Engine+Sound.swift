import EggLoop
import EggSound
import EggTimers
import EggWire
import Glibc
import Varlink

/// Performs the effects of the sound watch.
extension Engine {
    /// An event that concerns the alarm's sound.
    func sound(_ event: SoundWatch.Event) {
        for effect in soundWatch.take(event, at: clock.now()) {
            switch effect {
            case .publish: publish(.sound, nil)
            case .log(.unheard(let reason)): log("no alarm can be heard: \(reason)", .soundOut, .warning)
            case .log(.heardAgain): log("an alarm can be heard again", .soundBack)
            case .log(.moved(let device)): log("the alarm is now heard on '\(device)'")
            case .answer: answerAll(.health, Reply.encode(health))
            case .request(let request): alarmOutput?.request(request)
            case .wake(let time):
                if let time { parts?.sound.arm(after: time) } else { parts?.sound.disarm() }
            // An event that one of these effects causes is handled by itself, so nothing follows them.
            case .giveUpStuckCall:
                if let call = alarmOutput?.giveUpStuckCall() { sound(.stuck(call)) }
            case .check:
                if alarmOutput?.check() == false { sound(.checkRefused) }
            }
        }
    }

    /// The ringer has sent a report.
    func soundReported(_ report: Ringer.Report) {
        // After the test the mixer is set back, so its state during the test is no longer valid.
        let playedFault = soundWatch.playedFault
        sound(.reported(report))
        if case .tested(let device, let framesPlayed, let fault) = report {
            testEnds(on: device, framesPlayed: framesPlayed, problem: playedFault ?? fault?.description)
        }
    }

    /// The time that the sound watch asked for has passed.
    func wakeSound() {
        // This file exists while udev is processing devices.
        sound(.woken(isUdevBusy: access("/run/udev/queue", F_OK) == 0))
    }

    // MARK: Alarms

    func prepareAlarm(of timer: EggTimer, before deadline: Instant) {
        let time = clock.now().duration(to: deadline)
        alarmOutput?.prepare(for: timer.egg, within: time)
        sound(.alarmNears(within: time))
    }

    /// Overlapping alarms are played as one.
    func startAlarm(of timer: EggTimer) {
        if !soundWatch.isPlaying { alarmOutput?.start(for: timer.egg) }
        sound(.alarmStarted(timer.id))
    }

    func stopAlarm(_ id: EggTimer.ID) {
        // The output must stop before it is asked to check anything.
        if soundWatch.alarms == [id] { alarmOutput?.stop() }
        sound(.alarmStopped(id))
    }

    // MARK: Health

    /// Answers at once if it is known whether an alarm would be heard, otherwise after a check.
    func health(for ticket: Ticket) {
        _ = pending.add(ticket, for: .health)
        sound(.asked)
    }

    var health: Timers.Health.Reply {
        .init(
            version: Product.version, soundOut: soundOut, storeOut: commits.trouble, configOut: configOut,
            storeNotice: storeNotices.text)
    }

    /// Why an alarm would not be heard; nil when it would.
    var soundOut: String? { soundWatch.soundOut }
}
