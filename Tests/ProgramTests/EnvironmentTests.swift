import Testing

@testable import Program

@Suite struct EnvironmentTests {
    @Test(arguments: ["XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_RUNTIME_DIR"])
    func aRelativeXDGFolderIsIgnored(name: String) {
        #expect(Environment.value("state", of: name) == nil)
        #expect(Environment.value("./state", of: name) == nil)
        #expect(Environment.value("", of: name) == nil)
        #expect(Environment.value("/home/egg/state", of: name) == "/home/egg/state")
    }

    @Test func otherVariablesMayBeRelative() {
        #expect(Environment.value("eggd.sock", of: "EGGD_SOCKET") == "eggd.sock")
        #expect(Environment.value("wayland", of: "XDG_SESSION_TYPE") == "wayland")
    }
}
