import EggTestSupport
import Foundation
import Glibc
import Testing
import TillService
import Varlink

/// A page: calls methods, and has the cookie as a browser would.
final class Page {
    let service: TillService
    var cookie: String?

    init(_ service: TillService, cookie: String? = nil) {
        (self.service, self.cookie) = (service, cookie)
    }

    /// The reply; for an error, its unqualified name as `error` beside its parameters.
    @discardableResult
    func call(_ method: String, _ parameters: String = "{}") throws -> [String: Any] {
        let sessions = cookie.map { [$0] } ?? []
        let answer = service.call("io.eggtimer.Till.\(method)", Array(parameters.utf8)[...], sessions: sessions)
        switch answer.session {
        case .keep: break
        case .set(let token): cookie = token
        case .clear: cookie = nil
        }
        switch answer.outcome {
        case .reply(let bytes): return try object(bytes)
        case .refusal(let error):
            let name = error.error.split(separator: ".").last ?? ""
            return try object(encodeJSON(error.parameters)).merging(["error": String(name)]) { $1 }
        }
    }

    private func object(_ bytes: [UInt8]) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
    }

    /// The names of the fields that were refused.
    func refusedFields(_ method: String, _ parameters: String) throws -> [String] {
        let reply = try call(method, parameters)
        let problems = reply["problems"] as? [[String: String]] ?? []
        return reply["error"] as? String == "Invalid" ? problems.compactMap { $0["field"] } : []
    }

    func register(_ name: String) throws -> String {
        let reply = try call(
            "Register",
            #"{"name":"\#(name)","email":"\#(name)@example.org","emailAgain":"\#(name)@example.org","telephone":"12345"}"#
        )
        return try #require(reply["recoveryCode"] as? String)
    }

    func buy(_ message: String) throws -> String {
        let reply = try call(
            "Buy",
            #"{"recipient":"Anna","gender":"woman","color":"blue","message":"\#(message)","senders":"Ivan","luxury":5}"#
        )
        let order = try #require(reply["order"] as? [String: Any], "\(reply)")
        return try #require(order["order"] as? String)
    }
}

func text(_ reply: [String: Any], _ path: String...) -> String? {
    var value: Any? = reply
    for name in path { value = (value as? [String: Any])?[name] }
    return value as? String
}

@Suite struct TillServiceTests {
    let folder = TemporaryFolder()
    let service: TillService
    let page: Page

    init() {
        service = TillService(folder: folder.path("till"))
        page = Page(service)
    }

    // MARK: The counter

    @Test func lunchIsAddedUpAndConverted() throws {
        let order = #""soup":"1","main":"2","cola":"0.5""#
        #expect(text(try page.call("Lunch", "{\(order)}"), "total", "text") == "12.00 EUR")
        let delivered = try page.call("Lunch", #"{\#(order),"delivery":true,"currency":"BGN"}"#)
        #expect(text(delivered, "total", "text") == "43.03 BGN" && text(delivered, "euros", "text") == "22.00 EUR")
        #expect(text(delivered, "rate", "text")?.contains("1.95583") == true)
        _ = try page.call("SetRate", #"{"currency":"USD","rate":"1.1573"}"#)
        let dollars = try page.call("Lunch", #"{\#(order),"delivery":true,"currency":"USD"}"#)
        #expect(text(dollars, "total", "text") == "25.46 USD" && text(dollars, "rate", "rate") == "1.1573")
        #expect(try page.refusedFields("Lunch", #"{"soup":"11","dessert":"x"}"#) == ["soup", "dessert"])
        #expect(try page.refusedFields("Lunch", #"{"currency":"GBP"}"#) == ["currency"])
        #expect(try page.refusedFields("SetRate", #"{"currency":"BGN","rate":"2"}"#) == ["currency"])
        #expect(try page.refusedFields("SetRate", #"{"currency":"USD","rate":"0"}"#) == ["rate"])
    }

    @Test func theRateGoesBackToTheBanks() throws {
        let first = try #require((try page.call("Rates")["rates"] as? [[String: Any]])?.first)
        _ = try page.call("SetRate", #"{"currency":"USD","rate":"1.5"}"#)
        let reset = try #require(
            (try page.call("ResetRate", #"{"currency":"USD"}"#)["rates"] as? [[String: Any]])?.first)
        #expect(reset["rate"] as? String == first["rate"] as? String && reset["isReference"] as? Bool == true)
        #expect(((try page.call("Rates")["rates"] as? [[String: Any]])?.first)?["isReference"] as? Bool == true)
        #expect(try page.refusedFields("ResetRate", #"{"currency":"BGN"}"#) == ["currency"])
    }

    @Test func theMenuHasTheThreeButtons() throws {
        let menu = try page.call("Menu")
        let labels = (menu["currencies"] as? [[String: String]])?.compactMap { $0["label"] }
        #expect(labels == ["Dollar($)", "Euro(EUR)", "Bulgarian leva (BGN)"])
    }

    @Test func keysAreConvertedAsTheyArePressed() throws {
        let reply = try page.call("Convert", #"{"entry":"98.","keys":"6"}"#)
        #expect(text(reply, "entry") == "98.6" && text(reply, "result") == "37")
        #expect(text(try page.call("Convert", #"{"entry":"40","keys":"N"}"#), "result") == "-40")
        let miles = try page.call("Convert", #"{"converter":"miles-kilometers","entry":"26.2"}"#)
        #expect(text(miles, "result") == "42.1648128" && text(miles, "converter", "output") == "km")
        let cleared = try page.call("Convert", #"{"entry":"1","keys":"C"}"#)
        #expect(text(cleared, "entry") == "" && text(cleared, "result") == "")
        #expect(text(try page.call("Convert", #"{"entry":"","keys":"N"}"#), "result") == "")
        // Pasted text is read as on a command line.
        #expect(text(try page.call("Convert", #"{"entry":"1 1/2","keys":""}"#), "entry") == "1.5")
        #expect(text(try page.call("Convert", #"{"entry":"1\u00a0234,5","keys":""}"#), "entry") == "1234.5")
        #expect(try page.refusedFields("Convert", #"{"entry":"1,000"}"#) == ["entry"])
        #expect(try page.refusedFields("Convert", #"{"entry":"x","keys":"1"}"#) == ["entry"])
        #expect(try page.refusedFields("Convert", #"{"converter":"x","entry":"1"}"#) == ["converter"])
        #expect(try page.refusedFields("Convert", #"{"entry":"-45","keys":"9"}"#).isEmpty)
        #expect(try page.refusedFields("Convert", #"{"entry":"-46","keys":"0"}"#) == ["entry"])
    }

    @Test func aResultThatBeginsWithZeroIsPasted() throws {
        for pasted in ["0.1234567891", "0.00000000003527396195"] {
            let reply = try page.call("Convert", #"{"converter":"ounces-grams","entry":"\#(pasted)"}"#)
            #expect(text(reply, "entry") == pasted)
        }
    }

    @Test(arguments: [("85,4", "85.4"), ("+5", "5"), ("007", "7"), ("\u{2212}40", "-40"), (" 5 ", "5"), ("-0", "-0")])
    func aPastedNumberIsContinuedByKeys(pasted: String, entry: String) throws {
        #expect(text(try page.call("Convert", #"{"entry":"\#(pasted)"}"#), "entry") == entry)
        for keys in ["", "N", "1", ".5", "B"] {
            let continued = try page.call("Convert", #"{"entry":"\#(pasted)","keys":"\#(keys)"}"#)
            let typed = try page.call("Convert", #"{"entry":"\#(entry)","keys":"\#(keys)"}"#)
            #expect(text(continued, "entry") != nil && text(continued, "entry") == text(typed, "entry"))
        }
    }

    @Test func keysCountFromTheLastClearWhateverWasThere() throws {
        for entry in ["hot", "1,000", "1e5", ".12345678912"] {
            #expect(text(try page.call("Convert", #"{"entry":"\#(entry)","keys":"1C98.6"}"#), "result") == "37")
            #expect(text(try page.call("Convert", #"{"entry":"\#(entry)","keys":"C"}"#), "entry") == "")
            #expect(try page.refusedFields("Convert", #"{"entry":"\#(entry)","keys":"1"}"#) == ["entry"])
            #expect(
                text(try page.call("Tip", #"{"bill":"\#(entry)","keys":"C5","percent":"0","people":1}"#), "entry")
                    == "5")
        }
        let bill = try page.call("Tip", #"{"bill":"085,4","keys":"N","percent":"0","people":1}"#)
        #expect(text(bill, "entry") == "85.40")
    }

    @Test func aCheckIsSplitAndAdjusted() throws {
        let check = #""bill":"85.4","keys":"0","percent":"18","people":4"#
        let reply = try page.call("Tip", "{\(check)}")
        #expect(text(reply, "entry") == "85.40" && text(reply, "tip", "text") == "$15.37")
        #expect(text(reply, "totalText") == "Total $100.77" && text(reply, "peopleLabel") == "4 people")
        #expect(text(reply, "perPersonText") == "1 × $25.20, 3 × $25.19")
        let checks = try #require(reply["checks"] as? [[String: Any]])
        #expect(checks.compactMap { $0["text"] as? String }.first == "Check 1  $25.20  $21.35 + $3.85 tip")
        let percents = try #require(reply["percents"] as? [[String: Any]])
        #expect(percents.count == 51 && percents[18]["label"] as? String == "Eighteen Percent  $15.37")
        let adjusted = try page.call("Tip", #"{\#(check),"adjustments":[{"check":1,"minor":3000}]}"#)
        let totals = (adjusted["checks"] as? [[String: Any]])?.compactMap {
            ($0["total"] as? [String: Any])?["text"] as? String
        }
        #expect(totals == ["$30.00", "$23.59", "$23.59", "$23.59"])
        #expect(
            try page.refusedFields("Tip", #"{\#(check),"adjustments":[{"check":3,"minor":10078}]}"#) == ["check3"])
        let settings = #"{"currency":"auto","rounding":"exact","tipOnTax":false,"taxRate":"8.25","locale":"en-GB"}"#
        let taxed = try page.call("Tip", #"{\#(check),"settings":\#(settings)}"#)
        #expect(text(taxed, "tip", "text") == "£14.20" && text(taxed, "tipped", "text") == "£78.89")
        let bad = #"{"currency":"BGN","rounding":"exact","tipOnTax":true,"taxRate":""}"#
        #expect(try page.refusedFields("Tip", #"{\#(check),"settings":\#(bad)}"#) == ["currency"])
    }

    @Test func theBrandingIsKept() throws {
        #expect(text(try page.call("Branding"), "title") == "Rivera Labs Tip Calculator")
        _ = try page.call("SetBranding", #"{"title":"Café","picture":"iVBORw0KGgoAAAA="}"#)
        let other = Page(TillService(folder: folder.path("till")))
        #expect(text(try other.call("Branding"), "title") == "Café")
        #expect(text(try other.call("SetBranding", #"{"picture":""}"#), "title") == "Café")
        #expect(try page.call("Branding")["picture"] is NSNull)
        #expect(
            try page.refusedFields("SetBranding", #"{"title":"\u0000","picture":"PHN2Zz4="}"#) == ["title", "picture"])
    }

    // MARK: Calls

    @Test(arguments: [
        "", "x", "[]", "null", "{", #"{"soup":1}"#, #"{"soup":"1"} {}"#, #"{"tea":"1"}"#, "\u{0}",
        #"{"delivery":"yes"}"#,
        #"{},"oneway":true"#,
    ])
    func whatIsNoCallIsRefused(parameters: String) throws {
        #expect(try page.call("Lunch", parameters)["error"] as? String == "InvalidParameter")
    }

    @Test func unknownMethodsAreRefused() throws {
        for method in ["Nope", "", "lunch", "Lunch ", String(repeating: "x", count: 10_000)] {
            #expect(try page.call(method)["error"] as? String == "MethodNotFound")
        }
        let answer = service.call("org.varlink.service.GetInfo", Array("{}".utf8)[...], sessions: [])
        guard case .refusal(let error) = answer.outcome else {
            Issue.record("the call is answered")
            return
        }
        #expect(error.error == "org.varlink.service.MethodNotFound")
        #expect(try encodeJSON(error.parameters) == Array(#"{"method":"org.varlink.service.GetInfo"}"#.utf8))
    }

    @Test func withoutADatabaseTheRestWorks() throws {
        folder.write([], to: "file")
        for page in [Page(TillService(folder: nil)), Page(TillService(folder: folder.path("file/till")))] {
            #expect(text(try page.call("Lunch", #"{"soup":"1"}"#), "total", "text") == "2.00 EUR")
            #expect(text(try page.call("Convert", #"{"entry":"98.6"}"#), "result") == "37")
            let calls = [
                ("SetRate", #"{"currency":"USD","rate":"1.2"}"#), ("SignIn", #"{"recoveryCode":"x"}"#),
            ]
            for (method, parameters) in calls {
                #expect(try page.call(method, parameters)["error"] as? String == "StoreUnavailable")
            }
        }
    }

    /// The bank's rate and the other settings of a new database count where none can be made.
    @Test func withoutADatabaseTheSettingsAreThoseOfANewOne() throws {
        folder.write([], to: "file")
        _ = try page.call("ResetRate", #"{"currency":"USD"}"#)
        for folder in [nil, folder.path("file/till"), "/proc/nowhere/till"] {
            let other = Page(TillService(folder: folder), cookie: "session")
            for method in ["Rates", "CardChoices", "Branding", "Account", "Lunch"] {
                let parameters = method == "Lunch" ? #"{"soup":"1","currency":"USD"}"# : "{}"
                let (found, expected) = (try other.call(method, parameters), try page.call(method, parameters))
                #expect(NSDictionary(dictionary: found) == NSDictionary(dictionary: expected), "\(found)")
                #expect(found["error"] == nil)
            }
        }
    }

    @Test func aCallThatNeedsNoDatabaseIsAnsweredAtOnce() throws {
        func isAtOnce(_ method: String, _ parameters: String = "{}", sessions: [String] = []) -> Bool {
            service.callAtOnce("io.eggtimer.Till.\(method)", Array(parameters.utf8)[...], sessions: sessions) != nil
        }
        #expect(isAtOnce("Menu") && isAtOnce("Lunch", #"{"soup":"1","currency":"BGN"}"#) && isAtOnce("Converters"))
        #expect(isAtOnce("Convert", #"{"entry":"98.6"}"#) && isAtOnce("TipChoices"))
        #expect(isAtOnce("Tip", #"{"bill":"1","percent":"18","people":4}"#))
        #expect(isAtOnce("Account") && isAtOnce("Nope") && isAtOnce("Lunch", #"{"soup":"11"}"#))
        #expect(!isAtOnce("Lunch", #"{"soup":"1","currency":"USD"}"#) && !isAtOnce("Rates") && !isAtOnce("Branding"))
        #expect(!isAtOnce("Account", sessions: ["x"]) && !isAtOnce("SignIn", #"{"recoveryCode":"x"}"#))
        #expect(access(folder.path("till"), F_OK) != 0)
    }

    @Test func aRemovedDatabaseIsMadeAgain() throws {
        _ = try page.register("ivan")
        for suffix in ["", "-wal", "-shm"] { unlink(folder.path("till/till.db\(suffix)")) }
        #expect(try page.call("Purchases")["error"] as? String == "NotSignedIn")
        _ = try page.register("ivan")
        #expect(
            try Page(TillService(folder: folder.path("till")), cookie: page.cookie).call("Account")["customer"]
                is [String: Any])
    }
}
