/// The reply to `GET /about`, by which `eggctl` learns what runs, and under which names.
struct About: Encodable {
    let version: String
    /// The names of `[page] hosts`.
    let hosts: [String]
}
