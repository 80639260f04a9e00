import Glibc

/// How the tests and programs were built.
public enum Build {
    /// Whether a sanitizer is built in: it uses memory and addresses unlike any user's build.
    public static let isSanitized = dlsym(nil, "__asan_init") != nil || dlsym(nil, "__tsan_init") != nil
}
