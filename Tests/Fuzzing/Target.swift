/// A fuzz target: something that takes bytes from anywhere, with rules that hold for any input.
protocol Target: AnyObject {
    /// The name of the target, of its dictionary, and of the folder of its inputs if it has any.
    static var name: String { get }
    /// The maximum length of an input, in bytes.
    static var maxLength: Int { get }

    init()
    /// Runs an input; a broken rule ends the process.
    func handle(_ bytes: UnsafeRawBufferPointer)
}

enum Targets {
    static var all: [any Target.Type] {
        [
            VarlinkTarget.self, DurationTarget.self, ConfigurationTarget.self, FormatTarget.self, SoundTarget.self,
            HTTPTarget.self, BridgeTarget.self,
        ]
    }

    /// The current target; libFuzzer calls from a single thread.
    nonisolated(unsafe) static var chosen: (any Target)?
}

/// A rule of a target. For libFuzzer a violation is a crash, and it saves the input.
func require(_ holds: Bool, _ rule: @autoclosure () -> String) {
    guard !holds else { return }
    fatalError("broken rule: \(rule())")
}

/// Called by libFuzzer with each input. The name is fixed: Debian's libFuzzer requires it even if a callback is passed.
@_cdecl("LLVMFuzzerTestOneInput")
func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    Targets.chosen?.handle(UnsafeRawBufferPointer(start: start, count: count))
    return 0
}
