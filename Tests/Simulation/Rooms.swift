import EggClient
import EggRequests
import EggWire
import MQTT
import SimulatedKernel

@testable import EggBridge

/// Another room follows the kitchen for some hours at a time, over a link that is slow, cut, duplicated and reordered. It
/// loses its power, and its wall clock is set.
///
/// No task runs while the kitchen's machine is off or asleep; what happens in the room meanwhile is made up for afterwards,
/// each thing at its own time.
final class Rooms: Part {
    private enum Happening {
        case arrives(OtherRoom.Parcel)
        case isAsked(BridgeMessage)
        case power(isOn: Bool)
        case link(isCut: Bool)
        case clock(isRight: Bool)
    }

    private var room = OtherRoom()
    private var bridge = Bridge(Rooms.kitchen(0), describes: false)
    private var boots = 0
    /// What happens later.
    private var queue: [(at: TrueTime, what: Happening)] = []
    private var isCut = false
    private var retained: [String: OtherRoom.Parcel] = [:]
    private var sent = 0
    private var dues: [String: TrueTime] = [:]

    func run() {
        while true {
            Tasks.sleep(chance.time(.hours(6), .days(2)))
            machine.watchers += 1
            machine.events += 1
            follow(until: .now + chance.time(.hours(1), .hours(16)))
            machine.watchers -= 1
            machine.events += 1
            chronicle.count("rooms that followed the kitchen")
        }
    }

    private func follow(until end: TrueTime) {
        (room, queue, isCut, retained) = (OtherRoom(), [], false, [:])
        startBridge()
        perform(.power(isOn: true), at: .now)
        queue.append((.now + chance.time(.minutes(5), .hours(6)), .link(isCut: true)))
        queue.append((.now + chance.time(.minutes(5), .hours(8)), .clock(isRight: false)))
        let watch = TimerWatch(machine.endpoint, ticks: false)
        while TrueTime.now < end {
            let next = ([end] + queue.map(\.at) + [room.nextWake].compactMap { $0 }).min() ?? end
            let report = watch.wait(until: .now + max(.zero, next - .now))
            // eggmqtt ends and starts with its machine; it has not read a report from before the end.
            let isNew = machine.boots != boots
            if isNew { startBridge() }
            pass(to: .now)
            if let report, !isNew { take(report) }
        }
    }

    /// Lets everything happen in the room that is due by now.
    private func pass(to end: TrueTime) {
        while true {
            let index = queue.indices.min { queue[$0].at < queue[$1].at }
            let next = min(index.map { queue[$0].at } ?? .never, room.nextWake ?? .never)
            guard next <= end else { return }
            if let index, queue[index].at <= next {
                perform(queue.remove(at: index).what, at: next)
            } else if room.onSince != nil {
                ask(room.pass(at: next), at: next)
            }
            let ended = room.ended(at: next)
            for _ in 0..<ended.due {
                chronicle.count("copies that were due")
                if end - next > .seconds(5) { chronicle.count("copies that were due while the kitchen was off") }
            }
            for words in ended.broken { judge.find(words) }
        }
    }

    private func perform(_ what: Happening, at now: TrueTime) {
        switch what {
        case .arrives(let parcel):
            if room.onSince != nil, !isCut { ask(room.receive(parcel, at: now), at: now) }
        case .isAsked(let question):
            send(bridge.received(MQTTMessage(question), at: .now, moment))
        case .power(true):
            room.switchOn(at: now, bootTime: chance.time(.seconds(5), .seconds(9)))
            queue.append((now + chance.time(.minutes(5), .hours(12)), .power(isOn: false)))
            if !isCut { connect(at: now) }
        case .power(false):
            chronicle.count("power cuts of another room")
            room.switchOff()
            queue.append((now + chance.time(.seconds(10), .hours(1)), .power(isOn: true)))
        case .link(let isCut):
            self.isCut = isCut
            let time = isCut ? chance.time(.milliseconds(100), .minutes(40)) : chance.time(.minutes(5), .hours(6))
            queue.append((now + time, .link(isCut: !isCut)))
            guard room.onSince != nil else { return }
            if isCut { ask(room.disconnect(at: now), at: now) } else { connect(at: now) }
        case .clock(let isRight):
            let time = isRight ? chance.time(.minutes(5), .hours(12)) : chance.time(.seconds(1), .hours(1))
            queue.append((now + time, .clock(isRight: !isRight)))
            guard room.onSince != nil else { return }
            let error = isRight ? .zero : chance.time(.seconds(1), .days(2)) * (chance.happens(500) ? 1 : -1)
            ask(room.setWall(error: error, at: now), at: now)
        }
    }

    private func connect(at now: TrueTime) {
        ask(room.connect(at: now), at: now)
        // The broker has kept these.
        for (_, parcel) in retained.sorted(by: { $0.key < $1.key }) {
            var parcel = parcel
            parcel.message.isRetained = true
            queue.append((now + chance.time(.milliseconds(1), .milliseconds(50)), .arrives(parcel)))
        }
    }

    // MARK: The link

    private func ask(_ questions: [BridgeMessage], at now: TrueTime) {
        guard !isCut else { return }
        for question in questions { queue.append((now + delay(), .isAsked(question))) }
    }

    private func send(_ effects: [Bridge.Effect]) {
        for case .publish(let message) in effects {
            sent += 1
            let parcel = OtherRoom.Parcel(message: MQTTMessage(message), number: sent, dues: dues)
            if message.isRetained { retained[message.topic] = parcel }
            for _ in 0...(chance.happens(100) ? 1 : 0) where !isCut {
                queue.append((.now + delay(), .arrives(parcel)))
            }
        }
    }

    private func delay() -> Duration {
        chance.happens(150)
            ? chance.time(.milliseconds(50), .seconds(4)) : chance.time(.milliseconds(1), .milliseconds(50))
    }

    // MARK: The kitchen's bridge

    private static func kitchen(_ boots: Int) -> BridgedKitchen {
        var kitchen = BridgedKitchen(id: "aaaaaaaaaaaa", name: "Kitchen", access: .read, prefix: "eggtimer")
        kitchen.bootID = "\(boots)"
        return kitchen
    }

    private var moment: Moment {
        Moment(
            unixMs: LocalTime.unixMilliseconds, isClockRight: sim_is_synchronised(),
            bootMs: sim_boot_now() / 1_000_000)
    }

    private func startBridge() {
        boots = machine.boots
        dues = [:]
        bridge = Bridge(Self.kitchen(boots), describes: false)
        send(bridge.connected(at: moment))
    }

    private func take(_ report: WatchReport) {
        switch report {
        case .event(let reply), .resumed(let reply, _):
            let exact = reply.timers.filter {
                $0.isEstimated == nil && $0.cue == nil && ($0.state == .cooking || $0.state == .snoozed)
            }
            dues = Dictionary(exact.map { ($0.id, .now + .milliseconds($0.remainingMs)) }) { $1 }
        case .lost, .stalled: break
        }
        send(bridge.watched(report, at: moment))
    }
}
