import Glibc

/// Who may speak to the daemon, by the user behind a connection.
struct Admission: Equatable, Sendable {
    /// Whoever has no number in this process's user namespace.
    static let overflowUser = 65_534

    private let user: Int
    private let isNamespaced: Bool

    /// - Parameters:
    ///   - user: whose daemon this is.
    ///   - userMap: what `/proc/self/uid_map` says.
    init(user: Int, userMap: String) {
        self.user = user
        isNamespaced = !Self.isIdentity(userMap)
    }

    /// That of this process.
    static func ofThisProcess() -> Admission {
        Admission(user: Int(geteuid()), userMap: userMap())
    }

    /// The same user, and root. A sandbox's user namespace has no number for root, whose connections then seem to come
    /// from nobody; other users are kept out by the socket's mode and its folder's.
    func admits(_ userID: Int) -> Bool {
        userID == 0 || userID == user || isNamespaced && userID == Self.overflowUser
    }

    /// Whether all users have the numbers that they have outside. Where the kernel does not tell there is no namespace.
    static func isIdentity(_ userMap: String) -> Bool {
        let fields = userMap.split { $0 == " " || $0 == "\n" }
        return fields.isEmpty || fields == ["0", "0", "4294967295"]
    }

    static func userMap() -> String {
        let file = open("/proc/self/uid_map", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return "" }
        defer { close(file) }
        var text = [UInt8](repeating: 0, count: 4096)
        let count = read(file, &text, text.count)
        return String(decoding: text.prefix(max(0, count)), as: UTF8.self)
    }
}
