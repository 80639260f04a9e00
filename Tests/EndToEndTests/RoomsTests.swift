import EggTestSupport
import EggWire
import Foundation
import Glibc
import MQTT
import Program
import Testing

/// Kitchens that follow each other over Debian's mosquitto: each has its own `eggd`, and an `eggmqtt` of a machine of its own.
@Suite(
    .enabled(if: RunningBroker.missing == nil, "mosquitto is not installed; script/test installs it"),
    .ownMounts)
struct RoomsTests {
    let broker: RunningBroker

    init() throws { broker = try RunningBroker() }

    private func pair() throws -> (kitchen: Room, room: Room) {
        (try Room("Kitchen", broker), try Room("Living room", broker, follow: "kitchen"))
    }

    @Test func anEggIsShownInAnotherRoomAndRingsThere() throws {
        let (kitchen, room) = try pair()
        #expect(try kitchen.daemon.eggctl("start", "2s", "--name", "tea").status == 0)
        let copy = try room.waitForTimer("the copy")
        #expect(copy.name == "Kitchen/tea" && copy.origin?.kitchenName == "Kitchen" && copy.origin?.name == "tea")
        let ringing = try room.waitForTimer("the alarm") { $0.state == .ringing }
        #expect(isSameMoment(ringing.endsAtUnixMs, try kitchen.waitForTimer("the alarm").endsAtUnixMs))
        // Dismissing it there silences the kitchen, whose history says where.
        #expect(try room.daemon.eggctl("dismiss").status == 0)
        try kitchen.waitForNothing()
        #expect(try kitchen.history().map(\.from) == ["Living room"])
        #expect(try room.history().isEmpty)
        try room.waitForNothing()
    }

    /// The parts of the kitchen that die, one after the other.
    enum Part: String, CaseIterable {
        case eggd, eggmqtt, broker
    }

    static let orders: [[Part]] = [
        [.eggd, .eggmqtt, .broker], [.eggmqtt, .broker, .eggd], [.broker, .eggd, .eggmqtt],
    ]

    @Test(arguments: orders) func anEggWhoseKitchenDiesRingsInTheOtherRoom(_ order: [Part]) throws {
        let (kitchen, room) = try pair()
        #expect(try kitchen.daemon.eggctl("start", "3s").status == 0)
        let end = try room.waitForTimer("the copy").endsAtUnixMs
        for part in order {
            switch part {
            case .eggd: try kitchen.daemon.kill()
            case .eggmqtt: try kitchen.bridge.kill()
            case .broker: try broker.kill()
            }
        }
        let ringing = try room.waitForTimer("the alarm") { $0.state == .ringing && $0.origin?.isReachable == false }
        #expect(isSameMoment(ringing.endsAtUnixMs, end))
        #expect(try room.daemon.eggctl("status").output.contains("can't be reached"))
        #expect(try room.daemon.eggctl("dismiss").status == 0)
        try room.waitForNothing()
        // The kitchen comes back, and is silenced as well.
        for part in order {
            switch part {
            case .eggd: try kitchen.startDaemon()
            case .eggmqtt: try kitchen.startBridge()
            case .broker: try broker.restart()
            }
        }
        try kitchen.waitForNothing()
        #expect(try kitchen.history().map(\.from) == ["Living room"])
        #expect(try room.daemon.timers().isEmpty)
    }

    @Test func aSnoozeIsOneForAllRooms() throws {
        let (kitchen, room) = try pair()
        #expect(try kitchen.daemon.eggctl("start", "1s").status == 0)
        try room.waitForTimer("the alarm") { $0.state == .ringing }
        #expect(try room.daemon.eggctl("snooze", "2s").status == 0)
        #expect(try room.waitForTimer("the snooze").state == .snoozed)
        let snoozed = try kitchen.waitForTimer("the snooze") { $0.state == .snoozed }
        let again = try kitchen.waitForTimer("the alarm") { $0.state == .ringing }
        #expect(again.id == snoozed.id)
        try room.waitForTimer("the alarm") { $0.state == .ringing }
        // The kitchen answers, and the room is silenced.
        #expect(try kitchen.daemon.eggctl("dismiss").status == 0)
        try room.waitForNothing()
    }

    @Test func theKitchenCarriesOutAllOtherCommandsOrRefusesThem() throws {
        let (kitchen, room) = (
            try Room("Kitchen", broker, ["access = full"]), try Room("Living room", broker, follow: "kitchen")
        )
        #expect(try kitchen.daemon.eggctl("start", "1h", "--name", "tea").status == 0)
        try room.waitForTimer("the copy")
        let copy = "Kitchen/tea"
        #expect(try room.daemon.eggctl("pause", copy).status == 0)
        try kitchen.waitForTimer("the pause") { $0.state == .paused }
        #expect(try room.daemon.eggctl("resume", copy).status == 0)
        #expect(try room.daemon.eggctl("extend", "1m", copy).status == 0)
        try kitchen.waitForTimer("the longer time") { $0.durationMs == 3_660_000 }
        let refused = try room.daemon.eggctl("extend", "98h30m", copy)
        #expect(refused.status != 0 && refused.errors.contains("refuses"), "\(refused.errors)")
        #expect(try room.daemon.eggctl("rename", copy, "cake").status == 0)
        try room.waitForTimer("the new name") { $0.name == "Kitchen/cake" }
        try kitchen.bridge.kill()
        try room.waitForTimer("the loss") { $0.origin?.isReachable == false }
        let lost = try room.daemon.eggctl("cancel", "Kitchen/cake")
        #expect(lost.status != 0 && lost.errors.contains("can't be reached"), "\(lost.errors)")
        try kitchen.startBridge()
        try room.waitForTimer("the return") { $0.origin?.isReachable == true }
        #expect(try room.daemon.eggctl("cancel", "Kitchen/cake").status == 0)
        try kitchen.waitForNothing()
        try room.waitForNothing()
    }

    @Test func aKitchenThatMayOnlyBeReadRingsOnAndSaysWhy() throws {
        let (kitchen, room) = (
            try Room("Kitchen", broker, ["access = read"]), try Room("Living room", broker, follow: "kitchen")
        )
        #expect(try kitchen.daemon.eggctl("start", "1s").status == 0)
        try room.waitForTimer("the alarm") { $0.state == .ringing }
        #expect(try room.daemon.eggctl("dismiss").status == 0)
        try room.waitForNothing()
        try room.daemon.process.errorLine(with: "access = answer")
        #expect(try kitchen.waitForTimer("the alarm").state == .ringing)
        #expect(try room.daemon.timers().isEmpty)
        #expect(try kitchen.daemon.eggctl("dismiss").status == 0)
    }

    /// An answer that is given while the broker is away reaches the kitchen later, whichever part of the room dies meanwhile.
    @Test(arguments: [nil, .eggd, .eggmqtt] as [Part?]) func anAnswerWaitsForTheBroker(_ victim: Part?) throws {
        let (kitchen, room) = try pair()
        #expect(try kitchen.daemon.eggctl("start", "1s").status == 0)
        try room.waitForTimer("the alarm") { $0.state == .ringing }
        try broker.kill()
        #expect(try room.daemon.eggctl("dismiss").status == 0)
        switch victim {
        case .eggd:
            try room.daemon.kill()
            try room.startDaemon()
        case .eggmqtt:
            try room.bridge.kill()
            try room.startBridge()
        case .broker, nil: break
        }
        #expect(try kitchen.waitForTimer("the alarm").state == .ringing)
        try broker.restart()
        try kitchen.waitForNothing()
        #expect(try kitchen.history().map(\.from) == ["Living room"])
        #expect(try room.daemon.timers().isEmpty)
    }

    /// It dismissed the egg while the room was away, which rings by itself until it is back.
    @Test func aRoomThatComesBackIsSilencedByWhatHasEnded() throws {
        let (kitchen, room) = try pair()
        #expect(try kitchen.daemon.eggctl("start", "1s").status == 0)
        try room.waitForTimer("the alarm") { $0.state == .ringing }
        try room.bridge.kill()
        #expect(try kitchen.daemon.eggctl("dismiss").status == 0)
        // The kitchen's machine starts anew before the room sees it.
        try kitchen.bridge.kill()
        try kitchen.startBridge()
        #expect(try room.waitForTimer("the alarm").state == .ringing)
        try room.startBridge()
        try room.waitForNothing()
    }

    @Test func anEggThatIsLostWithItsDiskStaysInTheOtherRoom() throws {
        let (kitchen, room) = try pair()
        #expect(try kitchen.daemon.eggctl("start", "1h").status == 0)
        let before = try room.waitForTimer("the copy")
        try kitchen.daemon.kill()
        try room.waitForTimer("the loss") { $0.origin?.isReachable == false }
        for end in ["", "-wal", "-shm"] { unlink("\(kitchen.daemon.state)/eggtimer.db\(end)") }
        try kitchen.startDaemon()
        #expect(try room.waitForTimer("the return") { $0.origin?.isReachable == true }.id == before.id)
        #expect(try kitchen.daemon.timers().isEmpty)
    }

    @Test func aBrokerThatForgetsAllTakesNoCopyAway() throws {
        let (kitchen, room) = try pair()
        #expect(try kitchen.daemon.eggctl("start", "1h").status == 0)
        let before = try room.waitForTimer("the copy")
        try kitchen.bridge.kill()
        try broker.kill()
        try broker.restart()
        let after = try room.waitForTimer("the loss") { $0.origin?.isReachable == false }
        #expect(after.id == before.id && isSameMoment(before.endsAtUnixMs, after.endsAtUnixMs))
        try kitchen.startBridge()
        let last = try room.waitForTimer("the return") { $0.origin?.isReachable == true }
        #expect(last.id == before.id && isSameMoment(before.endsAtUnixMs, last.endsAtUnixMs))
    }

    @Test func threeKitchensCanEachFollowTheNext() throws {
        let rooms = try zip(["A", "B", "C"], ["B", "C", "A"]).map { try Room($0, broker, follow: $1) }
        for room in rooms { #expect(try room.daemon.eggctl("start", "3s", "--name", "egg").status == 0) }
        func states(_ room: Room) throws -> [String: Timers.State] {
            Dictionary(uniqueKeysWithValues: try room.daemon.timers().map { ($0.name, $0.state) })
        }
        let names = [["egg", "B/egg"], ["egg", "C/egg"], ["egg", "A/egg"]]
        for (room, names) in zip(rooms, names) {
            try waitUntil("both alarms in \(room.name)") {
                try states(room) == Dictionary(uniqueKeysWithValues: names.map { ($0, .ringing) })
            }
        }
        // B ends its own egg, also in A, and that of C.
        #expect(try rooms[1].daemon.eggctl("dismiss").status == 0)
        try waitUntil("the end") {
            try states(rooms[0]) == ["egg": .ringing] && states(rooms[1]).isEmpty
                && states(rooms[2]) == ["A/egg": .ringing]
        }
    }

    /// With MQTT 3.1.1 there are neither expiries nor response topics.
    @Test func roomsOfAnOlderBrokerFollowEachOtherAsWell() throws {
        let proxy = try BrokerProxy(to: broker.port, isOld: true)
        let kitchen = try Room("Kitchen", broker, by: proxy)
        let room = try Room("Living room", broker, follow: "kitchen", by: proxy)
        #expect(try kitchen.daemon.eggctl("start", "2s").status == 0)
        try room.waitForTimer("the alarm") { $0.state == .ringing && $0.origin?.isReachable == true }
        #expect(try room.daemon.eggctl("dismiss").status == 0)
        try kitchen.waitForNothing()
        #expect(try kitchen.history().map(\.from) == ["Living room"])
    }

    /// What the room is sent is held back and comes twice, and its connection is cut, also within messages.
    @Test func aBadLinkLosesNoCopyAndNoAnswer() throws {
        let proxy = try BrokerProxy(to: broker.port)
        let kitchen = try Room("Kitchen", broker)
        let room = try Room("Living room", broker, follow: "kitchen", by: proxy)
        #expect(try kitchen.daemon.eggctl("start", "1h").status == 0)
        try room.waitForTimer("the copy")
        let observer = try BrokerClient(port: broker.port, subscribing: [kitchen.bridge.topic + "timers"])
        let old = try observer.next("/timers")
        for time in ["20s", "20s", "20s"] {
            proxy.hold(true)
            #expect(try kitchen.daemon.eggctl("extend", time).status == 0)
            proxy.cut()
            proxy.hold(false)
        }
        try room.waitForTimer("the longer time") { $0.durationMs == 3_660_000 && $0.state == .cooking }
        // An old message once more changes nothing, and the next one is taken.
        try observer.publish(old.text, to: old.topic)
        #expect(try kitchen.daemon.eggctl("extend", "-1h").status == 0)
        try room.waitForTimer("the shorter time") { $0.durationMs == 60_000 }
        #expect(try kitchen.daemon.eggctl("start", "1s").status == 0)
        try room.waitForTimer("the alarm") { $0.state == .ringing }
        proxy.hold(true)
        #expect(try room.daemon.eggctl("dismiss").status == 0)
        proxy.cut()
        proxy.hold(false)
        try kitchen.waitForNothing()
        #expect(try kitchen.history().compactMap(\.from) == ["Living room"] && room.daemon.timers().isEmpty)
    }

    @Test func aKitchenThatStopsIsNotWaitedFor() throws {
        let (kitchen, room) = try pair()
        #expect(try kitchen.daemon.eggctl("start", "2s").status == 0)
        try room.waitForTimer("the copy")
        for process in [kitchen.bridge.process, kitchen.daemon.process] { process.signal(SIGSTOP) }
        try room.waitForTimer("the alarm") { $0.state == .ringing }
        #expect(try room.daemon.eggctl("dismiss").status == 0)
        try room.waitForNothing()
        for process in [kitchen.bridge.process, kitchen.daemon.process] { process.signal(SIGCONT) }
        try kitchen.waitForNothing()
        #expect(try kitchen.history().map(\.from) == ["Living room"])
        #expect(try room.daemon.timers().isEmpty)
    }

    @Test func theListHasTheLinesToPaste() throws {
        let kitchen = try Room("Kitchen", broker)
        let room = try Room("Living room", broker)
        let path = room.daemon.folder.write(
            "[mqtt]\nbroker = mqtt://127.0.0.1:\(broker.port)\n".utf8, to: "list.conf")
        let listed = try Program.run(BuiltPrograms.eggmqtt, ["--config", path, "--kitchens"])
        #expect(listed.status == 0 && listed.errors.isEmpty, "\(listed.errors)")
        for name in ["Kitchen", "Living room"] {
            #expect(listed.output.contains("\n# \(name) ("))
            #expect(listed.output.contains("): online; its alarms can be answered\nfollow = \(name)\n"))
        }
        withExtendedLifetime((kitchen, room)) {}
    }

    /// The access list of eggtimer-mqtt(7) for these two kitchens lets them work, and nobody else ring there.
    @Test func withTheAccessListOfTheManualNobodyElseCanRing() throws {
        let topics = try [try Room("Kitchen", broker), try Room("Living room", broker)].map { room in
            try room.bridge.kill()
            return room.bridge.topic
        }
        func id(_ topic: String) -> String { String(topic.split(separator: "/")[1]) }
        var list = try ManualPage("man/eggtimer-mqtt.7").examples(of: "SECURITY").joined()
        list = list.replacingOccurrences(of: "3f2a9c01b7d4", with: id(topics[0]))
            .replacingOccurrences(of: "9b1c44e07d25", with: id(topics[1]))
        // The test's own clients.
        let own = "topic readwrite marker/#\ntopic readwrite started/#\n"
        for name in ["livingroom", "display"] {
            list = list.replacingOccurrences(of: "user \(name)\n", with: "user \(name)\n\(own)")
        }
        let folder = TemporaryFolder()
        let names = ["egg", "livingroom", "homeassistant", "display"]
        let passwords = folder.write(names.map { "\($0):\($0)\n" }.joined().utf8, to: "passwords")
        #expect(try Program.run("/usr/bin/mosquitto_passwd", ["-U", passwords]).status == 0)
        let guarded = try RunningBroker(
            [
                "allow_anonymous true", "password_file \(passwords)",
                "acl_file \(folder.write(("topic read #\n" + own + list).utf8, to: "acl"))",
            ], folder: folder)
        func user(_ name: String) -> [String] {
            let path = folder.write("\(name)\n".utf8, to: "password-\(name)")
            chmod(path, 0o600)
            return ["access = answer", "user = \(name)", "password-file = \(path)"]
        }
        let kitchen = try Room("Kitchen", guarded, user("egg"))
        let room = try Room("Living room", guarded, follow: "kitchen", user("livingroom"))
        #expect(try kitchen.daemon.eggctl("start", "1s").status == 0)
        try room.waitForTimer("the alarm") { $0.state == .ringing && $0.origin?.isReachable == true }
        let observer = try BrokerClient(port: guarded.port, subscribing: ["eggtimer/+/timers"])
        let told = try observer.next("/timers") { $0.topic.hasPrefix(topics[0]) && $0.text.contains("ringing") }.text
        #expect(try room.daemon.eggctl("dismiss").status == 0)
        try kitchen.waitForNothing()
        _ = try observer.next("/timers") { $0.topic.hasPrefix(topics[0]) && $0.text.contains(#""timers":[]"#) }
        // Others can't tell the room that it rings.
        for name in ["livingroom", "display"] {
            let hostile = try BrokerClient(port: guarded.port, user: name, subscribing: [])
            for topic in [topics[0], "eggtimer/aaaaaaaaaaaa/"] {
                #expect(throws: MQTTError.self) { try hostile.publish(told, to: topic + "timers") }
            }
        }
        #expect(try observer.all().isEmpty && room.daemon.timers().isEmpty)
    }
}
