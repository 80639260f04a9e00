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

# The words before the one being typed, one per line: the operands, the options, or the place of eggd, an option and its
# value.
function __eggctl_said --argument-names what
    set -l words (commandline -opc)
    set -l operands
    set -l options
    set -l place
    set -l awaited
    for word in $words[2..]
        if set -q awaited[1]
            # An option counts once its value is complete.
            set -a options $awaited
            contains -- $awaited --host --socket; and set place $awaited $word
            set -e awaited
        else if contains -- -- $options; or not string match -qr '^-[^0-9]' -- $word
            set -a operands $word
        else if contains -- $word $__eggctl_with_value
            set awaited $word
        else
            set -a options (string replace -r '=.*' '' -- $word)
            set -l value (string match -r '^(--host|--socket)=(.*)' -- $word); and set place $value[2..]
        end
    end
    switch $what
        case program
            echo $words[1]
        case operands
            string join \n -- $operands
        case options
            string join \n -- $options
        case place
            string join \n -- $place
    end
end

# The output of eggctl, without errors, and without a long wait if eggd doesn't answer.
function __eggctl_ask
    # The program on the command line, if it is called by its path.
    set -l program (__eggctl_path (__eggctl_said program))
    string match -q '*/*' -- $program; and test -f $program -a -x $program; or set program eggctl
    set -l place (__eggctl_said place)
    set -q place[2]; and set place[2] (__eggctl_path $place[2])
    command timeout 1 $program $place $argv </dev/null 2>/dev/null
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
        if test (__eggctl_expected) = timers-or-time; and not string match -qr '^[-+0-9]' -- $operands
            # The first word that looks like a time is the time.
            set timers (string match -rv '^[-+0-9]' -- $timers)
        else if not contains -- -- (__eggctl_said options)
            # It would be read as an option.
            set timers (string match -rv '^-[^0-9]' -- $timers)
        end
    end
    string join \n -- $timers
end

# The kind of operand that the word being typed may be; empty if it may be none.
function __eggctl_expected
    set -l operands (__eggctl_said operands)
    set -l options (__eggctl_said options)
    if not set -q operands[1]
        echo command
        return
    end
    set -l kind (__eggctl_operand "$operands[1]" (count $operands) $options)
    # The timer can be named only once.
    if string match -q 'timers*' -- "$kind"
        contains -- --name $options; or contains -- --all $options; and set kind
    end
    echo "$kind"
end

# Whether the word being typed may be an operand of one of these kinds.
function __eggctl_expects
    contains -- (__eggctl_expected) $argv
end

# Whether the command takes an option that hasn't been given yet, and none that contradicts it.
function __eggctl_takes --argument-names option
    set -l operands (__eggctl_said operands)
    set -l options (__eggctl_said options)
    contains -- --$option $options; and return 1
    for other in (__eggctl_excluded $option)
        contains -- --$other $options; and return 1
    end
    contains -- $option (__eggctl_taken "$operands[1]")
end

complete -c eggctl -f
complete -c eggctl -n '__eggctl_expects eggs command' -k -a '(__eggctl_eggs)'
complete -c eggctl -n '__eggctl_expects timers timers-or-time' -k -a '(__eggctl_timers operand)'

# BEGIN: script/completions writes this part from the table of the commands.
set -g __eggctl_with_value --host --socket --at --since --sound --size --mass --from --altitude --name --format --limit

# The options of a command.
function __eggctl_taken --argument-names command
    switch "$command"
        case ''
            string split ' ' 'name json version host socket help'
        case start
            string split ' ' 'at since sound size mass from altitude watch json name host socket help'
        case cook
            string split ' ' 'size mass from altitude watch json name host socket help'
        case again
            string split ' ' 'watch json name host socket help'
        case status
            string split ' ' 'json format name host socket help'
        case watch
            string split ' ' 'json format waybar i3bar name host socket help'
        case wait
            string split ' ' 'all json name host socket help'
        case pause
            string split ' ' 'all json name host socket help'
        case resume
            string split ' ' 'all json name host socket help'
        case extend
            string split ' ' 'all json name host socket help'
        case rename
            string split ' ' 'json name host socket help'
        case snooze
            string split ' ' 'all json name host socket help'
        case dismiss stop
            string split ' ' 'all json name host socket help'
        case cancel
            string split ' ' 'all json name host socket help'
        case undo
            string split ' ' 'json host socket help'
        case eggs
            string split ' ' 'size mass from altitude json host socket help'
        case kitchen
            string split ' ' 'size mass from altitude reset json host socket help'
        case history
            string split ' ' 'limit json host socket help'
        case doctor
            string split ' ' 'ring seen json host socket help'
        case page
            string split ' ' 'open close new-token new-answer-token host socket help'
        case keys
            string split ' ' 'learn host socket help'
        case ui
            string split ' ' 'no-flash host socket help'
    end
end

# The options that can't be given together with this one.
function __eggctl_excluded --argument-names option
    switch $option
        case host
            string split ' ' 'socket'
        case socket
            string split ' ' 'host'
        case at
            string split ' ' 'since'
        case since
            string split ' ' 'at'
        case size
            string split ' ' 'mass reset'
        case mass
            string split ' ' 'size reset'
        case from
            string split ' ' 'reset'
        case altitude
            string split ' ' 'reset'
        case json
            string split ' ' 'format waybar i3bar'
        case name
            string split ' ' 'all'
        case format
            string split ' ' 'json waybar i3bar'
        case waybar
            string split ' ' 'json format i3bar'
        case i3bar
            string split ' ' 'json format waybar'
        case all
            string split ' ' 'name'
        case reset
            string split ' ' 'size mass from altitude'
        case open
            string split ' ' 'close new-token new-answer-token'
        case close
            string split ' ' 'open new-token new-answer-token'
        case new-token
            string split ' ' 'open close new-answer-token'
        case new-answer-token
            string split ' ' 'open close new-token'
    end
end

# The kind of the operand at this place of a command, if these options are given.
function __eggctl_operand --argument-names command place
    set -l options $argv[3..]
    switch "$command $place"
        case 'start 1'
            contains -- --at $options; or echo eggs
        case 'cook *'
            echo eggs
        case 'status *'
            echo timers
        case 'watch 1'
            echo timers
        case 'wait *'
            echo timers
        case 'pause *'
            echo timers
        case 'resume *'
            echo timers
        case 'extend 1'
            echo nothing
        case 'extend *'
            echo timers
        case 'rename 1'
            echo timers
        case 'rename 2'
            echo nothing
        case 'snooze *'
            echo timers-or-time
        case 'dismiss *' 'stop *'
            echo timers
        case 'cancel *'
            echo timers
        case 'page 1'
            contains -- --open $options; and echo nothing
    end
end

complete -c eggctl -n '__eggctl_expects command' -a start -d 'start a countdown; a timer with that name is reset'
complete -c eggctl -n '__eggctl_expects command' -a cook -d 'start eggs that are done at the same moment'
complete -c eggctl -n '__eggctl_expects command' -a again -d 'start the last egg once more'
complete -c eggctl -n '__eggctl_expects command' -a status -d 'show all timers'
complete -c eggctl -n '__eggctl_expects command' -a watch -d 'show the countdown as it runs'
complete -c eggctl -n '__eggctl_expects command' -a wait -d 'wait until an egg is done'
complete -c eggctl -n '__eggctl_expects command' -a pause -d 'pause a countdown'
complete -c eggctl -n '__eggctl_expects command' -a resume -d 'resume a paused countdown'
complete -c eggctl -n '__eggctl_expects command' -a extend -d 'make a countdown longer, or shorter with -TIME'
complete -c eggctl -n '__eggctl_expects command' -a rename -d 'give a timer another name'
complete -c eggctl -n '__eggctl_expects command' -a snooze -d 'stop the alarm and ring again later'
complete -c eggctl -n '__eggctl_expects command' -a dismiss -d 'stop the alarm'
complete -c eggctl -n '__eggctl_expects command' -a cancel -d 'remove a timer'
complete -c eggctl -n '__eggctl_expects command' -a undo -d 'take back the last start or removal'
complete -c eggctl -n '__eggctl_expects command' -a eggs -d 'list the eggs'
complete -c eggctl -n '__eggctl_expects command' -a kitchen -d 'show or set the egg that is used in this kitchen'
complete -c eggctl -n '__eggctl_expects command' -a history -d 'list past countdowns'
complete -c eggctl -n '__eggctl_expects command' -a doctor -d 'check whether an alarm would be heard'
complete -c eggctl -n '__eggctl_expects command' -a page -d 'show the address of the touch page, also for phones'
complete -c eggctl -n '__eggctl_expects command' -a keys -d 'show the buttons and dials, and what they do'
complete -c eggctl -n '__eggctl_expects command' -a ui -d 'open the app: eggs to tap, in this terminal'

complete -c eggctl -n '__eggctl_takes host' -l host -x -d 'the machine on which eggd runs, by ssh'
complete -c eggctl -n '__eggctl_takes socket' -l socket -rF -d 'the socket at which eggd listens'
complete -c eggctl -n '__eggctl_takes help' -s h -l help -d 'show help and exit'
complete -c eggctl -n '__eggctl_takes version' -l version -d 'show the version and exit'
complete -c eggctl -n '__eggctl_takes at' -l at -x -d 'ring at this time of day'
complete -c eggctl -n '__eggctl_takes since' -l since -x -d 'the egg went in this long ago'
complete -c eggctl -n '__eggctl_takes sound' -l sound -x -d 'the alarm\'s sound, such as chime'
complete -c eggctl -n '__eggctl_takes size' -l size -x -k -a 'S M L XL' -d 'the egg\'s size'
complete -c eggctl -n '__eggctl_takes mass' -l mass -x -d 'the egg\'s mass, such as 62g'
complete -c eggctl -n '__eggctl_takes from' -l from -x -k -a 'fridge room' -d 'where the egg comes from'
complete -c eggctl -n '__eggctl_takes altitude' -l altitude -x -d 'the altitude, such as 1600m'
complete -c eggctl -n '__eggctl_takes watch' -l watch -d 'show the countdown until it is over'
complete -c eggctl -n '__eggctl_takes json' -l json -d 'print JSON, one object per line'
complete -c eggctl -n '__eggctl_takes name' -l name -x -k -a '(__eggctl_timers option)' -d 'the timer\'s name'
complete -c eggctl -n '__eggctl_takes format' -l format -x -d 'print timers in your own format'
complete -c eggctl -n '__eggctl_takes waybar' -l waybar -d 'print JSON for waybar'
complete -c eggctl -n '__eggctl_takes i3bar' -l i3bar -d 'speak the protocol of i3bar'
complete -c eggctl -n '__eggctl_takes all' -l all -d 'all timers to which this applies'
complete -c eggctl -n '__eggctl_takes reset' -l reset -d 'use the egg of eggd.conf again'
complete -c eggctl -n '__eggctl_takes limit' -l limit -x -d 'list at most this many countdowns'
complete -c eggctl -n '__eggctl_takes ring' -l ring -d 'also ring for two seconds'
complete -c eggctl -n '__eggctl_takes seen' -l seen -d 'stop reporting a damaged database'
complete -c eggctl -n '__eggctl_takes open' -l open -d 'open the page to your home network'
complete -c eggctl -n '__eggctl_takes close' -l close -d 'close it to all but this machine'
complete -c eggctl -n '__eggctl_takes new-token' -l new-token -d 'make a new secret'
complete -c eggctl -n '__eggctl_takes new-answer-token' -l new-answer-token -d 'make a secret for a phone\'s buttons'
complete -c eggctl -n '__eggctl_takes learn' -l learn -d 'ask for three presses, and print the section for them'
complete -c eggctl -n '__eggctl_takes no-flash' -l no-flash -d 'don\'t flash while an alarm rings'
# END
