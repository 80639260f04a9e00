/// Commands to put in front of a program to limit its resources.
public enum Limited {
    /// This many descriptors; those that the test runner has left open do not count.
    public static func descriptors(_ limit: Int) -> [String] {
        let script =
            "import os, sys; os.closerange(3, 4096); "
            + "os.execv('/usr/bin/prlimit', ['prlimit', '--nofile=\(limit):\(limit)'] + sys.argv[1:])"
        return ["/usr/bin/python3", "-c", script]
    }

    /// An address space of this many mebibytes.
    public static func addresses(mebibytes limit: Int) -> [String] {
        ["/usr/bin/prlimit", "--as=\(limit << 20)"]
    }

    /// Writable memory of so many mebibytes.
    public static func data(mebibytes limit: Int) -> [String] {
        ["/usr/bin/prlimit", "--data=\(limit << 20)"]
    }

    /// So many threads, as a user who has no others; root has no such limit.
    public static func threads(_ limit: Int, user: Int) -> [String] {
        [
            "/usr/bin/prlimit", "--nproc=\(limit):\(limit)", "/usr/bin/setpriv", "--reuid=\(user)", "--regid=\(user)",
            "--clear-groups",
        ]
    }
}
