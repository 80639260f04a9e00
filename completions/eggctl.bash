# shellcheck shell=bash
# Completes eggctl in bash: its commands and options, the eggs, and the running timers.
#
# Needs bash 4.4 and nothing else. bash-completion loads it at the first Tab from a file named eggctl in its folder of
# completions; without bash-completion, source it.

# The output of eggctl, without errors, and without a long wait if eggd doesn't answer.
_eggctl_ask() {
    command timeout 1 "$program" ${socket:+--socket "$socket"} "$@" </dev/null 2>/dev/null
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

# The options of the command in $1, without those that are already in $2.
_eggctl_options() {
    local options option
    case $1 in
        '') options='--name --json --version' ;;
        start) options='--name --at --size --mass --from --altitude --since --watch --json' ;;
        cook) options='--name --size --mass --from --altitude --watch --json' ;;
        again) options='--name --watch --json' ;;
        status) options='--name --json --format' ;;
        watch) options='--name --json --format --waybar --i3bar' ;;
        wait | pause | resume | extend | snooze | dismiss | cancel) options='--name --all --json' ;;
        rename) options='--name --json' ;;
        eggs) options='--size --mass --from --altitude --json' ;;
        history) options='--limit --json' ;;
        doctor) options='--ring --seen --json' ;;
        page) options='--open --close --new-token' ;;
        ui) options='--no-flash' ;;
        *) return ;;
    esac
    local forms='--@(json|format|waybar|i3bar)'
    for option in $options --socket --help; do
        # The output has one form.
        # shellcheck disable=SC2053 # a pattern
        [[ $option != $forms || $2 != *' '$forms' '* ]] || continue
        case "$option $2" in
            *" $option "* | '--size '*' --mass '* | '--mass '*' --size '* | '--name '*' --all '* | '--all '*' --name '*) ;;
            '--at '*' --since '* | '--since '*' --at '*) ;;
            # The page is opened, closed or given a new secret.
            '--open '*' --close '* | '--open '*' --new-token '* | '--close '*' --open '* | '--close '*' --new-token '* | \
                '--new-token '*' --open '* | '--new-token '*' --close '*) ;;
            *) printf '%s\n' "$option" ;;
        esac
    done
}

_eggctl() {
    COMPREPLY=()
    local -a words operands=()
    local word kept quote redirected IFS=$' \t\n'
    _eggctl_read "$2"
    # The program on the command line, if it is called by its path.
    local program=${words[0]-}
    [[ $program == */* && -f $program && -x $program ]] || program=eggctl

    # The options and operands so far; $awaited is an option that still needs its value.
    local finished given=' ' socket='' awaited='' ended=''
    for finished in "${words[@]:1}"; do
        if [[ $awaited ]]; then
            [[ $awaited != --socket ]] || socket=$finished
            awaited=''
        elif [[ $ended || $finished != -?* || $finished == -[0-9]* ]]; then
            operands+=("$finished")
        else
            given+="${finished%%=*} "
            case $finished in
                --) ended=yes ;;
                --socket=*) socket=${finished#*=} ;;
                --name | --socket | --at | --since | --format | --limit | --size | --mass | --from | --altitude)
                    awaited=$finished
                    ;;
            esac
        fi
    done

    # The kind of word that is expected.
    [[ ${operands[0]-} != stop ]] || operands[0]=dismiss
    local command=${operands[0]-} expected=options prefix='' except=''
    case $command:${#operands[@]} in
        :0) expected=commands ;;
        start:1) [[ $given == *' --at '* ]] || expected=eggs ;;
        cook:*) expected=eggs ;;
        extend:1 | rename:2) expected=nothing ;;
        # The first word that looks like a time is the time.
        snooze:[1-9]*) expected=names except='[0-9+-]*' ;;
        # An address that is not known here.
        page:1) [[ $given != *' --open '* ]] || expected=nothing ;;
        watch:1 | rename:1) expected=names ;;
        status:[1-9]* | wait:[1-9]* | pause:[1-9]* | resume:[1-9]* | dismiss:[1-9]* | cancel:[1-9]* | extend:[1-9]*)
            expected=names
            ;;
    esac
    if [[ $command == snooze ]]; then
        for finished in "${operands[@]:1}"; do [[ $finished != [0-9+-]* ]] || except=''; done
    fi
    [[ $expected != names || $given != *@(' --name '|' --all ')* ]] || expected=options
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
    case $awaited in
        '') ;;
        --name) expected=names except='' ;;
        --socket) expected=files ;;
        --size) expected=sizes except='' ;;
        --from) expected=places except='' ;;
        *) expected=nothing ;;
    esac
    [[ ! $redirected ]] || expected=files

    case $expected in
        commands)
            _eggctl_offer '' '' < <(printf '%s\n' \
                start cook again status watch wait pause resume extend rename snooze dismiss cancel eggs history \
                doctor page ui)
            ;;
        eggs) _eggctl_offer '' '' < <(_eggctl_eggs) ;;
        sizes) _eggctl_offer "$prefix" '' < <(printf '%s\n' S M L XL) ;;
        places) _eggctl_offer "$prefix" '' < <(printf '%s\n' fridge room) ;;
        names) _eggctl_offer "$prefix" "$except" < <(_eggctl_ask status --format '{name}') ;;
        options) _eggctl_offer '' '' < <(_eggctl_options "$command" "$given") ;;
        # The line editor completes files and quotes them. compopt fails outside of a completion.
        files) compopt -o default 2>/dev/null ;;
        nothing) ;;
    esac
}

complete -F _eggctl eggctl
