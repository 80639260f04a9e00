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
