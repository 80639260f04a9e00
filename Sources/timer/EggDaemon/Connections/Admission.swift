import Glibc
import POSIX

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
