// swift-tools-version: 6.0
import PackageDescription

/// Targets in one folder of Sources.
func group(_ folder: String, _ targets: [Target]) -> [Target] {
    for target in targets { target.path = "Sources/\(folder)/\(target.name)" }
    return targets
}

// One job per target; targets import only those below them in these lists.

// The main.swift of each program.
let programs = group(
    "programs",
    [
        .executableTarget(name: "eggd", dependencies: ["EggDaemon"]),
        .executableTarget(name: "eggctl", dependencies: ["EggCommands"]),
        .executableTarget(name: "eggnotify", dependencies: ["EggDesktop"]),
        .executableTarget(name: "eggmqtt", dependencies: ["EggBridge"]),
        .executableTarget(name: "eggkeys", dependencies: ["EggKeys"]),
        .executableTarget(name: "eggrun", dependencies: ["EggRunner"]),
        .executableTarget(name: "eggweb", dependencies: ["EggPage"]),
        .executableTarget(name: "till", dependencies: ["TillCommands"]),
    ])

// The touch page.
let page = group(
    "page",
    [
        .target(
            name: "EggPage",
            dependencies: [
                "HTTP", "EggClient", "EggRequests", "Program", "Text", "EggConfig", "EggSystemd",
                "EggLoop", "EggWire", "EggTimers", "Varlink", "TillService", "Languages", "POSIX", "Digests",
                "CQRencode",
            ])
    ])

// The till, which does not depend on eggd.
let till = group(
    "till",
    [
        .target(
            name: "TillCommands",
            dependencies: ["TillService", "TillStore", "Till", "Program", "Text", "Varlink", "Languages", "POSIX"]),
        .target(
            name: "TillService",
            dependencies: ["Till", "TillStore", "SQLite", "Program", "Varlink", "Languages", "POSIX"],
            exclude: ["io.eggtimer.Till.varlink"]),
        .target(name: "TillStore", dependencies: ["SQLite", "Till", "POSIX", "Digests"]),
        .target(name: "Till", dependencies: ["Text", "Languages"]),
    ])

// eggd and its clients.
let timer = group(
    "timer",
    [
        .target(
            name: "EggDaemon",
            dependencies: [
                "Program", "Text", "EggSound", "EggConfig", "EggStore", "EggSystemd", "EggLoop", "EggWire", "Varlink",
                "EggTimers", "Instants", "POSIX", "CLinux",
            ]),
        .target(
            name: "EggCommands",
            dependencies: [
                "EggClient", "EggRequests", "Terminal", "Program", "Text", "EggWire", "Varlink",
                "EggTimers", "Languages", "POSIX", "CLinux",
            ]),
        .target(
            name: "EggDesktop",
            dependencies: ["EggClient", "EggRequests", "Program", "Text", "EggSystemd", "EggWire", "Languages"]),
        .target(
            name: "EggBridge",
            dependencies: [
                "MQTT", "EggClient", "EggRequests", "Program", "Text", "EggConfig", "EggSystemd", "EggLoop",
                "EggWire", "EggTimers", "Varlink", "Languages", "POSIX", "Digests",
            ]),
        .target(
            name: "EggKeys",
            dependencies: [
                "InputDevices", "EggClient", "EggRequests", "Program", "Text", "EggConfig", "EggSystemd", "EggLoop",
                "EggWire", "Varlink", "POSIX",
            ]),
        .target(
            name: "EggRunner",
            dependencies: ["Program", "EggConfig", "EggSystemd", "EggWire", "Varlink", "EggTimers", "POSIX", "CLinux"]),
        .target(name: "EggSound", dependencies: ["EggLoop", "Text", "POSIX", "CALSA", "CPulse", "CSndfile", "CLinux"]),
        .target(
            name: "EggConfig",
            dependencies: ["EggRequests", "CInih", "Program", "Text", "EggWire", "EggTimers", "Instants", "POSIX"]),
        .target(
            name: "EggClient",
            dependencies: [
                "EggRequests", "EggLoop", "EggWire", "Program", "Varlink", "EggTimers", "Languages", "POSIX", "CLinux",
            ]),
        .target(
            name: "EggRequests",
            dependencies: ["EggWire", "Program", "Text", "Varlink", "EggTimers", "Languages", "POSIX"]),
        .target(name: "EggStore", dependencies: ["SQLite", "EggTimers", "Instants", "POSIX"]),
        .target(
            name: "EggWire", dependencies: ["Varlink", "EggTimers"],
            exclude: ["io.eggtimer.Timers.varlink", "interface.py"]),
        .target(name: "EggTimers", dependencies: ["Instants", "Text"]),
    ])

// C libraries in Swift, without anything about eggs.
let overlays = group(
    "overlays",
    [
        .target(name: "HTTP", dependencies: ["EggLoop", "POSIX", "CMicroHTTPD", "CZlib", "CLinux"]),
        .target(name: "MQTT", dependencies: ["EggLoop", "POSIX", "CMosquitto"]),
        .target(name: "InputDevices", dependencies: ["EggLoop", "POSIX", "CEvdev"]),
        .target(name: "Digests", dependencies: ["CMD"]),
        .target(name: "SQLite", dependencies: ["POSIX", "CSQLite"]),
        .target(name: "EggSystemd", dependencies: ["Program", "EggLoop", "POSIX", "CSystemd"]),
    ])

// Programs of any subject: their loop, terminal, command line, protocol, text, files and instants.
let base = group(
    "base",
    [
        .target(name: "EggLoop", dependencies: ["Instants", "POSIX", "CLinux"]),
        .target(name: "Terminal", dependencies: ["Program", "Text", "POSIX", "CLinux"]),
        .target(name: "Program", dependencies: ["Text", "Languages", "POSIX", "CLinux"]),
        .target(name: "Text"),
        .target(name: "Varlink", dependencies: ["POSIX", "CJansson", "CLinux"]),
        .target(name: "Languages", dependencies: ["POSIX"]),
        .target(name: "POSIX", dependencies: ["CLinux"]),
        .target(name: "Instants"),
    ])

// C libraries, as modules.
let libraries = group(
    "libraries",
    [
        .systemLibrary(name: "CLinux"),
        .systemLibrary(name: "CALSA", pkgConfig: "alsa", providers: [.apt(["libasound2-dev"])]),
        .systemLibrary(name: "CEvdev", pkgConfig: "libevdev", providers: [.apt(["libevdev-dev"])]),
        .systemLibrary(name: "CInih", pkgConfig: "inih", providers: [.apt(["libinih-dev"])]),
        .systemLibrary(name: "CJansson", pkgConfig: "jansson", providers: [.apt(["libjansson-dev"])]),
        .systemLibrary(
            name: "CMicroHTTPD", pkgConfig: "libmicrohttpd", providers: [.apt(["libmicrohttpd-dev"])]),
        .systemLibrary(name: "CMD", pkgConfig: "libmd", providers: [.apt(["libmd-dev"])]),
        .systemLibrary(
            name: "CMosquitto", pkgConfig: "libmosquitto", providers: [.apt(["libmosquitto-dev"])]),
        .systemLibrary(name: "CPulse"),
        .systemLibrary(name: "CQRencode", pkgConfig: "libqrencode", providers: [.apt(["libqrencode-dev"])]),
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "CSndfile", pkgConfig: "sndfile", providers: [.apt(["libsndfile1-dev"])]),
        .systemLibrary(name: "CSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    ])

let tests: [Target] = [
    .target(
        name: "EggTestSupport",
        dependencies: [
            "MQTT", "EggRequests", "EggLoop", "EggTimers", "EggWire", "Varlink", "Languages", "Instants", "POSIX",
            "CLinux",
        ],
        path: "Tests/EggTestSupport"),
    .executableTarget(name: "varlink-certification", dependencies: ["Varlink"], path: "Tests/VarlinkCertification"),
    .executableTarget(name: "systemd-probe", dependencies: ["EggSystemd"], path: "Tests/SystemdProbe"),
    .executableTarget(
        name: "egg-load", dependencies: ["EggTestSupport", "EggWire", "Varlink"], path: "Tests/Load"),
    .target(name: "SimulatedKernel", path: "Tests/SimulatedKernel"),
    .executableTarget(
        name: "egg-simulate",
        dependencies: [
            "SimulatedKernel", "EggDaemon", "EggBridge", "EggConfig", "EggSound", "EggClient", "EggRequests", "EggPage",
            "EggLoop", "EggWire", "EggTimers", "Instants", "MQTT", "Varlink", "POSIX", "EggTestSupport",
        ],
        path: "Tests/Simulation", exclude: ["Patches"]),
    .testTarget(name: "EggTimersTests", dependencies: ["EggTimers", "Instants", "EggTestSupport"]),
    .testTarget(name: "EggLoopTests", dependencies: ["EggLoop", "EggTimers", "Instants", "EggTestSupport", "CLinux"]),
    .testTarget(name: "EggConfigTests", dependencies: ["EggConfig", "EggTimers", "Instants", "EggTestSupport"]),
    .testTarget(
        name: "EggStoreTests", dependencies: ["EggStore", "SQLite", "EggTimers", "Instants", "EggTestSupport"]),
    .testTarget(name: "SQLiteTests", dependencies: ["SQLite", "EggTestSupport"]),
    .testTarget(
        name: "EggSoundTests", dependencies: ["EggSound", "EggClient", "EggLoop", "CSndfile", "EggTestSupport"]),
    .testTarget(
        name: "EggDaemonTests",
        dependencies: [
            "EggDaemon", "EggClient", "EggConfig", "EggLoop", "EggSound", "EggStore", "SQLite", "EggTimers", "EggWire",
            "Varlink", "Instants", "EggTestSupport",
        ]),
    .testTarget(
        name: "EndToEndTests",
        dependencies: [
            "eggd", "eggctl", "eggnotify", "eggmqtt", "eggrun", "eggweb", "till", "varlink-certification", "egg-load",
            "EggCommands", "EggSound", "EggLoop", "MQTT", "Program", "EggTimers", "EggWire", "SQLite", "Varlink",
            "EggTestSupport", "CSystemd", "CLinux",
        ]),
    .testTarget(
        name: "EggRunnerTests", dependencies: ["EggRunner", "EggConfig", "EggWire", "EggTestSupport", "CLinux"]),
    .testTarget(name: "EggDesktopTests", dependencies: ["EggDesktop", "EggSystemd", "EggWire", "EggTestSupport"]),
    .testTarget(
        name: "EggBridgeTests",
        dependencies: [
            "EggBridge", "EggCommands", "EggClient", "EggRequests", "EggConfig", "MQTT", "EggWire", "Varlink",
            "Languages",
        ]),
    .testTarget(
        name: "EggKeysTests",
        dependencies: [
            "EggKeys", "EggCommands", "InputDevices", "EggClient", "EggConfig", "EggWire", "EggLoop", "POSIX",
            "EggTestSupport",
        ]),
    .testTarget(name: "EggSystemdTests", dependencies: ["systemd-probe", "EggSystemd", "EggTestSupport"]),
    .testTarget(name: "MQTTTests", dependencies: ["MQTT", "EggLoop", "EggTestSupport", "CMosquitto", "CLinux"]),
    .testTarget(name: "HTTPTests", dependencies: ["HTTP", "EggLoop", "POSIX", "EggTestSupport", "CLinux"]),
    .testTarget(
        name: "EggPageTests",
        dependencies: [
            "EggPage", "HTTP", "TillService", "EggClient", "EggRequests", "EggTimers", "EggWire", "Program", "Varlink",
            "EggLoop", "Languages", "POSIX", "EggTestSupport", "CLinux",
        ]),
    .testTarget(
        name: "EggClientTests",
        dependencies: [
            "eggd", "EggClient", "EggRequests", "EggWire", "EggTimers", "Varlink", "EggLoop", "Languages", "POSIX",
            "EggTestSupport",
        ]),
    .testTarget(
        name: "EggRequestsTests",
        dependencies: ["EggRequests", "EggTimers", "EggWire", "Varlink", "Languages", "EggTestSupport"]),
    .testTarget(name: "TillTests", dependencies: ["Till", "EggTestSupport"]),
    .testTarget(name: "TillStoreTests", dependencies: ["TillStore", "SQLite", "Till", "POSIX", "EggTestSupport"]),
    .testTarget(
        name: "TillServiceTests",
        dependencies: ["TillService", "TillStore", "SQLite", "Varlink", "POSIX", "EggTestSupport"]),
    .testTarget(name: "TillCommandsTests", dependencies: ["TillCommands", "Till", "Program", "EggTestSupport"]),
    .testTarget(name: "TerminalTests", dependencies: ["Terminal", "CLinux", "EggTestSupport"]),
    .testTarget(name: "ProgramTests", dependencies: ["Program"]),
    .testTarget(name: "TextTests", dependencies: ["Text"]),
    .testTarget(name: "LanguagesTests", dependencies: ["Languages", "POSIX", "EggTestSupport"]),
    .testTarget(
        name: "EggCommandsTests",
        dependencies: [
            "EggCommands", "EggPage", "HTTP", "Terminal", "EggClient", "EggRequests", "Program", "Text", "EggLoop",
            "EggWire", "EggTimers", "Varlink", "EggTestSupport", "Instants", "POSIX",
        ]),
    .testTarget(name: "VarlinkTests", dependencies: ["Varlink", "EggLoop", "EggTestSupport", "CLinux"]),
    .testTarget(name: "EggWireTests", dependencies: ["EggWire", "EggTimers", "Varlink", "EggTestSupport"]),
    .testTarget(name: "POSIXTests", dependencies: ["POSIX", "EggTestSupport"]),
]

let package = Package(
    name: "eggtimer",
    products: [
        .executable(name: "eggd", targets: ["eggd"]),
        .executable(name: "eggctl", targets: ["eggctl"]),
        .executable(name: "eggnotify", targets: ["eggnotify"]),
        .executable(name: "eggmqtt", targets: ["eggmqtt"]),
        .executable(name: "eggkeys", targets: ["eggkeys"]),
        .executable(name: "eggrun", targets: ["eggrun"]),
        .executable(name: "eggweb", targets: ["eggweb"]),
        .executable(name: "till", targets: ["till"]),
        .library(name: "EggClient", targets: ["EggClient", "EggRequests", "EggWire", "Varlink"]),
    ],
    targets: programs + page + till + timer + overlays + base + libraries + tests,
    swiftLanguageModes: [.v6]
)

// All targets of the fuzzer are built with coverage instrumentation, so only script/fuzz builds it.
if Context.environment["EGG_FUZZ"] != nil {
    package.targets.append(
        .executableTarget(
            name: "egg-fuzz",
            dependencies: [
                "EggCommands", "EggClient", "EggRequests", "Terminal", "Text", "EggSound", "EggConfig",
                "EggLoop", "EggWire", "EggBridge", "MQTT", "HTTP", "Varlink", "EggTimers", "POSIX", "Instants",
                "EggTestSupport",
            ],
            path: "Tests/Fuzzing", exclude: ["Corpus", "Dictionaries"]))
}
