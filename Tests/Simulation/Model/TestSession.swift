import EggClient
import EggRequests
import EggWire
import Glibc
import POSIX
import Varlink

/// Some calls with the model beside them; a fault of the machine ends it.
final class TestSession {
    let machine: Machine
    let chronicle: Chronicle
    let judge: Judge
    /// Whether its watch gets ticks.
    let hasTicks: Bool
    private let faults: Int
    var model = Model()
    var watch: TimerWatch
    var hasSnapshot = false
    /// The last tick, if nothing has happened since.
    var lastTick: TrueTime?
    /// When a call or an event last changed anything.
    var lastChange = TrueTime.now
    /// Somebody has muted the card.
    var isMuted = false
    /// An alarm unmutes it, as configured.
    var unmutes = false
    /// The last event said that no alarm can be heard.
    var isDeaf = false
    /// All runs that have been seen.
    var ids: Set<String> = []
    /// The number of runs that were in the history before.
    var earlierRuns = 0
    /// A rule was broken, or a fault has begun.
    var hasEnded = false
    /// eggd was killed when a timer had just rung, was missed or gave its cue, which is saved a moment later, or else
    /// repeated after the restart.
    private var isUncertain = false

    init(machine: Machine, chronicle: Chronicle, judge: Judge, hasTicks: Bool) {
        (self.machine, self.chronicle, self.judge, self.hasTicks) = (machine, chronicle, judge, hasTicks)
        faults = machine.faults
        watch = TimerWatch(machine.endpoint, ticks: hasTicks)
    }

    /// How long a call and its events may take.
    static let moment = Duration.milliseconds(5)

    var isDisturbed: Bool { machine.faults != faults }

    func find(_ words: String) {
        if !isDisturbed, !hasEnded, !isUncertain { judge.find("the model does not agree: \(words)") }
        hasEnded = true
    }

    func run(_ steps: Int, _ chance: inout Chance) {
        configure(&chance)
        listen(for: .seconds(1))
        for _ in 0..<steps where !hasEnded && !isDisturbed {
            chronicle.count("steps of the model")
            step(&chance)
            listen(for: pause(&chance))
        }
        if !hasEnded, !isDisturbed { compareHistory() }
    }

    /// Mostly some seconds; sometimes until something happens, until it has nearly happened, or until the very moment at
    /// which a limit is reached.
    private func pause(_ chance: inout Chance) -> Duration {
        let wake = min(
            model.timers.compactMap(\.nextWake).min().map { max(.zero, $0 - .now) } ?? .seconds(2), .minutes(20))
        switch chance.number(0...9) {
        case 0...2: return chance.time(.milliseconds(20), .seconds(5))
        case 3: return chance.time(.seconds(1), .minutes(2))
        case 4...6: return wake + chance.time(.milliseconds(20), .seconds(8))
        case 7: return max(.zero, wake - .milliseconds(chance.number(1...900)))
        case 8:
            let limits = [Model.joinLimit, Model.undoLimit].compactMap { limit in
                model.undoable.map { $0.at + limit - .now }
            }
            return chance.one(of: limits + [wake]) - Self.moment
        default: return .zero
        }
    }

    private func configure(_ chance: inout Chance) {
        model.settings.silenceAfter = .seconds(chance.one(of: [1, 5, 40, 600]))
        model.settings.snooze = .seconds(chance.one(of: [2, 60]))
        model.settings.lateAfter = .seconds(chance.one(of: [60, 3600]))
        model.settings.leadIn = .seconds(chance.one(of: [0, 0, 2]))
        model.settings.warning = .seconds(chance.one(of: [0, 0, 3, 30]))
        unmutes = chance.happens(400)
        machine.unmutes = unmutes
        func seconds(_ time: Duration) -> String { "\(time.components.seconds)s" }
        machine.configure(
            """
            [alarm]
            silence-after = \(seconds(model.settings.silenceAfter))
            snooze = \(seconds(model.settings.snooze))
            late-after = \(seconds(model.settings.lateAfter))
            lead-in = \(seconds(model.settings.leadIn))
            warning = \(seconds(model.settings.warning))
            unmute = \(unmutes ? "yes" : "no")

            """)
        Tasks.sleep(.seconds(1))
        guard let reply = judge.readHistory() else { return hasEnded = true }
        earlierRuns = reply.runs.count
    }

    // MARK: Steps

    private func step(_ chance: inout Chance) {
        switch chance.number(0...99) {
        case 0...2: restart(&chance)
        case 3: fill()
        case 4...5 where !hasTicks: tryAlarm()
        case 6...9: mute()
        case 10...11: undoRemovals(&chance)
        default: call(request(&chance))
        }
    }

    /// Names that no timer has, or that none can have.
    private static let unusualNames = ["", "  ", "a\u{7}b", "nobody", String(repeating: "n", count: 65)]
    /// The shortest and the longest times, in milliseconds, and some beyond them.
    private static let extremeTimes: [Int64] = [999, 1000, 86_400_000, 86_400_001, 356_400_000, 356_400_001]

    /// Until some time, or until a limit is reached: timers ring, are missed, or are cued late from that moment on.
    private func absence(_ chance: inout Chance) -> Duration {
        let wakes = model.timers.compactMap(\.nextWake)
        guard !wakes.isEmpty, chance.happens(500) else { return chance.time(.milliseconds(100), .hours(2)) }
        let (late, silence) = (model.settings.lateAfter, model.settings.silenceAfter)
        // An alarm ends `silence-after` after its deadline, and is too late `late-after` after it.
        let limits = [.zero, late, max(.zero, late - silence), Model.cueTolerance]
        let left = chance.one(of: wakes) + chance.one(of: limits) - .now
        return left > .milliseconds(100) ? left : .seconds(1)
    }

    private func request(_ chance: inout Chance) -> TimerRequest {
        let names = ["a", "b", "egg", "timer"] + model.timers.map(\.name) + model.timers.compactMap(\.group)
        let name: String?
        switch chance.number(0...19) {
        case 0: name = nil
        case 1: name = chance.one(of: Self.unusualNames)
        default: name = chance.one(of: names)
        }
        let timer: TimerReference? = name.map { .named($0) }
        switch chance.number(0...19) {
        case 0...2:
            var milliseconds = chance.time(.seconds(2), .minutes(9)).millisecondsRoundedDown
            if chance.happens(150) { milliseconds = chance.one(of: Self.extremeTimes) }
            let parts: [Int64] = [0, milliseconds / 2, milliseconds - 1, milliseconds, -1]
            let elapsed: Int64? = chance.happens(200) ? chance.one(of: parts) : nil
            return .start(.init(durationMs: milliseconds, name: name, elapsedMs: elapsed))
        case 3: return .start(.init(egg: chance.one(of: ["soft", "medium", "hard"]), name: name))
        case 4:
            let eggs = chance.happens(500) ? ["soft", "hard"] : ["medium", "soft", "hard"]
            var portions: [Timers.Portion] = []
            for egg in eggs { portions.append(Timers.Portion(egg: egg, count: Int64(chance.number(1...3)))) }
            let groups: [String?] = [nil, "pan", name]
            return .cook(.init(eggs: portions, name: chance.one(of: groups)))
        case 5...6: return .change(.pause, timer)
        case 7...8: return .change(.resume, timer)
        case 9...10:
            let usual = chance.time(.seconds(1), .minutes(5)).millisecondsRoundedDown
            let left = model.timers.first { $0.name == name }?.left(at: .now).millisecondsRoundedDown ?? 10_000
            let times: [Int64] = [usual, -left / 2, 1000 - left, 999 - left, 356_400_000]
            return .change(.extend(by: .milliseconds(chance.one(of: times))), timer)
        case 11: return .rename(timer, to: chance.one(of: names))
        case 12...13: return .change(.dismiss, timer)
        case 14...15:
            let usual = chance.time(.seconds(1), .minutes(5)).millisecondsRoundedDown
            let times: [Int64?] = [nil, usual, chance.one(of: Self.extremeTimes)]
            return .change(.snooze(for: chance.one(of: times).map { Duration.milliseconds($0) }), timer)
        case 16...17: return .change(.cancel, timer)
        default: return .undo
        }
    }

    /// Makes a call, and compares its reply.
    private func call(_ request: TimerRequest) {
        let words = "\(request)"
        chronicle.note("tester: \(words)")
        let now = TrueTime.now
        var expected: Result<Model.Answer, Model.Refusal>
        do throws(Model.Refusal) {
            expected = .success(try model.perform(request, at: now))
        } catch {
            expected = .failure(error)
        }
        lastChange = .now
        lastTick = nil
        let client: Client
        do throws(EndpointError) { client = try machine.connect() } catch { return find("\(words): no connection") }
        do throws(ClientError) {
            let reply = try request.call(by: Direct(client: client))
            guard case .success(let answer) = expected else { return find("\(words) is not refused: \(expected)") }
            compare(answer.timers, reply.timers, at: now, after: words)
            compare(answer.others, reply.others, at: now, after: words)
        } catch {
            guard case .refused(let refusal) = error else { return find("\(words): \(error)") }
            guard case .failure(let own) = expected else { return find("\(words) is refused: \(refusal.name)") }
            if !refusal.name.hasSuffix(".\(own.name)") { find("\(words): \(refusal.name) instead of \(own.name)") }
        }
    }

    /// Starts as many timers as there can be, and one more.
    private func fill() {
        for number in 0...Model.maxTimers where !hasEnded && model.timers.count <= Model.maxTimers {
            call(.start(.seconds(1000 + number), name: "filler \(number)x"))
            listen(for: .zero)
        }
        // There is room for one pot.
        call(.change(.cancel, "filler 1x"))
        listen(for: .zero)
        for pot in ["last pot", "late pot"] {
            call(.cook(.init(eggs: [.init(egg: "soft", count: 1)], name: pot)))
            listen(for: .zero)
        }
        for name in model.timers.map(\.name).filter({ $0.hasPrefix("filler") }).dropFirst(2) where !hasEnded {
            call(.change(.cancel, .named(name)))
            listen(for: .zero)
        }
    }

    /// Removes two timers and undoes it, when the second removal just still joins the first, or no longer.
    private func undoRemovals(_ chance: inout Chance) {
        let names = model.timers.filter { $0.group == nil }.map(\.name)
        guard let first = names.first, let last = names.last, first != last else { return }
        call(.change(.cancel, .named(first)))
        listen(for: Model.joinLimit + .milliseconds(chance.one(of: [-1, 0, 0, 1])) - Self.moment)
        call(.change(.cancel, .named(last)))
        listen(for: .seconds(1))
        call(.undo)
        listen(for: .zero)
    }

    /// Somebody mutes the card, or unmutes it, unless an alarm may have done so.
    private func mute() {
        guard !model.isRinging, model.lastSound.map({ .now - $0 > .seconds(8) }) ?? true else { return }
        isMuted.toggle()
        chronicle.note("tester: the card is \(isMuted ? "muted" : "no longer muted")")
        machine.cards.set(isMuted ? .isMuted : .works, ofCard: 0)
        (lastChange, lastTick) = (.now, nil)
    }

    /// Whether an alarm can be heard.
    var isAudible: Bool { !isMuted || unmutes }

    /// Plays a test, unless something happens meanwhile.
    private func tryAlarm() {
        let wake = model.timers.compactMap(\.nextWake).min() ?? .never
        // The device may be open for a cancelled timer's lead-in.
        let lastSound = max(lastChange, model.lastSound ?? lastChange)
        let isQuiet = !model.isRinging && .now - lastSound > .seconds(15)
        guard isQuiet, wake - .now > .minutes(2), let client = try? machine.connect() else { return }
        chronicle.note("tester: a test alarm")
        guard let reply = try? client.call(Timers.TryAlarm.self, .init()) else { return find("a test got no reply") }
        let wasHeard = machine.cards.wasHeard(from: .now + .seconds(-2), to: .now)
        if reply.framesPlayed <= 0 || (reply.problem == nil) != isAudible || (reply.device != nil) != isAudible
            || wasHeard != isAudible
        {
            find("a test was \(wasHeard ? "" : "not ")heard: \(reply)")
        }
        model.lastSound = .now
    }

    /// eggd is killed and started again, or the machine is shut down and booted with the right time.
    private func restart(_ chance: inout Chance) {
        // eggd is still saving the latest change.
        listen(for: .zero)
        let time = absence(&chance)
        let isReboot = chance.happens(400)
        machine.isRestarting = true
        if let last = model.lastDue, .now - last < Self.moment { isUncertain = true }
        chronicle.note("tester: eggd is away for \(time)\(isReboot ? ", and the machine is off" : "")")
        if isReboot {
            machine.reboot(for: time)
            model.undoable = nil
        } else {
            machine.kill()
            Tasks.sleep(time)
        }
        model.restart(at: .now)
        if isReboot { machine.boot() } else { machine.startService() }
        Tasks.wait(every: .milliseconds(10)) { machine.servesSince != nil }
        machine.isRestarting = false
        watch = TimerWatch(machine.endpoint, ticks: hasTicks)
        hasSnapshot = false
        (lastChange, lastTick) = (.now, nil)
    }
}

/// Makes a call as it is.
private struct Direct: TimerCaller {
    typealias Answer = (timers: [Timers.Timer], others: [Timers.Timer])
    typealias Problem = ClientError

    let client: Client

    func call<M: Method>(_ method: M.Type, _ parameters: M.Parameters) throws(ClientError) -> Answer
    where M.Reply: TimersReply {
        let reply = try client.call(method, parameters)
        switch reply {
        case let reply as Timers.Start.Reply: return ([reply.timer], reply.replaced.map { [$0] } ?? [])
        case let reply as Timers.Cook.Reply: return (reply.timers, reply.replaced)
        case let reply as Timers.Undo.Reply: return (reply.timers, reply.removed)
        default: return (reply.all, [])
        }
    }
}
