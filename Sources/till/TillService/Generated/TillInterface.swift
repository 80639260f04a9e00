// Generated from io.eggtimer.Till.varlink by script/interface. Change that, and run it again.
// swift-format-ignore-file
import Varlink

/// The till behind its pages: lunch bills, conversions, tips and greeting cards.
package enum TillInterface {
    /// The interface's name.
    package static let interface = "io.eggtimer.Till"

    /// An amount.
    package struct Money: Codable, Equatable, Sendable {
        /// The code of ISO 4217, such as EUR.
        package var currency: String
        /// In the smallest unit, such as cents.
        package var minor: Int64
        /// To be shown: "12.00 EUR" in lunch and cards, "$25.20" in tips.
        package var text: String
        /// The text without the currency.
        package var plain: String
    }

    /// An entry of a list or a picker.
    package struct Choice: Codable, Equatable, Sendable {
        /// The value to pass in a call.
        package var value: String
        /// The text to show.
        package var label: String
    }

    /// How many units of a currency one euro is.
    package struct Rate: Codable, Equatable, Sendable {
        /// The currency that is not the euro.
        package var currency: String
        /// Decimal text.
        package var rate: String
        /// The rate's day, such as 2025-11-20.
        package var date: String
        /// False if the user has set it.
        package var isReference: Bool
        /// All this in words, to be shown beside an amount.
        package var text: String
    }

    /// A dish of the lunch menu, or the cola.
    package struct Dish: Codable, Equatable, Sendable {
        /// The parameter of Lunch.
        package var field: String
        /// Its name on the menu.
        package var label: String
        /// The price of one, or of a litre of cola.
        package var price: Money
        /// The word for the slider; nil for dishes that are counted.
        package var unit: String?
        /// The least that can be ordered.
        package var least: String
        /// The most.
        package var most: String
        /// The step between two numbers.
        package var step: String
    }

    /// A line of a lunch bill.
    package struct BillLine: Codable, Equatable, Sendable {
        /// The item's name on the menu.
        package var label: String
        /// Such as "2" or "0.5 l"; empty for the delivery.
        package var quantity: String
        /// The line's amount.
        package var amount: Money
        /// All this in one line.
        package var text: String
    }

    /// A conversion from one unit to another.
    package struct Converter: Codable, Equatable, Sendable {
        /// Its name in a call.
        package var id: String
        /// Its name in a list.
        package var label: String
        /// The symbol of the value's unit.
        package var input: String
        /// The symbol of the result's unit.
        package var output: String
    }

    /// Settings of the tip pages, which the device saves.
    package struct TipSettings: Codable, Equatable, Sendable {
        /// "auto", USD, GBP, EUR or CHF.
        package var currency: String
        /// One of the roundings of TipChoices.
        package var rounding: String
        /// Whether a tip is given on the tax.
        package var tipOnTax: Bool
        /// Per cent, used if tipOnTax is false.
        package var taxRate: String
        /// The device's, such as en-US, for "auto".
        package var locale: String?
    }

    /// The amount that one of the people was set to pay.
    package struct Adjustment: Codable, Equatable, Sendable {
        /// The check's number from 1.
        package var check: Int64
        /// The total in smallest units, tip included.
        package var minor: Int64
    }

    /// One person's part of the bill.
    package struct Check: Codable, Equatable, Sendable {
        /// Its number from 1.
        package var check: Int64
        /// Its name.
        package var label: String
        /// The bill's part and the tip's part together.
        package var total: Money
        /// The bill's part.
        package var bill: Money
        /// The tip's part.
        package var tip: Money
        /// Both parts in words.
        package var detail: String
        /// All this in one line.
        package var text: String
        /// Whether the total was set rather than shared.
        package var isAdjusted: Bool
        /// The least that its slider allows, in the smallest unit.
        package var least: Int64
        /// The most.
        package var most: Int64
    }

    /// A percentage of the picker, and the tip that it would make.
    package struct PercentTip: Codable, Equatable, Sendable {
        /// The value to pass in a call.
        package var value: String
        /// Both in words.
        package var label: String
        /// The tip.
        package var tip: Money
    }

    /// A customer of the card shop.
    package struct Customer: Codable, Equatable, Sendable {
        /// The customer's own name.
        package var name: String
        /// The address, which no other customer has.
        package var email: String
        /// The number as typed.
        package var telephone: String
    }

    /// The price of a card in both currencies.
    package struct Price: Codable, Equatable, Sendable {
        /// In the leading currency.
        package var leading: Money
        /// In the other.
        package var beside: Money
        /// Both in one text.
        package var text: String
    }

    /// An order in a list.
    package struct OrderLine: Codable, Equatable, Sendable {
        /// Its key: seconds since 1970, as a decimal number.
        package var order: String
        /// The recipient's name.
        package var recipient: String
        /// When it was ordered.
        package var date: String
    }

    /// Everything about one order.
    package struct Order: Codable, Equatable, Sendable {
        /// Its key: seconds since 1970, as a decimal number.
        package var order: String
        /// When it was ordered.
        package var date: String
        /// The recipient's name.
        package var recipient: String
        /// "man" or "woman".
        package var gender: String
        /// The word for it.
        package var genderLabel: String
        /// The recipient's favourite.
        package var color: String
        /// The text on the card.
        package var message: String
        /// The sender or the senders.
        package var senders: String
        /// From 1 to 10.
        package var luxury: Int64
        /// Its price at that time.
        package var price: Price
    }

    /// A problem with one field.
    package struct Problem: Codable, Equatable, Sendable {
        /// The parameter's name.
        package var field: String
        /// A sentence without its full stop.
        package var message: String
    }
}

extension TillInterface {
    /// The rates that can be set.
    package enum Rates: Method {
        package static let name = "\(interface).Rates"
        package typealias Parameters = Nothing

        /// The reply to `Rates`.
        package struct Reply: Codable, Equatable, Sendable {
            /// That of the dollar.
            package var rates: [Rate]
        }
    }

    /// Sets a rate.
    package enum SetRate: Method {
        package static let name = "\(interface).SetRate"
        package typealias Reply = Rates.Reply

        /// The parameters of `SetRate`.
        package struct Parameters: Codable, Equatable, Sendable {
            /// Only USD can be set.
            package var currency: String
            /// How many units one euro is.
            package var rate: String
        }
    }

    /// Makes a rate again that of the European Central Bank.
    package enum ResetRate: Method {
        package static let name = "\(interface).ResetRate"
        package typealias Reply = Rates.Reply

        /// The parameters of `ResetRate`.
        package struct Parameters: Codable, Equatable, Sendable {
            /// Only USD can be reset.
            package var currency: String
        }
    }

    /// The lunch menu.
    package enum Menu: Method {
        package static let name = "\(interface).Menu"
        package typealias Parameters = Nothing

        /// The reply to `Menu`.
        package struct Reply: Codable, Equatable, Sendable {
            /// The three buttons; that of the prices is chosen at first.
            package var currencies: [Choice]
            /// The dishes and the cola.
            package var dishes: [Dish]
            /// The word for the delivery.
            package var deliveryLabel: String
            /// Its price.
            package var delivery: Money
        }
    }

    /// A lunch bill; a number that is empty or missing is none.
    package enum Lunch: Method {
        package static let name = "\(interface).Lunch"

        /// The parameters of `Lunch`.
        package struct Parameters: Codable, Equatable, Sendable {
            /// How many soups.
            package var soup: String?
            /// How many main dishes.
            package var main: String?
            /// How many desserts.
            package var dessert: String?
            /// Litres of cola.
            package var cola: String?
            /// Whether it is delivered.
            package var delivery: Bool?
            /// The currency of the bill; EUR without one.
            package var currency: String?
        }

        /// The reply to `Lunch`.
        package struct Reply: Codable, Equatable, Sendable {
            /// Only what was ordered.
            package var lines: [BillLine]
            /// The sum.
            package var total: Money
            /// The total in euro.
            package var euros: Money
            /// The rate by which the total was converted; nil for EUR.
            package var rate: Rate?
        }
    }

    /// The converters, in the order of the list.
    package enum Converters: Method {
        package static let name = "\(interface).Converters"
        package typealias Parameters = Nothing

        /// The reply to `Converters`.
        package struct Reply: Codable, Equatable, Sendable {
            /// The first one is chosen at start.
            package var converters: [Converter]
        }
    }

    /// Converts an entry after keys were pressed on it, which is how the keypad works.
    package enum Convert: Method {
        package static let name = "\(interface).Convert"

        /// The parameters of `Convert`.
        package struct Parameters: Codable, Equatable, Sendable {
            /// The converter's id; the first one without it.
            package var converter: String?
            /// The entry of the reply before; without keys, what was typed or pasted as a whole.
            package var entry: String
            /// The keys pressed since then: 0-9, "." and ",", C (clear), N (the +/- key), B (backspace).
            package var keys: String?
        }

        /// The reply to `Convert`.
        package struct Reply: Codable, Equatable, Sendable {
            /// The converter.
            package var converter: Converter
            /// The text of the lower field; empty after C.
            package var entry: String
            /// The text of the upper field.
            package var result: String
        }
    }

    /// The choices of the tip pages, in their order, and the settings at first.
    package enum TipChoices: Method {
        package static let name = "\(interface).TipChoices"
        package typealias Parameters = Nothing

        /// The reply to `TipChoices`.
        package struct Reply: Codable, Equatable, Sendable {
            /// How many people share a bill.
            package var people: [Choice]
            /// The percentages.
            package var percents: [Choice]
            /// The currencies of the settings.
            package var currencies: [Choice]
            /// How a tip or a total is rounded.
            package var roundings: [Choice]
            /// Whether a tip is given on the tax.
            package var tipOnTax: [Choice]
            /// The settings at first.
            package var settings: TipSettings
        }
    }

    /// The tip of a bill, and its split.
    package enum Tip: Method {
        package static let name = "\(interface).Tip"

        /// The parameters of `Tip`.
        package struct Parameters: Codable, Equatable, Sendable {
            /// As the entry of Convert, with two decimals at most.
            package var bill: String
            /// As the keys of Convert.
            package var keys: String?
            /// The tip's percentage.
            package var percent: String
            /// 1 for no split.
            package var people: Int64
            /// The settings; those at first without them.
            package var settings: TipSettings?
            /// In the order in which they were made.
            package var adjustments: [Adjustment]?
        }

        /// The reply to `Tip`.
        package struct Reply: Codable, Equatable, Sendable {
            /// The text of the bill's field.
            package var entry: String
            /// The bill, with its tax.
            package var bill: Money
            /// The amount on which the tip is computed, if that is not the bill.
            package var tipped: Money?
            /// The tip.
            package var tip: Money
            /// Bill and tip together.
            package var total: Money
            /// The total in words.
            package var totalText: String
            /// The number of people in words.
            package var peopleLabel: String
            /// Nil without a split.
            package var perPerson: Money?
            /// Such as "1 × $25.20, 3 × $25.19".
            package var perPersonText: String?
            /// One for each person.
            package var checks: [Check]
            /// All percentages with their tips.
            package var percents: [PercentTip]
        }
    }

    /// The title of the tip pages, and the picture beside it.
    package enum Branding: Method {
        package static let name = "\(interface).Branding"
        package typealias Parameters = Nothing

        /// The reply to `Branding`.
        package struct Reply: Codable, Equatable, Sendable {
            /// The title.
            package var title: String
            /// Base64 of a PNG, JPEG or WebP file; nil if there is none.
            package var picture: String?
        }
    }

    /// Changes the title, the picture, or both; an empty text restores what it was at first.
    package enum SetBranding: Method {
        package static let name = "\(interface).SetBranding"
        package typealias Reply = Branding.Reply

        /// The parameters of `SetBranding`.
        package struct Parameters: Codable, Equatable, Sendable {
            /// The title.
            package var title: String?
            /// Base64 of a PNG, JPEG or WebP file.
            package var picture: String?
        }
    }

    /// The customer who is signed in.
    package enum Account: Method {
        package static let name = "\(interface).Account"
        package typealias Parameters = Nothing

        /// The reply to `Account`.
        package struct Reply: Codable, Equatable, Sendable {
            /// Nil if nobody is.
            package var customer: Customer?
        }
    }

    /// Registers a customer, and signs the device in.
    package enum Register: Method {
        package static let name = "\(interface).Register"

        /// The parameters of `Register`.
        package struct Parameters: Codable, Equatable, Sendable {
            /// The customer's own name.
            package var name: String
            /// The address.
            package var email: String
            /// The same once more.
            package var emailAgain: String
            /// The telephone number.
            package var telephone: String
        }

        /// The reply to `Register`.
        package struct Reply: Codable, Equatable, Sendable {
            /// The customer.
            package var customer: Customer
            /// To be shown once; it can't be had again.
            package var recoveryCode: String
        }
    }

    /// Signs the device in.
    package enum SignIn: Method {
        package static let name = "\(interface).SignIn"
        package typealias Reply = Account.Reply

        /// The parameters of `SignIn`.
        package struct Parameters: Codable, Equatable, Sendable {
            /// The customer's code.
            package var recoveryCode: String
        }
    }

    /// Signs the device out.
    package enum SignOut: Method {
        package static let name = "\(interface).SignOut"
        package typealias Parameters = Nothing
        package typealias Reply = Nothing
    }

    /// Deletes the customer with all orders.
    package enum DeleteAccount: Method {
        package static let name = "\(interface).DeleteAccount"
        package typealias Parameters = Nothing
        package typealias Reply = Nothing
    }

    /// The choices and limits of the order form.
    package enum CardChoices: Method {
        package static let name = "\(interface).CardChoices"
        package typealias Parameters = Nothing

        /// The reply to `CardChoices`.
        package struct Reply: Codable, Equatable, Sendable {
            /// The recipient: man or woman.
            package var genders: [Choice]
            /// The longest name, in characters.
            package var nameLimit: Int64
            /// The longest message, in characters.
            package var messageLimit: Int64
            /// The plainest card.
            package var minLuxury: Int64
            /// The finest one.
            package var maxLuxury: Int64
            /// The meaning of these numbers.
            package var luxuryHint: String
            /// The currency in which prices are shown first.
            package var leading: String
            /// The currencies that it can be.
            package var leadings: [Choice]
        }
    }

    /// Sets the currency in which prices are shown first.
    package enum SetLeadingCurrency: Method {
        package static let name = "\(interface).SetLeadingCurrency"
        package typealias Parameters = ResetRate.Parameters

        /// The reply to `SetLeadingCurrency`.
        package struct Reply: Codable, Equatable, Sendable {
            /// The same.
            package var leading: String
        }
    }

    /// The price of the text that has been typed so far.
    package enum CardPrice: Method {
        package static let name = "\(interface).CardPrice"

        /// The parameters of `CardPrice`.
        package struct Parameters: Codable, Equatable, Sendable {
            /// The text on the card.
            package var message: String
            /// The sender or the senders.
            package var senders: String
            /// From 1 to 10.
            package var luxury: Int64
        }

        /// The reply to `CardPrice`.
        package struct Reply: Codable, Equatable, Sendable {
            /// The price.
            package var price: Price
            /// Such as "30 of 2000 characters".
            package var messageCount: String
            /// The same for the senders.
            package var sendersCount: String
        }
    }

    /// Orders a card. The reply is sent when the order is on disk.
    package enum Buy: Method {
        package static let name = "\(interface).Buy"

        /// The parameters of `Buy`.
        package struct Parameters: Codable, Equatable, Sendable {
            /// The recipient's name.
            package var recipient: String
            /// "man" or "woman".
            package var gender: String
            /// The recipient's favourite.
            package var color: String
            /// The text on the card.
            package var message: String
            /// The sender or the senders.
            package var senders: String
            /// From 1 to 10.
            package var luxury: Int64
        }

        /// The reply to `Buy`.
        package struct Reply: Codable, Equatable, Sendable {
            /// The order.
            package var order: Order
        }
    }

    /// The customer's orders, the newest first.
    package enum Purchases: Method {
        package static let name = "\(interface).Purchases"

        /// The parameters of `Purchases`.
        package struct Parameters: Codable, Equatable, Sendable {
            /// The last order of the reply before this one; nil for the first orders.
            package var before: String?
        }

        /// The reply to `Purchases`.
        package struct Reply: Codable, Equatable, Sendable {
            /// At most a hundred.
            package var orders: [OrderLine]
            /// Whether there are older ones.
            package var hasMore: Bool
        }
    }

    /// An order of the customer.
    package enum Purchase: Method {
        package static let name = "\(interface).Purchase"
        package typealias Reply = Buy.Reply

        /// The parameters of `Purchase`.
        package struct Parameters: Codable, Equatable, Sendable {
            /// Its key.
            package var order: String
        }
    }

    /// Deletes an order of the customer.
    package enum DeleteOrder: Method {
        package static let name = "\(interface).DeleteOrder"
        package typealias Parameters = Purchase.Parameters
        package typealias Reply = Nothing
    }
}

/// The errors of `io.eggtimer.Till`, with their parameters.
package enum TillError: Error, Codable, Equatable, Sendable {
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
