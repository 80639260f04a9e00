import Varlink

extension Timers {
    /// The kind of a method.
    public enum MethodKind: Sendable {
        /// It changes nothing.
        case query
        /// It changes timers, or something else that clients see.
        case change
        /// It changes nothing, and sends many replies.
        case stream
    }

    /// The rights of a client that isn't one of the user's own programs; each case includes those before it.
    public enum Access: String, CaseIterable, Comparable, Sendable {
        /// It sees the timers.
        case read
        /// It also answers alarms, and changes countdowns.
        case answer
        /// It does all that can be done with timers.
        case full

        public static func < (one: Access, other: Access) -> Bool { one.rank < other.rank }

        private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
    }
}

extension Timers.MethodName {
    /// The method with this full name; nil if the interface has none.
    public init?(fullName: String) {
        let prefix = "\(Timers.interface)."
        guard fullName.hasPrefix(prefix) else { return nil }
        self.init(rawValue: String(fullName.dropFirst(prefix.count)))
    }
}

extension Method {
    /// Whether it changes nothing, so that it doesn't matter whether a call without a reply was carried out.
    public static var changesNothing: Bool {
        guard let method = Timers.MethodName(fullName: name) else { return false }
        return method.row.kind != .change
    }
}
