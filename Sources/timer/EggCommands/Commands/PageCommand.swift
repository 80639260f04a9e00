import EggClient
import EggRequests
import EggWire
import Glibc
import POSIX
import Program
import Terminal
import Text

struct PageCommand: Command {
    enum Action: Equatable {
        case show
        case open(PageListening)
        case close
        case renewToken
        case renewAnswerToken
        case frame([FrameOrigin])
    }

    var action = Action.show

    static let open = Option(
        "open", "open the page to your home network",
        help: "open the page to your home network, and show the link")
    static let close = Option(
        "close", "close it to all but this machine", help: "close it again to all but this machine")
    static let newToken = Option(
        "new-token", "make a new secret", help: "make a new secret: each device needs the new link")
    static let newAnswerToken = Option(
        "new-answer-token", "make a secret for a phone's buttons",
        help: "make a secret that can only answer alarms, and show it")
    static let frame = Option(
        "frame", "let other sites show the page in a frame",
        help: "let these sites show the page in a frame, and no others")
    /// Of these, only one can be given.
    static let ways = [open, close, newToken, newAnswerToken, frame]

    static let about = CommandDescription(
        name: "page", summary: "show the address of the touch page, also for phones",
        help: """
            Usage: eggctl page [--open [ADDRESS] | --close | --new-token
                               | --new-answer-token | --frame ORIGIN... | --frame none]

            Shows the address of the touch page, which eggweb serves. The page is for this
            machine only until --open opens it to your home network. Other devices need
            the link, which contains a secret; a terminal also shows its QR code. ADDRESS
            is a port, or an address of this machine with or without a port; by default it
            is port 8090 at every address. HTTP in your home network is not encrypted.

              eggctl page --open
              eggctl page --open 192.168.1.5:8090
              eggctl page --frame http://homeassistant.local:8123
            """,
        options: ways, exclusive: [ways],
        operands: [
            Operand(hint: "address or port, such as 8090", offer: .nothing, requires: open),
            Operand(hint: "origin, or none", offer: .words(["none"]), repeats: true, requires: frame),
        ],
        read: Self.init(_:))
}

extension PageCommand {
    init(_ words: inout CommandWords) throws(Complaint) {
        switch try words.only(of: Self.ways) {
        case Self.open:
            let address = words.takeFirst()
            action = .open(try address.map { text throws(Complaint) in try PageListening(text) } ?? .standard)
        case Self.close: action = .close
        case Self.newToken: action = .renewToken
        case Self.newAnswerToken: action = .renewAnswerToken
        case Self.frame: action = .frame(try Self.origins(&words))
        default: break
        }
    }

    private static func origins(_ words: inout CommandWords) throws(Complaint) -> [FrameOrigin] {
        var typed: [String] = []
        while let word = words.takeFirst() { typed.append(word) }
        guard !typed.isEmpty else {
            throw Complaint("--frame needs a site, such as http://homeassistant.local:8123, or 'none'")
        }
        guard typed.first != "none" || typed.count > 1 else { return [] }
        return try typed.map { text throws(Complaint) in try FrameOrigin(text) }
    }

    func run(in context: CommandContext) throws(Failure) -> Int32 {
        if let host = context.machine?.host {
            throw Failure(
                message: "'page' is about the page of this machine, not about that of \(host.name)", status: EX_USAGE,
                advice: "see that with", fix: "ssh \(ShellWord.of(host.name)) eggctl page")
        }
        try run(context.style)
        return 0
    }

    private func run(_ style: Style) throws(Failure) {
        switch action {
        case .show:
            let state = try installed()
            try show(state, style)
            if state.isOpen, style.canRedraw { tell(Self.warning) }
        case .open(let listening):
            try installed()
            try PageUnit.open(listening)
            Output.line(
                listening.isLoopback
                    ? "Only this machine can open the page."
                    : "The page is open to your home network. Each device needs this link, once:")
            let state = try PageUnit.state()
            try show(state, style)
            if state.isOpen { tell(Self.warning) }
        case .close:
            try installed()
            let isChanged = try PageUnit.close()
            let state = try PageUnit.state()
            if state.isOpen {
                let other = "the page is still open, because of a file that eggctl did not write"
                throw Failure(message: other, status: 1, advice: "see", fix: "systemctl --user cat eggweb.socket")
            }
            Output.line(
                isChanged
                    ? "The page is closed: only this machine can open it now."
                    : "The page was not open; only this machine can open it.")
        case .renewToken:
            let state = try installed()
            try renew(PageToken.linkFile)
            Output.line("The old links no longer work; each device needs the new one.")
            if state.isActive { try show(state, style) }
        case .renewAnswerToken:
            try installed()
            Output.line(try renew(PageToken.answerFile).text)
            if style.canRedraw { tell(Self.answerTokenNote) }
        case .frame(let origins): try allow(origins, style)
        }
    }

    /// Lets these sites show the page in a frame; eggweb reads the file whenever a page is opened.
    private func allow(_ origins: [FrameOrigin], _ style: Style) throws(Failure) {
        let path = try tokenFile(FrameOrigin.file)
        do {
            try FrameOrigin.write(origins, to: path)
        } catch {
            throw Failure(message: "can't write which sites may show the page: \(error)", status: 1)
        }
        guard !origins.isEmpty else { return Output.line("No other site may show the page in a frame.") }
        Output.line("These sites may show the page in a frame, and no others:")
        tell(origins.map(\.text))
        if style.canRedraw { tell(["The address of the frame is the link that 'eggctl page' shows. See eggweb(8)."]) }
    }

    private static let warning = [
        "HTTP in your home network is not encrypted: anyone who can read its traffic",
        "can also use the timers. 'eggctl page --close' closes the page again.",
    ]

    private static let answerTokenNote = [
        "This secret can only answer alarms: stop them, or snooze them for a minute.",
        "It isn't shown again; the next one replaces it. See eggweb(8).",
    ]

    @discardableResult
    private func renew(_ file: String) throws(Failure) -> PageToken {
        let path = try tokenFile(file)
        do {
            return try PageToken.replace(path)
        } catch {
            throw Failure(message: "can't write the new secret: \(error)", status: 1)
        }
    }

    /// The state of the page's socket; fails if its unit is not installed.
    @discardableResult
    private func installed() throws(Failure) -> PageUnit.State {
        let state = try PageUnit.state()
        guard state.isInstalled else {
            throw .unavailable(
                "the touch page isn't installed", advice: "its package is eggtimer-web; install it with",
                fix: "sudo apt install ./eggtimer-web_\(Product.version)-*.deb")
        }
        return state
    }

    /// Prints the link, on a terminal with its QR code.
    private func show(_ state: PageUnit.State, _ style: Style) throws(Failure) {
        if state.hasFailed {
            throw .unavailable(
                "the page's socket has failed; another program may have its port, as "
                    + "'systemctl --user status eggweb.socket' says",
                advice: "to choose another port", fix: state.otherPort)
        }
        guard state.isActive else {
            throw .unavailable(
                "the touch page is not switched on", advice: "switch it on with", fix: PageUnit.enable)
        }
        let hosts = state.isOpen ? [] : state.listening.first.flatMap(PageServer.about)?.hosts ?? []
        let path = try tokenFile(PageToken.linkFile)
        let link: PageLink?
        do {
            link = try PageLink(
                state.listening, hosts: hosts, network: { Environment.networkAddress },
                token: { () throws(FileError) in try PageToken.readOrMake(path) })
        } catch {
            throw Failure(message: "can't read the secret of the link: \(error)", status: 1)
        }
        guard let link else { throw Failure(message: "eggweb.socket listens nowhere", status: 1) }
        Output.line(link.text)
        guard style.canRedraw else { return }
        guard link.isForTheNetwork else {
            return tell([
                "Only this machine can open it. To let phones in your home network use it:", "eggctl page --open",
            ])
        }
        if style.hasUnicode { draw(link) }
    }

    private func draw(_ link: PageLink) {
        guard let lines = PrintedQRCode.lines(link.text) else {
            return tell(["To see it as a QR code, which a phone's camera can read: sudo apt install qrencode"])
        }
        let width = lines.first?.count ?? 0
        guard width <= Screen.size.columns else {
            return tell(["For its QR code, the window must have \(width) columns."])
        }
        Eggctl.program.write(lines.map { PrintedQRCode.painted($0) + "\n" }.joined())
    }

    private func tell(_ lines: [String]) {
        for line in lines { Output.line(line) }
    }

    private func tokenFile(_ name: String) throws(Failure) -> String {
        guard let folder = PageToken.folder(option: nil, environment: Environment.variable) else {
            throw Failure(message: "can't tell where the page's secret is; set HOME to your home folder", status: 1)
        }
        return "\(folder)/\(name)"
    }
}
