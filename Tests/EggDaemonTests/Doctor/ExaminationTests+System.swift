import EggWire
import Testing

@testable import EggDaemon
@testable import EggSound

extension ExaminationTests {
    private static let access: [(SystemState.SoundAccess, Timers.Verdict?, String?)] = [
        (.inGroup, .ok, nil), (.always, .ok, nil), (.joinedSince, .warning, "sudo reboot"),
        (.notInGroup, .warning, "sudo usermod -aG audio egg && sudo reboot"), (.noGroup, nil, nil),
    ]

    @Test(arguments: access)
    func accessToTheCardsIsJudged(access: SystemState.SoundAccess, verdict: Timers.Verdict?, fix: String?) {
        var examination = healthy
        examination.system.soundAccess = access
        let found = examination.checks.first { $0.subject == "group" }
        #expect(found?.verdict == verdict && found?.fix == fix)
    }

    private static let starts: [(SystemState.Supervision, String?)] = [
        (.none, "kill 4711; systemctl --user enable --now eggd.socket"),
        (.notEnabled, "systemctl --user enable eggd.socket"),
        (.withoutLinger, "sudo loginctl enable-linger egg"), (.withMachine, nil),
    ]

    @Test(arguments: starts)
    func theStartAfterAPowerCutIsJudged(supervision: SystemState.Supervision, fix: String?) throws {
        var examination = healthy
        examination.system.supervision = supervision
        (examination.system.process, examination.system.hasUnit) = (4711, true)
        let found = try check("start", of: examination)
        #expect(found.fix == fix && found.verdict == (fix == nil ? .ok : .warning))
        #expect(found.finding.hasPrefix("eggd ends when egg logs out") == (supervision == .withoutLinger))
    }

    @Test func anEggdStartedByHandIsInstalledFromItsSourceTree() throws {
        var examination = healthy
        examination.system.supervision = .none
        examination.system.process = 4711
        #expect(try check("start", of: examination).fix == nil)
        examination.system.installer = "/home/egg/my eggs/script/install"
        #expect(
            try check("start", of: examination).fix
                == "kill 4711; '/home/egg/my eggs/script/install' && systemctl --user enable --now eggd.socket")
    }

    @Test func withoutAServiceManagerNoFixNamesIt() throws {
        var examination = healthy
        examination.system.hasManager = false
        examination.system.supervision = .none
        examination.system.installer = "/home/egg/eggs/script/install"
        examination.commands = try CommandFaultsTests.commands("[egg soft]\non-ring = light on\n")
        examination.commandFaults.service = "nothing listens"
        examination.configOut = "a line is wrong"
        examination.devices = [fault(.hostDown)]
        let fixes = examination.checks.compactMap(\.fix)
        #expect(!fixes.isEmpty && !fixes.contains { "\($0)".contains("systemctl") }, "\(fixes)")
    }
}
