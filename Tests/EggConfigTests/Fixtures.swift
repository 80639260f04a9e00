@testable import EggConfig

/// The result of reading these lines.
func read(_ text: String) -> Configuration.Reading {
    Configuration.read(Array(text.utf8), path: "eggd.conf")
}

/// The messages of the problems.
func problems(_ text: String) -> [String] { read(text).problems.map(\.description) }
