import EggClient
import EggRequests
import EggTimers
import EggWire
import HTTP
import Languages
import Text

/// The eggs' page as it is sent: with the names and places of what eggd has told, so that nothing moves when its code comes.
///
/// It has no running numbers, which would be old when they are shown.
struct EggsPage: Sendable {
    /// The parts of the file, each with the name of the comment that ends it.
    private let parts: [(text: String, name: String)]
    private let end: String

    /// - Returns: nil for a file without the comment that stands for the timers.
    init?(_ file: [UInt8]) {
        let text = String(decoding: file, as: UTF8.self)
        var (parts, rest) = ([(text: String, name: String)](), text[...])
        while let begin = rest.place(of: "<!-- "),
            let end = rest[begin.upperBound...].place(of: " -->")
        {
            parts.append((String(rest[..<begin.lowerBound]), String(rest[begin.upperBound..<end.lowerBound])))
            rest = rest[end.upperBound...]
        }
        guard parts.contains(where: { $0.name == "timers" }) else { return nil }
        (self.parts, end) = (parts, String(rest))
    }

    /// The page, in the language of the thread.
    ///
    /// - Parameter menu: the eggs; nil if eggd hasn't told them.
    func html(_ menu: Timers.Eggs.Reply?, _ timers: [Timers.Timer]) -> String {
        let rows = timers.sorted { $0.urgency < $1.urgency }.map(Self.row)
        var values = ["timers": rows.joined(separator: "\n")]
        for egg in EggMenu.presets.eggs { values["name of \(egg.name)"] = EggWords.name(of: egg.name) }
        for egg in menu?.eggs ?? [] {
            values["time of \(egg.name)"] = DurationText.clock(.milliseconds(egg.durationMs))
            values["result of \(egg.name)"] = MarkupText.escaped(egg.shownDescription)
            values["safety of \(egg.name)"] = MarkupText.escaped(said(egg.safety ?? ""))
        }
        values["raw egg"] = menu.map { Self.rawEgg($0.rawEgg) } ?? tr("this egg")
        let names = Set(parts.map(\.name))
        values["other eggs"] = menu?.eggs.filter { !names.contains("time of \($0.name)") }.map(Self.chip).joined()
        return parts.map { PageWords.said($0.text) + (values[$0.name] ?? "") }.joined() + PageWords.said(end)
    }

    /// Its size and its place, as the page says them: `M, fridge`.
    private static func rawEgg(_ egg: Timers.RawEgg) -> String {
        let size = RawEggText.sizes.first { $0.grams == egg.massG }?.name ?? "\(Int(egg.massG.rounded())) g"
        let place = RawEggText.places.first { $0.celsius == egg.fromCelsius }?.name
        return "\(size), \(place.map(said) ?? "\(Int(egg.fromCelsius.rounded())) °C")"
    }

    private static func row(_ timer: Timers.Timer) -> String {
        let hasSection = timer.yolkCelsius != nil && timer.centreCelsius != nil
        return """
            <li class="row" data-tone="\(timer.state.traits.tone.rawValue)"\(hasSection ? " data-inside" : "")>\
            <div class="count"><p class="digits"></p></div>\
            <button type="button" class="name"><span class="title"><span class="label">\(MarkupText.escaped(timer.shownTitle))\
            </span><span class="kind">\(MarkupText.escaped(timer.shownDetail))</span></span></button><p class="state"></p>\
            <div class="controls"></div><div class="track"></div></li>
            """
    }

    /// The button of an egg that has no card.
    private static func chip(_ egg: Timers.Egg) -> String {
        let name = MarkupText.escaped(egg.name)
        return """
            <li><button form="early" name="egg" value="\(name)" class="chip other-egg" data-egg="\(name)">\
            <span class="picture"></span><span class="name">\(MarkupText.escaped(EggWords.name(of: egg.name)))</span> \
            <span class="time">\(DurationText.clock(.milliseconds(egg.durationMs)))</span></button></li>
            """
    }
}
