import EggClient
import Glibc
import POSIX
import Program
import Text

/// The units of the touch page in the user's service manager.
struct PageUnit {
    static let socket = "eggweb.socket"
    static let service = "eggweb.service"
    /// The command that enables the page, now and after each login.
    static let enable = "systemctl --user enable --now eggweb.socket"

    struct State: Equatable {
        var isInstalled = false
        var isActive = false
        var hasFailed = false
        var listening: [PageListening] = []

        /// Whether the page can be reached from other machines.
        var isOpen: Bool { listening.contains { !$0.isLoopback } }

        /// The command that lets the page have another port, for the same machines.
        var otherPort: String {
            "eggctl page --open \(isOpen ? "" : "127.0.0.1:")\(listening.first?.port == 8091 ? 8092 : 8091)"
        }

        /// Reads the output of `systemctl show`.
        init(properties: String) {
            for (name, value) in Subprocess.properties(properties[...]) {
                switch name {
                case "LoadState": isInstalled = value != "not-found"
                case "ActiveState": (isActive, hasFailed) = (value == "active", value == "failed")
                case "Listen": if let place = PageListening(unitProperty: value) { listening.append(place) }
                default: break
                }
            }
        }
    }

    static func state() throws(Failure) -> State {
        State(
            properties: try systemctl("show", "--property=LoadState,ActiveState,Listen", socket))
    }

    // MARK: Opening and closing

    /// The file that opens the page to the home network; nil if no folder for it is known.
    static var dropIn: String? {
        Environment.configurationFolder.map { "\($0)/systemd/user/\(socket).d/open.conf" }
    }

    static func text(of listening: PageListening) -> String {
        """
        # Written by 'eggctl page --open'; 'eggctl page --close' removes it.
        [Socket]
        ListenStream=

        """ + listening.streams.map { "ListenStream=\($0)\n" }.joined()
            + """
            BindIPv6Only=both
            # The address may come after the socket, when the machine starts.
            FreeBind=yes

            """
    }

    /// Lets the page listen there from now on.
    ///
    /// If the socket can't, for example because another program has the port, everything is left as it was.
    static func open(_ listening: PageListening) throws(Failure) {
        guard let dropIn else { throw noHome }
        let old = SmallFile.text(dropIn)
        try write(text(of: listening), to: dropIn)
        do throws(Failure) {
            try systemctl("daemon-reload")
            try systemctl("enable", "--quiet", socket)
            try restart()
        } catch {
            if let old { try write(old, to: dropIn) } else { remove(dropIn) }
            _ = try? systemctl("daemon-reload")
            try? restart()
            let reasons = "another program may have port \(listening.port), or the address may not be this machine's"
            throw Failure(
                message: "the page can't listen at \(listening.streams.joined(separator: " and ")), so nothing was "
                    + "changed (\(error.message)); \(reasons)",
                status: 1, advice: "to choose another port",
                fix: "eggctl page --open \(listening.port == 8091 ? 8092 : 8091)")
        }
    }

    /// Lets only this machine reach the page from now on.
    ///
    /// - Returns: false if it was closed already.
    static func close() throws(Failure) -> Bool {
        guard let dropIn else { throw noHome }
        guard remove(dropIn) else {
            guard errno == ENOENT || errno == ENOTDIR else {
                throw Failure(message: "can't remove \(dropIn): \(String(cString: strerror(errno)))", status: 1)
            }
            return false
        }
        try systemctl("daemon-reload")
        try restart()
        return true
    }

    /// Removes a file, and its folder if that is empty then.
    @discardableResult
    private static func remove(_ path: String) -> Bool {
        guard unlink(path) == 0 else { return false }
        if let end = path.lastIndex(of: "/") { rmdir(String(path[..<end])) }
        return true
    }

    /// The service holds the socket, so both are stopped before the socket is made again.
    private static func restart() throws(Failure) {
        try systemctl("stop", socket, service)
        try systemctl("start", socket)
    }

    // MARK: systemctl

    /// Runs `systemctl --user`; fails with its message.
    @discardableResult
    private static func systemctl(_ words: String...) throws(Failure) -> String {
        guard let ended = Subprocess.systemctl(words) else { throw noManager("systemctl can't be started") }
        guard ended.status == 0 else {
            let message = ended.errors.split(separator: "\n").first.map(String.init) ?? "systemctl failed"
            if message.includes("connect to") { throw noManager(message) }
            throw Failure(message: message, status: 1)
        }
        return ended.output
    }

    private static func noManager(_ reason: String) -> Failure {
        .unavailable(
            "your service manager, which starts the page, doesn't answer (\(reason)); log in as yourself, without su "
                + "or sudo",
            advice: "to run the page by hand, for this machine alone", fix: "eggweb")
    }

    private static var noHome: Failure {
        Failure(message: "can't tell where your units are; set HOME to your home folder", status: 1)
    }

    private static func write(_ text: String, to path: String) throws(Failure) {
        do {
            try Folder.make(above: path)
            try SmallFile.replace(path, with: Array(text.utf8), mode: 0o644)
        } catch {
            throw Failure(message: "can't write \(error)", status: 1)
        }
    }
}
