import EggTestSupport
import Glibc
import Testing

@testable import TillCommands

@Suite struct TillProgramTests {
    @Test(arguments: [
        ("USD", EX_OK), ("GBP", EX_OK), ("eur", EX_OK), ("CHF", EX_OK), ("BGN", EX_USAGE), ("XYZ", EX_USAGE),
    ])
    func aTipIsInAnyCurrencyButTheLev(currency: String, status: Int32) {
        #expect(TillProgram.run(["tip", "85.40", "18", "--currency", currency]) == status)
    }

    @Test func onlyOneOfSeveralCustomersMustBeNamed() throws {
        let folder = TemporaryFolder()
        func register(_ name: String) throws {
            let options = ["name": name, "email": "\(name)@example.org", "telephone": "555 123"]
            try Cards(options: options, operands: [], json: false).run(.register)
        }
        let cards = Cards(options: [:], operands: ["1"], json: false)
        try withEnvironment(["XDG_STATE_HOME": folder.path]) {
            try register("ivan")
            #expect(throws: TillFailure(message: "ivan@example.org has no order '1'")) { try cards.run(.show) }
            try register("maria")
            let several = "there are several customers; name one by --customer: ivan@example.org, maria@example.org"
            #expect(throws: TillFailure(message: several)) { try cards.run(.show) }
        }
    }
}
