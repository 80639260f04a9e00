import EggClient
import EggConfig
import EggRequests
import EggWire
import MQTT
import Varlink

/// Decides what is published, and what is carried out for the broker's clients. Events and the time go in, effects come
/// out; it does no I/O.
struct Bridge {
    /// The answers for which dismissals leave room.
    static let roomForOthers = Outbox.maxWaiting - 100

    private let kitchen: BridgedKitchen
    private let homeAssistant: HomeAssistant
    /// Whether Home Assistant is told of the entities.
    private let describes: Bool
    /// The alarms that Home Assistant may have missed, by the runs of their timers; until these end, or it comes back.
    private var alarms: [String: BridgeMessage] = [:]
    /// Those of them that the broker has not got.
    private var unsent: Set<String> = []
    private var view: TimersView
    private var limits = CommandLimits()
    private var backlog = Backlog()
    private var rate = MessageRate()
    private var followers = Followers()
    private var following: Following
    /// The last event of eggd; nil while eggd can't be reached or doesn't send what is due.
    private var last: Timers.Watch.Reply?
    /// When it arrived, on the boot clock.
    private var lastBootMs: Int64 = 0
    private var isConnected = false
    /// The eggs that were described last; nil if eggd has not told them yet.
    private var eggs: [Timers.Egg]?
    /// The description that the broker has retained.
    private var described: String?
    private var hasSaidRetained = false
    /// Whether the bridge is about to end, and carries out nothing more.
    private var isEnding = false

    init(_ kitchen: BridgedKitchen, describes: Bool, follow: [FollowedKitchen] = []) {
        (self.kitchen, self.describes) = (kitchen, describes)
        following = Following(kitchen, follow)
        homeAssistant = HomeAssistant(kitchen: kitchen)
        view = TimersView(kitchen)
    }

    private var topics: Topics { kitchen.topics }
    private var status: BridgeMessage {
        BridgeMessage(topics.status, last == nil ? Topics.offline : Topics.online, isRetained: true)
    }

    // MARK: The broker

    /// Whether the broker keeps the commands that arrive while the bridge is away, so that they can be answered.
    var keepsSession: Bool { kitchen.access > .read }

    /// The broker has accepted the client.
    mutating func connected(at moment: Moment) -> [Effect] {
        isConnected = true
        backlog.clear()
        var effects: [Effect] = [topics.status, topics.ask].map { .subscribe($0, wantsRetained: false) }
        if kitchen.access > .read {
            effects += [topics.command, topics.calls].map { .subscribe($0, wantsRetained: false, keeps: true) }
        }
        if describes { effects.append(.subscribe(HomeAssistant.announcement, wantsRetained: false)) }
        // These can have what was published with other settings.
        let earlier = [homeAssistant.descriptionTopic] + topics.ofOtherPrefixes
        effects += earlier.map { .subscribe($0, wantsRetained: true) } + all(at: moment)
        defer { unsent = [] }
        effects += following.connected(at: moment)
        return effects + alarms.filter { unsent.contains($0.key) }.values.map { .publish($0) }
    }

    /// The broker has kept the session, after `connected`.
    ///
    /// - Parameters: as for `Backlog.begin`.
    mutating func resumed(away: Duration?, number: UInt64, at now: SuspendingClock.Instant) -> [Effect] {
        guard keepsSession else { return [] }
        limits.resumed(away: away, at: now)
        let marks = backlog.begin(at: [topics.command, topics.mark], away: away, number: number, at: now)
        return marks.map { .publish($0) }
    }

    /// The connection to the broker has ended.
    ///
    /// - Parameter dropped: what the broker has not confirmed, and is not sent again by itself.
    mutating func disconnected(dropping dropped: [MQTTMessage] = [], at moment: Moment) -> [Effect] {
        isConnected = false
        unsent.formUnion(alarms.filter { dropped.contains(MQTTMessage($0.value)) }.keys)
        return following.disconnected(at: moment)
    }

    /// The bridge is about to end: what arrives from now on is refused.
    mutating func refuseCommands() { isEnding = true }

    /// The message before a clean end, and the last will.
    mutating func end() -> BridgeMessage {
        // Otherwise its echo would be taken for the will of an earlier connection.
        last = nil
        return status
    }

    /// Everything, for a broker or a program that may know nothing, or may have lost what it has confirmed.
    mutating func all(at moment: Moment) -> [Effect] {
        guard isConnected else { return [] }
        view.forget()
        var effects = descriptions
        if let reply = snapshot(at: moment) { effects += view.update(reply, at: moment).map { .publish($0) } }
        return effects + [.publish(status)]
    }

    /// The timers as they are now.
    private func snapshot(at moment: Moment) -> Timers.Watch.Reply? {
        guard var reply = last else { return nil }
        reply.event = Timers.Event(kind: .snapshot, sequence: reply.event.sequence)
        reply.timers = reply.timers.map { $0.after(moment.bootMs - lastBootMs) }
        return reply
    }

    private var descriptions: [Effect] {
        guard describes, let eggs else { return [] }
        return homeAssistant.descriptions(eggs, earlier: described).map { .publish($0) }
    }

    /// The wait after Home Assistant's announcement is over.
    mutating func announcementIsOver(at moment: Moment) -> [Effect] {
        defer { alarms = [:] }
        return all(at: moment) + alarms.values.map { .publish($0) }
    }

    /// A message has arrived.
    ///
    /// - Parameter room: how many more answers may wait for the broker.
    mutating func received(
        _ message: MQTTMessage, room: Int = .max, at now: SuspendingClock.Instant, _ moment: Moment
    ) -> [Effect] {
        guard rate.isFlood(at: now) else { return effects(of: message, room, at: now, moment) }
        let flood = "\(message.topic) gets more than \(MessageRate.flood) messages in a second"
        return effects(of: message, room, at: now, moment) + [.say("\(flood); end the program that sends them")]
    }

    private mutating func effects(
        of message: MQTTMessage, _ room: Int, at now: SuspendingClock.Instant, _ moment: Moment
    ) -> [Effect] {
        if let effects = following.received(message, at: moment) { return effects }
        switch message.topic {
        case topics.status:
            // The will of a connection that was lost before arrives whenever the broker notices.
            guard last != nil, message.payload.elementsEqual(Topics.offline.utf8) else { return [] }
            return [.publish(status)]
        case topics.ask: return answer(toAsking: message, room, at: now, moment)
        case HomeAssistant.announcement where describes:
            return message.payload.elementsEqual("online".utf8) ? [.waitAfterAnnouncement] : []
        case homeAssistant.descriptionTopic where !describes:
            return message.payload.isEmpty ? [] : homeAssistant.removals.map { .publish($0) }
        case homeAssistant.descriptionTopic:
            // Only the first one can have eggs of an earlier menu; those after it are this bridge's own.
            let isFirst = described == nil
            let text = String(decoding: message.payload, as: UTF8.self)
            described = text
            return isFirst ? descriptions.filter { $0 != .publish(.init(message.topic, text, isRetained: true)) } : []
        default:
            if message.isRetained, !message.payload.isEmpty, let other = topics.ofOtherPrefix(status: message.topic) {
                return other.removals.map { .publish($0) }
            }
            return command(message, room, at: now, moment)
        }
    }

    private mutating func command(
        _ message: MQTTMessage, _ room: Int, at now: SuspendingClock.Instant, _ moment: Moment
    ) -> [Effect] {
        let method = topics.method(of: message.topic)
        guard kitchen.access > .read, method != nil || message.topic == topics.command else { return [] }
        // A command without an answer must not be carried out.
        guard !backlog.takesMark(message), room > 0 else { return [] }
        guard !message.isRetained else {
            defer { hasSaidRetained = true }
            return hasSaidRetained
                ? [] : [.say("a retained command at \(message.topic) was ignored; publish commands without retaining")]
        }
        let topic = message.responseTopic.flatMap { topics.mayAnswer(at: $0) ? $0 : nil } ?? topics.reply
        let isShort = message.payload.count <= BrokerCommand.maxLine
        var request = Request(
            topic: topic, correlationData: message.correlationData,
            command: isShort ? String(decoding: message.payload, as: UTF8.self) : nil)
        func refused(_ sentence: String) -> [Effect] {
            [.answer(AnswerPayload(method: method, message: sentence), to: request)]
        }
        if isEnding { return refused("the bridge is ending, and has not carried it out") }
        var (calls, complaint): ([EggdCall], Complaint?) = ([], nil)
        if message.payload.count <= CommandLimits.maxPayload {
            do throws(Complaint) {
                calls = try kitchen.language.speak { () throws(Complaint) in
                    try BrokerCommand.calls(
                        message.topic, message.payload, kitchen, timers: view.current, at: moment.unixMs)
                }
            } catch {
                complaint = error
            }
        }
        let isKeyed = calls.contains(where: \.isKeyed)
        let identity = CommandLimits.identity(of: message, isKeyed: isKeyed)
        let comesAgain = limits.comesAgain(identity, at: now)
        let hasWaited = backlog.has(method == nil ? topics.command : topics.mark, at: now)
        let isKnown = hasWaited ? limits.knows(identity) : comesAgain
        if isKnown, !isKeyed {
            return refused("the same came just before the connection was lost; it is not carried out twice")
        }
        if hasWaited, backlog.isLate, !isKnown {
            return refused("it has waited while the bridge was away, and was not carried out")
        }
        let dismisses = !calls.isEmpty && calls.allSatisfy(\.dismisses)
        // No limit holds for these, so that they leave room for others.
        guard !dismisses || room > Self.roomForOthers else { return [] }
        let verdict = limits.judge(
            payload: message.payload.count, correlationData: message.correlationData, dismisses: dismisses, at: now)
        switch verdict {
        case .carryOut:
            if let complaint { return refused(complaint.message) }
            if message.correlationData != nil || !dismisses {
                request.memory = limits.remember(identity, at: now)
            }
            for answer in calls.filter(\.dismisses).compactMap(\.answer) {
                view.answered(answer.id, from: answer.kitchen)
            }
            return [.call(calls, for: request)]
        case .refuse(let sentence): return refused(sentence)
        case .drop: return []
        }
    }

    /// A kitchen that follows this one asks for the timers as they are now.
    private mutating func answer(
        toAsking message: MQTTMessage, _ room: Int, at now: SuspendingClock.Instant, _ moment: Moment
    ) -> [Effect] {
        guard !message.isRetained, let question = Question(message.payload), room > Self.roomForOthers,
            followers.mayAsk(question.from, at: now)
        else { return [] }
        let answer = snapshot(at: moment).map { view.answer($0, at: moment) } ?? Topics.offline
        return [.publish(BridgeMessage(topics.answer(to: question), answer))]
    }

    /// The answer to a call that has ended.
    func answer(to call: EggdCall, _ ending: EggdCalls.Ending, at moment: Moment) -> AnswerPayload {
        kitchen.language.speak {
            AnswerPayload(call, ending, timers: view.current, seenFrom: LocalTime(unixMilliseconds: moment.unixMs))
        }
    }

    /// A request has not reached eggd: its client may send it again.
    mutating func notCarriedOut(_ request: Request) {
        if let memory = request.memory { limits.forget(memory) }
    }

    // MARK: eggd

    /// eggd has sent an event, or can't be reached.
    mutating func watched(_ report: WatchReport, at moment: Moment) -> [Effect] {
        let before = status
        var effects: [Effect] = []
        switch report {
        case .event(let reply), .resumed(let reply, _):
            let isFirst = if case .resumed = report { true } else { last == nil }
            (last, lastBootMs) = (reply, moment.bootMs)
            let messages = view.update(reply, at: moment)
            alarms = alarms.filter { id, _ in reply.timers.contains { $0.id == id } }
            let event = messages.first { $0.topic == topics.event }
            if describes, reply.event.kind == .rang, let id = reply.event.id, let event {
                alarms[id] = event
                if !isConnected { unsent.insert(id) }
            }
            if isConnected { effects += messages.map { .publish($0) } }
            if isFirst || reply.event.kind == .kitchen || reply.event.kind == .snapshot { effects.append(.readMenu) }
            effects += following.watched(reply, isFirst: isFirst, at: moment)
        case .lost, .stalled:
            last = nil
            following.lostEggd()
        }
        if isConnected, status != before { effects.append(.publish(status)) }
        return effects
    }

    /// eggd has told the eggs of its menu.
    mutating func menuArrived(_ eggs: [Timers.Egg]) -> [Effect] {
        let isNew = self.eggs?.map(\.name) != eggs.map(\.name)
        self.eggs = eggs
        return isNew && isConnected ? descriptions : []
    }

    /// eggd has told how its alarms are, and what ended last.
    mutating func healthArrived(_ health: Timers.Health.Reply, _ history: [Timers.Run], at moment: Moment) -> [Effect] {
        view.learn(health, history, at: moment)
        guard isConnected, let reply = snapshot(at: moment) else { return [] }
        return view.update(reply, at: moment).map { .publish($0) }
    }

    // MARK: Other kitchens

    /// When `timePassed` must be called, on the boot clock; nil if it needn't.
    var nextWake: Int64? { following.nextWake }

    /// `nextWake` has come.
    mutating func timePassed(at moment: Moment) -> [Effect] { following.timePassed(at: moment) }

    /// The wall clock was set or is right now.
    mutating func clockWasSet(at moment: Moment) -> [Effect] { following.clockWasSet(at: moment) }

    /// A call about another kitchen has ended.
    mutating func told(_ kitchen: String, _ ending: EggdCalls.Ending, at moment: Moment) -> [Effect] {
        following.told(kitchen, ending, at: moment)
    }

    /// What `eggctl doctor` shows of kitchens that are followed, and that follow this one.
    var kitchenReports: [KitchenReport] {
        let names = kitchen.access == .read && isConnected ? followers.names : []
        return following.report
            + names.map {
                KitchenReport(
                    "\($0) follows this kitchen",
                    problems: ["it can't answer the alarms here; set 'access = answer' in [mqtt] of eggd.conf"])
            }
    }

    // MARK: The end of everything

    /// The messages that remove from the broker what it has retained.
    var removals: [BridgeMessage] { homeAssistant.removals + topics.removals }
}
