import EggClient
import EggRequests
import EggTimers
import EggWire
import HTTP
import Text

/// The start that a link such as `/start?egg=soft`, `/start?for=8m&name=Pasta` or `/start?at=18:30` describes.
struct StartLink: Equatable {
    /// The path of all such links.
    static let path = "/start"
    let request: StartRequest

    /// Messengers and other sites add parameters of their own to links, so those that are foreign are ignored.
    ///
    /// - Parameter fields: those of the link or of its form.
    init(_ fields: [Field]) throws(Complaint) {
        var values: [String: String] = [:]
        for field in fields {
            guard Self.parts.contains(field.name) else {
                // Without what was meant, another timer would start.
                let isMeant = TimerVerb.start.options.contains(field.name)
                guard isMeant || NearestWord.find(field.name, among: Self.parts) != nil else { continue }
                throw Complaint(
                    "'\(field.name)' isn't a part of such a link; its parts are egg, for, at, name and sound")
            }
            guard values.updateValue(field.value, forKey: field.name) == nil else {
                throw Complaint("it has '\(field.name)' twice; remove one of them")
            }
        }
        let given = Self.choices.filter { values[$0] != nil }
        guard given.count < 2 else {
            let parts = given.map { "'\($0)'" }.joined(separator: " and ")
            throw Complaint("\(parts) can't be combined; remove all but one of them")
        }
        let choice: StartRequest.Choice
        if let egg = values["egg"] {
            choice = .egg(egg)
        } else if let time = values["for"] {
            choice = .duration(try OptionValue.countdown(time))
        } else if let clock = values["at"] {
            choice = .until(try ClockTime(clock))
        } else {
            throw Complaint("it names neither an egg nor a time; add egg=soft, for=8m or at=18:30")
        }
        let name = try values["name"].map { text throws(Complaint) in try OptionValue.newName(text) }
        request = StartRequest(choice, name: name, sound: values["sound"])
    }

    /// The link of this start, without when the egg went in and its properties.
    init(_ request: StartRequest) { self.request = request }

    /// The link that starts the same again; names that no person has given are left out, also that of a part of a pot,
    /// which the next pot needs.
    init(again run: Timers.Run) {
        let name = Timers.Timer.isStandard(run.name) || run.count != nil ? nil : TimerName(run.name)
        let isTime = run.egg == EggMenu.custom
        request = StartRequest(
            isTime ? .duration(.seconds((run.durationMs + 999) / 1000)) : .egg(run.egg), name: name, sound: run.sound)
    }

    private static let choices = ["egg", "for", "at"]
    private static let parts = choices + ["name", "sound"]

    /// Its fields.
    var fields: [Field] {
        let choice =
            switch request.choice {
            case .egg(let egg): Field("egg", egg)
            case .duration(let time): Field("for", DurationText.written(time))
            case .until(let time): Field("at", time.text)
            }
        return [choice] + (request.name.map { [Field("name", $0.text)] } ?? [])
            + (request.sound.map { [Field("sound", $0)] } ?? [])
    }

    /// Its text after the question mark.
    var query: String { FormFields.text(fields) }

    /// The field of a form with the minute that its page showed.
    static let minuteField = "minute"

    /// For a link with a time of day, the minute since 1970 at which the timer would ring; nil for others. Sent later,
    /// the same form could mean another day.
    func minute(at now: Int64) throws(Complaint) -> String? {
        guard case .until = request.choice, let time = try request.parameters(at: now).durationMs else { return nil }
        return "\((now + time) / 60_000)"
    }
}
