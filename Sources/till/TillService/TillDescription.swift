import Varlink

/// The interface `io.eggtimer.Till`: its types as the pages get them.
///
/// The pages show the texts of the replies as they are, so that no rule of the till is written a second time.
public enum TillInterface {
    /// The interface's name.
    public static let name = "io.eggtimer.Till"

    /// The interface for `GetInterfaceDescription`.
    public static let description = InterfaceDescription(name: name, description: text)

    private static let text = """
        # The till: lunch bills, conversions, tips, and greeting cards.
        #
        # Numbers that a person types (prices, percentages, litres, rates) are passed as text, as typed, with a decimal
        # point or a decimal comma. Amounts in replies have three forms: minor, a whole number of the smallest unit
        # (cents, stotinki); text, to be shown; plain, the same without the currency.
        interface io.eggtimer.Till

        # currency: EUR, USD, BGN, GBP or CHF. text: such as "12.00 EUR" in lunch and cards, "$25.20" in tips.
        type Money (currency: string, minor: int, text: string, plain: string)

        # An entry of a list or a picker. value: what is passed in a call. label: what is shown.
        type Choice (value: string, label: string)

        # field: the parameter, such as "soup", "percent" or "emailAgain". message: a sentence to show at that field.
        type Problem (field: string, message: string)

        # A call was refused and has changed nothing. message: the first problem's.
        error Invalid (message: string, problems: []Problem)

        # No customer is signed in with this session; show the page to log in.
        error NotSignedIn (message: string)

        # The signed-in customer has no such order.
        error NoSuchOrder (message: string)

        # The till's database can't be read or written.
        error StoreUnavailable (message: string)


        # How many units of a currency one euro is. rate: decimal text. date: of the rate, such as "2025-11-20".
        # isReference: false if it was set by the user. text: all this in words, to be shown beside an amount.
        type Rate (currency: string, rate: string, date: string, isReference: bool, text: string)

        # The dollar's rate.
        method Rates() -> (rates: []Rate)

        # Sets a rate; its date is today's. Only USD can be set. Fields: currency, rate.
        method SetRate(currency: string, rate: string) -> (rates: []Rate)


        # A line of the menu. field: soup, main, dessert or cola. price: of one, or of a litre of cola. unit: null, or
        # the word for the slider ("l"). least, most, step: decimal text, for the field or the slider.
        type Dish (
          field: string,
          label: string,
          price: Money,
          unit: ?string,
          least: string,
          most: string,
          step: string
        )

        # currencies: the three buttons in their order; that of the prices is chosen at start.
        method Menu() -> (currencies: []Choice, dishes: []Dish, deliveryLabel: string, delivery: Money)

        # A line of a bill. quantity: such as "2" or "0.5 l"; empty for the delivery. text: all this in one line.
        type BillLine (label: string, quantity: string, amount: Money, text: string)

        # The bill in the chosen currency. An empty or missing number is none. lines: only what was ordered. euros: the
        # total in euro. rate: what it was converted by, with its date; null for EUR. Fields: soup, main, dessert,
        # cola (litres), currency.
        method Lunch(
          soup: ?string,
          main: ?string,
          dessert: ?string,
          cola: ?string,
          delivery: ?bool,
          currency: ?string
        ) -> (lines: []BillLine, total: Money, euros: Money, rate: ?Rate)


        # id: such as "fahrenheit-celsius". label: such as "fahrenheit to celsius". input, output: the units' symbols.
        type Converter (id: string, label: string, input: string, output: string)

        # The list of the sheet, in its order; the first is chosen at start.
        method Converters() -> (converters: []Converter)

        # Converts entry after keys have been pressed on it, which is how the keypad works: pass what the reply before
        # this one had as entry, and every key pressed since then in keys. Keys: 0-9, "." and "," (point), "C" (clear),
        # "N" (the +/- key), "B" (backspace); others are ignored, also digits beyond the tenth. Without keys, entry is
        # what was typed or pasted as a whole, and is refused if it is no number of at most ten digits (field: entry).
        # entry: what the lower field shows; result: what the upper one shows. Both are empty after "C".
        method Convert(converter: ?string, entry: string, keys: ?string) -> (
          converter: Converter,
          entry: string,
          result: string
        )


        # Settings of the tip pages, saved on the device. currency: auto, USD, GBP, EUR or CHF. rounding: exact, tip-up,
        # tip-down, total-up or total-down. taxRate: percent, used if tipOnTax is false. locale: the device's, such as
        # "en-US", for auto.
        type TipSettings (currency: string, rounding: string, tipOnTax: bool, taxRate: string, locale: ?string)

        # The choices of the pickers and of the settings' lists, in order, and the settings at start.
        method TipChoices() -> (
          people: []Choice,
          percents: []Choice,
          currencies: []Choice,
          roundings: []Choice,
          tipOnTax: []Choice,
          settings: TipSettings
        )

        # The amount that one of the people was set to pay. check: its number from 1. minor: the total, tip included.
        type Adjustment (check: int, minor: int)

        # One person's part of the bill. label: "Check 1". total: bill + tip. isAdjusted: whether it was set; the others
        # share the rest. least, most: the range of its slider, in smallest units. text: the row in one line, such as
        # "Check 1  $25.20  $21.35 + $3.85 tip".
        type Check (
          check: int,
          label: string,
          total: Money,
          bill: Money,
          tip: Money,
          detail: string,
          text: string,
          isAdjusted: bool,
          least: int,
          most: int
        )

        # A percentage of the picker, and the tip that it would make. label: such as "Eighteen
        # Percent  $15.37".
        type PercentTip (value: string, label: string, tip: Money)

        # The check and its split. bill, keys: as entry and keys of Convert, for the number pad of the bill; at most two
        # decimals. percent: 0 to 50. people: 1 (no split) to 50. adjustments: in the order they were made; leave them
        # out when bill, percent, people or settings change. perPerson: null without a split; perPersonText: such as
        # "1 × $25.20, 3 × $25.19". peopleLabel: such as "4 people" or "None". tipped: what the tip is taken of, if that is
        # not the bill. Fields: bill, percent, people, currency, rounding, taxRate, and check1, check2, ... for a row
        # whose adjustment can't add up to the total.
        method Tip(
          bill: string,
          keys: ?string,
          percent: string,
          people: int,
          settings: ?TipSettings,
          adjustments: ?[]Adjustment
        ) -> (
          entry: string,
          bill: Money,
          tipped: ?Money,
          tip: Money,
          total: Money,
          totalText: string,
          peopleLabel: string,
          perPerson: ?Money,
          perPersonText: ?string,
          checks: []Check,
          percents: []PercentTip
        )

        # The title of the tip pages, and the picture beside it: base64 of a PNG, JPEG or WebP file, null if none.
        method Branding() -> (title: string, picture: ?string)

        # Changes the title, or the picture, or both; an empty text restores what it was at start. A picture has 48 KiB
        # at most. Fields: title, picture.
        method SetBranding(title: ?string, picture: ?string) -> (title: string, picture: ?string)


        # Of the methods from here on, Account, Register, SignIn, SignOut, CardChoices, SetLeadingCurrency and CardPrice
        # work without a session. The others are about the customer who is signed in with the session's cookie, and
        # refuse with NotSignedIn without one.
        type Customer (name: string, email: string, telephone: string)

        # The customer who is signed in; null if nobody is.
        method Account() -> (customer: ?Customer)

        # Also signs in. recoveryCode: to be shown once; it can't be had again. Fields: name, email, emailAgain,
        # telephone.
        method Register(name: string, email: string, emailAgain: string, telephone: string) -> (
          customer: Customer,
          recoveryCode: string
        )

        # Field: recoveryCode.
        method SignIn(recoveryCode: string) -> (customer: Customer)

        # Ends this session. Without one, nothing changes.
        method SignOut() -> ()

        # Deletes the customer, all orders and all sessions.
        method DeleteAccount() -> ()

        # genders: man, woman. nameLimit, messageLimit: characters. leastLuxury, mostLuxury: of the slider. leading: the
        # currency that leads, BGN or EUR; leadings: what it can be.
        method CardChoices() -> (
          genders: []Choice,
          nameLimit: int,
          messageLimit: int,
          leastLuxury: int,
          mostLuxury: int,
          leading: string,
          leadings: []Choice
        )

        # Sets which currency leads, BGN or EUR, for everybody; needs no session. Field: currency.
        method SetLeadingCurrency(currency: string) -> (leading: string)

        # leading: in the leading currency; beside: in the other; text: both, such as "9.00 BGN (4.60 EUR)".
        type Price (leading: Money, beside: Money, text: string)

        # The price with what has been typed so far. messageCount: "30 of 2000 characters". Fields:
        # message, senders, luxury.
        method CardPrice(message: string, senders: string, luxury: int) -> (
          price: Price,
          messageCount: string,
          sendersCount: string
        )

        # order: its key, the time as a decimal number of seconds since 1970. date: such as "2025-11-21 08:35".
        type OrderLine (order: string, recipient: string, date: string)

        type Order (
          order: string,
          date: string,
          recipient: string,
          gender: string,
          genderLabel: string,
          color: string,
          message: string,
          senders: string,
          luxury: int,
          price: Price
        )

        # Fields: recipient, gender, color (the recipient's favourite), message, senders, luxury. The reply is sent when
        # the order is on disk.
        method Buy(
          recipient: string,
          gender: string,
          color: string,
          message: string,
          senders: string,
          luxury: int
        ) -> (order: Order)

        # All orders of the customer, the newest first, 100 at once. before: the last order of the reply before this
        # one, for the next ones; null for the first ones. hasMore: whether there are older ones.
        method Purchases(before: ?string) -> (orders: []OrderLine, hasMore: bool)

        # Everything about one order.
        method Purchase(order: string) -> (order: Order)

        """
}
