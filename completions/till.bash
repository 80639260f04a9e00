# shellcheck shell=bash
# Completes till in bash: its commands and options, and the words that some options take.
#
# Needs bash 4.4 and nothing else. bash-completion loads it at the first Tab from a file named till in its folder of
# completions; without bash-completion, source it.

# The options of the command in $1, and for cards of the word in $2.
_till_options() {
    case $1:$2 in
        :) printf '%s\n' --json --version ;;
        lunch:*) printf '%s\n' --soup --main --dessert --cola --delivery --currency --json ;;
        convert:*) printf '%s\n' --list --exact --json ;;
        tip:*) printf '%s\n' --tip --people --round --tax --currency --json ;;
        rates:*) printf '%s\n' --reset --json ;;
        cards:register) printf '%s\n' --name --email --telephone --json ;;
        cards:recover | cards:list | cards:show | cards:delete) printf '%s\n' --customer --json ;;
        cards:buy)
            printf '%s\n' --customer --recipient --gender --color --message --senders --luxury --json
            ;;
        cards:export | cards:import) printf '%s\n' --json ;;
        cards:*) ;;
        *) return ;;
    esac
    printf '%s\n' --help
}

_till() {
    COMPREPLY=()
    local IFS=$' \t\n' word=${COMP_WORDS[COMP_CWORD]} given=' ' awaited='' ended='' finished position
    local -a operands=()
    for ((position = 1; position < COMP_CWORD; position++)); do
        finished=${COMP_WORDS[position]}
        # Readline takes --option=value for three words.
        if [[ $finished == '=' ]]; then
            continue
        elif [[ $awaited ]]; then
            awaited=''
        elif [[ $ended || $finished != -?* || $finished == -[0-9]* ]]; then
            operands+=("$finished")
        else
            given+="$finished "
            case $finished in
                --) ended=yes ;;
                --json | --delivery | --list | --exact | --reset | --help | -h | --version) ;;
                --*) awaited=$finished ;;
            esac
        fi
    done
    [[ $word != '=' ]] || word=''

    local command=${operands[0]-} offered=''
    case $awaited:$command in
        --currency:lunch) offered='EUR BGN USD' ;;
        --currency:tip) offered='USD GBP EUR CHF' ;;
        --round:*) offered='exact tip-up tip-down total-up total-down' ;;
        --gender:*) offered='man woman' ;;
        :*)
            case $command:${#operands[@]}:$word in
                *:-[!0-9]* | *:-)
                    [[ $ended ]] || offered=$(_till_options "$command" "${operands[1]-}")
                    ;;
                :0:*) offered='lunch convert tip cards rates' ;;
                cards:1:*) offered='register recover list buy show delete export import' ;;
                rates:1:*) offered=USD ;;
                cards:2:*)
                    [[ ${operands[1]} != import ]] || compopt -o default 2>/dev/null
                    ;;
            esac
            ;;
    esac
    local option
    for option in $offered; do
        [[ $option == "$word"* && $given != *" $option "* ]] || continue
        COMPREPLY+=("$option")
    done
}

complete -F _till till
