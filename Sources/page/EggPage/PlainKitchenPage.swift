import EggTimers
import EggWire
import HTTP

/// The form with the egg that is usual in this kitchen, for browsers without JavaScript.
struct PlainKitchenPage {
    /// The properties that were set on the page.
    let saved: Timers.Eggs.Parameters
    /// The egg that the times are for now.
    let rawEgg: Timers.RawEgg?

    /// A field of the form: its name on the wire, and what it means.
    struct Property: Sendable {
        let name: String
        let title: String
        let hint: String
        let range: ClosedRange<Double>
    }

    /// The fields in their order.
    static let fields = [
        Property(
            name: "massG", title: "Weight in grams",
            hint: RawEggText.sizes.map { "\($0.name) \(RawEggText.number($0.grams))" }.joined(separator: ", "),
            range: RawEgg.Quantity.mass.range),
        Property(
            name: "fromCelsius", title: "Temperature before cooking, in °C",
            hint: RawEggText.places.map { "\($0.name) \(RawEggText.number($0.celsius))" }.joined(separator: ", "),
            range: RawEgg.Quantity.temperature.range),
        Property(
            name: "altitudeM", title: "Altitude of the kitchen in metres", hint: "",
            range: RawEgg.Quantity.altitude.range),
    ]

    /// The egg of a form; an empty field means eggd.conf's value. Nil if a field has no number.
    static func egg(_ form: [Field]) -> Timers.Eggs.Parameters? {
        var values: [Double?] = []
        for field in fields {
            let text = form.first { $0.name == field.name }?.value ?? ""
            guard text.isEmpty || Double(text)?.isFinite == true else { return nil }
            values.append(Double(text))
        }
        return Timers.Eggs.Parameters(massG: values[0], fromCelsius: values[1], altitudeM: values[2])
    }

    var html: String {
        let values = [saved.massG, saved.fromCelsius, saved.altitudeM]
        let current = [rawEgg?.massG, rawEgg?.fromCelsius, rawEgg?.altitudeM]
        let rows = Self.fields.enumerated().map { index, field in
            let now = current[index].map { "now \(RawEggText.number($0))" }
            let notes = [field.hint.isEmpty ? nil : field.hint, now].compactMap { $0 }.joined(separator: "; ")
            // All of its decimals: a field that nobody changes must not change the egg.
            let value = values[index].map { " value=\"\($0)\"" } ?? ""
            let (least, most) = (RawEggText.number(field.range.lowerBound), RawEggText.number(field.range.upperBound))
            return """
                <label for="\(field.name)">\(field.title) (\(notes))</label>
                <input type="number" id="\(field.name)" name="\(field.name)" min="\(least)" max="\(most)" step="any"\(value)>
                """
        }
        return PlainPage.document(
            title: "This egg",
            body: """
                <p>The times are for this egg, on every device. A field that is empty has the value of eggd.conf.</p>
                <form method="post" action="/plain/egg">
                \(rows.joined(separator: "\n"))
                <button>Save for this kitchen</button>
                </form>
                <p><a href="/plain">Back to the eggs</a></p>
                """)
    }
}
