import Testing
import Varlink

@Suite struct CallTests {
    @Test func aCallWithoutFlagsHasNone() throws {
        let call = try call(#"{"method":"org.example.Echo"}"#)
        #expect(call.method == "org.example.Echo" && call.interface == "org.example")
        #expect(!call.wantsMore && !call.isOneway && !call.wantsUpgrade)
    }

    @Test(arguments: ["true", "false", "null"])
    func eachFlagIsReadByItself(value: String) throws {
        let more = try call(#"{"method":"a.B","more":\#(value)}"#)
        #expect(more.wantsMore == (value == "true") && !more.isOneway && !more.wantsUpgrade)
        let oneway = try call(#"{"method":"a.B","oneway":\#(value)}"#)
        #expect(oneway.isOneway == (value == "true") && !oneway.wantsMore && !oneway.wantsUpgrade)
        let upgrade = try call(#"{"method":"a.B","upgrade":\#(value)}"#)
        #expect(upgrade.wantsUpgrade == (value == "true") && !upgrade.wantsMore && !upgrade.isOneway)
    }

    @Test(arguments: [("org.example.sub.Echo", "org.example.sub"), ("Echo", ""), ("", ""), (".Echo", "")])
    func theInterfaceIsTheNameUpToTheLastDot(method: String, interface: String) throws {
        #expect(try call(#"{"method":"\#(method)"}"#).interface == interface)
    }

    @Test func aMethodNameHasAtMost255Bytes() throws {
        let longest = times(255, "x")
        #expect(try call(#"{"method":"\#(longest)"}"#).method == longest)
        #expect(throws: ProtocolViolation.malformedMessage) { try call(#"{"method":"\#(longest)x"}"#) }
    }

    @Test func unknownTopLevelKeysAreIgnored() throws {
        let call = try call(#" {"x":[{}],"method":"a.B","parameters":{"text":"hi"},"more":true,"y":null} "#)
        #expect(call.method == "a.B" && call.wantsMore)
        #expect(try call.parameters(as: Echo.Parameters.self) == Echo.Parameters(text: "hi"))
    }

    @Test(arguments: [
        "", " ", "x", "{", "{}", "null", "5", #""method""#, "[]", #"["method"]"#, #"{"method":null}"#, #"{"method":5}"#,
        #"{"method":"a.B""#, #"{"method":"a.B"}}"#, #"{"method":"a.B"} {"method":"a.B"}"#, #"{"METHOD":"a.B"}"#,
        #"{"method":"a.B","more":1}"#, #"{"method":"a.B","oneway":"true"}"#, #"{"method":"a.B","upgrade":{}}"#,
        #"{method:"a.B"}"#,
    ])
    func anythingButACallIsMalformed(text: String) {
        #expect(throws: ProtocolViolation.malformedMessage) { try call(text) }
    }

    @Test func bytesThatAreNotUTF8AreMalformed() {
        let bytes = Array(#"{"method":"a."#.utf8) + [0xff, 0xfe] + Array(#""}"#.utf8)
        #expect(throws: ProtocolViolation.malformedMessage) { try Call(bytes[...]) }
    }

    /// Such names crash some JSON parsers, wherever they are; the fuzzer found this first.
    @Test(arguments: [
        [0xff], [0xb0], [0xed, 0xa0, 0x80], [0x01], [0x1f], Array(#"\x"#.utf8), Array(#"\u12g4"#.utf8),
        Array(#"\ud800"#.utf8), Array(#"\udc00"#.utf8), Array(#"\ud800\ud800"#.utf8),
    ])
    func aMemberNameThatIsNotTextIsMalformed(name: [UInt8]) {
        for (start, end) in [("", ""), (#""parameters":{"#, "}"), (#""x":[{"y":0},{"#, "}]")] {
            let message = Array(#"{"method":"a.B",\#(start)""#.utf8) + name + Array(#"":1\#(end)}"#.utf8)
            #expect(throws: ProtocolViolation.malformedMessage) { try Call(message[...]) }
        }
    }

    // A parser that crashes on its input would end the daemon.
    @Test(arguments: [
        ("", "[", "", ""), ("", "[", "]", ""), ("", #"{"a":"#, "", ""),
        (#"{"method":"a.B","parameters":"#, "[", "]", "}"), (#"{"method":"a.B","x":["#, #"{"a":"#, "", ""),
        (#"{"method":"a.B","x":"#, #"{"a":"#, "}", "}"), (#"{"method":"a.B","x":["#, "[", "]", "]}"),
    ])
    func deepNestingIsMalformed(before: String, opening: String, closing: String, after: String) {
        let depth = 10_000
        let middle = closing == "}" ? "1" : ""
        #expect(throws: ProtocolViolation.malformedMessage) {
            try call(before + times(depth, opening) + middle + times(depth, closing) + after)
        }
    }
}

@Suite struct ParametersTests {
    private func parameters(_ text: String) throws -> Echo.Parameters {
        try call(#"{"method":"org.example.Echo","parameters":\#(text)}"#).parameters()
    }

    @Test func parametersAreReadByName() throws {
        let all = try parameters(#"{"numbers":[1,2],"isLoud":true,"ratio":0.5,"count":-3,"text":"é\n\u00e9"}"#)
        #expect(all == Echo.Parameters(text: "é\né", count: -3, ratio: 0.5, isLoud: true, numbers: [1, 2]))
        #expect(try parameters(#"{"text":"","count":null,"numbers":[]}"#) == Echo.Parameters(text: "", numbers: []))
    }

    @Test(arguments: ["", #","parameters":null"#, #","parameters":{}"#])
    func missingNullAndEmptyParametersAreEquivalent(text: String) throws {
        let call = try call(#"{"method":"org.example.Echo"\#(text)}"#)
        #expect(try call.parameters(as: Nothing.self) == Nothing())
        #expect(throws: ServiceError.invalidParameter("text")) { try call.parameters(as: Echo.Parameters.self) }
        // A second call returns the same.
        #expect(try call.parameters(as: Nothing.self) == Nothing())
    }

    @Test(arguments: [
        (#"{}"#, "text"), (#"{"text":null}"#, "text"), (#"{"text":5}"#, "text"), (#"{"text":["a"]}"#, "text"),
        (#"{"text":"","count":"1"}"#, "count"), (#"{"text":"","count":true}"#, "count"),
        (#"{"text":"","ratio":"0.5"}"#, "ratio"), (#"{"text":"","isLoud":1}"#, "isLoud"),
        (#"{"text":"","numbers":1}"#, "numbers"), (#"{"text":"","numbers":[1,"2"]}"#, "numbers"),
        (#"{"text":"","numbers":[null]}"#, "numbers"), (#"{"text":"","numbers":{}}"#, "numbers"),
        (#"{"text":"","count":1.5}"#, "count"), (#"{"text":"","count":9223372036854775808}"#, "count"),
        (#"{"text":"","numbers":[1,1.5]}"#, "numbers"), (#"{"text":"","count":9007199254740994.0}"#, "count"),
        (#"{"text":"","count":-9223372036854775809}"#, "count"),
    ])
    func aMissingOrInvalidParameterIsRefusedByName(text: String, name: String) {
        #expect(throws: ServiceError.invalidParameter(name)) { try parameters(text) }
    }

    @Test(arguments: [
        (#"{"text":"","loud":true}"#, "loud"), (#"{"text":"","loud":null}"#, "loud"), (#"{"Text":""}"#, "Text"),
        (#"{"z":1,"a":1,"text":5}"#, "a"), (#"{"text":"","":1}"#, ""),
    ])
    func anUnknownParameterIsRefusedByName(text: String, name: String) {
        #expect(throws: ServiceError.invalidParameter(name)) { try parameters(text) }
    }

    @Test func theEmptyParametersAcceptNoMembers() throws {
        let call = try call(#"{"method":"org.example.Echo","parameters":{"text":"hi"}}"#)
        #expect(throws: ServiceError.invalidParameter("text")) { try call.parameters(as: Nothing.self) }
    }

    @Test(arguments: ["5", #""text""#, "[]", #"[{"text":""}]"#, "true"])
    func parametersThatAreNotAnObjectAreRefused(text: String) {
        #expect(throws: ServiceError.invalidParameter("parameters")) { try parameters(text) }
    }

    @Test(arguments: [
        "01", "1.", ".5", "+1", "-", "0x10", "1e", "NaN", "Infinity", "1e+",
    ])
    func anInvalidNumberIsMalformed(number: String) {
        #expect(throws: ProtocolViolation.malformedMessage) { try parameters(#"{"text":"","ratio":\#(number)}"#) }
    }

    /// RFC 8259 allows them, and libjansson reads none of them.
    @Test(arguments: ["1e400", "-12.5e999", times(1000, "9"), times(400, "1") + ".5", #""\ud800""#, #""\udd5a""#])
    func aValueThatLibjanssonCannotReadIsMalformed(value: String) {
        #expect(throws: ProtocolViolation.malformedMessage) { try parameters(#"{"text":"","ratio":\#(value)}"#) }
        #expect(throws: ProtocolViolation.malformedMessage) { try call(#"{"x":[\#(value)],"method":"a.B"}"#) }
    }

    /// Such numbers crash some JSON parsers.
    @Test(arguments: [
        "1" + times(200, "0") + "e-182", "1" + times(166, "0") + "e-148", "0." + times(128, "0") + "1e147",
        times(65, "9"), "-" + times(64, "1"), times(300, "1") + ".5",
    ])
    func aNumberOfAnyLengthThatDoesNotFitIsRefusedByName(number: String) {
        #expect(throws: ServiceError.invalidParameter("count")) { try parameters(#"{"text":"","count":\#(number)}"#) }
        #expect(throws: ServiceError.invalidParameter("numbers")) {
            try parameters(#"{"text":"","numbers":[1,\#(number)]}"#)
        }
    }

    @Test(arguments: [("5.0", 5), ("50e-1", 5), ("0.5e1", 5), ("-0", 0), ("9007199254740992.0", 1 << 53)])
    func aWholeNumberMayBeWrittenAsAFloat(text: String, number: Int64) throws {
        #expect(try parameters(#"{"text":"","count":\#(text)}"#).count == number)
    }

    /// One number that is too large makes libjansson read the others as floats.
    @Test func aNumberThatIsTooLargeDoesNotAffectOthers() throws {
        let call = try call(#"{"x":99999999999999999999,"method":"a.B","parameters":{"text":"","count":720000}}"#)
        #expect(try call.parameters(as: Echo.Parameters.self).count == 720_000)
    }

    @Test func theLastOfTwoMembersWithTheSameNameCounts() throws {
        #expect(try parameters(#"{"text":"a","text":"b"}"#).text == "b")
        #expect(try call(#"{"method":"a.B","method":"a.C"}"#).method == "a.C")
    }

    @Test func aStringMayContainAnyCharacter() throws {
        let every = #"\"\\\/\b\f\n\r\t\u0000\u001f\ud83e\udd5a🥚"#
        #expect(try parameters(#"{"text":"\#(every)"}"#).text == "\"\\/\u{8}\u{c}\n\r\t\0\u{1f}🥚🥚")
    }

    @Test(arguments: ["\n", "\\x41", "\\u12", "\\ud800\n", "\\ud800\\x41", "\\u+800", "\\ud8"])
    func anInvalidStringIsMalformed(text: String) {
        #expect(throws: ProtocolViolation.malformedMessage) { try parameters(#"{"text":"\#(text)"}"#) }
    }

    @Test func anUnpairedSurrogateInTheMethodIsMalformed() {
        #expect(throws: ProtocolViolation.malformedMessage) { try call(#"{"method":"a.\ud800"}"#) }
        #expect(throws: ProtocolViolation.malformedMessage) { try parameters(#"{"text":"","\ud800":1}"#) }
    }

    @Test func aNULInAMemberNameIsMalformed() {
        #expect(throws: ProtocolViolation.malformedMessage) { try parameters(#"{"te\u0000xt":""}"#) }
    }

    @Test func unknownKeysMayBeNestedDeeply() throws {
        let call = try call(#"{"x":\#(times(2000, "["))\#(times(2000, "]")),"method":"a.B"}"#)
        #expect(call.method == "a.B")
    }

    @Test func digitsInAStringAreNotANumber() throws {
        let digits = times(200, "7")
        #expect(try parameters(#"{"text":"\"\#(digits)"}"#).text == "\"" + digits)
    }

    @Test func aWholeNumberIsAlsoAFloat() throws {
        #expect(try parameters(#"{"text":"","ratio":1}"#).ratio == 1)
    }

    @Test(arguments: [(Int64.min, "-9223372036854775808"), (Int64.max, "9223372036854775807")])
    func theLimitsOfIntAreExact(number: Int64, text: String) throws {
        #expect(try parameters(#"{"text":"","count":\#(text)}"#).count == number)
    }
}

@Suite struct OnewayTests {
    @Test func aOnewayCallHasNoReply() throws {
        let call = try call(#"{"method":"org.example.Echo","oneway":true}"#)
        #expect(call.reply(Nothing()).isEmpty)
        #expect(call.reply(Nothing(), continues: true).isEmpty)
        #expect(call.refusal(ServiceError.expectedMore.reply).isEmpty)
    }

    @Test func otherCallsHaveAReply() throws {
        let call = try call(#"{"method":"org.example.Echo"}"#)
        #expect(call.reply(Nothing()) == Reply.encode(Nothing()))
        #expect(call.reply(Nothing(), continues: true) == Reply.encode(Nothing(), continues: true))
        let error = ServiceError.expectedMore.reply
        #expect(call.refusal(error) == Reply.encode(error))
    }
}
