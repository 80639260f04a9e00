import Testing

extension Trait where Self == ConditionTrait {
    /// For tests that run programs with mounts of their own, by `unshare -m`.
    public static var ownMounts: Self {
        .enabled(if: canMount, "root can have mounts of its own, and not within a chroot")
    }
}

private let canMount = (try? Program.run("/usr/bin/unshare", ["-m", "true"]).status) == 0
