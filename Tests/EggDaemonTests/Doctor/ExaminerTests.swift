import Dispatch
import EggConfig
import EggLoop
import EggSound
import EggTestSupport
import EggWire
import Synchronization
import Testing

@testable import EggDaemon

/// The threads of the checks.
@Suite struct ExaminerTests {
    /// A driver with a card that hangs while its devices are listed.
    private final class HangingDriver: ExaminedDriver {
        let resumption = DispatchSemaphore(value: 0)
        let listings = Mutex(0)

        func candidates(preferring device: String) -> [String] { [device] }
        func cards() -> [String] { ["hw:0"] }
        func playbackDevices(ofCard card: String) -> [String] {
            listings.withLock { $0 += 1 }
            resumption.wait()
            return ["plughw:0,0"]
        }
        func isInUse(card: String) -> Bool { false }
        func open(_ name: String, format: Sound.Format) throws(DeviceFault) -> any PlaybackDevice {
            throw DeviceFault("open", device: name, code: .noEntry)
        }
        func examine(_ device: String, for format: Sound.Format) -> DeviceFinding {
            DeviceFinding(device: device, fault: nil)
        }
    }

    @Test func aHangingCardDelaysNeitherThisExaminationNorTheNext() throws {
        let driver = HangingDriver()
        let examiner = Examiner(driver: driver)
        let examination = Examination(
            alarm: AlarmSetup(sounds: [], format: Sound.builtInTone.format, device: "default", volume: 1))
        for _ in 1...2 {
            let checks = Promise<[Timers.Check]>()
            examiner.examine(examination, isClockSynchronised: true) { checks.fulfil($0) }
            let found = try #require(checks.wait(upTo: .seconds(60)))
            #expect(found.contains { $0.subject == "device" && $0.verdict == .ok })
        }
        // While it hangs it is not examined again.
        #expect(driver.listings.withLock { $0 } == 1)
        driver.resumption.signal()
    }

    /// Nothing is enabled for the user of the tests.
    @Test func programsThatTheConfigurationNeedsAreFound() {
        var configuration = Configuration.standard
        #expect(Examiner.idlePrograms(for: configuration).isEmpty)
        configuration.mqtt = MQTTSettings(broker: .unixSocket(path: "/run/broker"))
        configuration.led = "egg"
        #expect(Examiner.idlePrograms(for: configuration).map(\.section) == ["[mqtt]", "[light]"])
        configuration.keys = [KeysSettings(name: "worktop")]
        #expect(Examiner.idlePrograms(for: configuration).map(\.section) == ["[mqtt]", "[keys worktop]"])
        #expect(Examiner.idlePrograms(for: configuration).map(\.name) == ["eggmqtt", "eggkeys"])
    }
}

/// The findings of eggd about commands of the user's own.
@Suite struct CommandFaultsTests {
    static func commands(_ text: String) throws -> UserCommands {
        let folder = TemporaryFolder()
        let reading = Configuration.read(path: folder.write(text.utf8, to: "eggd.conf"))
        #expect(reading.problems.isEmpty)
        return reading.configuration.commands
    }

    @Test func theProgramThatRunsCommandsIsFoundBesideTheInstalledEggd() throws {
        #expect(CommandFaults.runner(executable: "/usr/bin/eggd") == "/usr/libexec/eggtimer/eggrun")
        #expect(CommandFaults.runner(executable: "/home/egg/eggtimer/.build/debug/eggd") == nil)
        let folder = TemporaryFolder()
        let runner = folder.path("eggrun")
        func fault() -> String? {
            CommandFaults.observed(UserCommands(), socket: nil, runner: runner, failed: .init()).runner
        }
        #expect(fault() == "\(runner): No such file or directory")
        try folder.writeProgram("exit 0", to: "eggrun")
        #expect(fault() == nil)
    }

    @Test func aCommandThatIsNoLongerConfiguredHasNotFailed() throws {
        var failed = FailedCommands()
        failed.add(.init(.ring, "light on", at: 0, "on-ring of 'egg': 'light on' exited with 3"))
        func failures(_ text: String) throws -> [String] {
            CommandFaults.observed(try Self.commands(text), socket: nil, runner: nil, failed: failed).failures
        }
        let found = try failures("[egg soft]\non-ring = light on\n")
        #expect(found.count == 1 && found.first?.hasPrefix("a command failed when it last ran, on 19") == true)
        #expect(found.first?.hasSuffix(": on-ring of 'egg': 'light on' exited with 3") == true)
        #expect(try failures("[alarm]\non-ring = lamp on\non-start = light on\n").isEmpty)
    }
}
