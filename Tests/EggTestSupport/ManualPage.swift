import Foundation

/// The examples of a manual page, word for word.
public struct ManualPage {
    private let source: String

    /// The page at a path below the source tree, such as `man/eggd.conf.5`.
    public init(_ path: String) throws {
        source = try String(contentsOfFile: "\(BuiltPrograms.sourceTree)/\(path)", encoding: .utf8)
    }

    /// The literal texts of a section, or of a part of it, in their order.
    public func examples(of section: String) -> [String] {
        let heads = [".Sh \(section)\n", ".Ss \(section)\n"]
        guard let head = heads.lazy.compactMap({ source.range(of: $0) }).first else { return [] }
        let rest = source[head.upperBound...]
        let ends = ["\n.Sh ", "\n.Ss "].compactMap { rest.range(of: $0)?.lowerBound }
        return rest[..<(ends.min() ?? rest.endIndex)].components(separatedBy: ".Bd -literal -offset indent\n")
            .dropFirst()
            .map { $0.components(separatedBy: ".Ed").first ?? "" }.map(Self.typed)
    }

    private static func typed(_ text: String) -> String {
        ["\\-": "-", "\\(aq": "'", "\\(dq": "\"", "\\&": "", "\\e": "\\"].reduce(text) {
            $0.replacingOccurrences(of: $1.key, with: $1.value)
        }
    }
}
