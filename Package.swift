// swift-tools-version: 6.0
import PackageDescription

// One target per folder, one job per target; imports point down this list only.
let package = Package(
    name: "eggtimer",
    targets: [
        .target(name: "EggLoop", dependencies: ["EggTimers", "CLinux"]),
        .target(name: "EggArguments", dependencies: ["CLinux"]),
        .target(name: "EggWire", dependencies: ["Varlink"]),
        .target(name: "Varlink", dependencies: ["CLinux"]),
        .target(name: "EggTimers"),

        .systemLibrary(name: "CLinux"),
        .systemLibrary(name: "CALSA", pkgConfig: "alsa", providers: [.apt(["libasound2-dev"])]),
        .systemLibrary(name: "CSndfile", pkgConfig: "sndfile", providers: [.apt(["libsndfile1-dev"])]),

        .target(name: "EggTestSupport", dependencies: ["Varlink", "EggWire"], path: "Tests/EggTestSupport"),
        .testTarget(name: "EggTimersTests", dependencies: ["EggTimers", "EggTestSupport"]),
    ],
    swiftLanguageModes: [.v6]
)
