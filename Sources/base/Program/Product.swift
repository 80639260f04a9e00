package enum Product {
    /// The version of all programs, as in the changelog.
    package static let version = "0.1.0"
}
