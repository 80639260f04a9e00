import Languages

/// A text of eggd in the language, if that has it; others stay, such as those of eggd.conf.
public func said(_ text: String) -> String {
    guard !text.isEmpty, Language.current != .english else { return text }
    for sentence in sentences {
        guard let found = places(of: sentence, in: text) else { continue }
        func place(_ name: String) -> String { found.first { $0.name == name }?.text ?? "" }
        return Language.current.sentence(
            sentence, ["name": place("name"), "problem": place("problem"), "level": place("level")])
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
    "eggd may not use the sound device '{name}': its user must be in the group audio, and after joining it the "
        + "machine must be restarted",  // tr
    "the sound device '{name}' is in use by another program",  // tr
    "the sound server behind '{name}' is not running",  // tr
    "the sound device '{name}' has been unplugged",  // tr
    "no speaker is connected: the sound server behind '{name}' plays to nothing; connect a speaker, or turn "
        + "it on",  // tr
    "the sound device '{name}' takes sound but does not play it",  // tr
    "the sound device '{name}' failed: {problem}",  // tr
    "the mixer of '{name}' has {problem} muted",  // tr
    "the mixer of '{name}' has {problem} at {level} %",  // tr
    "the disk has not answered for {name} s",  // tr
    "{name}: the disk is full",  // tr
    "{name}: the disk or the file is read-only",  // tr
    "the database was damaged and replaced, and timers may be missing; the damaged file is {name} "
        + "('eggctl doctor --seen' dismisses this message)",  // tr
]

/// What a text has in the places of a sentence; nil if it is another one.
private func places(of sentence: String, in text: String) -> [(name: Substring, text: String)]? {
    let parts = sentence.split(omittingEmptySubsequences: false) { "{}".contains($0) }
    guard text.hasPrefix(parts[0]) else { return nil }
    var (rest, found) = (text.dropFirst(parts[0].count), [(name: Substring, text: String)]())
    for index in stride(from: 1, to: parts.count, by: 2) {
        let (name, next) = (parts[index], parts[index + 1])
        let isLast = index + 2 == parts.count
        guard
            let end = isLast
                ? rest.hasSuffix(next) ? rest.index(rest.endIndex, offsetBy: -next.count) : nil
                : rest.indices.first(where: { rest[$0...].hasPrefix(next) })
        else { return nil }
        found.append((name, String(rest[..<end])))
        rest = rest[end...].dropFirst(next.count)
    }
    return found
}
