import FoundationEssentials
import Testing
import Varlink

@Suite struct ReplyTests {
    @Test func aReplyConsistsOfItsParametersAndANUL() {
        #expect(text(Reply.encode(Echo.Reply(heard: ["a/b", "ü"]))) == #"{"parameters":{"heard":["a/b","ü"]}}"# + "\0")
        #expect(text(Reply.encode(Nothing())) == #"{"parameters":{}}"# + "\0")
    }

    @Test func continuesIsWrittenOnlyIfTrue() {
        #expect(text(Reply.encode(Nothing(), continues: true)) == #"{"continues":true,"parameters":{}}"# + "\0")
        #expect(text(Reply.encode(Nothing(), continues: false)) == #"{"parameters":{}}"# + "\0")
    }

    @Test func keysAreSorted() {
        let values = ["zebra": 1, "ant": 2, "middle": 3, "bee": 4]
        #expect(text(Reply.encode(values)) == #"{"parameters":{"ant":2,"bee":4,"middle":3,"zebra":1}}"# + "\0")
    }

    @Test func nilFieldsOfAReplyAreWrittenAsNull() {
        let reply = Echo.Parameters(text: "a", count: nil, ratio: nil, isLoud: nil, numbers: nil)
        #expect(
            text(Reply.encode(reply))
                == #"{"parameters":{"count":null,"isLoud":null,"numbers":null,"ratio":null,"text":"a"}}"# + "\0")
    }

    /// Fields of another value can be written beside a value's own.
    @Test func aValueMayAskForItsContainerTwice() throws {
        let reply = Extended(reply: Echo.Reply(heard: ["a"]), note: nil)
        let object = #"{"heard":["a"],"note":null}"#
        #expect(text(Reply.encode(reply)) == #"{"parameters":\#(object)}"# + "\0")
        #expect(text(Reply.encode([reply, reply])) == #"{"parameters":[\#(object),\#(object)]}"# + "\0")
        #expect(text(Reply.encode(["a": reply])) == #"{"parameters":{"a":\#(object)}}"# + "\0")
        let alone = try encodeJSON(reply)
        #expect(text(alone) == object)
    }

    @Test func aValueThatEncodesNothingIsAnEmptyObject() {
        #expect(text(Reply.encode(Silent())) == #"{"parameters":{}}"# + "\0")
        #expect(text(Reply.encode([Silent()])) == #"{"parameters":[{}]}"# + "\0")
        #expect(text(Reply.encode(["a": Silent()])) == #"{"parameters":{"a":{}}}"# + "\0")
    }

    @Test func aNULInAStringIsEscaped() {
        #expect(text(Reply.encode(Echo.Reply(heard: ["a\0b"]))) == #"{"parameters":{"heard":["a\u0000b"]}}"# + "\0")
    }

    @Test func onlyCharactersThatMustBeEscapedAreEscaped() {
        #expect(
            text(Reply.encode(Echo.Reply(heard: ["\"\\/\n\u{1f}\u{7f}é🥚", ""])))
                == #"{"parameters":{"heard":["\"\\/\n\u001F\#u{7f}é🥚",""]}}"# + "\0")
    }

    @Test func repliesOfAnyLengthAreComplete() {
        for length in [0, 1, 100, 100_000] {
            let letters = times(length, "x")
            #expect(text(Reply.encode(letters)) == #"{"parameters":"\#(letters)"}"# + "\0")
        }
    }

    @Test(arguments: [0.1, 1.0 / 3, 2, -0.0, .leastNonzeroMagnitude, .greatestFiniteMagnitude, 1e23])
    func floatsAreEncodedExactly(number: Double) throws {
        let reply = Reply.encode(["number": number]).dropLast()
        let back = try JSONDecoder().decode([String: [String: Double]].self, from: Data(reply))
        #expect(back["parameters"]?["number"] == number)
    }

    @Test func decimalsAreWrittenAsPeopleWriteThem() {
        #expect(text(Reply.encode([0.1, 62.9, -0.07, 4])) == #"{"parameters":[0.1,62.9,-0.07,4.0]}"# + "\0")
        #expect(text(Reply.encode([62.9, 1.0 / 3])) == #"{"parameters":[62.9,0.3333333333333333]}"# + "\0")
    }

    @Test func aNumberBeyondSixtyFourBitsBecomesAnError() {
        #expect(text(Reply.encode(UInt64.max)).contains("InvalidParameter"))
        #expect(text(Reply.encode(Int64.min)) == #"{"parameters":-9223372036854775808}"# + "\0")
    }

    @Test func anErrorReplyHasItsNameAndParameters() {
        let loud = ErrorReply("org.example.TooLoud", TooLoud(limit: 3))
        #expect(text(Reply.encode(loud)) == #"{"error":"org.example.TooLoud","parameters":{"limit":3}}"# + "\0")
        #expect(
            text(Reply.encode(ErrorReply("org.example.Odd"))) == #"{"error":"org.example.Odd","parameters":{}}"# + "\0")
    }

    @Test(
        arguments: [
            (.interfaceNotFound("x"), "InterfaceNotFound", #"{"interface":"x"}"#),
            (.methodNotFound("x"), "MethodNotFound", #"{"method":"x"}"#),
            (.methodNotImplemented("x"), "MethodNotImplemented", #"{"method":"x"}"#),
            (.invalidParameter("x"), "InvalidParameter", #"{"parameter":"x"}"#),
            (.permissionDenied, "PermissionDenied", "{}"), (.expectedMore, "ExpectedMore", "{}"),
        ] as [(ServiceError, String, String)])
    func theStandardErrorsHaveTheirStandardNames(error: ServiceError, name: String, parameters: String) {
        #expect(
            text(Reply.encode(error.reply))
                == #"{"error":"org.varlink.service.\#(name)","parameters":\#(parameters)}"# + "\0")
    }

    @Test(arguments: [Double.nan, .infinity])
    func infinityAndNaNBecomeAnErrorReply(number: Double) {
        #expect(
            text(Reply.encode(["ratio": number]))
                == #"{"error":"org.varlink.service.InvalidParameter","parameters":{"parameter":"reply"}}"# + "\0")
    }
}

private struct Silent: Encodable {
    func encode(to encoder: any Encoder) {}
}

/// A reply with a field of its own.
private struct Extended: Encodable {
    let reply: Echo.Reply
    let note: String?

    private enum CodingKeys: CodingKey {
        case note
    }

    func encode(to encoder: any Encoder) throws {
        try reply.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(note, forKey: .note)
    }
}
