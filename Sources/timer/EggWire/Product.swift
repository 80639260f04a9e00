/// Names and version that both programs report.
public enum Product {
    /// The version of both programs, as in the changelog.
    public static let version = "0.1.0"
    /// The vendor in the reply of `GetInfo`.
    public static let vendor = "The egg timer's authors"
    /// The daemon's name.
    public static let daemon = "eggd"
}
