import EggTestSupport
import Foundation
import Testing
import TillService

extension TillServiceTests {
    @Test func aCustomerRegistersBuysAndReturns() throws {
        #expect(try page.call("Account")["customer"] is NSNull)
        let code = try page.register("ivan")
        #expect(page.cookie?.count == 64)
        #expect(text(try page.call("Account"), "customer", "email") == "ivan@example.org")
        let key = try page.buy(String(repeating: "m", count: 36))
        let order = try page.call("Purchase", #"{"order":"\#(key)"}"#)
        #expect(text(order, "order", "price", "text") == "9.00 BGN (4.60 EUR)")
        #expect((try page.call("Purchases")["orders"] as? [[String: Any]])?.count == 1)
        let cookie = page.cookie
        #expect(try page.call("SignOut").isEmpty && page.cookie == nil)
        #expect(try Page(service, cookie: cookie).call("Purchases")["error"] as? String == "NotSignedIn")
        #expect(try page.refusedFields("SignIn", #"{"recoveryCode":"ivan@example.org"}"#) == ["recoveryCode"])
        #expect(
            text(try page.call("SignIn", #"{"recoveryCode":"\#(code.lowercased())"}"#), "customer", "name") == "ivan")
        #expect((try page.call("Purchases")["orders"] as? [[String: Any]])?.count == 1)
    }

    @Test func noMethodShowsAnothersOrders() throws {
        let ivan = Page(service)
        let maria = Page(service)
        _ = try ivan.register("ivan")
        _ = try maria.register("maria")
        let key = try ivan.buy("secret")
        let seconds = try #require(Double(key))
        let forged = [
            key, "0\(key)", "\(key)0", " \(key)", "\(key)' OR '1'='1", "%", "*", "", "\(Int(seconds))", "-\(key)",
            "null",
            String(format: "%.3f", seconds + 0.001), "\(key)\\u0000",
        ]
        for cookie in [
            maria.cookie, nil, "", "x", ivan.cookie.map { $0 + "0" }, ivan.cookie.map { $0.uppercased() + "-" },
        ] {
            let page = Page(service, cookie: cookie)
            for id in forged {
                let reply = try page.call("Purchase", #"{"order":"\#(id)"}"#)
                #expect(["NoSuchOrder", "NotSignedIn"].contains(reply["error"] as? String ?? ""), "\(id)")
            }
            let list = try page.call("Purchases", #"{"before":"9999999999"}"#)
            #expect((list["orders"] as? [Any])?.isEmpty ?? true)
            // There is no parameter by which another customer could be named.
            for name in ["customer", "email", "user", "session", "id"] {
                let reply = try page.call("Purchases", #"{"\#(name)":"ivan@example.org"}"#)
                #expect(reply["error"] as? String == "InvalidParameter")
            }
        }
        try maria.call("DeleteAccount")
        #expect(maria.cookie == nil)
        #expect(text(try ivan.call("Purchase", #"{"order":"\#(key)"}"#), "order", "message") == "secret")
    }

    @Test func aDeletedAccountNoLongerExists() throws {
        let code = try page.register("ivan")
        let second = Page(service)
        _ = try second.call("SignIn", #"{"recoveryCode":"\#(code)"}"#)
        _ = try page.buy("hello")
        try page.call("DeleteAccount")
        #expect(try second.call("Purchases")["error"] as? String == "NotSignedIn")
        #expect(try page.refusedFields("SignIn", #"{"recoveryCode":"\#(code)"}"#) == ["recoveryCode"])
        _ = try page.register("ivan")
        #expect((try page.call("Purchases")["orders"] as? [Any])?.isEmpty == true)
    }

    @Test func aCustomerDeletesOwnOrdersOnly() throws {
        _ = try page.register("ivan")
        let maria = Page(service)
        _ = try maria.register("maria")
        let (first, second) = (try page.buy("one"), try page.buy("two"))
        #expect(try maria.call("DeleteOrder", #"{"order":"\#(first)"}"#)["error"] as? String == "NoSuchOrder")
        #expect(try Page(service).call("DeleteOrder", #"{"order":"\#(first)"}"#)["error"] as? String == "NotSignedIn")
        #expect(try page.call("DeleteOrder", #"{"order":"\#(first)"}"#).isEmpty)
        #expect(try page.call("DeleteOrder", #"{"order":"\#(first)"}"#)["error"] as? String == "NoSuchOrder")
        let orders = try page.call("Purchases")["orders"] as? [[String: Any]]
        #expect(orders?.compactMap { $0["order"] as? String } == [second])
    }

    @Test func theFormExplainsLuxury() throws {
        #expect(text(try page.call("CardChoices"), "luxuryHint")?.contains("10 % to the basic price") == true)
    }

    @Test func registrationSaysWhatIsWrongAtEachField() throws {
        let bad = #"{"name":"","email":"x","emailAgain":"y","telephone":"?"}"#
        #expect(try page.refusedFields("Register", bad) == ["name", "email", "emailAgain", "telephone"])
        _ = try page.register("ivan")
        let again = #"{"name":"x","email":"IVAN@example.org","emailAgain":"IVAN@example.org","telephone":"12345"}"#
        #expect(try Page(service).refusedFields("Register", again) == ["email"])
        let empty = #"{"recipient":"","gender":"","color":"","message":"","senders":"","luxury":0}"#
        #expect(
            try page.refusedFields("Buy", empty) == ["recipient", "gender", "color", "message", "senders", "luxury"])
        #expect((try page.call("Purchases")["orders"] as? [Any])?.isEmpty == true)
    }

    @Test func thePriceIsShownWhileOneTypesAndTheLeadingCurrencyIsASetting() throws {
        let draft = #"{"message":"\#(String(repeating: "m", count: 30))","senders":"0123456789","luxury":5}"#
        let reply = try page.call("CardPrice", draft)
        #expect(text(reply, "price", "text") == "9.00 BGN (4.60 EUR)")
        #expect(text(reply, "messageCount") == "30 of 2000 characters")
        #expect(text(try page.call("SetLeadingCurrency", #"{"currency":"EUR"}"#), "leading") == "EUR")
        #expect(text(try page.call("CardPrice", draft), "price", "text") == "4.60 EUR (9.00 BGN)")
        #expect(try page.refusedFields("SetLeadingCurrency", #"{"currency":"USD"}"#) == ["currency"])
        #expect(
            try page.refusedFields("CardPrice", #"{"message":"\u0000","senders":"","luxury":99}"#) == [
                "message", "luxury",
            ])
    }

    @Test func purchasesComeInPagesOfAHundred() throws {
        _ = try page.register("ivan")
        for number in 0..<101 { _ = try page.buy("\(number)") }
        let first = try page.call("Purchases")
        let orders = try #require(first["orders"] as? [[String: Any]])
        #expect(orders.count == 100 && first["hasMore"] as? Bool == true)
        let last = try #require(orders.last?["order"] as? String)
        let rest = try page.call("Purchases", #"{"before":"\#(last)"}"#)
        #expect((rest["orders"] as? [Any])?.count == 1 && rest["hasMore"] as? Bool == false)
    }
}
