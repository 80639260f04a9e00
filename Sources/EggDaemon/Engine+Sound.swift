import EggLoop
import EggSound
import EggTimers
import EggWire
import Glibc
import Varlink

/// Performs what the sound watch decides.
extension Engine {
    /// Something has happened to the alarm's sound.
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
            // What these bring about is taken as an event of its own; nothing follows them.
            case .giveUpStuckCall:
                if let call = alarmOutput?.giveUpStuckCall() { sound(.stuck(call)) }
            case .check:
                if alarmOutput?.check() == false { sound(.checkRefused) }
            }
        }
    }

    /// The ringer has a report.
    func soundReported(_ report: Ringer.Report) {
        // After the test the mixer is put back, and its state during the test is not known any more.
        let swallowed = soundWatch.swallowed
        sound(.reported(report))
        if case .tried(let device, let framesPlayed, let fault) = report {
            testEnds(on: device, framesPlayed: framesPlayed, problem: swallowed ?? fault?.description)
        }
    }

    /// The time has passed that the sound watch has asked for.
    func wakeSound() {
        // udev has this file while it works on devices.
        sound(.woken(isUdevBusy: access("/run/udev/queue", F_OK) == 0))
    }

    // MARK: Alarms

    func prepareAlarm(of timer: EggTimer, before deadline: Instant) {
        let time = clock.now().duration(to: deadline)
        alarmOutput?.prepare(for: timer.egg, within: time)
        sound(.alarmNears(within: time))
    }

    /// Alarms that overlap are played as one.
    func startAlarm(of timer: EggTimer) {
        if !soundWatch.isPlaying { alarmOutput?.start(for: timer.egg) }
        sound(.alarmStarted(timer.id))
    }

    func stopAlarm(_ id: EggTimer.ID) {
        // The output stops before it is asked to check anything.
        if soundWatch.alarms == [id] { alarmOutput?.stop() }
        sound(.alarmStopped(id))
    }

    // MARK: Health

    /// Answers at once when it is known whether an alarm would be heard; else when it has been checked.
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
