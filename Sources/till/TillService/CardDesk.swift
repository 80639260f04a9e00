import Languages
import Till
import TillStore

/// The database and the session of the call that is being carried out.
struct CardDesk {
    private let folder: String?
    private let mayWait: Bool
    private var opened: TillStore?
    private var sessions: [String] = []
    /// The change of the session's cookie.
    var change = TillService.SessionChange.keep
    /// Whether a call needed the database and couldn't have it.
    private(set) var lacksDatabase = false

    init(folder: String?) {
        (self.folder, mayWait) = (folder, true)
    }

    /// A desk for calls that need no database.
    init() {
        (folder, mayWait) = (nil, false)
    }

    /// Begins a call with the contents of the session's cookies: another site on this host may have set further ones.
    mutating func begin(_ sessions: [String]) {
        // No token is this long; the limit bounds what is hashed.
        self.sessions = sessions.filter { !$0.isEmpty && $0.utf8.count <= 256 }
        change = .keep
    }

    /// The database, opened again if its file was removed or replaced.
    var store: TillStore {
        mutating get throws {
            guard mayWait else {
                lacksDatabase = true
                throw TillError.storeUnavailable(message: tr("this call needs the database"))
            }
            if let opened, opened.isCurrent { return opened }
            guard let folder else {
                throw TillError.storeUnavailable(
                    message: tr("no folder for the database is known; set XDG_STATE_HOME or HOME"))
            }
            let store = try TillStore(folder: folder)
            opened = store
            return store
        }
    }

    /// The database for reading; nil if nothing was ever stored, so that the settings are those of a new one.
    private var storeToRead: TillStore? {
        mutating get throws {
            if mayWait, folder.map(TillStore.isMissing) ?? true { return nil }
            return try store
        }
    }

    var dollarRate: ExchangeRate {
        mutating get throws { try storeToRead?.dollarRate() ?? .dollar }
    }

    var leadingCurrency: Currency {
        mutating get throws { try storeToRead?.leadingCurrency() ?? TillStore.leadingCurrency }
    }

    /// The title of the tip pages and the picture beside it, if they were set.
    var branding: (title: String?, picture: String?) {
        mutating get throws { try storeToRead?.branding() ?? (nil, nil) }
    }

    /// The session that a customer has; nil if nobody is signed in.
    private var session: String? {
        mutating get throws {
            for session in sessions where try storeToRead?.customer(session: session) != nil { return session }
            return nil
        }
    }

    /// The customer of this session; nil if nobody is signed in.
    var customer: StoredCustomer? {
        mutating get throws {
            guard let session = try session else { return nil }
            return try store.customer(session: session)
        }
    }

    /// The customer of this session; throws if nobody is signed in.
    var signedIn: StoredCustomer {
        mutating get throws {
            guard let customer = try customer else { throw TillError.signedOut }
            return customer
        }
    }

    /// Registers a customer, and signs the device in.
    ///
    /// - Returns: the recovery code; nil if the address is registered.
    mutating func register(_ customer: Customer) throws -> String? {
        guard let (code, token) = try store.register(customer, replacing: try session) else { return nil }
        change = .set(token)
        return code
    }

    /// Signs the device in, and ends the session that it had.
    ///
    /// - Returns: the customer; nil if none has this code.
    mutating func signIn(recoveryCode: String) throws -> StoredCustomer? {
        guard let (stored, token) = try store.signIn(recoveryCode: recoveryCode, replacing: session) else { return nil }
        change = .set(token)
        return stored
    }

    mutating func signOut() throws {
        if let session = try session { try store.closeSession(session) }
        change = .clear
    }

    /// Keeps the cookie from expiring.
    mutating func renew() throws {
        if let session = try session { change = .set(session) }
    }
}
