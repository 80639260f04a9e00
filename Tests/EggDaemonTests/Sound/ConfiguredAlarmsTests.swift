import EggConfig
import EggTestSupport
import EggWire
import Glibc
import SQLite
import Synchronization
import Testing
import Varlink

@testable import EggDaemon
@testable import EggSound

/// Which sounds of the user's folder a timer can have.
@Suite struct ConfiguredAlarmsTests: SavingSuite {
    let folder = TemporaryFolder()

    /// Makes a file with sox; its name decides the format.
    private func make(_ name: String, seconds: String = "1", volume: String = "0.5") throws {
        folder.makeFolder("own")
        let made = try Program.run(
            "/usr/bin/sox",
            ["-n", "-r", "8000", "-c", "1", folder.path("own/\(name)"), "synth", seconds, "sine", "440", "vol", volume])
        try #require(made.status == 0, "\(made.errors)")
    }

    private func alarms(sound: String = "bell") throws -> ConfiguredAlarms {
        var configuration = Configuration.standard
        configuration.alarm.sound = sound
        let catalog = SoundCatalog(
            executable: BuiltPrograms.sourceTree + "/.build/eggd", userFolder: folder.path("own"))
        return ConfiguredAlarms(try Ringer(driver: ALSADriver()) { _ in }, configuration, catalog)
    }

    /// Files that can't be played used to count as a minute each.
    @Test func filesThatCannotBePlayedHideNoSoundAndAreNamed() throws {
        try make("horn.WAV")
        try make("hush.wav", volume: "0")
        for name in ["a.wav", "b.m4a", "c.mp3"] { folder.write([], to: "own/\(name)") }
        #expect(symlink(folder.path("gone"), folder.path("own/d.ogg")) == 0)
        let alarms = try alarms()
        #expect(alarms.sounds == ["bell", "chime", "horn", "timer"])
        let formats = "its format is none of WAV, AIFF, FLAC, Ogg, Opus and MP3"
        #expect(
            alarms.setup.leftOut == [
                "\(folder.path("own/a.wav")) can't be played: \(formats)",
                "\(folder.path("own/b.m4a")) can't be played: \(formats)",
                "\(folder.path("own/c.mp3")) can't be played: \(formats)",
                "\(folder.path("own/d.ogg")) can't be read: No such file or directory",
                "the sound 'hush' contains only silence",
            ])
        #expect(alarms.problem(ofSound: "b") == alarms.setup.leftOut[1])
    }

    @Test func aSavedTimerThatLosesItsSoundIsNamedInTheLogAndByDoctor() throws {
        try visit(firstBoot()) { (_: Kitchen, client: Client) throws in
            _ = try client.call(Timers.Start.self, .init(egg: "soft", name: "tea", sound: "chime"))
        }
        let database = try SQLiteConnection(folder.path("state/eggtimer.db"))
        try database.execute("UPDATE timer SET sound = 'torn'")
        database.close()
        let lines = Mutex<[String]>([])
        let log = Log { line in lines.withLock { $0.append(line) } }
        try visit(firstBoot(1), log: log) { (_: Kitchen, client: Client) throws in
            let sentence = "the timer 'tea' will ring with its egg's sound: torn.wav is no sound"
            #expect(lines.withLock { $0.contains(sentence) })
            let checks = try client.call(Timers.Examine.self, Nothing()).checks
            #expect(checks.contains { $0.subject == "sound" && $0.finding == sentence })
        }
    }

    @Test func longSoundsAreShortenedAndLeaveTheShippedOnesAlone() throws {
        for name in ["a", "b", "c", "d"] { try make("\(name).wav", seconds: "61") }
        let alarms = try alarms(sound: "d")
        #expect(alarms.sounds == ["a", "b", "bell", "chime", "d", "timer"])
        #expect(alarms.setup.sounds.map(\.isShortened) == [true])
        #expect(alarms.setup.otherShortened.map(\.name) == ["a", "b"])
        let limit = "besides those that eggd.conf names, the sounds of the folders may last two minutes altogether"
        #expect(alarms.setup.leftOut == ["these sounds are left out: 'c'; \(limit)"])
        #expect(alarms.problem(ofSound: "c") == "the sound 'c' is left out: \(limit)")
    }
}

/// Test alarms: the answers to `TryAlarm`.
@Suite final class TryAlarmTests: KitchenSuite {
    @Test func aTestThatHasNotEndedIsNoAlarm() throws {
        try client.send(Timers.TryAlarm.self, Nothing())
        try kitchen.waitUntil { $0.connections.pending.isWaiting(for: .test) }
        kitchen.engine.enter { $0.alarms?.testTakesTooLong() }
        let first = try client.receive(Timers.TryAlarm.self).value
        #expect(first.device == nil && first.problem == "the sound device does not answer")
        // Its thread has not come back.
        kitchen.output.isFree.withLock { $0 = false }
        let second = try client.call(Timers.TryAlarm.self, Nothing())
        #expect(second.device == nil && second.problem == "the test before this one has not ended")
    }

    @Test func whileAnAlarmRingsNothingIsTested() throws {
        _ = try client.start(ms: 1_000)
        kitchen.pass(.seconds(1))
        kitchen.output.isFree.withLock { $0 = false }
        let reply = try client.call(Timers.TryAlarm.self, Nothing())
        #expect(reply.device == "null" && reply.problem == "an alarm is ringing, or about to")
    }
}
