import EggConfig
import EggTestSupport
import EggTimers
import Glibc
import Instants
import Testing

@Suite struct ConfigurationFileTests {
    private let folder = TemporaryFolder()

    @Test func aFileIsRead() {
        let path = folder.write("[alarm]\nsnooze = 3m\nvolum = 5%\n".utf8, to: "eggd.conf")
        let reading = Configuration.read(path: path)
        #expect(reading.configuration.alarm.settings.snooze == .minutes(3))
        #expect(reading.problems.map(\.file) == [path] && reading.problems.map(\.line) == [3])
        #expect(
            reading.problems.map(\.description) == [
                "\(path):3: unknown key 'volum' in [alarm]; did you mean 'volume'?"
            ])
        #expect(!reading.isMissing)
    }

    @Test func aMissingFileIsNotAProblem() {
        let reading = Configuration.read(path: folder.path("eggd.conf"))
        #expect(reading.isMissing && reading.problems.isEmpty && reading.configuration == .standard)
        #expect(Configuration.read(path: folder.path("none/eggd.conf")).isMissing)
    }

    /// Dotfiles are often links to a disk that may not be mounted.
    @Test func aLinkThatLeadsNowhereIsReported() {
        #expect(symlink("/mnt/dotfiles/eggd.conf", folder.path("eggd.conf")) == 0)
        expect("is a link to /mnt/dotfiles/eggd.conf, which can't be found", of: folder.path("eggd.conf"))
        #expect(symlink("../none/eggtimer", folder.path("eggtimer")) == 0)
        expect(
            "is in \(folder.path("eggtimer")), a link to ../none/eggtimer, which can't be found",
            of: folder.path("eggtimer/eggd.conf"))
    }

    @Test func aFolderIsRejected() {
        expect("is a folder, not a file", of: folder.path)
    }

    @Test func openingAPipeDoesNotBlock() {
        let path = folder.path("pipe")
        #expect(mkfifo(path, 0o600) == 0)
        expect("is a pipe, not a file", of: path)
    }

    @Test func aDeviceIsRejected() {
        expect("is not a file", of: "/dev/zero")
    }

    @Test func theReasonForAFailedOpenIsReported() {
        let path = folder.path("loop")
        #expect(symlink("loop", path) == 0)
        expect("can't be read: Too many levels of symbolic links", of: path)
    }

    @Test(.enabled(if: geteuid() != 0, "root may read everything"))
    func missingReadPermissionIsReported() {
        let path = folder.write("[alarm]\n".utf8, to: "eggd.conf")
        chmod(path, 0)
        expect("can't be read: Permission denied", of: path)
    }

    @Test func anOverlongFileIsRejected() {
        let comment = Array("[alarm]\nsnooze = 3m\n#".utf8)
        let most = comment + repeatElement(UInt8(ascii: "x"), count: 65_536 - comment.count)
        #expect(
            Configuration.read(path: folder.write(most, to: "most")).configuration.alarm.settings.snooze == .minutes(3))
        let path = folder.write(most + [UInt8(ascii: "x")], to: "more")
        expect("has more than 65536 bytes, which is the limit", of: path)
    }

    @Test func aFileOfSizeZeroInProcIsRead() {
        #expect(!Configuration.read(path: "/proc/self/status").problems.isEmpty)
    }

    /// Expects the defaults, and this one problem of the whole file.
    private func expect(_ sentence: String, of path: String) {
        let reading = Configuration.read(path: path)
        #expect(reading.configuration == .standard && !reading.isMissing && reading.isUnreadable)
        #expect(reading.problems.map(\.description) == ["\(path) \(sentence)"])
        #expect(reading.problems.map(\.line) == [nil])
    }
}
