# Completes eggctl in fish with what `eggctl --complete` answers. fish finds it in a folder of $fish_complete_path.

# Asks eggctl; false if fish shall complete the path of a file.
function __eggctl_answers
    set -l finished
    for rest in (commandline -opc | string replace -r '^~(?=/|$)' $HOME)
        # Variables are expanded, but no command substitution is run, because Enter hasn't been pressed yet.
        set -l word
        while set -l parts (string match -r '^([^$]*)\$(\w+)(.*)$' -- $rest)
            set -l variable $parts[3]
            set -l value $$variable
            set word "$word$parts[2]$value"
            set rest $parts[4]
        end
        set -a finished "$word$rest"
    end
    set -l program $finished[1]
    string match -q '*/*' -- $program; and test -f $program -a -x $program; or set program eggctl
    set -l current (commandline -ct)
    set -g __eggctl_answer (command $program --complete $finished[2..] "$current" </dev/null 2>/dev/null)
    test "$__eggctl_answer[1]" != \t
end

complete -c eggctl -f -k -n __eggctl_answers -a '(string match -v -- \t"*" $__eggctl_answer)'
