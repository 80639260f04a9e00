import Languages

/// A text of eggd in the language, if that has it; others stay, such as those of eggd.conf.
public func said(_ text: String) -> String {
    guard !text.isEmpty, Language.current != .english else { return text }
    for sentence in sentences {
        guard let (name, problem) = places(of: sentence, in: text) else { continue }
        return Language.current.sentence(sentence, ["name": name, "problem": problem])
    }
    return Language.current.sentence(text)
}

/// The sentences that eggd says in English with names in them, and that a cook meets.
private let sentences = [
    "the kitchen '{name}' can't be reached",  // tr
    "the kitchen '{name}' does not answer",  // tr
    "the kitchen '{name}' refuses it: {problem}",  // tr
    "there is no sound device '{name}'; is a sound card connected?",  // tr
    "the sound device '{name}' does not answer",  // tr
    "the sound device '{name}' is in use by another program",  // tr
    "the sound server behind '{name}' is not running",  // tr
    "the sound device '{name}' has been unplugged",  // tr
    "the sound device '{name}' takes sound but does not play it",  // tr
    "the sound device '{name}' failed: {problem}",  // tr
    "the disk has not answered for {name} s",  // tr
]

/// What a text has in the places of a sentence; nil if it is another one.
private func places(of sentence: String, in text: String) -> (name: String, problem: String)? {
    let parts = sentence.split { "{}".contains($0) }
    guard parts.count > 2, text.hasPrefix(parts[0]) else { return nil }
    let rest = text.dropFirst(parts[0].count)
    guard parts.count > 3 else {
        return rest.hasSuffix(parts[2]) ? (String(rest.dropLast(parts[2].count)), "") : nil
    }
    guard let end = rest.indices.first(where: { rest[$0...].hasPrefix(parts[2]) }) else { return nil }
    return (String(rest[..<end]), String(rest[end...].dropFirst(parts[2].count)))
}
