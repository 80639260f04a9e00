import Text

/// The meaning of a typed word among the names that exist: the same name, else the only one that is equal
/// without regard to case.
package enum TypedName<Name: Equatable & Sendable>: Equatable, Sendable {
    case one(Name)
    /// Several fit equally well.
    case several([Name])
    case none

    /// The name, if there is only one.
    package var name: Name? { if case .one(let name) = self { name } else { nil } }

    /// - Parameter names: names with the texts that mean them; the first text is the name itself.
    fileprivate init(_ word: String, among names: [(name: Name, texts: [String])]) {
        let word = TypedText.spaced(VisibleText.tidy(word))
        if let exact = names.first(where: { $0.texts.first?.utf8.elementsEqual(word.utf8) ?? false }) {
            self = .one(exact.name)
            return
        }
        let typed = word.lowercased()
        var fitting: [Name] = []
        for (name, texts) in names where !fitting.contains(name) && texts.contains(where: { $0.lowercased() == typed })
        {
            fitting.append(name)
        }
        self = fitting.count > 1 ? .several(fitting) : fitting.first.map { .one($0) } ?? .none
    }
}

extension TypedName<TimerName> {
    /// The timer or group that a word means; an egg's name means the timer of that egg, if it is given.
    package init(_ word: String, among timers: [(name: TimerName, group: TimerName?, egg: String?)]) {
        self.init(
            word,
            among: timers.map { ($0.name, [$0.name.text] + [$0.egg ?? EggMenu.custom].filter { $0 != EggMenu.custom }) }
                + timers.compactMap { timer in timer.group.map { ($0, [$0.text]) } })
    }
}

extension TimerBoard {
    /// The name of the timer or group that a person means by a word; the word itself if none fits.
    package func name(typed word: TimerName) -> Result<TimerName, Refusal> {
        // A copy is only meant by its whole name.
        let timers = timers.map { ($0.name, $0.portion?.group, $0.origin == nil ? $0.egg : nil) }
        return switch TypedName(word.text, among: timers) {
        case .one(let name): .success(name)
        case .several(let names): .failure(.ambiguousTimer(word, names))
        case .none: .success(word)
        }
    }
}

extension TypedName<String> {
    /// The egg that a word means among these names of eggs.
    package init(egg word: String, among eggs: [String]) {
        self.init(word, among: eggs.map { ($0, [$0]) })
    }
}
