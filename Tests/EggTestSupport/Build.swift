import Glibc

/// How all of this was built.
public enum Build {
    /// With a sanitizer in it: memory and addresses are used as no user's build would.
    public static let isSanitized = dlsym(nil, "__asan_init") != nil || dlsym(nil, "__tsan_init") != nil
}
