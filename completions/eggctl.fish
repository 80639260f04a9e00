# Completes eggctl in fish: its commands and options, the eggs, and the timers that are running.
#
# fish finds it as eggctl.fish in a folder of $fish_complete_path.

# A path as the shell will read it. Variables are put in, but nothing is run: nobody has pressed Enter yet.
function __eggctl_path --argument-names rest
    set -l path
    if string match -qr '^~(/|$)' -- $rest
        set path $HOME
        set rest (string sub -s 2 -- $rest)
    end
    while set -l parts (string match -r '^([^$]*)\$(\w+)(.*)$' -- $rest)
        set -l variable $parts[3]
        set -l value $$variable
        set path "$path$parts[2]$value"
        set rest $parts[4]
    end
    echo "$path$rest"
end

# What stands before the word being typed, a line each: the operands, the options, or where eggd is said to listen.
function __eggctl_said --argument-names what
    set -l words (commandline -opc)
    set -l operands
    set -l options
    set -l socket
    set -l awaited
    for word in $words[2..]
        if set -q awaited[1]
            # An option has been given when its value has.
            set -a options $awaited
            test $awaited = --socket; and set socket $word
            set -e awaited
        else if contains -- -- $options; or not string match -qr '^-[^0-9]' -- $word
            set -a operands $word
        else if contains -- $word --name --socket --since --format --limit
            set awaited $word
        else
            set -a options (string replace -r '=.*' '' -- $word)
            set -l value (string match -r '^--socket=(.*)' -- $word); and set socket $value[2]
        end
    end
    switch $what
        case program
            echo $words[1]
        case operands
            string join \n -- $operands
        case options
            string join \n -- $options
        case socket
            string join \n -- $socket
    end
end

# What eggctl prints. Neither an error nor a wait for an eggd that is stuck belongs into a line being typed.
function __eggctl_ask
    # The very program that is being called, if it is called by a path.
    set -l program (__eggctl_path (__eggctl_said program))
    string match -q '*/*' -- $program; and test -f $program -a -x $program; or set program eggctl
    set -l socket (__eggctl_said socket)
    set -q socket[1]; and set socket --socket (__eggctl_path $socket)
    command timeout 1 $program $socket $argv </dev/null 2>/dev/null
end

# The eggs, with what is known of them.
function __eggctl_eggs
    # The name ends where the first time stands; spaces it may have itself.
    set -l eggs (__eggctl_ask eggs | string replace -r ' {2,}(\d+(?::\d\d)+) {2}(.*)$' \t'$1  $2')
    # Without eggd it is not known what it has been told to cook, but these it always can.
    set -q eggs[1]; or set eggs soft medium hard
    printf '%s\n' $eggs
end

# The timers that are running, with what they are doing; those that can be said as an operand, or by --name.
function __eggctl_timers --argument-names way
    set -l timers (__eggctl_ask status --format '{name}'\t'{state}, {remaining}')
    if test $way = operand
        set -l operands (__eggctl_said operands)
        if test "$operands" = snooze
            # The first word that reads like a time is one.
            set timers (string match -rv '^[-+0-9]' -- $timers)
        else if not contains -- -- (__eggctl_said options)
            # It would be taken for an option.
            set timers (string match -rv '^-[^0-9]' -- $timers)
        end
    end
    string join \n -- $timers
end

# Whether the word being typed may be a command, an egg or a timer.
function __eggctl_expects --argument-names what
    set -l operands (__eggctl_said operands)
    set -l place (count $operands)
    switch $what
        case command
            test $place = 0
        case egg
            test "$operands" = start
        case timer
            contains -- --name (__eggctl_said options); and return 1
            switch "$operands[1]"
                case status watch pause resume dismiss cancel
                    test $place = 1
                case extend
                    test $place = 2
                case snooze
                    test $place = 1; and return
                    test $place = 2; and string match -qr '^[-+0-9]' -- $operands[2]
                case '*'
                    return 1
            end
    end
end

# Whether an option has a meaning to the command, and has not been given.
function __eggctl_takes --argument-names option
    set -l operands (__eggctl_said operands)
    set -l options (__eggctl_said options)
    contains -- --$option $options; and return 1
    contains -- --json $options; and test $option = format; and return 1
    contains -- --format $options; and test $option = json; and return 1
    switch "$operands[1]"
        case ''
            contains $option socket help name json version
        case start
            contains $option socket help name json since watch
        case status watch
            contains $option socket help name json format
        case pause resume extend snooze dismiss cancel
            contains $option socket help name json
        case eggs
            contains $option socket help json
        case history
            contains $option socket help json limit
        case doctor
            contains $option socket help json ring seen
        case '*'
            return 1
    end
end

complete -c eggctl -f

complete -c eggctl -n '__eggctl_expects command' -a start -d 'start a countdown; a timer of that name is reset'
complete -c eggctl -n '__eggctl_expects command' -a status -d 'what is running'
complete -c eggctl -n '__eggctl_expects command' -a watch -d 'watch it run down'
complete -c eggctl -n '__eggctl_expects command' -a pause -d 'hold it'
complete -c eggctl -n '__eggctl_expects command' -a resume -d 'let it go on'
complete -c eggctl -n '__eggctl_expects command' -a extend -d 'more time, or less'
complete -c eggctl -n '__eggctl_expects command' -a snooze -d 'ring again later'
complete -c eggctl -n '__eggctl_expects command' -a dismiss -d 'answer the alarm'
complete -c eggctl -n '__eggctl_expects command' -a cancel -d 'take a timer away'
complete -c eggctl -n '__eggctl_expects command' -a eggs -d 'which eggs there are'
complete -c eggctl -n '__eggctl_expects command' -a history -d 'what was timed, and how it ended'
complete -c eggctl -n '__eggctl_expects command' -a doctor -d 'whether an alarm would be heard, and what mends it'

complete -c eggctl -n '__eggctl_expects egg' -k -a '(__eggctl_eggs)'
complete -c eggctl -n '__eggctl_expects timer' -k -a '(__eggctl_timers operand)'

complete -c eggctl -n '__eggctl_takes name' -l name -x -k -a '(__eggctl_timers option)' -d 'the timer'
complete -c eggctl -n '__eggctl_takes since' -l since -x -d 'the egg went in this long ago'
complete -c eggctl -n '__eggctl_takes watch' -l watch -d 'watch until it is over'
complete -c eggctl -n '__eggctl_takes format' -l format -x -d 'a line of your own'
complete -c eggctl -n '__eggctl_takes limit' -l limit -x -d 'at most so many runs'
complete -c eggctl -n '__eggctl_takes ring' -l ring -d 'ring for two seconds as well'
complete -c eggctl -n '__eggctl_takes seen' -l seen -d 'stop reporting a damaged database'
complete -c eggctl -n '__eggctl_takes json' -l json -d 'for programs: one object a line'
complete -c eggctl -n '__eggctl_takes socket' -l socket -rF -d 'where eggd listens'
complete -c eggctl -n '__eggctl_takes help' -s h -l help -d 'show help and exit'
complete -c eggctl -n '__eggctl_takes version' -l version -d 'show the version and exit'
