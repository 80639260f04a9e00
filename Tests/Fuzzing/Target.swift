/// What is fuzzed: something that takes bytes from anywhere, with the rules that hold whatever they are.
protocol Target: AnyObject {
    /// The name of the target, of the folder of its corpus and of its dictionary.
    static var name: String { get }
    /// The longest input that is tried, in bytes.
    static var longest: Int { get }
    /// Whether memory is searched for leaks when more was allocated than freed; where other threads free some of it,
    /// that would be after each input.
    static var freesAtOnce: Bool { get }

    init()
    /// Takes an input; a broken rule ends the process.
    func take(_ bytes: UnsafeRawBufferPointer)
}

extension Target {
    static var freesAtOnce: Bool { true }
}

enum Targets {
    static var all: [any Target.Type] {
        [
            VarlinkTarget.self, ServiceTarget.self, DurationTarget.self, ConfigurationTarget.self, FormatTarget.self,
            SoundTarget.self,
        ]
    }

    /// The one that is fuzzed; libFuzzer calls from a single thread.
    nonisolated(unsafe) static var chosen: (any Target)?
}

/// A rule of a target. To libFuzzer its violation is a crash, and the input is kept.
func require(_ holds: Bool, _ rule: @autoclosure () -> String) {
    guard !holds else { return }
    fatalError("broken rule: \(rule())")
}

/// Called by libFuzzer with each input. Its name is fixed: Debian's libFuzzer asks for it even where it is handed over.
@_cdecl("LLVMFuzzerTestOneInput")
func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    Targets.chosen?.take(UnsafeRawBufferPointer(start: start, count: count))
    return 0
}
