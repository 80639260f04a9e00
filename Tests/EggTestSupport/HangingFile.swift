import Glibc
import Testing

/// A file on a disk that does not answer: opening it hangs until it is released, or for 45 seconds.
public final class HangingFile {
    private let program: Program
    private var isOpened = false

    /// The lease of a program delays others that open the file (see fcntl(2)).
    private static let script = """
        import fcntl, os, signal, sys
        signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGIO, signal.SIGUSR1])
        file = os.open(sys.argv[1], os.O_RDWR)
        fcntl.fcntl(file, fcntl.F_SETLEASE, fcntl.F_WRLCK)
        print("hangs", flush=True)
        signal.sigwait([signal.SIGIO])
        print("opened", flush=True)
        signal.sigwait([signal.SIGUSR1])
        fcntl.fcntl(file, fcntl.F_SETLEASE, fcntl.F_UNLCK)
        """

    /// The file hangs from now on.
    public init(_ path: String) throws {
        program = try Program("/usr/bin/python3", ["-c", Self.script, path])
        #expect(try program.line() == "hangs")
    }

    /// Waits until somebody tries to open the file.
    public func waitUntilOpened() throws {
        #expect(try program.line() == "opened")
        isOpened = true
    }

    /// The file can be opened again, once somebody has tried to.
    public func release() throws {
        if !isOpened { try waitUntilOpened() }
        program.signal(SIGUSR1)
        _ = try program.finish()
    }
}
