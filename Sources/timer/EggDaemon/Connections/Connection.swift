import EggLoop
import Glibc
import POSIX
import Varlink

final class Connection {
    /// Grows by one with each connection; numbers are never reused.
    typealias ID = Int

    let id: ID
    let socket: UnixConnection
    var session = Session()
    /// Whether it receives all events.
    var isSubscriber = false
    /// The number of the last call that was taken from it.
    var lastCall = 0
    /// Read from a counter of all connections and calls; the connection with the smallest value called longest ago.
    var lastActivity: Int
    /// There may be input to read.
    var hasUnread = false
    /// The client sends no more. It may still read.
    var inputHasEnded = false
    var isQueued = false

    init(id: ID, socket: UnixConnection, lastActivity: Int) {
        self.id = id
        self.socket = socket
        self.lastActivity = lastActivity
    }

    /// Whether to read more from it. Nothing is read while replies are unread, and no more than one long message ahead.
    /// A subscriber is always read from, because only a read shows that it has disconnected.
    var takesInput: Bool {
        isSubscriber || socket.waitingBytes == 0 && session.waitingBytes <= MessageBuffer.maxMessageLength
    }

    /// Whether a call can be taken from it now.
    var hasCall: Bool { socket.waitingBytes == 0 && session.hasCall }

    /// Whether it is finished: the client gets nothing more and sends nothing more.
    var isDone: Bool {
        inputHasEnded && !session.isAnswering && !session.hasCall && (socket.isBroken || socket.waitingBytes == 0)
    }
}

/// A limit on the bytes that all connections together may take up.
struct Budget {
    private let limit: Int
    private(set) var total = 0
    /// The connections that take up any bytes.
    private(set) var shares: [Connection.ID: Int] = [:]

    init(limit: Int) {
        self.limit = limit
    }

    /// Notes how many bytes a connection takes up now.
    mutating func set(_ bytes: Int, for id: Connection.ID) {
        guard bytes > 0 || !shares.isEmpty else { return }
        let old = bytes > 0 ? shares.updateValue(bytes, forKey: id) : shares.removeValue(forKey: id)
        total += bytes - (old ?? 0)
    }

    /// The connection that takes up most, if the limit is exceeded.
    var connectionToClose: Connection.ID? {
        total > limit ? shares.max { $0.value < $1.value }?.key : nil
    }
}

/// Which users may connect to the daemon, judged by the user behind a connection.
struct Admission: Equatable, Sendable {
    /// The number shown for every user that has none in this process's user namespace.
    static let overflowUser = 65_534

    private let user: Int
    private let isNamespaced: Bool

    /// - Parameters:
    ///   - user: the user that the daemon runs as.
    ///   - userMap: the content of `/proc/self/uid_map`.
    init(user: Int, userMap: String) {
        self.user = user
        isNamespaced = !Self.isIdentity(userMap)
    }

    static func ofThisProcess() -> Admission {
        Admission(user: Int(geteuid()), userMap: userMap())
    }

    /// The same user and root may connect. In a sandbox's user namespace root has no number, so its connections appear
    /// to come from nobody; the modes of the socket and its folder keep other users out.
    func admits(_ userID: Int) -> Bool {
        userID == 0 || userID == user || isNamespaced && userID == Self.overflowUser
    }

    /// Whether every user has the same number inside as outside. A kernel without this file has no user namespaces.
    static func isIdentity(_ userMap: String) -> Bool {
        let fields = userMap.split { $0 == " " || $0 == "\n" }
        return fields.isEmpty || fields == ["0", "0", "4294967295"]
    }

    static func userMap() -> String { SmallFile.text("/proc/self/uid_map") ?? "" }
}
