/// The kitchen that a bridge publishes, as it is configured.
public struct Kitchen: Equatable, Sendable {
    /// Unique by machine and user; letters and digits only. It stays the same when the name is changed.
    public let id: String
    /// The name that people see.
    public let name: String
    /// What the broker's clients may do.
    public let access: Access
    /// Its topics.
    public let topics: Topics

    /// A kitchen with these values; the prefix is `topic` of the configuration.
    public init(id: String, name: String, access: Access, prefix: String) {
        (self.id, self.name, self.access) = (id, name, access)
        topics = Topics(prefix: prefix, kitchenID: id)
    }
}
