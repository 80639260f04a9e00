import EggClient
import EggRequests
import EggTimers
import EggWire
import HTTP
import Languages
import Text

/// The start that a link such as `/start?egg=soft`, `/start?for=8m&name=Pasta` or `/start?at=18:30` describes.
struct StartLink: Equatable {
    static let path = "/start"
    let request: StartRequest
    /// How many eggs, if they are several: a pot of one kind.
    let count: Int64?

    /// Messengers and other sites add parameters of their own to links, so those that are foreign are ignored.
    ///
    /// - Parameter fields: those of the link or of its form.
    init(_ fields: [Field]) throws(Complaint) {
        var values: [String: String] = [:]
        for field in fields {
            guard Self.parts.contains(field.name) else {
                // Without what was meant, another timer would start. Where a link was shared, as 'from=timeline', isn't.
                let isMeant =
                    TimerVerb.start.options.contains(field.name)
                    && (field.name != "from" || RawEggText.celsius(field.value) != nil)
                guard isMeant || NearestWord.find(field.name, among: Self.parts) != nil else { continue }
                throw Complaint(
                    tr(
                        "'{word}' isn't a part of such a link; its parts are egg, count, for, at, name and sound",
                        ["word": field.name]))
            }
            // A tag or a file that has the link may end with a line end.
            let value = field.value.last?.isNewline == true ? String(field.value.dropLast()) : field.value
            guard values.updateValue(value, forKey: field.name) == nil else {
                throw Complaint(tr("it has '{word}' twice; remove one of them", ["word": field.name]))
            }
        }
        for single in [["egg", "for", "at"], ["count", "for"], ["count", "at"], ["count", "sound"]] {
            let given = single.filter { values[$0] != nil }
            guard given.count < 2 else {
                let words = given.dropFirst().reduce(quoted(given[0])) {
                    tr("{first} and {second}", ["first": $0, "second": quoted($1)])
                }
                throw Complaint(tr("{words} can't be combined; remove all but one of them", ["words": words]))
            }
        }
        let choice: StartRequest.Choice
        if let egg = values["egg"] {
            choice = .egg(egg)
        } else if let time = values["for"] {
            choice = .duration(try OptionValue.countdown(time))
        } else if let clock = values["at"] {
            choice = .until(try ClockTime(clock))
        } else {
            throw Complaint(tr("it names neither an egg nor a time; add egg=soft, for=8m or at=18:30"))
        }
        let name = try values["name"].map { text throws(Complaint) in try OptionValue.newName(text) }
        let count = try values["count"].map { text throws(Complaint) in
            guard let count = CookRequest.count(text) else {
                throw Complaint(
                    tr(
                        "'{word}': the number of eggs must be 1 to {limit}",
                        ["word": text, "limit": "\(GroupOrder.counts.upperBound)"]))
            }
            return count
        }
        self.init(StartRequest(choice, name: name, sound: values["sound"]), count: count ?? 1)
    }

    /// The link of this start, without when the egg went in and its properties.
    init(_ request: StartRequest, count: Int64 = 1) {
        (self.request, self.count) = (request, count > 1 ? count : nil)
    }

    /// The link that starts the same again; names that no person has given are left out. Several eggs were a part of a
    /// pot, so they need its name, and the next pot of that name takes their place.
    init(again run: Timers.Run) {
        let isTime = run.egg == EggMenu.custom
        let choice: StartRequest.Choice =
            isTime ? .duration(.seconds((run.durationMs + 999) / 1000)) : .egg(run.egg)
        let name: String?
        switch run.count {
        case nil: name = Timers.Timer.isStandard(run.name) ? nil : run.name
        case 1: name = nil
        case let count?: name = Portion.group(ofRun: run.name, count: Int(clamping: count), egg: run.egg)
        }
        self.init(
            StartRequest(choice, name: name.flatMap { TimerName($0) }, sound: run.sound), count: run.count ?? 1)
    }

    private static let parts = ["egg", "count", "for", "at", "name", "sound"]

    var fields: [Field] {
        let choice =
            switch request.choice {
            case .egg(let egg): Field("egg", egg)
            case .duration(let time): Field("for", DurationText.written(time))
            case .until(let time): Field("at", time.text)
            }
        return [choice] + (count.map { [Field("count", "\($0)")] } ?? [])
            + (request.name.map { [Field("name", $0.text)] } ?? [])
            + (request.sound.map { [Field("sound", $0)] } ?? [])
    }

    /// Its text after the question mark.
    var query: String { FormFields.text(fields) }

    /// The call that it makes.
    ///
    /// - Parameter now: in milliseconds since 1970.
    func timerRequest(at now: Int64) throws(Complaint) -> TimerRequest {
        guard let count, case .egg(let egg) = request.choice else { return .start(try request.parameters(at: now)) }
        return .cook(CookRequest([Timers.Portion(egg: egg, count: count)], name: request.name).parameters)
    }

    /// The names of the timer that it starts and of the pot that this belongs to; an egg's name as the menu has it.
    func names(egg: String) -> (timer: String, group: String?) {
        guard let count else { return (request.timer.text, nil) }
        let (words, group) = (Portion.words(count: Int(count), egg: egg), request.name ?? .standardGroup)
        return (Portion.name(words, in: group), group.text)
    }

    /// The field of a form with the minute that its page showed.
    static let minuteField = "minute"

    /// For a link with a time of day, the minute since 1970 at which the timer would ring; nil for others. Sent later,
    /// the same form could mean another day.
    func minute(at now: Int64) throws(Complaint) -> String? {
        guard case .until = request.choice, let time = try request.parameters(at: now).durationMs else { return nil }
        return "\((now + time) / 60_000)"
    }
}
