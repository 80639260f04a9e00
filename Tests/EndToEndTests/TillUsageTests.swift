import EggTestSupport
import Glibc
import Testing

/// Command lines of `till` as people type them.
@Suite struct TillUsageTests {
    private let folder = TemporaryFolder()
    private var environment: [String: String] { ["XDG_STATE_HOME": folder.path, "TZ": "UTC", "LC_ALL": "en_US.UTF-8"] }

    private func till(_ words: [String]) throws -> Program.Result {
        try Program.run(BuiltPrograms.till, words, environment: environment)
    }

    /// Splits the line at its spaces, as a shell does.
    private func till(_ line: String) throws -> Program.Result {
        try till(line.split(separator: " ").map(String.init))
    }

    // MARK: Conversions

    @Test func peopleGetAResultThatIsRounded() throws {
        #expect(try till("convert 350F").output == "350 °F = 176.7 °C\n")
        #expect(try till("convert 26.2 mi km").output == "26.2 mi = 42.16 km\n")
        #expect(try till("convert 123456 km mi").output == "123456 km = 76712 mi\n")
        #expect(try till("convert 1 uk pint").output == "1 UK pt = 568.3 ml\n")
        #expect(try till("convert 20C->F").output == "20 °C = 68 °F\n")
        #expect(try till("convert -.5 C").output == "-0.5 °C = 31.1 °F\n")
        #expect(try till("convert 350F --exact").output == "350 °F = 176.6666667 °C\n")
        #expect(try till("convert 350F --json").output.contains(#""result":"176.6666667""#))
    }

    @Test func theConvertersAreListed() throws {
        #expect(try till("convert --list").output.hasPrefix("fahrenheit to celsius  (°F to °C)\n"))
    }

    // MARK: Amounts

    @Test(arguments: [
        ("50 20", "$60.00"), ("50 20%", "$60.00"), ("50€ 20", "€60.00"), ("€50 20", "€60.00"),
        ("$50 --tip 20", "$60.00"),
        ("£50 20", "£60.00"), ("50CHF 20", "Fr 60.00"), ("1,234.50 0", "$1,234.50"), ("1.234,50€ 0", "€1,234.50"),
        ("1,234,567 0", "$1,234,567.00"),
    ])
    func aTipTakesTheBillAndThePercentage(line: String, total: String) throws {
        let result = try till("tip \(line)")
        #expect(result.output.hasSuffix("Total To Pay  \(total)\n") && result.status == 0, "\(result)")
    }

    /// Each part of the program refuses some; the tests of that part have the others.
    @Test(arguments: [
        ("lunch --soup 11", "lunch"), ("lunch --sop 1", "lunch"), ("lunch --soup", "lunch"), ("tip --peple 3", "tip"),
        ("--json convert --exakt", "convert"),
        ("cards list --cutsomer x", "cards"), ("rates --delivery=5", "rates"), ("help tip lunch", "tip"),
        ("convert 99999999999F", "convert"), ("tip 50 20 --tip 20", "tip"), ("tip 50 20 4", "tip"),
        ("tip 1,000 20", "tip"), ("tip €50 20 --currency USD", "tip"), ("tip 1 --tip 51", "tip"),
        ("rates USD", "rates"), ("cards register --name x --email x --telephone 12345", "cards"),
    ])
    func wrongUsageNamesTheHelpOfTheCommand(line: String, command: String) throws {
        let result = try till(line)
        #expect(result.status == EX_USAGE && result.output.isEmpty, "\(result)")
        #expect(result.errors.hasPrefix("till: "), "\(result)")
        #expect(result.errors.hasSuffix("\nTry 'till \(command) --help'.\n"), "\(result)")
    }

    // MARK: Lunch, cards, rates

    @Test func lunchAloneShowsTheMenu() throws {
        let menu = """
            Soup  2.00 EUR
            Main Dish  4.50 EUR
            Dessert  1.50 EUR
            Cola  2.00 EUR / l
            Delivery  10.00 EUR
            Order like this: till lunch --soup 1 --main 2 --cola 0.5 --delivery

            """
        #expect(try till("lunch").output == menu)
        #expect(try till("lunch --currency BGN").output.contains("\nMain Dish  8.80 BGN\n"))
        #expect(try till("lunch --json").output.contains(#""label":"Main Dish""#))
        #expect(try till("lunch --main 1").output == "1 × Main Dish  4.50 EUR\nTotal  4.50 EUR\n")
        #expect(try till("lunch --soup 0").output == "Total  0.00 EUR\n")
    }

    @Test func luxuryIsExplained() throws {
        #expect(try till("cards --help").output.contains("10 % to the basic price"))
    }

    @Test func anOrderIsDeletedByItsName() throws {
        #expect(try till("cards register --name ivan --email ivan@example.org --telephone 12345").status == 0)
        for message in ["Hello", "Bye"] {
            let buy = "cards buy --recipient Anna --gender woman --color blue --message \(message) --senders us"
            #expect(try till(buy).status == 0)
        }
        let listed = try till("cards list").output.split(separator: "\n")
        let line = try #require(listed.first)
        let order = try #require(line.split(separator: " ").first)
        let deleted = try till("cards delete \(order)")
        #expect(deleted.output == "Order \(order) for Anna is deleted.\n" && deleted.status == 0, "\(deleted)")
        #expect(try till("cards delete \(order)").status == 1 && till("cards delete").status == EX_USAGE)
        #expect(try till("cards list").output.split(separator: "\n") == Array(listed.dropFirst()))
    }

    @Test func aRateGoesBackToTheBanks() throws {
        let first = try till("rates").output
        #expect(try till("rates USD 1.25").output.contains("1.25 USD, set on "))
        #expect(try till("rates USD --reset").output == first)
        #expect(try till("rates").output == first)
        #expect(try till("rates USD 1.2 --reset").status == EX_USAGE && till("rates BGN --reset").status == EX_USAGE)
    }
}
