import Glibc

/// Does something while variables of this process's environment have these values; nil unsets one.
public func withEnvironment<Value>(_ variables: [String: String?], _ work: () throws -> Value) rethrows -> Value {
    func set(_ name: String, _ value: String?) {
        if let value { setenv(name, value, 1) } else { unsetenv(name) }
    }
    let before = variables.keys.map { name in (name, getenv(name).map { String(cString: $0) }) }
    defer { for (name, value) in before { set(name, value) } }
    for (name, value) in variables { set(name, value) }
    return try work()
}

/// `PATH` with this folder before all others.
public func pathBeginning(with folder: String) -> String {
    "\(folder):\(getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin")"
}
