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

    /// `SmallFileTests` has all reasons why a file can't be read.
    @Test func aFileThatCannotBeReadIsOneProblem() {
        // Dotfiles are often links to a disk that may not be mounted.
        #expect(symlink("../none/eggtimer", folder.path("eggtimer")) == 0)
        expect(
            "is in \(folder.path("eggtimer")), a link to ../none/eggtimer, which can't be found",
            of: folder.path("eggtimer/eggd.conf"))
        expect("is a folder, not a file", of: folder.path)
        #expect(symlink("loop", folder.path("loop")) == 0)
        expect("can't be read: Too many levels of symbolic links", of: folder.path("loop"))
        let long = [UInt8](repeating: UInt8(ascii: "#"), count: 65_537)
        expect("has more than 65536 bytes, which is the limit", of: folder.write(long, to: "long"))
    }

    /// Expects the defaults, and this one problem of the whole file.
    private func expect(_ sentence: String, of path: String) {
        let reading = Configuration.read(path: path)
        #expect(reading.configuration == .standard && !reading.isMissing && reading.isUnreadable)
        #expect(reading.problems.map(\.description) == ["\(path) \(sentence)"])
        #expect(reading.problems.map(\.line) == [nil])
    }
}
