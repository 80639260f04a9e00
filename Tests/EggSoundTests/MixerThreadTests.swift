import EggTestSupport
import Glibc
import Synchronization
import Testing

@testable import EggSound

/// The thread that reads mixers, raises them and sets them back, with a fake card.
@Suite struct MixerThreadTests {
    private let folder = TemporaryFolder()
    private let card: FakeCard
    private let time = Time()
    private let hw0 = MixerAddress(name: "hw:0", option: "-c 0")
    private var file: String { folder.path("mixer") }

    init() throws {
        card = try FakeCard()
    }

    private func start(file: String? = nil) throws -> (thread: MixerThread, reports: Reports) {
        let reports = Reports()
        let time = time
        let thread = try MixerThread(driver: card, levelsFile: file, now: { time.now }, report: { reports.add($0) })
        return (thread, reports)
    }

    /// The quiet controls that the thread reports after a request; nil if it reports something else.
    private func quiet(
        _ thread: MixerThread, _ reports: Reports, listens: Bool = false, raises: Bool = false
    ) -> [Mixer.Control]? {
        thread.post(MixerRequest(mixer: hw0, listens: listens, raises: raises))
        guard case .mixer(hw0, let quiet) = reports.next() else { return nil }
        return quiet
    }

    /// The time of the mixer thread.
    private final class Time: Sendable {
        private let passed = Mutex(Duration.zero)
        private let begin = SuspendingClock().now

        var now: SuspendingClock.Instant { begin + passed.withLock { $0 } }

        func pass(_ time: Duration) { passed.withLock { $0 += time } }
    }

    private var muted: [Mixer.Control] { [.init(name: "Master", percent: 70, isOn: false)] }

    @Test func aMixerIsReadOnceAndClosed() throws {
        let (thread, reports) = try start()
        #expect(quiet(thread, reports) == [])
        #expect(thread.end(within: .seconds(30)))
        card.state.withLock { #expect($0.opened == 1 && $0.closed == 1) }
    }

    @Test func changesOfAWatchedMixerAreReported() throws {
        let (thread, reports) = try start()
        #expect(quiet(thread, reports, listens: true) == [])
        card.turn("Master", volume: 70, isOn: false)
        #expect(reports.next() == .mixer(hw0, quiet: muted))
        // A louder control is not reported: the next report answers the next request.
        card.turn("Master", volume: 90, isOn: false)
        card.turn("Master", volume: 70, isOn: false)
        #expect(quiet(thread, reports) == muted)
        #expect(thread.end(within: .seconds(30)))
    }

    @Test func aMixerThatDisappearsIsReported() throws {
        let (thread, reports) = try start()
        #expect(quiet(thread, reports, listens: true) == [])
        card.state.withLock { $0.isThere = false }
        card.changes.signal()
        #expect(reports.next() == .mixerLost(hw0))
        // A mixer that can't be opened makes nothing inaudible, as far as is known.
        #expect(quiet(thread, reports, listens: true) == [])
        #expect(thread.end(within: .seconds(30)))
    }

    @Test func anAlarmRaisesQuietControlsAndSetsThemBack() throws {
        card.set("Master", volume: 70, isOn: false)
        card.set("PCM", volume: 0, isOn: true)
        card.set("Mic", volume: 0, isOn: false)
        let (thread, reports) = try start(file: file)
        #expect(quiet(thread, reports, listens: true, raises: true) == [])
        // A muted control may be too low as well.
        #expect(card.levels("Master") == .init(volumes: [80, 80], switches: [true]))
        #expect(card.levels("PCM") == .init(volumes: [80, 80], switches: [true]))
        #expect(card.levels("Mic") == .init(volumes: [0, 0], switches: [false]))
        #expect(contents(of: file) != nil)
        #expect(quiet(thread, reports, listens: true)?.map(\.name) == ["Master", "PCM"])
        #expect(card.levels("Master") == .init(volumes: [70, 70], switches: [false]))
        #expect(card.levels("PCM") == .init(volumes: [0, 0], switches: [true]))
        #expect(contents(of: file) == nil)
        #expect(thread.end(within: .seconds(30)))
    }

    /// A person who turns the sound down during an alarm means it.
    @Test func aControlTurnedDownDuringAnAlarmStaysDownAndIsReported() throws {
        card.set("Master", volume: 0, isOn: true)
        let (thread, reports) = try start()
        #expect(quiet(thread, reports, listens: true, raises: true) == [])
        time.pass(Raising.settling)
        card.turn("Master", volume: 70, isOn: false)
        #expect(reports.next() == .mixer(hw0, quiet: muted))
        // A second request of the same alarm raises nothing again.
        #expect(quiet(thread, reports, listens: true, raises: true) == muted)
        #expect(quiet(thread, reports) == muted)
        // It has been changed since, and is not set back.
        #expect(card.levels("Master") == .init(volumes: [70, 70], switches: [false]))
        #expect(thread.end(within: .seconds(30)))
    }

    /// `alsactl restore` at boot, or after a card was plugged in.
    @Test func aCardThatIsMutedAgainAfterItAppearedIsRaisedAgainAndSetBackToThoseLevels() throws {
        card.set("Master", volume: 0, isOn: false)
        let (thread, reports) = try start(file: file)
        #expect(quiet(thread, reports, listens: true, raises: true) == [])
        for _ in 0..<2 {
            card.turn("Master", volume: 70, isOn: false)
            try waitUntil("it is raised again") { card.levels("Master")?.switches == [true] }
        }
        // A person's own change stays.
        time.pass(Raising.settling)
        card.turn("PCM", volume: 0, isOn: true)
        guard case .mixer(hw0, let quiet) = reports.next() else {
            Issue.record("no report")
            return
        }
        #expect(quiet.map(\.name) == ["PCM"])
        #expect(thread.end(within: .seconds(30)))
        #expect(card.levels("Master") == .init(volumes: [70, 70], switches: [false]))
        #expect(card.levels("PCM") == .init(volumes: [0, 0], switches: [true]))
        #expect(contents(of: file) == nil)
    }

    /// The alarm raises a control after `alsactl restore` has set its switch, and before it sets the volume.
    @Test func aControlThatIsRaisedWhileAnotherProgramSetsItIsSetBackToAllThatItSets() throws {
        card.set("Master", volume: 90, isOn: true)
        let (thread, reports) = try start()
        #expect(quiet(thread, reports, listens: true, raises: true) == [])
        card.turn("Master", volume: 90, isOn: false)
        try waitUntil("it is raised") { card.levels("Master")?.switches == [true] }
        card.turn("Master", volume: 70, isOn: true)
        #expect(thread.end(within: .seconds(30)))
        #expect(card.levels("Master") == .init(volumes: [70, 70], switches: [false]))
    }

    @Test func aCardThatIsPluggedInAgainDuringAnAlarmIsRaisedAgain() throws {
        card.set("Master", volume: 70, isOn: false)
        let (thread, reports) = try start()
        #expect(quiet(thread, reports, listens: true, raises: true) == [])
        time.pass(.seconds(60))
        card.state.withLock { $0.isThere = false }
        card.changes.signal()
        #expect(reports.next() == .mixerLost(hw0))
        card.state.withLock { $0.isThere = true }
        #expect(quiet(thread, reports, listens: true, raises: true) == [])
        card.turn("Master", volume: 70, isOn: false)
        try waitUntil("it is raised again") { card.levels("Master")?.switches == [true] }
        #expect(thread.end(within: .seconds(30)))
        #expect(card.levels("Master") == .init(volumes: [70, 70], switches: [false]))
    }

    /// Two users' alarms ring on one card: the first one that is dismissed doesn't mute the other.
    @Test func levelsAreNotSetBackWhileAnotherUsersAlarmNeedsThem() throws {
        card.set("Master", volume: 70, isOn: false)
        let (first, firstReports) = try start(file: file)
        let (second, secondReports) = try start()
        for (thread, reports) in [(first, firstReports), (second, secondReports)] {
            #expect(quiet(thread, reports, listens: true, raises: true) == [])
        }
        time.pass(.seconds(60))
        #expect(quiet(first, firstReports) == [])
        #expect(contents(of: file) != nil)
        #expect(quiet(second, secondReports) == [])
        // The next time that it is asked.
        #expect(quiet(first, firstReports) == muted)
        #expect(contents(of: file) == nil)
        #expect(first.end(within: .seconds(30)) && second.end(within: .seconds(30)))
    }

    /// The other user's alarm begins at the moment at which the first one's levels are restored.
    @Test func aMixerThatAnotherUsersEggdIsSettingBackIsRaisedAgain() throws {
        let (thread, reports) = try start()
        #expect(quiet(thread, reports, listens: true) == [])
        time.pass(.seconds(60))
        let other = try #require(card.open("hw:0"))
        #expect(other.lock(.exclusive))
        #expect(quiet(thread, reports, listens: true, raises: true) == [])
        card.turn("Master", volume: 70, isOn: false)
        try waitUntil("it is raised again") { card.levels("Master")?.switches == [true] }
        other.lock(.none)
        #expect(thread.end(within: .seconds(30)))
    }

    @Test func aLockExcludesOthersUntilItIsReplaced() throws {
        let path = folder.write("".utf8, to: "card")
        let files = [open(path, O_RDONLY | O_CLOEXEC), open(path, O_RDONLY | O_CLOEXEC)]
        defer { for file in files { close(file) } }
        #expect(MixerLock.shared.apply(to: files[0]) && MixerLock.shared.apply(to: files[1]))
        #expect(!MixerLock.exclusive.apply(to: files[0]))
        #expect(MixerLock.none.apply(to: files[1]))
        #expect(MixerLock.exclusive.apply(to: files[0]) && !MixerLock.shared.apply(to: files[1]))
        #expect(MixerLock.none.apply(to: files[0]))
        #expect(MixerLock.shared.apply(to: files[1]))
        // What can't be locked excludes nobody.
        #expect(MixerLock.exclusive.apply(to: -1))
    }

    @Test func theEndSetsRaisedControlsBack() throws {
        card.set("Master", volume: 70, isOn: false)
        let (thread, reports) = try start(file: file)
        #expect(quiet(thread, reports, raises: true) == [])
        #expect(thread.end(within: .seconds(30)))
        #expect(card.levels("Master") == .init(volumes: [70, 70], switches: [false]))
        #expect(contents(of: file) == nil)
    }

    @Test func theNextStartSetsBackControlsThatACrashLeftRaised() throws {
        folder.write("hw:0\tMaster\t70,70/0\t70,70/1\n".utf8, to: "mixer")
        let (thread, reports) = try start(file: file)
        #expect(quiet(thread, reports) == muted)
        #expect(card.levels("Master") == .init(volumes: [70, 70], switches: [false]))
        #expect(contents(of: file) == nil)
        #expect(thread.end(within: .seconds(30)))
    }

    /// After a restart during an alarm, the levels from before the first start are set back.
    @Test func anAlarmThatContinuesAfterACrashSetsBackTheOldestLevels() throws {
        folder.write("hw:0\tMaster\t3,3/0\t70,70/1\n".utf8, to: "mixer")
        // A power cut has also muted it again.
        card.set("Master", volume: 70, isOn: false)
        let (thread, reports) = try start(file: file)
        #expect(quiet(thread, reports, raises: true) == [])
        #expect(thread.end(within: .seconds(30)))
        #expect(card.levels("Master") == .init(volumes: [3, 3], switches: [false]))
    }

    @Test func aMixerThatCannotBeOpenedIsSetBackLater() throws {
        folder.write("hw:0\tMaster\t70,70/0\t70,70/1\n".utf8, to: "mixer")
        card.state.withLock { $0.isThere = false }
        let (thread, reports) = try start(file: file)
        #expect(quiet(thread, reports) == [])
        #expect(contents(of: file) != nil)
        card.state.withLock { $0.isThere = true }
        #expect(quiet(thread, reports) == muted)
        #expect(thread.end(within: .seconds(30)))
    }

    @Test(arguments: ["", "\n", "hw:0\tMaster\n", "hw:0\tMaster\tx/y\t-\n", "\u{0}\t\t/\t\n\n\t\t\t\t\t"])
    func aFileThatIsNotOursChangesNothing(text: String) throws {
        folder.write(text.utf8, to: "mixer")
        let (thread, reports) = try start(file: file)
        #expect(quiet(thread, reports) == [])
        #expect(thread.end(within: .seconds(30)))
    }

    @Test func savedLevelsReadAsTheyWereWritten() {
        var saved = SavedLevels(file: file)
        saved.entries = [
            .init(mixer: "hw:0", control: "Line Out,1", before: .init(volumes: [-3, 65536], switches: [true, false])),
            .init(mixer: "default", control: "Master", before: .init(volumes: [], switches: [false])),
        ]
        saved.entries[1].raised = .init(volumes: [], switches: [true])
        saved.write()
        #expect(SavedLevels(file: file) == saved)
        saved.entries = []
        saved.write()
        #expect(contents(of: file) == nil)
    }
}
