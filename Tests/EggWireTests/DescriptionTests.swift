import EggTestSupport
import EggWire
import FoundationEssentials
import Testing
import Varlink

/// Checks that the types and the served text, which are generated, are those of the definition.
@Suite struct DescriptionTests {
    private let text: InterfaceText
    init() throws {
        text = try InterfaceText(Timers.description.description)
    }

    /// Compares members of the text and of the code one by one, so that a failure names the one that differs.
    private func compare<Member: Equatable>(_ text: [String: Member], _ code: [String: Member]) {
        for name in Set(text.keys).union(code.keys).sorted() {
            #expect(text[name] == code[name], "\(name) is not the same in the text and in the code")
        }
    }

    private func unqualified(_ name: String, _ interface: String = Timers.interface) throws -> String {
        let prefix = "\(interface)."
        try #require(name.hasPrefix(prefix))
        return String(name.dropFirst(prefix.count))
    }

    @Test func theTextDescribesTheInterface() {
        #expect(text.name == Timers.interface && Timers.description.name == Timers.interface)
        // An empty text would make all comparisons succeed.
        #expect(!text.methods.isEmpty && !text.types.isEmpty && !text.errors.isEmpty)
    }

    @Test func theTextIsTheDefinition() throws {
        let path = "\(BuiltPrograms.sourceTree)/Sources/timer/EggWire/\(Timers.interface).varlink"
        let definition = try Data(contentsOf: URL(filePath: path))
        #expect(String(decoding: definition, as: UTF8.self) == Timers.description.description)
    }

    @Test func textAndCodeHaveTheSameMethods() throws {
        var schema = Schema()
        var code: [String: Signature] = [:]
        for method in Timers.MethodName.allCases {
            let type = method.row.type
            #expect(try unqualified(type.name) == method.rawValue)
            code[method.rawValue] = try schema.signature(of: type)
        }
        compare(text.methods, code)
    }

    @Test func textAndCodeHaveTheSameTypes() throws {
        var schema = Schema()
        for method in Timers.MethodName.allCases { _ = try schema.signature(of: method.row.type) }
        compare(text.types, schema.types)
    }

    @Test func textAndCodeHaveTheSameErrors() throws {
        var schema = Schema()
        var code: [String: WireType] = [:]
        for error in TimersError.samples {
            code[try unqualified(error.reply.error)] = try schema.shape(ofPayload: error)
        }
        compare(text.errors, code)
    }

    @Test func theServicesOwnInterfaceMatchesItsText() throws {
        let service = Service<Never>(vendor: "", product: "", version: "", url: "", interfaces: [], methods: [:])
        let question =
            #"{"method":"org.varlink.service.GetInterfaceDescription","parameters":{"interface":"org.varlink.service"}}"#
        let call = try Call(Array(question.utf8)[...])
        guard case .reply(let answer) = service.route(call) else { return }
        struct Envelope: Decodable {
            var parameters: GetInterfaceDescription.Reply
        }
        let envelope = try JSONDecoder().decode(Envelope.self, from: Data(answer.dropLast()))
        let text = try InterfaceText(envelope.parameters.description)
        var schema = Schema()
        #expect(text.name == InterfaceDescription.service.name && text.types.isEmpty)
        compare(
            text.methods,
            [
                "GetInfo": try schema.signature(of: GetInfo.self),
                "GetInterfaceDescription": try schema.signature(of: GetInterfaceDescription.self),
            ])
        let errors: [ServiceError] = [
            .interfaceNotFound(""), .methodNotFound(""), .methodNotImplemented(""), .invalidParameter(""),
            .permissionDenied, .expectedMore,
        ]
        var code: [String: WireType] = [:]
        for reply in errors.map(\.reply) {
            let particulars = try #require(reply.parameters as? [String: String])
            code[try unqualified(reply.error, InterfaceDescription.service.name)] = .record(
                particulars.mapValues { _ in .string })
        }
        compare(text.errors, code)
    }
}

/// Tests the parser of the text: if it overlooked declarations, no difference would be found.
@Suite struct InterfaceTextTests {
    @Test func everyKindOfTypeIsParsed() throws {
        let text = try InterfaceText(
            """
            # A comment with type Nope (a: int).
            interface org.example.Kinds # also here
            type Plain(a:bool,b:int,c:float,d:string,e:object)
            type Compound (
              nullable: ?[]?Plain, map: [string][]int, # and here
              inline: (one: int), choice: (x, y),
              empty: ()
            )
            method Do (a: ?Plain) -> ()
            error Bad (why: string)
            """)
        #expect(text.name == "org.example.Kinds")
        #expect(
            text.types == [
                "Plain": .record(["a": .bool, "b": .int, "c": .float, "d": .string, "e": .object]),
                "Compound": .record([
                    "nullable": .nullable(.list(.nullable(.named("Plain")))), "map": .map(.list(.int)),
                    "inline": .record(["one": .int]), "choice": .choice(["x", "y"]), "empty": .record([:]),
                ]),
            ])
        #expect(
            text.methods == [
                "Do": Signature(parameters: .record(["a": .nullable(.named("Plain"))]), reply: .record([:]))
            ])
        #expect(text.errors == ["Bad": .record(["why": .string])])
    }

    @Test(arguments: [
        "", "interface", "type A ()", "interface a.b type", "interface a.b type A", "interface a.b type A (a: int",
        "interface a.b type A (a: int b: int)", "interface a.b type A (a: int, b)", "interface a.b type A (a: int,)",
        "interface a.b type A (a: int, a: int)", "interface a.b type A (a, a)", "interface a.b type A () type A ()",
        "interface a.b method M ()", "interface a.b method M () ()", "interface a.b thing A ()",
        "interface a.b type A (a: [int]int)", "interface a.b type A (a: int))",
    ])
    func anInvalidInterfaceTextIsRefused(text: String) {
        #expect(throws: InterfaceText.Problem.self) { try InterfaceText(text) }
    }
}
