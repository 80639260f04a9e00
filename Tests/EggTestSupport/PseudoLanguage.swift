import Languages

/// A language in which each letter has an accent and each sentence is a third longer: what is shown without accents was
/// forgotten. `script/translations --pseudo` makes the same for programs that run.
public enum PseudoLanguage {
    private static let plain = "aeiouyncszdghjklrtwbfmpqvxAEIOUYNCSZDGHJKLRTWBFMPQVX"
    private static let accented = "áéíóúýñçšžďğĥĵķľřťŵḃḟṁṗɋṽẋÁÉÍÓÚÝÑÇŠŽĎĞĤĴĶĽŘŤŴḂḞṀṖɊṼẊ"
    private static let accents = Dictionary(zip(plain, accented)) { first, _ in first }

    /// The language.
    public static let language = Language("xx", pluralRule: "n != 1") { english, context in
        // Signs and formats stay as they are.
        context?.hasPrefix("format") == true ? nil : [text(english)]
    }

    private static func text(_ english: String) -> String {
        var isPlace = false
        var letters = 0
        let text = english.map { character -> Character in
            if character == "{" { isPlace = true }
            if character == "}" { isPlace = false }
            if !isPlace { letters += 1 }
            return isPlace ? character : accents[character] ?? character
        }
        return String(text) + String(repeating: "é", count: (letters + 2) / 3)
    }

    /// The words of a text that have no accents, without names and what people typed.
    public static func forgotten(in text: String, names: [String] = []) -> [String] {
        var text = text
        for name in names {
            text = text.split(separator: name, omittingEmptySubsequences: false).joined(separator: " ")
        }
        return text.split { !$0.isLetter }.map(String.init)
            // Units, sizes and keys have one letter.
            .filter { word in word.filter(\.isASCII).count > 1 }
    }
}
