# shellcheck shell=bash
# Completes eggctl in bash with what `eggctl --complete-line` answers. Needs bash 4.4 and nothing else; bash-completion
# loads it at the first Tab from a file named eggctl in its folder of completions.
_eggctl() {
    local variable='^([^$]*)\$\{?([A-Za-z_][A-Za-z0-9_]*)\}?(.*)$' program='' rest=${1//[\\\"\']/} name
    # The program on the line, if it is called by its path. Its variables are expanded, but no command is run.
    rest=${rest/#\~\//$HOME/}
    while [[ $rest =~ $variable ]]; do
        name=${BASH_REMATCH[2]} rest=${BASH_REMATCH[3]} program+=${BASH_REMATCH[1]}${!name-}
    done
    program+=$rest rest=${COMP_LINE:0:COMP_POINT}
    [[ $program == */* && -f $program && -x $program ]] || program=eggctl
    mapfile -t COMPREPLY < <(
        # The program expands the variables of the line.
        while [[ $rest =~ $variable ]]; do export "${BASH_REMATCH[2]}" && rest=${BASH_REMATCH[3]}; done
        command "$program" --complete-line "${COMP_LINE:0:COMP_POINT}" "$2" </dev/null 2>/dev/null
    )
    [[ ${COMPREPLY[*]} != $'\t' ]] || { COMPREPLY=() && compopt -o default 2>/dev/null; }
}
complete -F _eggctl eggctl
