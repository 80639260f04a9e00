// Generated from io.eggtimer.Till.varlink by script/interface. Change that, and run it again.
// swift-format-ignore-file
import Varlink

/// The till behind its pages: lunch bills, conversions, tips and greeting cards.
public enum TillInterface {
    /// The interface's name.
    public static let interface = "io.eggtimer.Till"

    /// An amount.
    public struct Money: Codable, Equatable, Sendable {
        /// The code of ISO 4217, such as EUR.
        public var currency: String
        /// In the smallest unit, such as cents.
        public var minor: Int64
        /// To be shown: "12.00 EUR" in lunch and cards, "$25.20" in tips.
        public var text: String
        /// The text without the currency.
        public var plain: String

        /// A value with these fields.
        public init(currency: String, minor: Int64, text: String, plain: String) {
            self.currency = currency
            self.minor = minor
            self.text = text
            self.plain = plain
        }
    }

    /// An entry of a list or a picker.
    public struct Choice: Codable, Equatable, Sendable {
        /// The value to pass in a call.
        public var value: String
        /// The text to show.
        public var label: String

        /// A value with these fields.
        public init(value: String, label: String) {
            self.value = value
            self.label = label
        }
    }

    /// How many units of a currency one euro is.
    public struct Rate: Codable, Equatable, Sendable {
        /// The currency that is not the euro.
        public var currency: String
        /// Decimal text.
        public var rate: String
        /// The rate's day, such as 2025-11-20.
        public var date: String
        /// False if the user has set it.
        public var isReference: Bool
        /// All this in words, to be shown beside an amount.
        public var text: String

        /// A value with these fields.
        public init(currency: String, rate: String, date: String, isReference: Bool, text: String) {
            self.currency = currency
            self.rate = rate
            self.date = date
            self.isReference = isReference
            self.text = text
        }
    }

    /// A dish of the lunch menu, or the cola.
    public struct Dish: Codable, Equatable, Sendable {
        /// The parameter of Lunch.
        public var field: String
        /// Its name on the menu.
        public var label: String
        /// The price of one, or of a litre of cola.
        public var price: Money
        /// The word for the slider; nil for dishes that are counted.
        public var unit: String?
        /// The least that can be ordered.
        public var least: String
        /// The most.
        public var most: String
        /// The step between two numbers.
        public var step: String

        /// A value with these fields.
        public init(
            field: String, label: String, price: Money, unit: String? = nil, least: String, most: String, step: String
        ) {
            self.field = field
            self.label = label
            self.price = price
            self.unit = unit
            self.least = least
            self.most = most
            self.step = step
        }
    }

    /// A line of a lunch bill.
    public struct BillLine: Codable, Equatable, Sendable {
        /// The item's name on the menu.
        public var label: String
        /// Such as "2" or "0.5 l"; empty for the delivery.
        public var quantity: String
        /// The line's amount.
        public var amount: Money
        /// All this in one line.
        public var text: String

        /// A value with these fields.
        public init(label: String, quantity: String, amount: Money, text: String) {
            self.label = label
            self.quantity = quantity
            self.amount = amount
            self.text = text
        }
    }

    /// A conversion from one unit to another.
    public struct Converter: Codable, Equatable, Sendable {
        /// Its name in a call.
        public var id: String
        /// Its name in a list.
        public var label: String
        /// The symbol of the value's unit.
        public var input: String
        /// The symbol of the result's unit.
        public var output: String

        /// A value with these fields.
        public init(id: String, label: String, input: String, output: String) {
            self.id = id
            self.label = label
            self.input = input
            self.output = output
        }
    }

    /// Settings of the tip pages, which the device saves.
    public struct TipSettings: Codable, Equatable, Sendable {
        /// "auto", USD, GBP, EUR or CHF.
        public var currency: String
        /// One of the roundings of TipChoices.
        public var rounding: String
        /// Whether a tip is given on the tax.
        public var tipOnTax: Bool
        /// Per cent, used if tipOnTax is false.
        public var taxRate: String
        /// The device's, such as en-US, for "auto".
        public var locale: String?

        /// A value with these fields.
        public init(currency: String, rounding: String, tipOnTax: Bool, taxRate: String, locale: String? = nil) {
            self.currency = currency
            self.rounding = rounding
            self.tipOnTax = tipOnTax
            self.taxRate = taxRate
            self.locale = locale
        }
    }

    /// The amount that one of the people was set to pay.
    public struct Adjustment: Codable, Equatable, Sendable {
        /// The check's number from 1.
        public var check: Int64
        /// The total in smallest units, tip included.
        public var minor: Int64

        /// A value with these fields.
        public init(check: Int64, minor: Int64) {
            self.check = check
            self.minor = minor
        }
    }

    /// One person's part of the bill.
    public struct Check: Codable, Equatable, Sendable {
        /// Its number from 1.
        public var check: Int64
        /// Its name.
        public var label: String
        /// The bill's part and the tip's part together.
        public var total: Money
        /// The bill's part.
        public var bill: Money
        /// The tip's part.
        public var tip: Money
        /// Both parts in words.
        public var detail: String
        /// All this in one line.
        public var text: String
        /// Whether the total was set rather than shared.
        public var isAdjusted: Bool
        /// The least that its slider allows, in the smallest unit.
        public var least: Int64
        /// The most.
        public var most: Int64

        /// A value with these fields.
        public init(
            check: Int64, label: String, total: Money, bill: Money, tip: Money, detail: String, text: String,
            isAdjusted: Bool, least: Int64, most: Int64
        ) {
            self.check = check
            self.label = label
            self.total = total
            self.bill = bill
            self.tip = tip
            self.detail = detail
            self.text = text
            self.isAdjusted = isAdjusted
            self.least = least
            self.most = most
        }
    }

    /// A percentage of the picker, and the tip that it would make.
    public struct PercentTip: Codable, Equatable, Sendable {
        /// The value to pass in a call.
        public var value: String
        /// Both in words.
        public var label: String
        /// The tip.
        public var tip: Money

        /// A value with these fields.
        public init(value: String, label: String, tip: Money) {
            self.value = value
            self.label = label
            self.tip = tip
        }
    }

    /// A customer of the card shop.
    public struct Customer: Codable, Equatable, Sendable {
        /// The customer's own name.
        public var name: String
        /// The address, which no other customer has.
        public var email: String
        /// The number as typed.
        public var telephone: String

        /// A value with these fields.
        public init(name: String, email: String, telephone: String) {
            self.name = name
            self.email = email
            self.telephone = telephone
        }
    }

    /// The price of a card in both currencies.
    public struct Price: Codable, Equatable, Sendable {
        /// In the leading currency.
        public var leading: Money
        /// In the other.
        public var beside: Money
        /// Both in one text.
        public var text: String

        /// A value with these fields.
        public init(leading: Money, beside: Money, text: String) {
            self.leading = leading
            self.beside = beside
            self.text = text
        }
    }

    /// An order in a list.
    public struct OrderLine: Codable, Equatable, Sendable {
        /// Its key: seconds since 1970, as a decimal number.
        public var order: String
        /// The recipient's name.
        public var recipient: String
        /// When it was ordered.
        public var date: String

        /// A value with these fields.
        public init(order: String, recipient: String, date: String) {
            self.order = order
            self.recipient = recipient
            self.date = date
        }
    }

    /// Everything about one order.
    public struct Order: Codable, Equatable, Sendable {
        /// Its key: seconds since 1970, as a decimal number.
        public var order: String
        /// When it was ordered.
        public var date: String
        /// The recipient's name.
        public var recipient: String
        /// "man" or "woman".
        public var gender: String
        /// The word for it.
        public var genderLabel: String
        /// The recipient's favourite.
        public var color: String
        /// The text on the card.
        public var message: String
        /// The sender or the senders.
        public var senders: String
        /// From 1 to 10.
        public var luxury: Int64
        /// Its price at that time.
        public var price: Price

        /// A value with these fields.
        public init(
            order: String, date: String, recipient: String, gender: String, genderLabel: String, color: String,
            message: String, senders: String, luxury: Int64, price: Price
        ) {
            self.order = order
            self.date = date
            self.recipient = recipient
            self.gender = gender
            self.genderLabel = genderLabel
            self.color = color
            self.message = message
            self.senders = senders
            self.luxury = luxury
            self.price = price
        }
    }

    /// A problem with one field.
    public struct Problem: Codable, Equatable, Sendable {
        /// The parameter's name.
        public var field: String
        /// A sentence without its full stop.
        public var message: String

        /// A value with these fields.
        public init(field: String, message: String) {
            self.field = field
            self.message = message
        }
    }
}

extension TillInterface {
    /// The rates that can be set.
    public enum Rates: Method {
        public static let name = "\(interface).Rates"
        public typealias Parameters = Nothing

        /// The reply to `Rates`.
        public struct Reply: Codable, Equatable, Sendable {
            /// That of the dollar.
            public var rates: [Rate]

            /// A value with these fields.
            public init(rates: [Rate]) {
                self.rates = rates
            }
        }
    }

    /// Sets a rate.
    public enum SetRate: Method {
        public static let name = "\(interface).SetRate"
        public typealias Reply = Rates.Reply

        /// The parameters of `SetRate`.
        public struct Parameters: Codable, Equatable, Sendable {
            /// Only USD can be set.
            public var currency: String
            /// How many units one euro is.
            public var rate: String

            /// A value with these fields.
            public init(currency: String, rate: String) {
                self.currency = currency
                self.rate = rate
            }
        }
    }

    /// Makes a rate again that of the European Central Bank.
    public enum ResetRate: Method {
        public static let name = "\(interface).ResetRate"
        public typealias Reply = Rates.Reply

        /// The parameters of `ResetRate`.
        public struct Parameters: Codable, Equatable, Sendable {
            /// Only USD can be reset.
            public var currency: String

            /// A value with these fields.
            public init(currency: String) {
                self.currency = currency
            }
        }
    }

    /// The lunch menu.
    public enum Menu: Method {
        public static let name = "\(interface).Menu"
        public typealias Parameters = Nothing

        /// The reply to `Menu`.
        public struct Reply: Codable, Equatable, Sendable {
            /// The three buttons; that of the prices is chosen at first.
            public var currencies: [Choice]
            /// The dishes and the cola.
            public var dishes: [Dish]
            /// The word for the delivery.
            public var deliveryLabel: String
            /// Its price.
            public var delivery: Money

            /// A value with these fields.
            public init(currencies: [Choice], dishes: [Dish], deliveryLabel: String, delivery: Money) {
                self.currencies = currencies
                self.dishes = dishes
                self.deliveryLabel = deliveryLabel
                self.delivery = delivery
            }
        }
    }

    /// A lunch bill; a number that is empty or missing is none.
    public enum Lunch: Method {
        public static let name = "\(interface).Lunch"

        /// The parameters of `Lunch`.
        public struct Parameters: Codable, Equatable, Sendable {
            /// How many soups.
            public var soup: String?
            /// How many main dishes.
            public var main: String?
            /// How many desserts.
            public var dessert: String?
            /// Litres of cola.
            public var cola: String?
            /// Whether it is delivered.
            public var delivery: Bool?
            /// The currency of the bill; EUR without one.
            public var currency: String?

            /// A value with these fields.
            public init(
                soup: String? = nil, main: String? = nil, dessert: String? = nil, cola: String? = nil,
                delivery: Bool? = nil, currency: String? = nil
            ) {
                self.soup = soup
                self.main = main
                self.dessert = dessert
                self.cola = cola
                self.delivery = delivery
                self.currency = currency
            }
        }

        /// The reply to `Lunch`.
        public struct Reply: Codable, Equatable, Sendable {
            /// Only what was ordered.
            public var lines: [BillLine]
            /// The sum.
            public var total: Money
            /// The total in euro.
            public var euros: Money
            /// The rate by which the total was converted; nil for EUR.
            public var rate: Rate?

            /// A value with these fields.
            public init(lines: [BillLine], total: Money, euros: Money, rate: Rate? = nil) {
                self.lines = lines
                self.total = total
                self.euros = euros
                self.rate = rate
            }
        }
    }

    /// The converters, in the order of the list.
    public enum Converters: Method {
        public static let name = "\(interface).Converters"
        public typealias Parameters = Nothing

        /// The reply to `Converters`.
        public struct Reply: Codable, Equatable, Sendable {
            /// The first one is chosen at start.
            public var converters: [Converter]

            /// A value with these fields.
            public init(converters: [Converter]) {
                self.converters = converters
            }
        }
    }

    /// Converts an entry after keys were pressed on it, which is how the keypad works.
    public enum Convert: Method {
        public static let name = "\(interface).Convert"

        /// The parameters of `Convert`.
        public struct Parameters: Codable, Equatable, Sendable {
            /// The converter's id; the first one without it.
            public var converter: String?
            /// The entry of the reply before; without keys, what was typed or pasted as a whole.
            public var entry: String
            /// The keys pressed since then: 0-9, "." and ",", C (clear), N (the +/- key), B (backspace).
            public var keys: String?

            /// A value with these fields.
            public init(converter: String? = nil, entry: String, keys: String? = nil) {
                self.converter = converter
                self.entry = entry
                self.keys = keys
            }
        }

        /// The reply to `Convert`.
        public struct Reply: Codable, Equatable, Sendable {
            /// The converter.
            public var converter: Converter
            /// The text of the lower field; empty after C.
            public var entry: String
            /// The text of the upper field.
            public var result: String

            /// A value with these fields.
            public init(converter: Converter, entry: String, result: String) {
                self.converter = converter
                self.entry = entry
                self.result = result
            }
        }
    }

    /// The choices of the tip pages, in their order, and the settings at first.
    public enum TipChoices: Method {
        public static let name = "\(interface).TipChoices"
        public typealias Parameters = Nothing

        /// The reply to `TipChoices`.
        public struct Reply: Codable, Equatable, Sendable {
            /// How many people share a bill.
            public var people: [Choice]
            /// The percentages.
            public var percents: [Choice]
            /// The currencies of the settings.
            public var currencies: [Choice]
            /// How a tip or a total is rounded.
            public var roundings: [Choice]
            /// Whether a tip is given on the tax.
            public var tipOnTax: [Choice]
            /// The settings at first.
            public var settings: TipSettings

            /// A value with these fields.
            public init(
                people: [Choice], percents: [Choice], currencies: [Choice], roundings: [Choice], tipOnTax: [Choice],
                settings: TipSettings
            ) {
                self.people = people
                self.percents = percents
                self.currencies = currencies
                self.roundings = roundings
                self.tipOnTax = tipOnTax
                self.settings = settings
            }
        }
    }

    /// The tip of a bill, and its split.
    public enum Tip: Method {
        public static let name = "\(interface).Tip"

        /// The parameters of `Tip`.
        public struct Parameters: Codable, Equatable, Sendable {
            /// As the entry of Convert, with two decimals at most.
            public var bill: String
            /// As the keys of Convert.
            public var keys: String?
            /// The tip's percentage.
            public var percent: String
            /// 1 for no split.
            public var people: Int64
            /// The settings; those at first without them.
            public var settings: TipSettings?
            /// In the order in which they were made.
            public var adjustments: [Adjustment]?

            /// A value with these fields.
            public init(
                bill: String, keys: String? = nil, percent: String, people: Int64, settings: TipSettings? = nil,
                adjustments: [Adjustment]? = nil
            ) {
                self.bill = bill
                self.keys = keys
                self.percent = percent
                self.people = people
                self.settings = settings
                self.adjustments = adjustments
            }
        }

        /// The reply to `Tip`.
        public struct Reply: Codable, Equatable, Sendable {
            /// The text of the bill's field.
            public var entry: String
            /// The bill, with its tax.
            public var bill: Money
            /// The amount on which the tip is computed, if that is not the bill.
            public var tipped: Money?
            /// The tip.
            public var tip: Money
            /// Bill and tip together.
            public var total: Money
            /// The total in words.
            public var totalText: String
            /// The number of people in words.
            public var peopleLabel: String
            /// Nil without a split.
            public var perPerson: Money?
            /// Such as "1 × $25.20, 3 × $25.19".
            public var perPersonText: String?
            /// One for each person.
            public var checks: [Check]
            /// All percentages with their tips.
            public var percents: [PercentTip]

            /// A value with these fields.
            public init(
                entry: String, bill: Money, tipped: Money? = nil, tip: Money, total: Money, totalText: String,
                peopleLabel: String, perPerson: Money? = nil, perPersonText: String? = nil, checks: [Check],
                percents: [PercentTip]
            ) {
                self.entry = entry
                self.bill = bill
                self.tipped = tipped
                self.tip = tip
                self.total = total
                self.totalText = totalText
                self.peopleLabel = peopleLabel
                self.perPerson = perPerson
                self.perPersonText = perPersonText
                self.checks = checks
                self.percents = percents
            }
        }
    }

    /// The title of the tip pages, and the picture beside it.
    public enum Branding: Method {
        public static let name = "\(interface).Branding"
        public typealias Parameters = Nothing

        /// The reply to `Branding`.
        public struct Reply: Codable, Equatable, Sendable {
            /// The title.
            public var title: String
            /// Base64 of a PNG, JPEG or WebP file; nil if there is none.
            public var picture: String?

            /// A value with these fields.
            public init(title: String, picture: String? = nil) {
                self.title = title
                self.picture = picture
            }
        }
    }

    /// Changes the title, the picture, or both; an empty text restores what it was at first.
    public enum SetBranding: Method {
        public static let name = "\(interface).SetBranding"
        public typealias Reply = Branding.Reply

        /// The parameters of `SetBranding`.
        public struct Parameters: Codable, Equatable, Sendable {
            /// The title.
            public var title: String?
            /// Base64 of a PNG, JPEG or WebP file.
            public var picture: String?

            /// A value with these fields.
            public init(title: String? = nil, picture: String? = nil) {
                self.title = title
                self.picture = picture
            }
        }
    }

    /// The customer who is signed in.
    public enum Account: Method {
        public static let name = "\(interface).Account"
        public typealias Parameters = Nothing

        /// The reply to `Account`.
        public struct Reply: Codable, Equatable, Sendable {
            /// Nil if nobody is.
            public var customer: Customer?

            /// A value with these fields.
            public init(customer: Customer? = nil) {
                self.customer = customer
            }
        }
    }

    /// Registers a customer, and signs the device in.
    public enum Register: Method {
        public static let name = "\(interface).Register"

        /// The parameters of `Register`.
        public struct Parameters: Codable, Equatable, Sendable {
            /// The customer's own name.
            public var name: String
            /// The address.
            public var email: String
            /// The same once more.
            public var emailAgain: String
            /// The telephone number.
            public var telephone: String

            /// A value with these fields.
            public init(name: String, email: String, emailAgain: String, telephone: String) {
                self.name = name
                self.email = email
                self.emailAgain = emailAgain
                self.telephone = telephone
            }
        }

        /// The reply to `Register`.
        public struct Reply: Codable, Equatable, Sendable {
            /// The customer.
            public var customer: Customer
            /// To be shown once; it can't be had again.
            public var recoveryCode: String

            /// A value with these fields.
            public init(customer: Customer, recoveryCode: String) {
                self.customer = customer
                self.recoveryCode = recoveryCode
            }
        }
    }

    /// Signs the device in.
    public enum SignIn: Method {
        public static let name = "\(interface).SignIn"
        public typealias Reply = Account.Reply

        /// The parameters of `SignIn`.
        public struct Parameters: Codable, Equatable, Sendable {
            /// The customer's code.
            public var recoveryCode: String

            /// A value with these fields.
            public init(recoveryCode: String) {
                self.recoveryCode = recoveryCode
            }
        }
    }

    /// Signs the device out.
    public enum SignOut: Method {
        public static let name = "\(interface).SignOut"
        public typealias Parameters = Nothing
        public typealias Reply = Nothing
    }

    /// Deletes the customer with all orders.
    public enum DeleteAccount: Method {
        public static let name = "\(interface).DeleteAccount"
        public typealias Parameters = Nothing
        public typealias Reply = Nothing
    }

    /// The choices and limits of the order form.
    public enum CardChoices: Method {
        public static let name = "\(interface).CardChoices"
        public typealias Parameters = Nothing

        /// The reply to `CardChoices`.
        public struct Reply: Codable, Equatable, Sendable {
            /// The recipient: man or woman.
            public var genders: [Choice]
            /// The longest name, in characters.
            public var nameLimit: Int64
            /// The longest message, in characters.
            public var messageLimit: Int64
            /// The plainest card.
            public var minLuxury: Int64
            /// The finest one.
            public var maxLuxury: Int64
            /// The meaning of these numbers.
            public var luxuryHint: String
            /// The currency in which prices are shown first.
            public var leading: String
            /// The currencies that it can be.
            public var leadings: [Choice]

            /// A value with these fields.
            public init(
                genders: [Choice], nameLimit: Int64, messageLimit: Int64, minLuxury: Int64, maxLuxury: Int64,
                luxuryHint: String, leading: String, leadings: [Choice]
            ) {
                self.genders = genders
                self.nameLimit = nameLimit
                self.messageLimit = messageLimit
                self.minLuxury = minLuxury
                self.maxLuxury = maxLuxury
                self.luxuryHint = luxuryHint
                self.leading = leading
                self.leadings = leadings
            }
        }
    }

    /// Sets the currency in which prices are shown first.
    public enum SetLeadingCurrency: Method {
        public static let name = "\(interface).SetLeadingCurrency"
        public typealias Parameters = ResetRate.Parameters

        /// The reply to `SetLeadingCurrency`.
        public struct Reply: Codable, Equatable, Sendable {
            /// The same.
            public var leading: String

            /// A value with these fields.
            public init(leading: String) {
                self.leading = leading
            }
        }
    }

    /// The price of the text that has been typed so far.
    public enum CardPrice: Method {
        public static let name = "\(interface).CardPrice"

        /// The parameters of `CardPrice`.
        public struct Parameters: Codable, Equatable, Sendable {
            /// The text on the card.
            public var message: String
            /// The sender or the senders.
            public var senders: String
            /// From 1 to 10.
            public var luxury: Int64

            /// A value with these fields.
            public init(message: String, senders: String, luxury: Int64) {
                self.message = message
                self.senders = senders
                self.luxury = luxury
            }
        }

        /// The reply to `CardPrice`.
        public struct Reply: Codable, Equatable, Sendable {
            /// The price.
            public var price: Price
            /// Such as "30 of 2000 characters".
            public var messageCount: String
            /// The same for the senders.
            public var sendersCount: String

            /// A value with these fields.
            public init(price: Price, messageCount: String, sendersCount: String) {
                self.price = price
                self.messageCount = messageCount
                self.sendersCount = sendersCount
            }
        }
    }

    /// Orders a card. The reply is sent when the order is on disk.
    public enum Buy: Method {
        public static let name = "\(interface).Buy"

        /// The parameters of `Buy`.
        public struct Parameters: Codable, Equatable, Sendable {
            /// The recipient's name.
            public var recipient: String
            /// "man" or "woman".
            public var gender: String
            /// The recipient's favourite.
            public var color: String
            /// The text on the card.
            public var message: String
            /// The sender or the senders.
            public var senders: String
            /// From 1 to 10.
            public var luxury: Int64

            /// A value with these fields.
            public init(
                recipient: String, gender: String, color: String, message: String, senders: String, luxury: Int64
            ) {
                self.recipient = recipient
                self.gender = gender
                self.color = color
                self.message = message
                self.senders = senders
                self.luxury = luxury
            }
        }

        /// The reply to `Buy`.
        public struct Reply: Codable, Equatable, Sendable {
            /// The order.
            public var order: Order

            /// A value with these fields.
            public init(order: Order) {
                self.order = order
            }
        }
    }

    /// The customer's orders, the newest first.
    public enum Purchases: Method {
        public static let name = "\(interface).Purchases"

        /// The parameters of `Purchases`.
        public struct Parameters: Codable, Equatable, Sendable {
            /// The last order of the reply before this one; nil for the first orders.
            public var before: String?

            /// A value with these fields.
            public init(before: String? = nil) {
                self.before = before
            }
        }

        /// The reply to `Purchases`.
        public struct Reply: Codable, Equatable, Sendable {
            /// At most a hundred.
            public var orders: [OrderLine]
            /// Whether there are older ones.
            public var hasMore: Bool

            /// A value with these fields.
            public init(orders: [OrderLine], hasMore: Bool) {
                self.orders = orders
                self.hasMore = hasMore
            }
        }
    }

    /// An order of the customer.
    public enum Purchase: Method {
        public static let name = "\(interface).Purchase"
        public typealias Reply = Buy.Reply

        /// The parameters of `Purchase`.
        public struct Parameters: Codable, Equatable, Sendable {
            /// Its key.
            public var order: String

            /// A value with these fields.
            public init(order: String) {
                self.order = order
            }
        }
    }

    /// Deletes an order of the customer.
    public enum DeleteOrder: Method {
        public static let name = "\(interface).DeleteOrder"
        public typealias Parameters = Purchase.Parameters
        public typealias Reply = Nothing
    }
}

/// The errors of `io.eggtimer.Till`, with their parameters.
public enum TillError: Error, Codable, Equatable, Sendable {
    /// Input was refused.
    case invalid(message: String, problems: [TillInterface.Problem])
    /// The session has no customer. Account, Register, SignIn, SignOut, CardChoices, SetLeadingCurrency and CardPrice
    /// work without a session.
    case notSignedIn(message: String)
    /// The customer has no such order.
    case noSuchOrder(message: String)
    /// The database can't be used.
    case storeUnavailable(message: String)

    private enum CodingKeys: String, CodingKey {
        case invalid = "Invalid"
        case notSignedIn = "NotSignedIn"
        case noSuchOrder = "NoSuchOrder"
        case storeUnavailable = "StoreUnavailable"
    }
}
