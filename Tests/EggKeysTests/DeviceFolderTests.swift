import EggLoop
import EggTestSupport
import Glibc
import InputDevices
import POSIX
import Synchronization
import Testing

@testable import EggKeys

/// A folder with files that are no devices, so that each of them is refused.
@Suite struct DeviceFolderTests {
    /// A folder that is watched, and the lists of files that could not be opened.
    private final class Fixture: Sendable {
        let folder = TemporaryFolder()
        let running: RunningLoop
        let lists = Mutex<[[DeviceFolder.Listing]]>([])
        let isListed = Semaphore()
        private let devices = Mutex<DeviceFolder?>(nil)

        init() throws {
            running = try RunningLoop()
        }

        func start() {
            let path = folder.path("input")
            running.sync {
                let devices = DeviceFolder(
                    path, loop: running.loop, isWanted: { _ in true }, handler: { [weak self] _ in self?.listed() })
                self.devices.withLock { $0 = devices }
                try? devices.start()
            }
        }

        private func listed() {
            let refused = devices.withLock { $0 }?.refused ?? []
            lists.withLock { $0.append(refused) }
            isListed.signal()
        }

        /// Waits until the folder's list is like this.
        func waits(until isExpected: ([DeviceFolder.Listing]) -> Bool) -> Bool {
            repeat {
                let last = lists.withLock { $0.last }
                if let last, isExpected(last) { return true }
            } while isListed.wait(upTo: .seconds(10))
            return false
        }

        func waits(for files: [String]) -> Bool { waits { $0.map(\.file) == files } }

        func waits(forLinks links: [String]) -> Bool { waits { $0.map(\.links) == [links] } }

        /// Without this, the last reference could be released on the loop's queue.
        func end() { running.sync { devices.withLock { $0 = nil } } }

        func make(_ name: String) throws {
            try Folder.make(above: folder.path("input/\(name)"))
            try SmallFile.replace(folder.path("input/\(name)"), with: [], isDurable: false)
        }

        /// Removes the folder with its device.
        func removeAll() {
            rmdir(folder.path("input/by-id"))
            unlink(folder.path("input/event3"))
            rmdir(folder.path("input"))
        }
    }

    @Test func devicesComeAndGo() throws {
        let fixture = try Fixture()
        defer { fixture.end() }
        fixture.start()
        #expect(fixture.waits(for: []))
        try fixture.make("event3")
        #expect(fixture.waits(for: ["event3"]))
        try fixture.make("mouse0")
        try fixture.make("event12")
        #expect(fixture.waits(for: ["event12", "event3"]))
        unlink(fixture.folder.path("input/event3"))
        #expect(fixture.waits(for: ["event12"]))
    }

    @Test func linksAreNoticedAlsoWhenTheWholeFolderWasAway() throws {
        let fixture = try Fixture()
        defer { fixture.end() }
        fixture.start()
        for _ in 1...2 {
            #expect(fixture.waits(for: []))
            try fixture.make("event3")
            #expect(fixture.waits(for: ["event3"]))
            try Folder.make(fixture.folder.path("input/by-id"))
            symlink("../event3", fixture.folder.path("input/by-id/pedal"))
            #expect(fixture.waits(forLinks: ["by-id/pedal"]))
            unlink(fixture.folder.path("input/by-id/pedal"))
            #expect(fixture.waits(forLinks: []))
            fixture.removeAll()
        }
    }

    /// A device that is plugged in again at once has another folder before its absence was seen.
    @Test func linksAreNoticedInAFolderThatHasReplacedAnother() throws {
        let fixture = try Fixture()
        defer { fixture.end() }
        fixture.start()
        try fixture.make("event3")
        #expect(fixture.waits(for: ["event3"]))
        try fixture.running.sync {
            fixture.removeAll()
            try fixture.make("event4")
        }
        try Folder.make(fixture.folder.path("input/by-id"))
        #expect(fixture.waits(for: ["event4"]))
        // The folder of links is in what was listed now.
        try fixture.make("event5")
        #expect(fixture.waits(for: ["event4", "event5"]))
        symlink("../event4", fixture.folder.path("input/by-id/pedal"))
        #expect(fixture.waits { $0.map(\.links) == [["by-id/pedal"], []] })
    }

    @Test func linksAreNamesOfTheirDevices() throws {
        let fixture = try Fixture()
        defer { fixture.end() }
        try fixture.make("event3")
        try fixture.make("by-id/x")
        try Folder.make(fixture.folder.path("input/by-path"))
        symlink("../event3", fixture.folder.path("input/by-id/usb-pedal-event-kbd"))
        symlink("../event4", fixture.folder.path("input/by-path/gone"))
        fixture.start()
        #expect(fixture.waits(for: ["event3"]))
        #expect(fixture.lists.withLock { $0.last?.first?.names } == ["", "", "by-id/usb-pedal-event-kbd"])
    }

    @Test func aFileThatIsNoDeviceIsAnError() throws {
        let fixture = try Fixture()
        defer { fixture.end() }
        try fixture.make("event3")
        #expect(throws: SystemError.self) { try InputDevice(path: fixture.folder.path("input/event3")) }
        let missing = fixture.folder.path("input/event4")
        #expect(throws: SystemError("open", on: missing, code: Errno(rawValue: ENOENT))) {
            try InputDevice(path: missing)
        }
    }
}
