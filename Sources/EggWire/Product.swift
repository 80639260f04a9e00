/// What both programs say about themselves.
public enum Product {
    /// The version of both programs, as in the change log.
    public static let version = "0.1.0"
    /// Who makes it.
    public static let vendor = "The egg timer's authors"
    /// The daemon's name.
    public static let daemon = "eggd"
}
