import EggTestSupport
import Foundation
import Glibc
import POSIX
import SQLite
import Testing
import Till

@testable import TillStore

func sampleCustomer(_ name: String = "ivan") throws -> Customer {
    try Customer(
        name: name, email: "\(name)@example.org", emailAgain: "\(name)@example.org", telephone: "+359 2 123 4567")
}

func sampleCard(_ message: String = "All the best", luxury: Int = 5) throws -> GreetingCard {
    try GreetingCard(
        recipient: "Anna", gender: "woman", color: "blue", message: message, senders: "Ivan", luxury: luxury)
}

@Suite struct TillStoreTests {
    private let folder = TemporaryFolder()

    private func open() throws -> TillStore { try TillStore(folder: folder.path("state/till")) }

    /// The customer to whom a recovery code was shown.
    private func customer(_ store: TillStore, _ recoveryCode: String) throws -> StoredCustomer? {
        try store.signIn(recoveryCode: recoveryCode, replacing: nil)?.stored
    }

    private func time(_ milliseconds: Int64) throws -> OrderKey { try #require(OrderKey(milliseconds: milliseconds)) }

    @Test func folderAndFilesAreForTheirOwnerOnly() throws {
        let store = try open()
        #expect(mode(of: folder.path("state/till")) == 0o700)
        try store.connection.execute("BEGIN; INSERT INTO setting VALUES ('title', 'x')")
        for suffix in ["", "-journal"] { #expect(mode(of: store.path + suffix) == 0o600) }
    }

    @Test func theHashIsSHA256() {
        #expect(Secrets.hash("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        #expect(Secrets.hash("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    }

    @Test func aSecretIsOnDiskAsAHashOnly() throws {
        let store = try open()
        let (stored, code) = try #require(try store.register(sampleCustomer()))
        let token = try #require(try store.signIn(recoveryCode: code, replacing: nil)).session
        #expect(token.count == 64 && code.count == 29)
        for suffix in ["", "-journal"] {
            let bytes = text(of: store.path + suffix) ?? ""
            #expect(!bytes.contains(token) && !bytes.contains(code) && !bytes.contains(code.replacing("-", with: "")))
        }
        #expect(try store.customer(session: token)?.id == stored.id)
        #expect(try store.customer(session: Secrets.hash(token)) == nil && store.customer(session: "") == nil)
        #expect(try customer(store, code)?.id == stored.id)
        #expect(try customer(store, " " + code.lowercased().replacing("-", with: " "))?.id == stored.id)
        #expect(try customer(store, "") == nil)
        try store.closeSession(token)
        #expect(try store.customer(session: token) == nil)
    }

    @Test func aNewRecoveryCodeVoidsTheOldOneAndEndsAllSessions() throws {
        let store = try open()
        let (ivan, old) = try #require(try store.register(sampleCustomer()))
        let (maria, other) = try #require(try store.register(sampleCustomer("maria")))
        let token = try #require(try store.signIn(recoveryCode: old, replacing: nil)).session
        let kept = try #require(try store.signIn(recoveryCode: other, replacing: nil)).session
        let new = try #require(try store.renewRecoveryCode(of: ivan.id))
        #expect(try customer(store, old) == nil && store.customer(session: token) == nil)
        #expect(try customer(store, new) == ivan)
        #expect(try customer(store, other) == maria && store.customer(session: kept) == maria)
        try store.delete(ivan.id)
        #expect(try store.renewRecoveryCode(of: ivan.id) == nil)
    }

    @Test func aRegistrationThatFailsToSignInRegistersNobody() throws {
        let store = try open()
        let (_, first) = try #require(try store.register(sampleCustomer("maria"), replacing: nil))
        #expect(try store.register(sampleCustomer("maria"), replacing: first) == nil)
        #expect(try store.customer(session: first)?.customer.name == "maria")
        let (code, second) = try #require(try store.register(sampleCustomer(), replacing: first))
        #expect(try store.customer(session: first) == nil && store.customer(session: second)?.customer.name == "ivan")
        #expect(try customer(store, code)?.customer.name == "ivan")
        try store.connection.execute("DROP TABLE session")
        #expect(throws: TillStore.Problem.self) { try store.register(sampleCustomer("petar"), replacing: nil) }
        #expect(try store.customer(email: "petar@example.org") == nil)
    }

    @Test func aSignInThatFailsLeavesTheDeviceSignedIn() throws {
        let store = try open()
        let (ivan, code) = try #require(try store.register(sampleCustomer()))
        let (maria, other) = try #require(try store.register(sampleCustomer("maria")))
        let (_, first) = try #require(try store.signIn(recoveryCode: code, replacing: nil))
        try store.connection.execute(
            "CREATE TEMP TRIGGER refuse BEFORE INSERT ON session BEGIN SELECT RAISE(ABORT, 'no room'); END")
        #expect(throws: TillStore.Problem.self) { try store.signIn(recoveryCode: other, replacing: first) }
        #expect(try store.customer(session: first) == ivan)
        try store.connection.execute("DROP TRIGGER refuse")
        let (stored, second) = try #require(try store.signIn(recoveryCode: other, replacing: first))
        #expect(stored == maria)
        #expect(try store.customer(session: first) == nil && store.customer(session: second) == maria)
    }

    @Test func codesAndTokensDiffer() {
        #expect(Set((0..<1000).map { _ in Secrets.recoveryCode() }).count == 1000)
        #expect(Set((0..<1000).map { _ in Secrets.sessionToken() }).count == 1000)
    }

    @Test func anAddressIsRegisteredOnce() throws {
        let store = try open()
        #expect(try store.register(sampleCustomer()) != nil)
        let shouted = try Customer(
            name: "x", email: "IVAN@example.org", emailAgain: "IVAN@example.org", telephone: "12345")
        #expect(try store.register(shouted) == nil)
        #expect(try store.customer(email: "Ivan@Example.org")?.customer.name == "ivan")
        #expect(try store.customers().count == 1)
    }

    @Test func ordersOfOneInstantDifferByTheSmallestStep() throws {
        let store = try open()
        let (ivan, _) = try #require(try store.register(sampleCustomer()))
        let (maria, _) = try #require(try store.register(sampleCustomer("maria")))
        let now = try time(1_763_712_345_123)
        let first = try store.add(sampleCard("1"), for: ivan.id, at: now)
        let second = try store.add(sampleCard("2"), for: maria.id, at: now)
        let third = try store.add(sampleCard("3"), for: ivan.id, at: now)
        #expect([first, second, third].map { $0?.key.text } == ["1763712345.123", "1763712345.124", "1763712345.125"])
        #expect(try store.orders(of: ivan.id).map(\.card.message) == ["3", "1"])
    }

    @Test func aCustomerSeesOwnOrdersOnly() throws {
        let store = try open()
        let (ivan, _) = try #require(try store.register(sampleCustomer()))
        let (maria, _) = try #require(try store.register(sampleCustomer("maria")))
        let order = try #require(try store.add(sampleCard(), for: ivan.id, at: time(1000)))
        #expect(try store.order(order.key, of: ivan.id) == order)
        #expect(try store.order(order.key, of: maria.id) == nil && store.orders(of: maria.id).isEmpty)
    }

    @Test func ordersComeInPages() throws {
        let store = try open()
        let (ivan, _) = try #require(try store.register(sampleCustomer()))
        for number in 1...7 { _ = try store.add(sampleCard("\(number)"), for: ivan.id, at: time(Int64(number))) }
        #expect(try store.orders(of: ivan.id, limit: 3).map(\.card.message) == ["7", "6", "5"])
        #expect(try store.orders(of: ivan.id, before: time(5), limit: 3).map(\.card.message) == ["4", "3", "2"])
    }

    @Test func aDeletedCustomerLeavesNothingInTheFiles() throws {
        let store = try open()
        let (ivan, code) = try #require(try store.register(sampleCustomer("xyzzy")))
        let token = try #require(try store.signIn(recoveryCode: code, replacing: nil)).session
        _ = try store.add(sampleCard("plugh plugh"), for: ivan.id, at: time(1))
        try store.delete(ivan.id)
        #expect(try store.customer(session: token) == nil && store.customers().isEmpty && store.allOrders().isEmpty)
        #expect(try store.add(sampleCard(), for: ivan.id, at: time(2)) == nil)
        for suffix in ["", "-journal"] {
            let bytes = text(of: store.path + suffix) ?? ""
            #expect(!bytes.contains("xyzzy") && !bytes.contains("plugh"))
        }
    }

    @Test func settingsAreKept() throws {
        #expect(try open().dollarRate() == .dollar && open().leadingCurrency() == .BGN)
        try open().setDollarRate(ExchangeRate(dollar: "1.1573", date: "2026-11-21"))
        try open().setLeadingCurrency(.EUR)
        try open().setBranding(title: "Café", picture: nil)
        let store = try open()
        #expect(try store.dollarRate().text == "1.1573" && store.dollarRate().date == "2026-11-21")
        #expect(try store.leadingCurrency() == .EUR && store.branding().title == "Café")
        try store.setBranding(title: "", picture: nil)
        #expect(try store.branding().title == nil)
    }

    @Test func whatWasStoredByOtherRulesIsStillRead() throws {
        let store = try open()
        let (ivan, _) = try #require(try store.register(sampleCustomer()))
        _ = try store.add(sampleCard("1"), for: ivan.id, at: time(1))
        _ = try store.add(sampleCard("2"), for: ivan.id, at: time(2))
        let long = String(repeating: "m", count: 2001)
        try store.connection.execute("UPDATE card_order SET message = '\(long)', recipient = '' WHERE time_ms = 1")
        try store.connection.execute("UPDATE customer SET name = '', email = 'iván@example.org'")
        #expect(try store.orders(of: ivan.id).map(\.card.message) == ["2", long])
        #expect(try store.allOrders().count == 2 && store.customers().map(\.customer.email) == ["iván@example.org"])
        try store.connection.execute("UPDATE card_order SET luxury = 9223372036854775807 WHERE time_ms = 1")
        #expect(throws: TillStore.Problem.corrupt(path: store.path, .order)) {
            try store.orders(of: ivan.id)
        }
    }

    // MARK: Files

    @Test func aNewerDatabaseIsLeftAlone() throws {
        let path = try open().path
        try SQLiteConnection(path).execute("PRAGMA user_version = 99")
        #expect(throws: TillStore.Problem.newerSchema(path: path, found: 99, known: 2)) { try open() }
    }

    @Test func aRemovedFileIsNoticed() throws {
        let store = try open()
        #expect(store.isCurrent)
        unlink(store.path)
        #expect(!store.isCurrent)
        _ = try open()
        #expect(!store.isCurrent)
    }

    @Test func aFolderThatCannotBeMadeIsNamed() throws {
        folder.write([], to: "file")
        #expect(throws: TillStore.Problem.noFolder(FileError(folder.path("file/till"), code: ENOTDIR))) {
            try TillStore(folder: folder.path("file/till"))
        }
    }

    @Test func theFolderIsTheOneOfXDG() {
        #expect(TillFolder.find(environment: { $0 == "XDG_STATE_HOME" ? "/s" : "/h" }) == "/s/till")
        #expect(TillFolder.find(environment: { $0 == "HOME" ? "/h" : nil }) == "/h/.local/state/till")
        #expect(TillFolder.find(environment: { _ in nil }) == nil)
    }

    // MARK: Import

    private func report(_ outcome: TillStore.ImportOutcome) throws -> TillStore.ImportReport {
        guard case .done(let report) = outcome else { throw Missing() }
        return report
    }

    @Test func anImportWithAnOrderForWhichNoTimeIsLeftChangesNothing() throws {
        let store = try open()
        let last = try time(253_402_300_799_999)
        func order(_ message: String, _ key: OrderKey) throws -> TillStore.Exchanged {
            (
                email: "ivan@example.org",
                order: CardOrder(key: key, card: try sampleCard(message), price: Money(1, .BGN))
            )
        }
        _ = try report(store.add([sampleCustomer()], [order("1", last)]))
        #expect(try report(store.add([], [order("1", last)])).known == 1)
        #expect(try store.add([sampleCustomer("maria")], [order("0", time(1)), order("2", last)]) == .noFreeTime(last))
        #expect(try store.allOrders().map(\.order.card.message) == ["1"] && store.customers().count == 1)
    }

    @Test func whatIsThereIsNotImportedAgain() throws {
        let store = try open()
        let order = CardOrder(key: try time(5), card: try sampleCard(), price: Money(777, .BGN))
        let exchanged = (email: "ivan@example.org", order: order)
        let other = (
            email: "maria@example.org",
            order: CardOrder(key: try time(5), card: try sampleCard("x"), price: Money(1, .BGN))
        )
        let customers = [try sampleCustomer(), try sampleCustomer("maria")]
        let first = try report(store.add(customers, [exchanged, other]))
        #expect(first.added == 2 && first.known == 0 && first.recoveryCodes.map(\.email).count == 2)
        let code = try #require(first.recoveryCodes.first?.code)
        #expect(try customer(store, code)?.customer.email == "ivan@example.org")
        let second = try report(store.add(customers, [exchanged, other]))
        #expect(second.added == 0 && second.known == 2 && second.recoveryCodes.isEmpty)
        #expect(try store.allOrders().map(\.order.key.text) == ["0.005", "0.006"])
        #expect(try store.allOrders().first?.order.price == Money(777, .BGN))
    }

    /// The first of two equal cards gets the time of the second, because another card has its own.
    @Test func equalCardsOfNeighbouringTimesAreBothImported() throws {
        let store = try open()
        func order(_ message: String, _ milliseconds: Int64) throws -> TillStore.Exchanged {
            let key = try time(milliseconds)
            return ("ivan@example.org", CardOrder(key: key, card: try sampleCard(message), price: Money(1, .BGN)))
        }
        _ = try report(store.add([sampleCustomer()], [order("other", 5)]))
        let pair = [try order("equal", 5), try order("equal", 6)]
        #expect(try report(store.add([], pair)).added == 2)
        #expect(try report(store.add([], pair)).known == 2)
        #expect(try store.allOrders().map(\.order.key.milliseconds) == [5, 6, 7])
    }

    @Test func anImportWithAnUnknownCustomerChangesNothing() throws {
        let store = try open()
        let order = (
            email: "nobody@example.org",
            order: CardOrder(key: try time(5), card: try sampleCard(), price: Money(1, .BGN))
        )
        #expect(try store.add([sampleCustomer()], [order]) == .unknownCustomer)
        #expect(try store.customers().isEmpty)
    }

    @Test func manyConnectionsOpenAndWriteAtTheSameTime() throws {
        let path = folder.path("state/till")
        let group = DispatchGroup()
        let failures = FailureList()
        for number in 0..<8 {
            group.enter()
            Thread.detachNewThread {
                defer { group.leave() }
                do {
                    // The lock of a rollback journal isn't given in turn.
                    let store = try TillStore(folder: path, lockTimeout: .seconds(50))
                    let (stored, _) = try store.register(sampleCustomer("c\(number)")) ?? { throw Missing() }()
                    for step in 0..<20 {
                        let key = OrderKey(milliseconds: 1000)
                        guard let key, try store.add(sampleCard("\(step)"), for: stored.id, at: key) != nil else {
                            throw Missing()
                        }
                    }
                } catch {
                    failures.add("\(error)")
                }
            }
        }
        try #require(group.wait(timeout: .now() + 60) == .success)
        #expect(failures.all == [])
        #expect(try open().allOrders().map(\.order.key.milliseconds) == Array(1000..<1160))
    }
}

private struct Missing: Error {}

private final class FailureList: @unchecked Sendable {
    // The lock guards the list.
    private let lock = NSLock()
    private var list: [String] = []
    var all: [String] { lock.withLock { list } }
    func add(_ text: String) { lock.withLock { list.append(text) } }
}
