import Program

/// The texts of `--help`.
enum TillHelp {
    static func text(_ command: TillCommandName?) -> String {
        guard let command else { return overview }
        return "\(about(command))\n\nOptions:\n\(lines(command.explainedOptions))"
    }

    private static let overview = """
        Usage: till COMMAND [OPTION...]

        Adds up lunch bills, converts units, works out tips, and sells greeting cards.

        Commands:
        \(TillCommandName.allCases.map(line).joined(separator: "\n"))

        For more about a command: till COMMAND --help

        Options:
        \(lines([.json(), .help, .version]))
        Exit status: 0 success, 1 refused, 64 wrong usage, 69 the database can't be
        used, 70 a defect of till, 74 the output can't be written.

        """

    private static func line(_ command: TillCommandName) -> String {
        let operands =
            switch command {
            case .lunch, .cards: ""
            case .convert: " VALUE UNIT"
            case .tip: " BILL PERCENT"
            case .rates: " [USD RATE]"
            }
        return OptionLines.line("  ", command.rawValue + operands, command.summary, width: 20)
    }

    private static func lines(_ options: [TillOption]) -> String {
        options.map { option in
            OptionLines.text(option.name, letter: option.letter, value: option.placeholder, option.help)
        }.joined()
    }

    private static func about(_ command: TillCommandName) -> String {
        switch command {
        case .lunch:
            """
            Usage: till lunch [--soup N] [--main N] [--dessert N] [--cola LITRES]
                              [--delivery] [--currency CODE] [--json]

            Adds up a lunch bill: soup 2.00 EUR, main dish 4.50, dessert 1.50, cola 2.00 a
            litre, delivery 10.00. Without an order, shows this menu.

              till lunch --soup 1 --main 2 --cola 0.5 --delivery --currency BGN
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
            """
        case .tip:
            """
            Usage: till tip BILL PERCENT [--people N] [--round MODE] [--tax PERCENT]
                            [--currency CODE] [--json]

            Works out the tip, the total, and what each person pays.

              till tip 50€ 20
              till tip 85.40 18 --people 4 --round tip-up --tax 8.25
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
            """
        case .rates:
            """
            Usage: till rates [USD RATE] [--json]
                   till rates USD --reset [--json]

            Shows the exchange rates with their dates, or sets the dollar's: how many
            dollars one euro is. The rate of the lev is fixed.

              till rates USD 1.1573
            """
        }
    }
}
