// swift-tools-version: 6.0
import PackageDescription

// script/common links ncurses statically, by flags of its own.
let ncurses: [LinkerSetting] =
    Context.environment["EGG_STATIC_CURSES"] == nil ? [.linkedLibrary("ncursesw"), .linkedLibrary("tinfo")] : []

// One target per folder, one job per target; targets import only those below them in this list.
let package = Package(
    name: "eggtimer",
    products: [
        .executable(name: "eggd", targets: ["eggd"]),
        .executable(name: "eggctl", targets: ["eggctl"]),
        .executable(name: "eggnotify", targets: ["eggnotify"]),
        .executable(name: "eggrun", targets: ["eggrun"]),
        .executable(name: "eggweb", targets: ["eggweb"]),
        .executable(name: "till", targets: ["till"]),
        .library(name: "EggClient", targets: ["EggClient", "EggWire", "Varlink"]),
    ],
    targets: [
        .executableTarget(name: "eggd", dependencies: ["EggDaemon"]),
        .executableTarget(name: "eggctl", dependencies: ["EggCommands"]),
        .executableTarget(name: "eggnotify", dependencies: ["EggDesktop"]),
        .executableTarget(name: "eggrun", dependencies: ["EggRunner"]),
        .executableTarget(name: "eggweb", dependencies: ["EggPage"]),
        .executableTarget(name: "till", dependencies: ["TillCommands"]),

        .target(
            name: "EggDaemon",
            dependencies: [
                "EggArguments", "EggSound", "EggConfig", "EggStore", "EggSystemd", "EggLoop", "EggWire", "Varlink",
                "EggTimers", "POSIX", "CLinux",
            ]),
        .target(
            name: "EggCommands",
            dependencies: ["EggClient", "Curses", "EggArguments", "EggWire", "Varlink", "EggTimers", "POSIX", "CLinux"]),
        .target(name: "EggDesktop", dependencies: ["EggClient", "EggArguments", "EggSystemd", "EggWire"]),
        .target(
            name: "EggRunner",
            dependencies: [
                "EggArguments", "EggConfig", "EggSystemd", "EggWire", "Varlink", "EggTimers", "POSIX", "CLinux",
            ]),
        .target(
            name: "EggPage",
            dependencies: [
                "HTTP", "EggClient", "EggArguments", "EggConfig", "EggSystemd", "EggLoop", "EggWire", "EggTimers",
                "Varlink", "TillService", "POSIX", "CLinux",
            ]),
        .target(name: "HTTP", dependencies: ["EggLoop", "POSIX", "CMicroHTTPD", "CZlib", "CLinux"]),
        .target(
            name: "TillCommands",
            dependencies: ["TillService", "TillStore", "Till", "EggArguments", "EggWire", "Varlink", "POSIX"]),
        .target(name: "TillService", dependencies: ["Till", "TillStore", "EggArguments", "Varlink"]),
        .target(name: "EggClient", dependencies: ["EggWire", "Varlink", "EggTimers", "POSIX", "CLinux"]),
        .target(name: "EggSound", dependencies: ["EggLoop", "POSIX", "CALSA", "CPulse", "CSndfile", "CLinux"]),
        .target(name: "EggConfig", dependencies: ["CInih", "EggArguments", "EggTimers", "POSIX"]),
        .target(name: "EggStore", dependencies: ["SQLite", "EggTimers", "POSIX"]),
        .target(name: "TillStore", dependencies: ["SQLite", "Till", "POSIX", "CMD"]),
        .target(name: "SQLite", dependencies: ["POSIX", "CSQLite"]),
        .target(name: "EggSystemd", dependencies: ["POSIX", "CSystemd"]),
        .target(name: "EggLoop", dependencies: ["EggTimers", "POSIX", "CLinux"]),
        .target(name: "Curses", dependencies: ["POSIX", "CNcurses"], linkerSettings: ncurses),
        .target(name: "EggArguments", dependencies: ["POSIX", "CLinux"]),
        .target(name: "EggWire", dependencies: ["Varlink"]),
        .target(name: "Varlink", dependencies: ["POSIX", "CJansson", "CLinux"]),
        .target(name: "EggTimers"),
        .target(name: "Till"),
        .target(name: "POSIX"),

        .systemLibrary(name: "CLinux"),
        .systemLibrary(name: "CALSA", pkgConfig: "alsa", providers: [.apt(["libasound2-dev"])]),
        .systemLibrary(name: "CInih", pkgConfig: "inih", providers: [.apt(["libinih-dev"])]),
        .systemLibrary(name: "CJansson", pkgConfig: "jansson", providers: [.apt(["libjansson-dev"])]),
        .systemLibrary(
            name: "CMicroHTTPD", pkgConfig: "libmicrohttpd", providers: [.apt(["libmicrohttpd-dev"])]),
        .systemLibrary(name: "CNcurses", providers: [.apt(["libncurses-dev"])]),
        .systemLibrary(name: "CMD", pkgConfig: "libmd", providers: [.apt(["libmd-dev"])]),
        .systemLibrary(name: "CPulse"),
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "CSndfile", pkgConfig: "sndfile", providers: [.apt(["libsndfile1-dev"])]),
        .systemLibrary(name: "CSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),

        .target(
            name: "EggTestSupport", dependencies: ["EggLoop", "EggTimers", "EggWire", "Varlink", "POSIX", "CLinux"],
            path: "Tests/EggTestSupport"),
        .executableTarget(
            name: "varlink-certification", dependencies: ["Varlink", "EggLoop", "CLinux"],
            path: "Tests/VarlinkCertification"),
        .executableTarget(
            name: "egg-load", dependencies: ["EggTestSupport", "EggWire", "Varlink"], path: "Tests/Load"),
        .testTarget(name: "EggTimersTests", dependencies: ["EggTimers", "EggTestSupport"]),
        .testTarget(name: "EggLoopTests", dependencies: ["EggLoop", "EggTimers", "EggTestSupport", "CLinux"]),
        .testTarget(name: "EggConfigTests", dependencies: ["EggConfig", "EggTimers", "EggTestSupport"]),
        .testTarget(name: "EggStoreTests", dependencies: ["EggStore", "SQLite", "EggTimers", "EggTestSupport"]),
        .testTarget(name: "SQLiteTests", dependencies: ["SQLite", "EggTestSupport"]),
        .testTarget(name: "EggSoundTests", dependencies: ["EggSound", "EggLoop", "EggTestSupport"]),
        .testTarget(
            name: "EggDaemonTests",
            dependencies: [
                "EggDaemon", "EggConfig", "EggLoop", "EggSound", "SQLite", "EggTimers", "EggWire", "Varlink",
                "EggTestSupport",
            ]),
        .testTarget(
            name: "EndToEndTests",
            dependencies: [
                "eggd", "eggctl", "eggnotify", "eggrun", "eggweb", "till", "varlink-certification", "egg-load",
                "EggCommands",
                "Curses", "EggSound", "EggLoop",
                "EggTimers", "EggWire", "SQLite", "Varlink", "EggTestSupport", "CSystemd", "CLinux",
            ]),
        .testTarget(
            name: "EggRunnerTests", dependencies: ["EggRunner", "EggConfig", "EggWire", "EggTestSupport", "CLinux"]),
        .testTarget(name: "EggDesktopTests", dependencies: ["EggDesktop", "EggSystemd", "EggWire"]),
        .testTarget(name: "HTTPTests", dependencies: ["HTTP", "EggLoop", "EggTestSupport", "CLinux"]),
        .testTarget(
            name: "EggPageTests",
            dependencies: [
                "EggPage", "HTTP", "TillService", "EggClient", "EggWire", "Varlink", "EggLoop", "EggTestSupport",
                "CLinux",
            ]),
        .testTarget(
            name: "EggClientTests",
            dependencies: ["eggd", "EggClient", "EggWire", "Varlink", "EggLoop", "EggTestSupport", "CLinux"]),
        .testTarget(name: "TillTests", dependencies: ["Till", "EggTestSupport"]),
        .testTarget(name: "TillStoreTests", dependencies: ["TillStore", "SQLite", "Till", "EggTestSupport"]),
        .testTarget(name: "TillServiceTests", dependencies: ["TillService", "Varlink", "EggTestSupport"]),
        .testTarget(name: "TillCommandsTests", dependencies: ["TillCommands", "Till"]),
        .testTarget(name: "CursesTests", dependencies: ["Curses", "EggTestSupport"]),
        .testTarget(name: "EggArgumentsTests", dependencies: ["EggArguments"]),
        .testTarget(
            name: "EggCommandsTests",
            dependencies: [
                "EggCommands", "Curses", "EggClient", "EggArguments", "EggLoop", "EggWire", "EggTimers", "Varlink",
                "EggTestSupport", "POSIX", "CLinux",
            ]),
        .testTarget(name: "VarlinkTests", dependencies: ["Varlink", "EggLoop", "EggTestSupport", "CLinux"]),
        .testTarget(name: "EggWireTests", dependencies: ["EggWire", "Varlink", "EggTestSupport"]),
        .testTarget(name: "POSIXTests", dependencies: ["POSIX", "EggTestSupport"]),
    ],
    swiftLanguageModes: [.v6]
)

// All targets of the fuzzer are built with coverage instrumentation, so only script/fuzz builds it.
if Context.environment["EGG_FUZZ"] != nil {
    package.targets.append(
        .executableTarget(
            name: "egg-fuzz",
            dependencies: [
                "EggDaemon", "EggCommands", "EggArguments", "EggSound", "EggConfig", "EggLoop", "EggWire", "HTTP",
                "Varlink",
                "EggTimers",
                "EggTestSupport", "CLinux",
            ],
            path: "Tests/Fuzzing", exclude: ["Corpus", "Dictionaries"]))
}
