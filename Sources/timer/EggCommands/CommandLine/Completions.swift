import EggClient
import EggRequests
import EggTimers
import EggWire
import POSIX
import Program
import Varlink

/// The words that `eggctl --complete` offers, from the tables that parse the line and from eggd.
struct Completions {
    /// A shell must not wait any longer for eggd.
    private static let timeout: Duration = .seconds(1)
    private static let exclusive = Option.exclusive.map { $0.map(\.name) }

    let line: CompletionLine

    var answers: [Completion] {
        let word = line.operands.first
        let command = word.flatMap(Commands.named)
        if word != nil, command == nil { return [] }
        switch line.place {
        case .value(let name):
            guard let value = Option.table.first(where: { $0.name == name })?.value else { return [] }
            return answers(value.offer, value.hint, isOption: true)
        case .option: return options(of: command)
        case .operand:
            guard let command else { return Commands.all.map { .word($0.name, description: $0.summary) } + eggs }
            guard let operand = operand(of: command) else {
                // Everything else begins with a dash.
                return line.word.isEmpty && !line.isEnded ? options(of: command) : []
            }
            return answers(operand.offer, operand.hint, isOption: false)
        }
    }

    /// The options that can still be given to a command, or without one.
    private func options(of command: CommandDescription?) -> [Completion] {
        let own = command?.options ?? Option.withoutCommand + [.version]
        return (own + Option.places + [.help]).filter { line.canTake($0.name, exclusive: Self.exclusive) }
            .map { .word("--\($0.name)", description: $0.summary) }
    }

    /// The operand that may come next; nil if there is none.
    private func operand(of command: CommandDescription) -> Operand? {
        let place = line.operands.count - 1
        let next = command.operands.indices.contains(place) ? command.operands[place] : command.operands.last
        guard let next, place < command.operands.count || next.repeats else { return nil }
        func isGiven(_ option: Option) -> Bool { line.options[option.name] != nil }
        if let option = next.requires, !isGiven(option) { return nil }
        if let option = next.replacedBy, isGiven(option) { return nil }
        switch next.offer {
        // The timer can be named only once.
        case .timers, .timersOrTime: return isGiven(.name) || isGiven(.all) ? nil : next
        case .eggs, .files, .hosts, .words, .nothing: return next
        }
    }

    private func answers(_ offer: Offer, _ hint: String, isOption: Bool) -> [Completion] {
        switch offer {
        case .eggs: return eggs
        case .timers: return timers { isOption || line.isEnded || !CompletionLine.looksLikeOption($0) }
        case .timersOrTime:
            func looksLikeTime(_ word: String) -> Bool { word.first.map { "+-0123456789".contains($0) } ?? false }
            // The first word that looks like a time is the time.
            guard line.operands.dropFirst().contains(where: looksLikeTime) else { return timers { !looksLikeTime($0) } }
            return answers(.timers, hint, isOption: isOption)
        case .files: return [.path]
        case .hosts: return SSHHosts.known.map { .word($0) } + [.hint(hint)]
        case .words(let words): return words.map { .word($0) } + [.hint(hint)]
        case .nothing: return [.hint(hint)]
        }
    }

    // MARK: Names that eggd knows

    /// Without eggd, only the presets are known.
    private var eggs: [Completion] {
        guard let reply = ask(Timers.Eggs.self, .init()) else {
            return EggMenu.presets.eggs.map { .word($0.name) }
        }
        return reply.eggs.map { egg in
            let time = DurationText.clock(.milliseconds(egg.durationMs))
            return .word(egg.name, description: egg.description.isEmpty ? time : "\(time)  \(egg.description)")
        }
    }

    private func timers(_ isOffered: (String) -> Bool) -> [Completion] {
        let timers = ask(Timers.List.self, Nothing())?.timers ?? []
        return timers.filter { isOffered($0.name) }.map { timer in
            let left = DurationText.clock(.milliseconds(timer.remainingMs))
            return .word(timer.name, description: "\(timer.state.rawValue), \(left)")
        }
    }

    /// eggd's reply; nil if there is none in time.
    private func ask<M: Method>(_ method: M.Type, _ parameters: M.Parameters) -> M.Reply? {
        let socket = line.options[Option.socket.name]
        let option = line.options[Option.host.name].flatMap { RemoteHost($0) }
        do {
            let host = try Eggctl.host(option, socket: socket)
            guard let endpoint = host.map(Endpoint.init) ?? Endpoint.find(option: socket) else { return nil }
            let client = try endpoint.connect(waits: false)
            try client.send(method, parameters)
            return try client.receive(method, within: Self.timeout).value
        } catch {
            return nil
        }
    }
}

/// The machines that the user's ssh_config(5) names.
enum SSHHosts {
    static var known: [String] {
        guard let home = Environment.variable("HOME"),
            let bytes = try? SmallFile.read("\(home)/.ssh/config", limit: 1 << 20)
        else { return [] }
        return named(in: String(decoding: bytes, as: UTF8.self))
    }

    /// The names after `Host`, without patterns.
    static func named(in configuration: String) -> [String] {
        configuration.split(separator: "\n").flatMap { line -> [String] in
            let words = line.split { " \t=\"".contains($0) }
            guard words.first?.lowercased() == "host" else { return [] }
            return words.dropFirst().map(String.init).filter { !$0.contains { "*?!".contains($0) } }
        }
    }
}
