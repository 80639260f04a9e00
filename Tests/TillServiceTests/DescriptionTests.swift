import EggTestSupport
import Testing
import Varlink

@testable import TillService

/// Checks that the interface's text describes the types in the code.
@Suite struct DescriptionTests {
    private let text: InterfaceText
    private let methods: [any Method.Type] = [
        TillInterface.Rates.self, TillInterface.SetRate.self, TillInterface.Menu.self, TillInterface.Lunch.self,
        TillInterface.Converters.self, TillInterface.Convert.self, TillInterface.TipChoices.self,
        TillInterface.Tip.self, TillInterface.Branding.self, TillInterface.SetBranding.self,
        TillInterface.Account.self, TillInterface.Register.self, TillInterface.SignIn.self,
        TillInterface.SignOut.self, TillInterface.DeleteAccount.self, TillInterface.CardChoices.self,
        TillInterface.SetLeadingCurrency.self, TillInterface.CardPriceMethod.self, TillInterface.Buy.self,
        TillInterface.Purchases.self, TillInterface.Purchase.self,
    ]

    init() throws {
        text = try InterfaceText(TillInterface.description.description)
    }

    private func unqualified(_ name: String) throws -> String {
        let prefix = "\(TillInterface.name)."
        try #require(name.hasPrefix(prefix))
        return String(name.dropFirst(prefix.count))
    }

    private func compare<Member: Equatable>(_ text: [String: Member], _ code: [String: Member]) {
        for name in Set(text.keys).union(code.keys).sorted() {
            #expect(text[name] == code[name], "\(name) is not the same in the text and in the code")
        }
    }

    @Test func textAndCodeHaveTheSameMethodsAndTypes() throws {
        #expect(text.name == TillInterface.name && !text.methods.isEmpty && !text.types.isEmpty)
        var schema = Schema()
        var code: [String: Signature] = [:]
        for method in methods { code[try unqualified(method.name)] = try schema.signature(of: method) }
        _ = try schema.shape(of: TillError.Invalid.self)
        compare(text.methods, code)
        compare(text.types, schema.types)
    }

    @Test func everyMethodHasAHandler() {
        #expect(Set(MethodHandler.all.map(\.name)) == Set(methods.map { $0.name }))
    }

    @Test func textAndCodeHaveTheSameErrors() throws {
        var schema = Schema()
        let (message, invalid) = (TillError.Message(message: ""), TillError.Invalid(message: "", problems: []))
        var code: [String: WireType] = [:]
        for error in [
            TillError.invalid(invalid), .notSignedIn(message), .noSuchOrder(message), .storeUnavailable(message),
        ] {
            let type = try #require(type(of: error.reply.parameters) as? any Decodable.Type)
            code[try unqualified(error.reply.error)] = try schema.shape(of: type)
        }
        compare(text.errors, code)
    }

    @Test func noNameIsUsedTwice() {
        let names = Array(text.types.keys) + Array(text.methods.keys) + Array(text.errors.keys)
        #expect(Set(names).count == names.count)
    }
}
