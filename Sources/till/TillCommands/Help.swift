/// The texts of `--help`.
enum Help {
    static func text(_ command: CommandName?) -> String {
        guard let command else { return overview }
        return about(command) + "\n" + common
    }

    private static let overview = """
        Usage: till COMMAND [OPTION...]

        Adds up lunch bills, converts units, works out tips, and sells greeting cards.

        Commands:
          lunch                show the menu, or add up a lunch bill
          convert VALUE UNIT   convert a value to another unit
          tip BILL PERCENT     work out a tip, and split the check
          cards                register customers; buy, list and delete greeting cards
          rates [USD RATE]     show the exchange rates, or set that of the dollar

        For more about a command: till COMMAND --help

        Options:
              --json           print JSON, one object per line
          -h, --help           show this help and exit
              --version        show the version and exit

        Exit status: 0 success, 1 refused, 64 wrong usage, 69 the database can't be
        used, 70 a defect of till, 74 the output can't be written.

        """

    private static let common = """
          -h, --help           show this help and exit

        """

    private static func about(_ command: CommandName) -> String {
        switch command {
        case .lunch:
            """
            Usage: till lunch [--soup N] [--main N] [--dessert N] [--cola LITRES]
                              [--delivery] [--currency CODE] [--json]

            Adds up a lunch bill: soup 2.00 EUR, main dish 4.50, dessert 1.50, cola 2.00 a
            litre, delivery 10.00. Without an order, shows this menu.

              till lunch --soup 1 --main 2 --cola 0.5 --delivery --currency BGN

            Options:
                  --soup N         soups, 0 to 10
                  --main N         main dishes, 0 to 10
                  --dessert N      desserts, 0 to 10
                  --cola LITRES    litres of cola, 0 to 2 in steps of 0.1
                  --delivery       have it delivered
                  --currency CODE  EUR (the default), BGN or USD
                  --json           print the bill as a JSON object
            """
        case .convert:
            """
            Usage: till convert VALUE UNIT [[in] UNIT] [--exact] [--json]
                   till convert --list [--json]

            Converts a value of at most ten digits. The second unit can be left out. A
            temperature is rounded to one decimal, anything else to four significant
            digits.

              till convert 350F
              till convert 26.2 mi km
              till convert 5 ft 11 in in cm

            The units are °F, °C; mi, ft, in, km, cm; lb, oz, kg, g; cups, tbsp (15 ml),
            tsp (5 ml), fl oz and pint (US), uk pint, l, dl, cl, ml; stick (of butter).

            Options:
                  --list           list the converters
                  --exact          print the result with up to ten significant digits
                  --json           print the exact result as a JSON object
            """
        case .tip:
            """
            Usage: till tip BILL PERCENT [--people N] [--round MODE] [--tax PERCENT]
                            [--currency CODE] [--json]

            Works out the tip, the total, and what each person pays.

              till tip 50€ 20
              till tip 85.40 18 --people 4 --round tip-up --tax 8.25

            Options:
                  --tip PERCENT    the tip, 0 to 50, instead of the second word
                  --people N       split the check, 1 to 50
                  --round MODE     exact (the default), or to whole units: tip-up,
                                   tip-down, total-up, total-down
                  --tax PERCENT    the tax in the bill, on which no tip is given
                  --currency CODE  USD, GBP, EUR or CHF; by default that of the bill's
                                   sign, or else that of the locale
                  --json           print the check as a JSON object
            """
        case .cards:
            """
            Usage: till cards register --name NAME --email EMAIL --telephone NUMBER
                   till cards recover [--customer EMAIL]
                   till cards list [--customer EMAIL]
                   till cards buy --recipient NAME --gender man|woman --color COLOR
                                  --message TEXT --senders NAMES [--luxury 1-10]
                                  [--customer EMAIL]
                   till cards show ORDER [--customer EMAIL]
                   till cards delete ORDER [--customer EMAIL]
                   till cards export
                   till cards import [FILE]

            Sells greeting cards. 'register' shows a recovery code, with which the customer
            logs in on a page; 'recover' makes a new one if it was lost. 'list' shows the
            orders by their times, which name them; a deleted one can't be restored.
            'export' prints all customers and orders as JSON, and 'import' adds those of a
            file or of standard input.

            Options:
                  --name NAME      the customer's name
                  --email EMAIL    the customer's e-mail address
                  --telephone NUMBER
                                   the customer's telephone number
                  --customer EMAIL the customer; by default the only one
                  --recipient NAME the recipient of the card
                  --gender GENDER  the recipient: man or woman
                  --color COLOR    the recipient's favourite colour
                  --message TEXT   the text on the card
                  --senders NAMES  the sender or the senders
                  --luxury N       how fine the card is, from 1 (plain, the default) to 10;
                                   each step adds 10 % to the basic price
                  --json           print the reply as a JSON object
            """
        case .rates:
            """
            Usage: till rates [USD RATE] [--json]
                   till rates USD --reset [--json]

            Shows the exchange rates with their dates, or sets the dollar's: how many
            dollars one euro is. The rate of the lev is fixed.

              till rates USD 1.1573

            Options:
                  --reset          use the European Central Bank's rate of the dollar again
                  --json           print the dollar's rate as a JSON object
            """
        }
    }
}
