import FoundationEssentials
import Testing
import Varlink

@Suite struct ServiceTests {
    private let service = Service(
        vendor: "Cooks", product: "stove", version: "1.2", url: "https://example.org",
        interfaces: [
            .init(name: "org.example", description: "interface org.example\n"),
            .init(name: "org.example.sub", description: "interface org.example.sub\n"),
        ], methods: ["org.example.Echo": "the handler of Echo"])

    private func answer(_ text: String) throws -> String? {
        switch service.route(try call(text)) {
        case .reply(let reply): VarlinkTests.text(reply)
        case .handler: nil
        }
    }

    private func error(_ name: String, _ parameter: String, _ value: String) -> String {
        #"{"error":"org.varlink.service.\#(name)","parameters":{"\#(parameter)":"\#(value)"}}"# + "\0"
    }

    /// The served description of an interface.
    private func description(_ interface: String) throws -> String {
        struct Envelope: Decodable {
            var parameters: GetInterfaceDescription.Reply
        }
        let answer = try answer(
            #"{"method":"org.varlink.service.GetInterfaceDescription","parameters":{"interface":"\#(interface)"}}"#)
        let bytes = try #require(answer).utf8.dropLast()
        return try JSONDecoder().decode(Envelope.self, from: Data(bytes)).parameters.description
    }

    @Test func theServiceListsItsOwnInterfaceFirst() throws {
        #expect(
            try answer(#"{"method":"org.varlink.service.GetInfo"}"#)
                == #"{"parameters":{"interfaces":["org.varlink.service","org.example","org.example.sub"],"#
                + #""product":"stove","url":"https://example.org","vendor":"Cooks","version":"1.2"}}"# + "\0")
    }

    @Test func theServiceReturnsTheTextOfEachInterface() throws {
        #expect(try description("org.example") == "interface org.example\n")
        #expect(try description("org.example.sub") == "interface org.example.sub\n")
        let own = try description("org.varlink.service")
        #expect(own.contains("\ninterface org.varlink.service\n"))
        #expect(own.contains("\nmethod GetInterfaceDescription(interface: string) -> (description: string)\n"))
    }

    @Test(arguments: [
        (
            #""GetInterfaceDescription","parameters":{"interface":"org.nope"}"#, "InterfaceNotFound", "interface",
            "org.nope"
        ),
        (#""GetInterfaceDescription","parameters":{"interface":""}"#, "InterfaceNotFound", "interface", ""),
        (#""GetInterfaceDescription""#, "InvalidParameter", "parameter", "interface"),
        (#""GetInterfaceDescription","parameters":{"interface":5}"#, "InvalidParameter", "parameter", "interface"),
        (#""GetInfo","parameters":{"x":1}"#, "InvalidParameter", "parameter", "x"),
        (#""Nope""#, "MethodNotFound", "method", "org.varlink.service.Nope"),
        (#""getinfo""#, "MethodNotFound", "method", "org.varlink.service.getinfo"),
    ])
    func invalidCallsOfTheServicesOwnInterfaceAreRefused(
        call: String, name: String, parameter: String, value: String
    ) throws {
        let text = #"{"method":"org.varlink.service."# + call.dropFirst() + "}"
        #expect(try answer(text) == error(name, parameter, value))
    }

    @Test(arguments: [
        ("org.nope.Echo", "org.nope"), ("org.Echo", "org"), ("org.example.sub.sub.Echo", "org.example.sub.sub"),
        ("Echo", ""), ("", ""),
    ])
    func aMethodOfAnUnknownInterfaceIsRefused(method: String, interface: String) throws {
        #expect(try answer(#"{"method":"\#(method)"}"#) == error("InterfaceNotFound", "interface", interface))
    }

    @Test(arguments: ["", #","more":true,"parameters":{"x":1}"#, #","oneway":true"#])
    func aMethodInTheTableIsRoutedToItsHandler(more: String) throws {
        guard case .handler("the handler of Echo") = service.route(try call(#"{"method":"org.example.Echo"\#(more)}"#))
        else {
            Issue.record("the call was not routed to a handler")
            return
        }
    }

    @Test(arguments: ["org.example.Nope", "org.example.sub.Echo", "org.example.echo"])
    func aMethodThatIsNotInTheTableIsRefused(method: String) throws {
        #expect(try answer(#"{"method":"\#(method)"}"#) == error("MethodNotFound", "method", method))
    }

    @Test(arguments: ["org.example.Echo", "org.varlink.service.GetInfo", "org.varlink.service.Nope"])
    func upgradesAreRefused(method: String) throws {
        #expect(
            try answer(#"{"method":"\#(method)","upgrade":true}"#) == error("MethodNotImplemented", "method", method))
    }

    @Test(arguments: ["org.varlink.service.GetInfo", "org.varlink.service.Nope", "org.nope.Echo"])
    func aOnewayCallGetsNoReply(method: String) throws {
        #expect(try answer(#"{"method":"\#(method)","oneway":true}"#) == "")
    }
}
