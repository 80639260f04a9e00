# Completes eggctl in fish: its commands and options, the eggs, and the running timers.
#
# fish finds it as eggctl.fish in a folder of $fish_complete_path.

# A path as the shell will read it. Variables are expanded, but no command substitution is run, because Enter hasn't
# been pressed yet.
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

# The words before the one being typed, one per line: the operands, the options, or the socket.
function __eggctl_said --argument-names what
    set -l words (commandline -opc)
    set -l operands
    set -l options
    set -l socket
    set -l awaited
    for word in $words[2..]
        if set -q awaited[1]
            # An option counts once its value is complete.
            set -a options $awaited
            test $awaited = --socket; and set socket $word
            set -e awaited
        else if contains -- -- $options; or not string match -qr '^-[^0-9]' -- $word
            set -a operands $word
        else if contains -- $word --name --socket --at --since --format --limit --size --mass --from --altitude
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

# The output of eggctl, without errors, and without a long wait if eggd doesn't answer.
function __eggctl_ask
    # The program on the command line, if it is called by its path.
    set -l program (__eggctl_path (__eggctl_said program))
    string match -q '*/*' -- $program; and test -f $program -a -x $program; or set program eggctl
    set -l socket (__eggctl_said socket)
    set -q socket[1]; and set socket --socket (__eggctl_path $socket)
    command timeout 1 $program $socket $argv </dev/null 2>/dev/null
end

# The eggs with their times and descriptions.
function __eggctl_eggs
    # The name ends before the first time; it can contain spaces.
    set -l eggs (__eggctl_ask eggs | string replace -fr ' {2,}(\d+(?::\d\d)+)(?: {2}(.*))?$' \t'$1  $2')
    # Without eggd, only the presets are known.
    set -q eggs[1]; or set eggs soft medium hard
    printf '%s\n' $eggs
end

# The timers with their states: those that can be given as an operand, or by --name.
function __eggctl_timers --argument-names way
    set -l timers (__eggctl_ask status --format '{name}'\t'{state}, {remaining}')
    if test $way = operand
        set -l operands (__eggctl_said operands)
        if test "$operands[1]" = snooze; and not string match -qr '^[-+0-9]' -- $operands
            # The first word that looks like a time is the time.
            set timers (string match -rv '^[-+0-9]' -- $timers)
        else if not contains -- -- (__eggctl_said options)
            # It would be read as an option.
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
            test "$operands[1]" = cook; and return
            test "$operands" = start; and not contains -- --at (__eggctl_said options)
        case timer
            contains -- --name (__eggctl_said options); and return 1
            contains -- --all (__eggctl_said options); and return 1
            switch "$operands[1]"
                case watch rename
                    test $place = 1
                case status wait pause resume snooze dismiss stop cancel
                    test $place -ge 1
                case extend
                    test $place -ge 2
                case '*'
                    return 1
            end
    end
end

# Whether the command takes an option that hasn't been given yet.
function __eggctl_takes --argument-names option
    set -l operands (__eggctl_said operands)
    set -l options (__eggctl_said options)
    contains -- --$option $options; and return 1
    contains -- --size $options; and test $option = mass; and return 1
    contains -- --mass $options; and test $option = size; and return 1
    contains -- --name $options; and test $option = all; and return 1
    contains -- --all $options; and test $option = name; and return 1
    contains -- --at $options; and test $option = since; and return 1
    contains -- --since $options; and test $option = at; and return 1
    # The output has one form.
    if contains -- $option json format waybar i3bar
        for form in --json --format --waybar --i3bar
            contains -- $form $options; and return 1
        end
    end
    # The page is opened, closed or given a new secret.
    if contains -- $option open close new-token
        for way in --open --close --new-token
            contains -- $way $options; and return 1
        end
    end
    switch "$operands[1]"
        case ''
            contains $option socket help name json version
        case start
            contains $option socket help name json at since watch size mass from altitude
        case cook
            contains $option socket help name json watch size mass from altitude
        case again
            contains $option socket help name json watch
        case status
            contains $option socket help name json format
        case watch
            contains $option socket help name json format waybar i3bar
        case wait pause resume extend snooze dismiss stop cancel
            contains $option socket help name all json
        case rename
            contains $option socket help name json
        case eggs
            contains $option socket help json size mass from altitude
        case history
            contains $option socket help json limit
        case doctor
            contains $option socket help json ring seen
        case page
            contains $option socket help open close new-token
        case ui
            contains $option socket help no-flash
        case '*'
            return 1
    end
end

complete -c eggctl -f

complete -c eggctl -n '__eggctl_expects command' -a start -d 'start a countdown; a timer with that name is reset'
complete -c eggctl -n '__eggctl_expects command' -a cook -d 'start eggs that are done at the same moment'
complete -c eggctl -n '__eggctl_expects command' -a again -d 'start the last egg once more'
complete -c eggctl -n '__eggctl_expects command' -a status -d 'show all timers'
complete -c eggctl -n '__eggctl_expects command' -a watch -d 'show the countdown as it runs'
complete -c eggctl -n '__eggctl_expects command' -a wait -d 'wait until an egg is done'
complete -c eggctl -n '__eggctl_expects command' -a pause -d 'pause a countdown'
complete -c eggctl -n '__eggctl_expects command' -a resume -d 'resume a paused countdown'
complete -c eggctl -n '__eggctl_expects command' -a extend -d 'make a countdown longer, or shorter'
complete -c eggctl -n '__eggctl_expects command' -a rename -d 'give a timer another name'
complete -c eggctl -n '__eggctl_expects command' -a snooze -d 'stop the alarm and ring again later'
complete -c eggctl -n '__eggctl_expects command' -a dismiss -d 'stop the alarm'
complete -c eggctl -n '__eggctl_expects command' -a cancel -d 'remove a timer'
complete -c eggctl -n '__eggctl_expects command' -a eggs -d 'list the eggs'
complete -c eggctl -n '__eggctl_expects command' -a history -d 'list past countdowns'
complete -c eggctl -n '__eggctl_expects command' -a doctor -d 'check whether an alarm would be heard'
complete -c eggctl -n '__eggctl_expects command' -a page -d 'show the address of the touch page'
complete -c eggctl -n '__eggctl_expects command' -a ui -d 'open the app in this terminal'

complete -c eggctl -n '__eggctl_expects egg' -k -a '(__eggctl_eggs)'
complete -c eggctl -n '__eggctl_expects timer' -k -a '(__eggctl_timers operand)'

complete -c eggctl -n '__eggctl_takes name' -l name -x -k -a '(__eggctl_timers option)' -d 'the timer\'s name'
complete -c eggctl -n '__eggctl_takes all' -l all -d 'all timers to which this applies'
complete -c eggctl -n '__eggctl_takes at' -l at -x -d 'ring at this time of day'
complete -c eggctl -n '__eggctl_takes since' -l since -x -d 'the egg went in this long ago'
complete -c eggctl -n '__eggctl_takes size' -l size -x -k -a 'S M L XL' -d 'the egg\'s size'
complete -c eggctl -n '__eggctl_takes mass' -l mass -x -d 'the egg\'s mass, such as 62g'
complete -c eggctl -n '__eggctl_takes from' -l from -x -k -a 'fridge room' -d 'where the egg comes from'
complete -c eggctl -n '__eggctl_takes altitude' -l altitude -x -d 'the altitude, such as 1600m'
complete -c eggctl -n '__eggctl_takes watch' -l watch -d 'show the countdown until it is over'
complete -c eggctl -n '__eggctl_takes format' -l format -x -d 'print timers in your own format'
complete -c eggctl -n '__eggctl_takes waybar' -l waybar -d 'print JSON for waybar'
complete -c eggctl -n '__eggctl_takes i3bar' -l i3bar -d 'speak the protocol of i3bar'
complete -c eggctl -n '__eggctl_takes limit' -l limit -x -d 'list at most this many countdowns'
complete -c eggctl -n '__eggctl_takes ring' -l ring -d 'also ring for two seconds'
complete -c eggctl -n '__eggctl_takes seen' -l seen -d 'stop reporting a damaged database'
complete -c eggctl -n '__eggctl_takes open' -l open -d 'open the page to the house'
complete -c eggctl -n '__eggctl_takes close' -l close -d 'close it to all but this machine'
complete -c eggctl -n '__eggctl_takes new-token' -l new-token -d 'make a new secret'
complete -c eggctl -n '__eggctl_takes no-flash' -l no-flash -d 'don\'t flash while an alarm rings'
complete -c eggctl -n '__eggctl_takes json' -l json -d 'print JSON, one object per line'
complete -c eggctl -n '__eggctl_takes socket' -l socket -rF -d 'the socket at which eggd listens'
complete -c eggctl -n '__eggctl_takes help' -s h -l help -d 'show help and exit'
complete -c eggctl -n '__eggctl_takes version' -l version -d 'show the version and exit'
