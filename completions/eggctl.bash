# shellcheck shell=bash
# Completes eggctl in bash: its commands and options, the eggs, and the running timers.
#
# Needs bash 4.4 and nothing else. bash-completion loads it at the first Tab from a file named eggctl in its folder of
# completions; without bash-completion, source it.

# The output of eggctl, without errors, and without a long wait if eggd doesn't answer.
_eggctl_ask() {
    command timeout 1 "$program" "${place[@]}" "$@" </dev/null 2>/dev/null
}

# The names of the eggs. Without eggd, only the presets are known.
_eggctl_eggs() {
    local -a found
    # The name ends before the first time; it can contain spaces.
    mapfile -t found < <(_eggctl_ask eggs | sed -nE 's/ {2,}[0-9]+(:[0-9]{2})+(  .*)?$//p')
    ((${#found[@]})) || found=(soft medium hard)
    printf '%s\n' "${found[@]}"
}

# Splits the line before the cursor as the shell will: the finished words without their quotes go into $words, the one
# being typed into $word. Variables are expanded, but no command substitution is run, because Enter hasn't been pressed
# yet.
#
# The line editor replaces only the end of the word being typed, $1. The part before it goes into $kept, and an open
# quote in that part into $quote.
_eggctl_read() {
    # shellcheck disable=SC2016 # a pattern
    local line=${COMP_LINE:0:COMP_POINT} variable='^\$(([A-Za-z_][A-Za-z0-9_]*)|\{([A-Za-z_][A-Za-z0-9_]*)\})'
    local place=${#line} position=0 open='' begun='' seen='' char
    [[ $line != *"$1" ]] || place=$((${#line} - ${#1}))
    words=() word='' redirected=''
    while true; do
        if ((position >= place)) && [[ ! $seen ]]; then kept=$word quote=$open seen=yes; fi
        ((position < ${#line})) || break
        char=${line:position:1}
        position=$((position + 1))
        case $open$char in
            \' | \" | \'\' | \"\")
                if [[ $open ]]; then open=''; else open=$char; fi
                begun=yes
                ;;
            \\ | \"\\)
                begun=yes
                # Inside double quotes, a backslash is literal before most characters.
                if [[ $open && ${line:position:1} != [\\\"\$\`] ]]; then
                    word+=$char
                else
                    word+=${line:position:1}
                    position=$((position + 1))
                fi
                ;;
            \$ | \"\$)
                begun=yes
                if [[ ${line:position-1} =~ $variable ]]; then
                    position=$((position - 1 + ${#BASH_REMATCH[0]}))
                    char=${BASH_REMATCH[2]}${BASH_REMATCH[3]}
                    word+=${!char-}
                else
                    word+=$char
                fi
                ;;
            [[:blank:]])
                [[ ! $begun || $redirected ]] || words+=("$word")
                [[ ! $begun ]] || redirected=''
                word='' begun=''
                ;;
            [\<\>])
                # Neither the number in 2>file nor the file is a word of the command.
                [[ ! $begun || $redirected || $word != *[!0-9]* ]] || words+=("$word")
                redirected=yes word='' begun=''
                ;;
            *)
                [[ $open$begun || $char != '~' || ${line:position:1} != [/[:blank:]] ]] || char=$HOME
                word+=$char begun=yes
                ;;
        esac
    done
}

# Offers the words from standard input that, prefixed with $1, begin like the one being typed, except those that match
# $2. They are quoted so that the shell reads them unchanged.
_eggctl_offer() {
    local candidate written position char
    while IFS= read -r candidate; do
        # shellcheck disable=SC2053 # a pattern
        [[ $1$candidate == "$word"* && $candidate != $2 ]] || continue
        candidate=$1$candidate written=''
        for ((position = ${#kept}; position < ${#candidate}; position++)); do
            char=${candidate:position:1}
            case $quote$char in
                \'\') written+="'\\''" ;;
                # Inside double quotes, it would cause a history expansion, and a backslash before it would remain.
                \"!) written+='"\!"' ;;
                \"[\"\$\\\`] | [][\ \!\"\#\$\&\'\(\)\*\;\<\>\?\\\`\{\|\}\~]) written+=\\$char ;;
                *) written+=$char ;;
            esac
        done
        # The line editor doesn't close the quote if the word itself ends with one.
        [[ ! $quote || $written != *"$quote" ]] || written+=$quote
        COMPREPLY+=("$written")
    done
}

# BEGIN: script/completions writes this part from the table of the commands.
_eggctl_commands=(
    start
    cook
    again
    status
    watch
    wait
    pause
    resume
    extend
    rename
    snooze
    dismiss
    cancel
    undo
    eggs
    kitchen
    history
    doctor
    page
    keys
    ui
)

# Sets $REPLY to the options of the command in $1.
_eggctl_taken() {
    case $1 in
        '') REPLY='--name --json --version --host --socket --help' ;;
        start) REPLY='--at --since --sound --size --mass --from --altitude --watch --json --name --host --socket --help' ;;
        cook) REPLY='--size --mass --from --altitude --watch --json --name --host --socket --help' ;;
        again) REPLY='--watch --json --name --host --socket --help' ;;
        status) REPLY='--json --format --name --host --socket --help' ;;
        watch) REPLY='--json --format --waybar --i3bar --name --host --socket --help' ;;
        wait) REPLY='--all --json --name --host --socket --help' ;;
        pause) REPLY='--all --json --name --host --socket --help' ;;
        resume) REPLY='--all --json --name --host --socket --help' ;;
        extend) REPLY='--all --json --name --host --socket --help' ;;
        rename) REPLY='--json --name --host --socket --help' ;;
        snooze) REPLY='--all --json --name --host --socket --help' ;;
        dismiss | stop) REPLY='--all --json --name --host --socket --help' ;;
        cancel) REPLY='--all --json --name --host --socket --help' ;;
        undo) REPLY='--json --host --socket --help' ;;
        eggs) REPLY='--size --mass --from --altitude --json --host --socket --help' ;;
        kitchen) REPLY='--size --mass --from --altitude --reset --json --host --socket --help' ;;
        history) REPLY='--limit --json --host --socket --help' ;;
        doctor) REPLY='--ring --seen --json --host --socket --help' ;;
        page) REPLY='--open --close --new-token --new-answer-token --host --socket --help' ;;
        keys) REPLY='--learn --host --socket --help' ;;
        ui) REPLY='--no-flash --host --socket --help' ;;
        *) REPLY='' ;;
    esac
}

# Sets $REPLY to the options that can't be given together with the one in $1.
_eggctl_excluded() {
    case $1 in
        --host) REPLY='--socket' ;;
        --socket) REPLY='--host' ;;
        --at) REPLY='--since' ;;
        --since) REPLY='--at' ;;
        --size) REPLY='--mass --reset' ;;
        --mass) REPLY='--size --reset' ;;
        --from) REPLY='--reset' ;;
        --altitude) REPLY='--reset' ;;
        --json) REPLY='--format --waybar --i3bar' ;;
        --name) REPLY='--all' ;;
        --format) REPLY='--json --waybar --i3bar' ;;
        --waybar) REPLY='--json --format --i3bar' ;;
        --i3bar) REPLY='--json --format --waybar' ;;
        --all) REPLY='--name' ;;
        --reset) REPLY='--size --mass --from --altitude' ;;
        --open) REPLY='--close --new-token --new-answer-token' ;;
        --close) REPLY='--open --new-token --new-answer-token' ;;
        --new-token) REPLY='--open --close --new-answer-token' ;;
        --new-answer-token) REPLY='--open --close --new-token' ;;
        *) REPLY='' ;;
    esac
}

# Sets $REPLY to the kind of the value of the option in $1; it is empty for an option without a value.
_eggctl_value() {
    case $1 in
        --host) REPLY='nothing' ;;
        --socket) REPLY='files' ;;
        --at) REPLY='nothing' ;;
        --since) REPLY='nothing' ;;
        --sound) REPLY='nothing' ;;
        --size) REPLY='words S M L XL' ;;
        --mass) REPLY='nothing' ;;
        --from) REPLY='words fridge room' ;;
        --altitude) REPLY='nothing' ;;
        --name) REPLY='timers' ;;
        --format) REPLY='nothing' ;;
        --limit) REPLY='nothing' ;;
        *) REPLY='' ;;
    esac
}

# Sets $REPLY to the kind of the operand at the place $2 of the command in $1, if the options in $3 are given.
_eggctl_operand() {
    REPLY=''
    case $1:$2 in
        start:1) [[ $3 == *' --at '* ]] || REPLY='eggs' ;;
        cook:*) REPLY='eggs' ;;
        status:*) REPLY='timers' ;;
        watch:1) REPLY='timers' ;;
        wait:*) REPLY='timers' ;;
        pause:*) REPLY='timers' ;;
        resume:*) REPLY='timers' ;;
        extend:1) REPLY='nothing' ;;
        extend:*) REPLY='timers' ;;
        rename:1) REPLY='timers' ;;
        rename:2) REPLY='nothing' ;;
        snooze:*) REPLY='timers-or-time' ;;
        dismiss:* | stop:*) REPLY='timers' ;;
        cancel:*) REPLY='timers' ;;
        page:1) [[ $3 != *' --open '* ]] || REPLY='nothing' ;;
    esac
}
# END

# The options of the command in $1, without those that are already in $2 and those that contradict them.
_eggctl_options() {
    local REPLY option other
    _eggctl_taken "$1"
    for option in $REPLY; do
        [[ $2 != *" $option "* ]] || continue
        _eggctl_excluded "$option"
        for other in $REPLY; do [[ $2 != *" $other "* ]] || continue 2; done
        printf '%s\n' "$option"
    done
}

_eggctl() {
    COMPREPLY=()
    local -a words operands=()
    local word kept quote redirected REPLY IFS=$' \t\n'
    _eggctl_read "$2"
    # The program on the command line, if it is called by its path.
    local program=${words[0]-}
    [[ $program == */* && -f $program && -x $program ]] || program=eggctl

    # The options and operands so far; $awaited is an option that still needs its value.
    local -a place=()
    local finished given=' ' awaited='' ended=''
    for finished in "${words[@]:1}"; do
        if [[ $awaited ]]; then
            [[ $awaited != --@(host|socket) ]] || place=("$awaited" "$finished")
            awaited=''
        elif [[ $ended || $finished != -?* || $finished == -[0-9]* ]]; then
            operands+=("$finished")
        else
            given+="${finished%%=*} "
            case $finished in
                --) ended=yes ;;
                --host=* | --socket=*) place=("$finished") ;;
                *)
                    _eggctl_value "$finished"
                    [[ ! $REPLY ]] || awaited=$finished
                    ;;
            esac
        fi
    done

    # The kind of word that is expected.
    local command=${operands[0]-} expected=commands prefix='' except=''
    if ((${#operands[@]})); then
        _eggctl_operand "$command" ${#operands[@]} "$given"
        expected=${REPLY:-options}
    fi
    if [[ $expected == timers-or-time ]]; then
        # The first word that looks like a time is the time.
        expected=timers except='[0-9+-]*'
        for finished in "${operands[@]:1}"; do [[ $finished != [0-9+-]* ]] || except=''; done
    fi
    [[ $expected != timers || $given != *@(' --name '|' --all ')* ]] || expected=options
    if [[ $ended ]]; then
        [[ $expected != options ]] || expected=nothing
    else
        # A name that looks like an option must be given by --name, or after --.
        except=${except:--[!0-9]*}
        case $awaited:$word in
            :--*=*) awaited=${word%%=*} prefix=${word%%=*}= ;;
            :-[!0-9]* | :-) expected=options ;;
        esac
    fi
    if [[ $awaited ]]; then
        _eggctl_value "$awaited"
        expected=${REPLY:-nothing} except=''
    fi
    [[ ! $redirected ]] || expected=files

    case $expected in
        commands)
            _eggctl_offer '' '' < <(
                printf '%s\n' "${_eggctl_commands[@]}"
                _eggctl_eggs
            )
            ;;
        eggs) _eggctl_offer '' '' < <(_eggctl_eggs) ;;
        timers) _eggctl_offer "$prefix" "$except" < <(_eggctl_ask status --format '{name}') ;;
        words\ *)
            # shellcheck disable=SC2086 # several words
            _eggctl_offer "$prefix" '' < <(printf '%s\n' ${expected#words })
            ;;
        options) _eggctl_offer '' '' < <(_eggctl_options "$command" "$given") ;;
        # The line editor completes files and quotes them. compopt fails outside of a completion.
        files) compopt -o default 2>/dev/null ;;
        nothing) ;;
    esac
}

complete -F _eggctl eggctl
