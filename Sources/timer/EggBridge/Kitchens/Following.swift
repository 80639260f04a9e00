import EggClient
import EggConfig
import EggWire
import MQTT

/// Decides what eggd is told of other kitchens, and what these are asked for. Messages, what eggd tells and the time go in,
/// effects come out; it does no I/O.
struct Following {
    typealias Effect = Bridge.Effect

    /// The most kitchens that are remembered.
    private static let maxKnown = 64
    /// After this time on a connection, what is wrong is logged.
    private static let settlingTime: Int64 = 10_000

    /// Another kitchen on the broker, followed or not.
    struct Known {
        var name: String?
        var isOnline = false
    }

    let own: BridgedKitchen
    let follow: [FollowedKitchen]
    private(set) var isConnected = false
    private(set) var known: [String: Known] = [:]
    /// The followed kitchens by their ids.
    private(set) var kitchens: [String: OtherKitchen] = [:]
    private var telling = Telling()
    private var asking: Asking
    /// When what is wrong is logged; nil if it needn't be.
    private var settles: Int64?
    private var said: Set<String> = []

    init(_ own: BridgedKitchen, _ follow: [FollowedKitchen]) {
        (self.own, self.follow) = (own, follow)
        asking = Asking(own)
    }

    var isEmpty: Bool { follow.isEmpty }

    /// When `timePassed` must be called, on the boot clock; nil if it needn't.
    var nextWake: Int64? {
        (kitchens.values.map(\.nextWake) + [telling.nextWake, settles]).compactMap { $0 }.min()
    }

    func entry(_ id: String, _ name: String?) -> FollowedKitchen? {
        follow.first { $0.isMeant(by: id) } ?? name.flatMap { name in follow.first { $0.isMeant(by: name) } }
    }

    // MARK: The broker

    /// The broker has accepted the client.
    mutating func connected(at moment: Moment) -> [Effect] {
        isConnected = true
        asking.connected()
        guard !isEmpty else { return [] }
        settles = moment.bootMs + Self.settlingTime
        let ids = follow.map { $0.kitchen.lowercased() }.filter(Topics.isKitchenID)
        // A name can be that of any kitchen.
        let places = (ids.count < follow.count ? ["+"] : ids).map(own.topics.of)
        let answers = kitchens.keys.sorted().map { own.topics.of($0).replies }
        return (places.flatMap { [$0.status, $0.timers] } + answers).map { .subscribe($0, wantsRetained: true) }
    }

    /// The connection to the broker has ended.
    mutating func disconnected(at moment: Moment) -> [Effect] {
        (isConnected, settles) = (false, nil)
        for id in known.keys { known[id]?.isOnline = false }
        for id in kitchens.keys { kitchens[id]?.disconnected() }
        return advance(at: moment)
    }

    /// A message has arrived; nil if it is about no other kitchen.
    mutating func received(_ message: MQTTMessage, at moment: Moment) -> [Effect]? {
        guard !isEmpty, let (id, place) = own.topics.other(message.topic) else { return nil }
        // What it was sent before may be lost as well.
        if place != "reply", kitchens[id]?.isSilent == true { asking.isBack(id) }
        switch place {
        case "status":
            guard remember(id) else { return [] }
            known[id]?.isOnline = message.payload.elementsEqual(Topics.online.utf8)
            return found(id, at: moment) + advance(at: moment)
        case "timers":
            // A kitchen that was forgotten by the broker is told by its status.
            guard !message.payload.isEmpty, remember(id) else { return [] }
            guard let heard = KitchenMessage(message.payload) else { return refused(id) }
            known[id]?.name = heard.name
            var effects = found(id, at: moment)
            kitchens[id]?.heard(heard, at: moment)
            if kitchens[id]?.needsAnswer(at: moment) == true { effects += ask(id, at: moment) }
            return effects + asking.revive(id) + advance(at: moment)
        case "reply":
            guard kitchens[id] != nil, let answer = asking.answered(message.payload, by: id) else { return [] }
            return (answer.isTransient ? ask(id, at: moment) : []) + answer.effects
        case _ where place.hasPrefix("reply/\(own.id)-"):
            // Without its eggd, it has nothing to tell.
            guard kitchens[id] != nil, !message.payload.elementsEqual(Topics.offline.utf8) else { return [] }
            guard let heard = KitchenMessage(message.payload) else { return refused(id) }
            let reply = String(place.dropFirst("reply/".utf8.count))
            guard kitchens[id]?.answered(reply, heard, at: moment) == true else { return [] }
            return asking.revive(id) + advance(at: moment)
        default: return place.hasPrefix("reply/") ? [] : nil
        }
    }

    /// Whether there is room to remember a kitchen; nobody can take that of one that is followed by its id.
    private mutating func remember(_ id: String) -> Bool {
        if known[id] == nil, known.count < Self.maxKnown || entry(id, nil) != nil { known[id] = Known() }
        return known[id] != nil
    }

    private mutating func refused(_ id: String) -> [Effect] {
        say("the timers of \(known[id]?.name ?? id) can't be read; its eggmqtt may be of another version")
    }

    /// Its status or its name has arrived: follows it, or no longer.
    private mutating func found(_ id: String, at moment: Moment) -> [Effect] {
        guard let entry = entry(id, known[id]?.name) else {
            guard kitchens.removeValue(forKey: id) != nil else { return [] }
            return telling.keep(Array(kitchens.keys))
        }
        var effects: [Effect] = []
        if kitchens[id] == nil {
            kitchens[id] = OtherKitchen(id: id, rings: entry.rings)
            effects.append(.subscribe(own.topics.of(id).replies, wantsRetained: false))
        }
        guard kitchens[id]?.heard(isOnline: known[id]?.isOnline ?? false, at: moment) == true else { return effects }
        asking.isBack(id)
        return effects + ask(id, at: moment)
    }

    private mutating func ask(_ id: String, at moment: Moment) -> [Effect] {
        guard isConnected, let reply = kitchens[id]?.ask(from: own.id, at: moment) else { return [] }
        let question = Question(reply: reply, from: own.name)
        return [.publish(BridgeMessage(own.topics.of(id).ask, jsonText(question)))]
    }

    // MARK: eggd

    /// eggd has sent an event.
    ///
    /// - Parameter isFirst: whether it is the first one of a connection.
    mutating func watched(_ reply: Timers.Watch.Reply, isFirst: Bool, at moment: Moment) -> [Effect] {
        let copies = reply.timers.filter { $0.origin != nil }
        asking.requests = reply.requests ?? []
        telling.watched(copies, isFirst: isFirst, at: moment.bootMs)
        guard isFirst else { return advance(at: moment) }
        let origins = copies.compactMap(\.origin)
        let kept = origins.filter { $0.kitchen != own.id && entry($0.kitchen, $0.kitchenName) != nil }.map(\.kitchen)
        let isRest = origins.contains { !kept.contains($0.kitchen) }
        return (isRest ? telling.keep(Array(Set(kept).union(kitchens.keys))) : []) + advance(at: moment)
    }

    /// The wall clock was set or is right now.
    mutating func clockWasSet(at moment: Moment) -> [Effect] {
        for id in kitchens.keys { kitchens[id]?.dateAgain(at: moment) }
        return advance(at: moment)
    }

    /// eggd can't be reached.
    mutating func lostEggd() { telling.lost() }

    /// A call about a kitchen has ended.
    mutating func told(_ id: String, _ ending: EggdCalls.Ending, at moment: Moment) -> [Effect] {
        let name = known[id]?.name ?? id
        var effects: [Effect] = []
        switch telling.ended(id, ending, at: moment.bootMs) {
        case .leftOut(let count): effects += say("\(count) timers of \(name) find no place here")
        case .refused(let problem): effects += say("eggd refuses the timers of \(name): \(problem)")
        case nil: break
        }
        return effects + advance(at: moment)
    }

    /// `nextWake` has come.
    mutating func timePassed(at moment: Moment) -> [Effect] {
        let silent = kitchens.keys.sorted().filter { kitchens[$0]?.timePassed(at: moment) == true }
        var effects = silent.flatMap { ask($0, at: moment) } + advance(at: moment)
        if let settles, settles <= moment.bootMs {
            self.settles = nil
            for problem in report.flatMap(\.problems) { effects += say(problem) }
        }
        return effects
    }

    /// Tells eggd what has changed, and asks kitchens for what they weren't asked for yet.
    private mutating func advance(at moment: Moment) -> [Effect] {
        var effects: [Effect] = []
        for (id, kitchen) in kitchens.sorted(by: { $0.key < $1.key }) {
            effects += telling.advance(kitchen, at: moment.bootMs)
            guard isConnected, kitchen.isReachable, let access = kitchen.message?.access else { continue }
            let requests = asking.send(to: id, access)
            if !requests.isEmpty { effects += requests + ask(id, at: moment) }
        }
        return effects
    }

    /// Says something once.
    private mutating func say(_ line: String) -> [Effect] { said.insert(line).inserted ? [.say(line)] : [] }
}
