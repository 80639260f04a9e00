import SQLite
import Till

extension TillStore {
    private enum Setting: String {
        case dollarRate = "dollar-rate"
        case dollarDate = "dollar-date"
        case leadingCurrency = "leading-currency"
        case title, picture
    }

    /// The dollar's rate: the one that was set, else the reference rate that ships.
    package func dollarRate() throws(Problem) -> ExchangeRate {
        guard let rate = try value(.dollarRate), let date = try value(.dollarDate),
            let found = try? ExchangeRate(dollar: rate, date: date)
        else { return .dollar }
        return found
    }

    package func setDollarRate(_ rate: ExchangeRate) throws(Problem) {
        try set([.dollarRate: rate.text, .dollarDate: rate.date])
    }

    /// Makes the dollar's rate again the reference rate that ships.
    package func resetDollarRate() throws(Problem) {
        try set([.dollarRate: "", .dollarDate: ""])
    }

    /// The currency in which cards' prices are shown first, unless another was set.
    package static let leadingCurrency = Currency.BGN

    package func leadingCurrency() throws(Problem) -> Currency {
        let found = try value(.leadingCurrency).flatMap(Currency.init(rawValue:))
        return found.flatMap { CardPrice.currencies.contains($0) ? $0 : nil } ?? Self.leadingCurrency
    }

    package func setLeadingCurrency(_ currency: Currency) throws(Problem) {
        try set([.leadingCurrency: currency.rawValue])
    }

    /// The title of the tip pages and the picture beside it, if they were set.
    package func branding() throws(Problem) -> (title: String?, picture: String?) {
        (try value(.title), try value(.picture))
    }

    /// Sets the title or the picture or both; an empty text removes it.
    package func setBranding(title: String?, picture: String?) throws(Problem) {
        var values: [Setting: String] = [:]
        if let title { values[.title] = title }
        if let picture { values[.picture] = picture }
        try set(values)
    }

    private func value(_ setting: Setting) throws(Problem) -> String? {
        var found: String?
        try perform { () throws(SQLiteError) in
            try connection.statement("SELECT value FROM setting WHERE name = ?").run([.text(setting.rawValue)]) { row in
                found = row.text(0)
            }
        }
        return found
    }

    private func set(_ values: [Setting: String]) throws(Problem) {
        try change { () throws(SQLiteError) in
            for (setting, value) in values {
                if value.isEmpty {
                    try connection.statement("DELETE FROM setting WHERE name = ?").run([.text(setting.rawValue)])
                } else {
                    try connection.statement("INSERT OR REPLACE INTO setting (name, value) VALUES (?, ?)")
                        .run([.text(setting.rawValue), .text(value)])
                }
            }
        }
    }
}
