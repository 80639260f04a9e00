/// The product that all programs belong to.
public enum Product {
    /// The version of all programs, as in the changelog.
    public static let version = "0.1.0"
}
