import CLinux
import EggLoop
import EggTestSupport
import Glibc
import Testing

@Suite struct SocketClaimTests {
    private let folder = TemporaryFolder()
    private var path: String { folder.path("eggd.sock") }

    private func mode(of path: String) -> mode_t? {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_mode : nil
    }

    @Test func onlyTheOwnerCanUseTheSocket() throws {
        let claim = try SocketClaim(path)
        let socket = try claim.bind()
        #expect(mode(of: path) == S_IFSOCK | 0o600)
        _ = socket.number
    }

    @Test func aSecondClaimIsRefusedAndTheFirstUntouched() throws {
        let first = try SocketClaim(path)
        let socket = try first.bind()
        #expect(throws: SocketClaim.Failure.taken(path: path)) { _ = try SocketClaim(path) }
        #expect(throws: Never.self) { _ = try RawPeer(path) }
        _ = socket.number
    }

    /// A service manager may have taken over the path meanwhile.
    @Test func aFileThatReplacedTheSocketIsLeftAlone() throws {
        do {
            let claim = try SocketClaim(path)
            let socket = try claim.bind()
            unlink(path)
            folder.write([], to: "eggd.sock")
            withExtendedLifetime(claim) {}
            _ = socket.number
        }
        #expect(mode(of: path) != nil)
    }

    @Test func aSocketThatAnswersIsNotTakenEvenWithoutItsLock() throws {
        let listener = Descriptor(owning: socket(AF_UNIX, clinux_stream_socket, 0))
        #expect(clinux_unix_bind(listener.number, path) == 0 && listen(listener.number, 1) == 0)
        #expect(throws: SocketClaim.Failure.taken(path: path)) { _ = try SocketClaim(path) }
    }

    @Test func aBusySocketWithAFullBacklogIsNotTaken() throws {
        let listener = Descriptor(owning: socket(AF_UNIX, clinux_stream_socket, 0))
        #expect(clinux_unix_bind(listener.number, path) == 0 && listen(listener.number, 0) == 0)
        let waiting = try RawPeer(path)
        #expect(throws: SocketClaim.Failure.taken(path: path)) { _ = try SocketClaim(path) }
        _ = waiting.descriptor
    }

    /// A service manager listens elsewhere and leaves a link.
    @Test func aLinkToASocketThatAnswersIsNotTakenAndOneToNothingIs() throws {
        let other = folder.path("other")
        do {
            let listener = Descriptor(owning: socket(AF_UNIX, clinux_stream_socket, 0))
            #expect(clinux_unix_bind(listener.number, other) == 0 && listen(listener.number, 1) == 0)
            #expect(symlink(other, path) == 0)
            #expect(throws: SocketClaim.Failure.taken(path: path)) { _ = try SocketClaim(path) }
            #expect(mode(of: path) == S_IFLNK | 0o777)
        }
        // Nothing listens there now, and then nothing exists there.
        for _ in 0..<2 {
            do { _ = try SocketClaim(path) }
            #expect(mode(of: path) == nil)
            unlink(other)
            #expect(symlink(other, path) == 0)
        }
        unlink(path)
        folder.write([], to: "other")
        #expect(symlink(other, path) == 0)
        #expect(throws: SocketClaim.Failure.notASocket(path: path)) { _ = try SocketClaim(path) }
    }

    @Test func theSocketOfADeadDaemonIsTakenOver() throws {
        do {
            let listener = Descriptor(owning: socket(AF_UNIX, clinux_stream_socket, 0))
            #expect(clinux_unix_bind(listener.number, path) == 0 && listen(listener.number, 1) == 0)
        }
        #expect(mode(of: path) != nil)
        folder.write([], to: "eggd.sock.lock")
        let claim = try SocketClaim(path)
        let socket = try claim.bind()
        #expect(throws: Never.self) { _ = try RawPeer(path) }
        _ = socket.number
    }

    @Test func aFileThatIsNotASocketIsLeftAlone() throws {
        folder.write(Array("breakfast".utf8), to: "eggd.sock")
        #expect(throws: SocketClaim.Failure.notASocket(path: path)) { _ = try SocketClaim(path) }
        #expect(contents(of: path) == Array("breakfast".utf8))
    }

    @Test func theSocketAndItsLockAreRemoved() throws {
        do {
            let claim = try SocketClaim(path)
            _ = try claim.bind().number
        }
        #expect(mode(of: path) == nil && mode(of: path + ".lock") == nil)
    }

    @Test func aMissingFolderIsNamed() {
        let path = folder.path("nowhere/eggd.sock")
        #expect(
            throws: SocketClaim.Failure.system(SystemError("open", on: "\(path).lock", code: .init(rawValue: ENOENT)))
        ) {
            _ = try SocketClaim(path)
        }
    }

    @Test func aPathTooLongIsRefused() throws {
        let path = folder.path(String(repeating: "x", count: 120))
        let failure = SocketClaim.Failure.system(SystemError("bind", on: path, code: .init(rawValue: ENAMETOOLONG)))
        #expect(throws: failure) { _ = try SocketClaim(path).bind().number }
    }
}

@Suite struct LockFileTests {
    private let folder = TemporaryFolder()
    private var path: String { folder.path("lock") }

    @Test func theLockIsExclusiveAndItsFileIsRemoved() throws {
        do {
            let lock = try LockFile(path)
            #expect(throws: LockFile.Failure.taken) { try LockFile(path) }
            withExtendedLifetime(lock) {}
        }
        #expect(access(path, F_OK) != 0)
    }

    /// The file was removed, and another holder has locked a new one of the same name, which must not be removed.
    @Test func anotherHoldersFileOfTheSameNameIsLeftAlone() throws {
        var lock: LockFile? = try LockFile(path)
        unlink(path)
        let other = try LockFile(path)
        withExtendedLifetime(lock) {}
        lock = nil
        #expect(access(path, F_OK) == 0)
        #expect(throws: LockFile.Failure.taken) { try LockFile(path) }
        withExtendedLifetime(other) {}
    }
}
