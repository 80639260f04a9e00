import Dispatch
import EggTestSupport
import Glibc
import Testing

@testable import EggLoop

@Suite struct FolderWatchTests {
    private let folder = TemporaryFolder()
    private let running: RunningLoop
    private let changed = DispatchSemaphore(value: 0)

    init() throws {
        running = try RunningLoop()
    }

    private func watch(_ path: String) throws -> FolderWatch {
        try running.sync { try FolderWatch(path, loop: running.loop) { [changed] in changed.signal() } }
    }

    private func expectAChange(_ what: Comment) {
        #expect(changed.wait(timeout: .now() + 20) == .success, what)
    }

    @Test func additionsRemovalsAndModeChangesAreReported() throws {
        let watch = try watch(folder.path)
        let file = folder.write([1], to: "pcmC0D0p")
        expectAChange("a file has come")
        #expect(chmod(file, 0o600) == 0)
        expectAChange("a file has another mode")
        unlink(file)
        expectAChange("a file was removed")
        withExtendedLifetime(watch) {}
    }

    @Test func aFolderThatIsRemovedAndMadeAgainIsWatched() throws {
        let (path, file) = (folder.path("snd"), folder.path("snd/pcmC0D0p"))
        #expect(mkdir(path, 0o700) == 0)
        folder.write([1], to: "snd/pcmC0D0p")
        let watch = try watch(path)
        unlink(file)
        expectAChange("the file was removed")
        #expect(rmdir(path) == 0)
        expectAChange("the folder was removed")
        #expect(mkdir(path, 0o700) == 0)
        expectAChange("the folder has come")
        folder.write([1], to: "snd/pcmC0D0p")
        expectAChange("a file has come into it")
        withExtendedLifetime(watch) {}
    }

    @Test func aFolderThatIsMadeWhileTheWatchBeginsIsWatched() throws {
        let path = folder.path("snd")
        let watch = try running.sync { [changed] in
            try FolderWatch(
                path, loop: running.loop,
                addWatch: { inotify, place, events in
                    // It is made after the first call, which looks for it.
                    defer { mkdir(path, 0o700) }
                    return inotify_add_watch(inotify, place, events)
                },
                handler: { changed.signal() })
        }
        folder.write([1], to: "snd/pcmC0D0p")
        expectAChange("a file has come into it")
        withExtendedLifetime(watch) {}
    }

    @Test func readingAndWritingFilesIsNotReported() throws {
        let file = folder.write([1], to: "pcmC0D0p")
        let watch = try watch(folder.path)
        #expect(contents(of: file) == [1])
        folder.write([2], to: "pcmC0D0p")
        #expect(mkdir(folder.path("marker"), 0o700) == 0)
        expectAChange("the folder that was made last")
        running.sync {}
        #expect(changed.wait(timeout: .now()) == .timedOut)
        withExtendedLifetime(watch) {}
    }

    /// Once the folder exists, changes beside it cause no wakeups.
    @Test func aFolderIsWatchedOnceItExistsAndItsParentNoLonger() throws {
        let watch = try watch(folder.path("snd"))
        #expect(mkdir(folder.path("snd"), 0o700) == 0)
        expectAChange("the folder has come")
        folder.write([1], to: "snd/pcmC0D0p")
        expectAChange("a file has come into it")
        folder.write([1], to: "unrelated")
        folder.write([1], to: "snd/marker")
        expectAChange("the file that was made last")
        running.sync {}
        #expect(changed.wait(timeout: .now()) == .timedOut)
        withExtendedLifetime(watch) {}
    }
}
