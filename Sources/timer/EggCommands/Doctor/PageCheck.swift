import EggClient
import EggWire
import Program

/// The findings of `doctor` about the touch page, none of which keeps an alarm from being heard.
enum PageCheck {
    /// The checks; none if the page isn't installed.
    static func run() -> [Timers.Check] {
        guard Environment.hasUserUnit(PageUnit.socket) else { return [] }
        do {
            let state = try PageUnit.state()
            return checks(state, about: state.isActive ? state.listening.first.flatMap(PageServer.about) : nil)
        } catch {
            return [warning(error.message)]
        }
    }

    /// The findings about the socket, and about what eggweb said of itself.
    static func checks(_ state: PageUnit.State, about: PageAbout?) -> [Timers.Check] {
        if state.hasFailed {
            return [
                warning(
                    "the touch page's socket has failed; another program may have its port: \(places(state))",
                    fix: state.otherPort)
            ]
        }
        guard state.isActive else { return [warning("the touch page is not switched on", fix: PageUnit.enable)] }
        guard let about else {
            return [
                warning(
                    "the touch page does not answer at \(places(state))",
                    fix: "systemctl --user status eggweb.service")
            ]
        }
        return [access(state, about), version(about.version)]
    }

    private static func access(_ state: PageUnit.State, _ about: PageAbout) -> Timers.Check {
        let finding: String
        if state.isOpen {
            finding =
                "the touch page is open to your home network at \(places(state)), without encryption, for devices that "
                + "have opened the link of 'eggctl page'"
        } else if about.hosts.isEmpty {
            finding = "the touch page answers at \(places(state)), for you on this machine only"
        } else {
            finding =
                "the touch page answers at \(places(state)), and as \(about.hosts.joined(separator: ", ")) behind a "
                + "proxy for devices that have opened the link of 'eggctl page'"
        }
        return .ok("page", finding)
    }

    private static func version(_ version: String) -> Timers.Check {
        guard version != Product.version else {
            return .ok("page", "the running eggweb is version \(version)")
        }
        return warning(
            "the running eggweb is version \(version), but eggctl is version \(Product.version)",
            fix: "systemctl --user daemon-reload && systemctl --user restart eggweb")
    }

    private static func places(_ state: PageUnit.State) -> String {
        state.listening.map { "http://\($0.urlHost ?? "*"):\($0.port)/" }.joined(separator: " and ")
    }

    private static func warning(_ finding: String, fix: String? = nil) -> Timers.Check {
        .warning("page", finding, fix: fix)
    }
}
