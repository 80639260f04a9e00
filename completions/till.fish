# Completes till in fish: its commands and options, and the words that some options take.
#
# fish finds it as till.fish in a folder of $fish_complete_path.

# The finished words that are no options, one per line.
function __till_operands
    set -l awaited
    for word in (commandline -opc)[2..]
        if set -q awaited[1]
            set -e awaited
        else if not string match -qr '^-[^0-9]' -- $word
            echo $word
        else if not contains -- $word --json --delivery --list --exact --reset --help -h --version
            string match -q -- '*=*' $word; or set awaited $word
        end
    end
end

# Whether the next word may be a command, or the second word of cards or rates, or a file.
function __till_expects --argument-names what
    set -l operands (__till_operands)
    switch $what
        case command
            test (count $operands) = 0
        case file
            test "$operands" = 'cards import'
        case '*'
            test "$operands" = $what
    end
end

# Whether the command takes an option that hasn't been given yet.
function __till_takes --argument-names option
    set -l operands (__till_operands)
    set -l words (commandline -opc | string replace -r '=.*' '')
    # An option whose value is completed now is the last word.
    contains $option json delivery list exact reset help version; or set words $words[1..-2]
    contains -- --$option $words; and return 1
    switch "$operands[1]"
        case ''
            contains $option help json version
        case lunch
            contains $option help json soup main dessert cola delivery currency
        case convert
            contains $option help json list exact
        case tip
            contains $option help json tip people round tax currency
        case rates
            contains $option help json reset
        case cards
            switch "$operands[2]"
                case register
                    contains $option help json name email telephone
                case recover list show delete
                    contains $option help json customer
                case buy
                    contains $option help json customer recipient gender color message senders luxury
                case export import
                    contains $option help json
                case '*'
                    test $option = help
            end
        case '*'
            return 1
    end
end

# The currencies of the command.
function __till_currencies
    if test (__till_operands)[1] = lunch
        printf '%s\n' EUR BGN USD
    else
        printf '%s\n' USD GBP EUR CHF
    end
end

complete -c till -f

complete -c till -n '__till_expects command' -a lunch -d 'show the menu, or add up a lunch bill'
complete -c till -n '__till_expects command' -a convert -d 'convert a value to another unit'
complete -c till -n '__till_expects command' -a tip -d 'work out a tip, and split the check'
complete -c till -n '__till_expects command' -a cards -d 'register customers; buy, list and delete greeting cards'
complete -c till -n '__till_expects command' -a rates -d 'show the exchange rates, or set that of the dollar'

complete -c till -n '__till_expects cards' -a register -d 'register a customer'
complete -c till -n '__till_expects cards' -a recover -d 'make a new recovery code'
complete -c till -n '__till_expects cards' -a list -d 'list the orders of a customer'
complete -c till -n '__till_expects cards' -a buy -d 'order a card'
complete -c till -n '__till_expects cards' -a show -d 'show an order'
complete -c till -n '__till_expects cards' -a delete -d 'delete an order'
complete -c till -n '__till_expects cards' -a export -d 'print all customers and orders as JSON'
complete -c till -n '__till_expects cards' -a import -d 'add the customers and orders of a file'
complete -c till -n '__till_expects rates' -a USD
complete -c till -n '__till_expects file' -F

complete -c till -n '__till_takes soup' -l soup -x -d 'soups'
complete -c till -n '__till_takes main' -l main -x -d 'main dishes'
complete -c till -n '__till_takes dessert' -l dessert -x -d 'desserts'
complete -c till -n '__till_takes cola' -l cola -x -d 'litres of cola'
complete -c till -n '__till_takes delivery' -l delivery -d 'have it delivered'
complete -c till -n '__till_takes currency' -l currency -x -k -a '(__till_currencies)' -d 'the currency'
complete -c till -n '__till_takes list' -l list -d 'list the converters'
complete -c till -n '__till_takes exact' -l exact -d 'print all digits'
complete -c till -n '__till_takes reset' -l reset -d 'use the bank\'s rate again'
complete -c till -n '__till_takes tip' -l tip -x -d 'the tip in percent'
complete -c till -n '__till_takes people' -l people -x -d 'split the check'
complete -c till -n '__till_takes round' -l round -x -k -a 'exact tip-up tip-down total-up total-down' -d 'round to whole units'
complete -c till -n '__till_takes tax' -l tax -x -d 'the tax in the bill, in percent'
complete -c till -n '__till_takes name' -l name -x -d 'the customer\'s name'
complete -c till -n '__till_takes email' -l email -x -d 'the customer\'s e-mail address'
complete -c till -n '__till_takes telephone' -l telephone -x -d 'the customer\'s telephone number'
complete -c till -n '__till_takes customer' -l customer -x -d 'the customer\'s e-mail address'
complete -c till -n '__till_takes recipient' -l recipient -x -d 'the recipient of the card'
complete -c till -n '__till_takes gender' -l gender -x -a 'man woman' -d 'the recipient'
complete -c till -n '__till_takes color' -l color -x -d 'the recipient\'s favourite colour'
complete -c till -n '__till_takes message' -l message -x -d 'the text on the card'
complete -c till -n '__till_takes senders' -l senders -x -d 'the sender or the senders'
complete -c till -n '__till_takes luxury' -l luxury -x -d 'from 1 to 10'
complete -c till -n '__till_takes json' -l json -d 'print JSON, one object per line'
complete -c till -n '__till_takes help' -s h -l help -d 'show help and exit'
complete -c till -n '__till_takes version' -l version -d 'show the version and exit'
