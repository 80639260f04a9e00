@testable import EggCommands

/// The parts of the completion files that come from the table of the commands.
enum CompletionTables: String, CaseIterable {
    case bash = "eggctl.bash"
    case zsh = "_eggctl"
    case fish = "eggctl.fish"

    var text: String {
        switch self {
        case .bash: Self.textForBash
        case .zsh: Self.textForZsh
        case .fish: Self.textForFish
        }
    }

    /// Without a command; its operand is a command.
    private static let alone = CommandDescription(
        name: "", summary: "", help: "", options: Option.withoutCommand + [.version])
    private static let commands = [alone] + Commands.all.map { $0.about }

    private static func allOptions(_ about: CommandDescription) -> [Option] { about.options + Option.places + [.help] }

    /// The names of the options that can't be given together with an option.
    private static func excluded(by option: Option) -> [String] {
        Option.exclusive.filter { $0.contains { $0.name == option.name } }.joined()
            .map(\.name).filter { $0 != option.name }
    }

    /// A text as a shell's word.
    private static func quoted(_ text: String, apostrophe: String = "'\\''") -> String {
        "'\(text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: apostrophe))'"
    }

    private static func dashed(_ names: [String]) -> String { names.map { "--\($0)" }.joined(separator: " ") }

    // MARK: bash

    private static var textForBash: String {
        let names = Commands.names.map { "    \($0)\n" }.joined()
        let taken = commands.map { about in
            "        \(pattern(about))) REPLY='\(dashed(allOptions(about).map(\.name)))' ;;\n"
        }
        let exclusions = Option.table.filter { !excluded(by: $0).isEmpty }.map { option in
            "        --\(option.name)) REPLY='\(dashed(excluded(by: option)))' ;;\n"
        }
        let values = Option.table.compactMap { option in
            option.value.map { "        --\(option.name)) REPLY=\(quoted(word($0.offer))) ;;\n" }
        }
        let operands = commands.flatMap { about in
            about.operands.enumerated().map { index, operand in
                let place = operand.repeats ? "*" : "\(index + 1)"
                let patterns = ([about.name] + about.aliases).map { "\($0):\(place)" }.joined(separator: " | ")
                var condition = ""
                if let option = operand.requires { condition = "[[ $3 != *' --\(option.name) '* ]] || " }
                if let option = operand.replacedBy { condition = "[[ $3 == *' --\(option.name) '* ]] || " }
                return "        \(patterns)) \(condition)REPLY=\(quoted(word(operand.offer))) ;;\n"
            }
        }
        return """
            _eggctl_commands=(
            \(names))

            # Sets $REPLY to the options of the command in $1.
            _eggctl_taken() {
                case $1 in
            \(taken.joined())        *) REPLY='' ;;
                esac
            }

            # Sets $REPLY to the options that can't be given together with the one in $1.
            _eggctl_excluded() {
                case $1 in
            \(exclusions.joined())        *) REPLY='' ;;
                esac
            }

            # Sets $REPLY to the kind of the value of the option in $1; it is empty for an option without a value.
            _eggctl_value() {
                case $1 in
            \(values.joined())        *) REPLY='' ;;
                esac
            }

            # Sets $REPLY to the kind of the operand at the place $2 of the command in $1, if the options in $3 are given.
            _eggctl_operand() {
                REPLY=''
                case $1:$2 in
            \(operands.joined())    esac
            }

            """
    }

    private static func pattern(_ about: CommandDescription) -> String {
        about.name.isEmpty ? "''" : ([about.name] + about.aliases).joined(separator: " | ")
    }

    /// The kind of a value or an operand.
    private static func word(_ offer: Offer) -> String {
        switch offer {
        case .eggs: "eggs"
        case .timers: "timers"
        case .timersOrTime: "timers-or-time"
        case .files: "files"
        case .words(let words): "words \(words.joined(separator: " "))"
        case .nothing: "nothing"
        }
    }

    // MARK: zsh

    private static var textForZsh: String {
        let list = Commands.all.map { command in
            "        \(quoted("\(command.about.name):\(command.about.summary)"))\n"
        }
        let values = Option.table.filter { $0.value != nil }.map(\.name)
        let options = Option.table.filter { $0 != .help }.map { "        \($0.name) \(quoted(zshSpec($0)))\n" }
        return """
            typeset -ga _eggctl_with_value=(\(dashed(values)))

            _eggctl_commands() {
                local -a list=(
            \(list.joined())    )
                _describe -t commands command list
            }

            # Adds the options and operands of the command in $1 to $specs; fails if there is no such command. The options in
            # $given are given; $timer and $timer_or_time complete timers.
            _eggctl_specs() {
                local name
                local -a taken
                local -A option=(
            \(options.joined())    )
                case $1 in
            \(commands.map(zshCase).joined())        *) return 1 ;;
                esac
                for name in $taken \(Option.places.map(\.name).joined(separator: " ")); do specs+=($option[$name]); done
                specs+=('(- *)'{-h,--help}\(quoted("[\(Option.help.summary)]")))
            }

            """
    }

    /// An option for `_arguments`.
    private static func zshSpec(_ option: Option) -> String {
        let others = option == .version ? "- *" : dashed(excluded(by: option))
        let exclusion = others.isEmpty ? "" : "(\(others))"
        let value = option.value.map { ":\(escaped($0.hint)):\(action($0.offer))" } ?? ""
        return "\(exclusion)--\(option.name)\(value.isEmpty ? "" : "=")[\(option.summary)]\(value)"
    }

    private static func zshCase(_ about: CommandDescription) -> String {
        let pattern = about.name.isEmpty ? "''" : ([about.name] + about.aliases).joined(separator: "|")
        var lines = ["taken=(\(about.options.map(\.name).joined(separator: " ")))"]
        if about.name.isEmpty { lines.append("specs+=('1:command or egg:{_eggctl_commands; _eggctl_eggs}')") }
        for (index, operand) in about.operands.enumerated() {
            let place = operand.repeats ? "*" : "\(index + 2)"
            let spec: String
            switch operand.offer {
            case .timers: spec = "\"\(place):\(operand.hint):$timer\""
            case .timersOrTime: spec = "\"\(place):\(operand.hint):$timer_or_time\""
            case .eggs, .files, .words, .nothing:
                spec = quoted("\(place):\(escaped(operand.hint)):\(action(operand.offer))")
            }
            var condition = ""
            if let option = operand.requires { condition = "[[ -z $given[(r)--\(option.name)] ]] || " }
            if let option = operand.replacedBy { condition = "[[ -n $given[(r)--\(option.name)] ]] || " }
            lines.append("\(condition)specs+=(\(spec))")
        }
        let body = lines.map { "            \($0)\n" }.joined()
        return "        \(pattern))\n\(body)            ;;\n"
    }

    private static func escaped(_ text: String) -> String {
        text.split(separator: ":", omittingEmptySubsequences: false).joined(separator: "\\:")
    }

    private static func action(_ offer: Offer) -> String {
        switch offer {
        case .eggs: "{_eggctl_eggs}"
        case .timers, .timersOrTime: "{_eggctl_timers}"
        case .files: "_files"
        case .words(let words): "(\(words.joined(separator: " ")))"
        case .nothing: " "
        }
    }

    // MARK: fish

    private static var textForFish: String {
        let values = Option.table.filter { $0.value != nil }.map(\.name)
        let taken = commands.map { about in
            let names = about.name.isEmpty ? "''" : ([about.name] + about.aliases).joined(separator: " ")
            let options = allOptions(about).map(\.name).joined(separator: " ")
            return "        case \(names)\n            string split ' ' '\(options)'\n"
        }
        let exclusions = Option.table.filter { !excluded(by: $0).isEmpty }.map { option in
            let others = excluded(by: option).joined(separator: " ")
            return "        case \(option.name)\n            string split ' ' '\(others)'\n"
        }
        let operands = commands.flatMap { about in
            about.operands.enumerated().map { index, operand in
                let place = operand.repeats ? "*" : "\(index + 1)"
                let patterns = ([about.name] + about.aliases).map { "'\($0) \(place)'" }.joined(separator: " ")
                var condition = ""
                if let option = operand.requires { condition = "contains -- --\(option.name) $options; and " }
                if let option = operand.replacedBy { condition = "contains -- --\(option.name) $options; or " }
                return "        case \(patterns)\n            \(condition)echo \(word(operand.offer))\n"
            }
        }
        let commandLines = Commands.all.map { command in
            let (name, summary) = (command.about.name, fishQuoted(command.about.summary))
            return "complete -c eggctl -n '__eggctl_expects command' -a \(name) -d \(summary)\n"
        }
        return """
            set -g __eggctl_with_value \(dashed(values))

            # The options of a command.
            function __eggctl_taken --argument-names command
                switch "$command"
            \(taken.joined())    end
            end

            # The options that can't be given together with this one.
            function __eggctl_excluded --argument-names option
                switch $option
            \(exclusions.joined())    end
            end

            # The kind of the operand at this place of a command, if these options are given.
            function __eggctl_operand --argument-names command place
                set -l options $argv[3..]
                switch "$command $place"
            \(operands.joined())    end
            end

            \(commandLines.joined())
            \(Option.table.map(fishLine).joined())
            """
    }

    private static func fishLine(_ option: Option) -> String {
        let letter = option.letter.map { " -s \($0)" } ?? ""
        let value =
            switch option.value?.offer {
            case .timers, .timersOrTime: " -x -k -a '(__eggctl_timers option)'"
            case .eggs: " -x -k -a '(__eggctl_eggs)'"
            case .words(let words): " -x -k -a '\(words.joined(separator: " "))'"
            case .files: " -rF"
            case .nothing: " -x"
            case nil: ""
            }
        return "complete -c eggctl -n '__eggctl_takes \(option.name)'\(letter) -l \(option.name)\(value)"
            + " -d \(fishQuoted(option.summary))\n"
    }

    private static func fishQuoted(_ text: String) -> String { quoted(text, apostrophe: "\\'") }
}
