import EggRequests
import EggTestSupport
import Testing

@testable import EggClient

@Suite struct FrameOriginTests {
    @Test(arguments: [
        ("http://homeassistant.local:8123", "http://homeassistant.local:8123"),
        ("HTTPS://Ha.Example", "https://ha.example"), ("http://192.168.1.7", "http://192.168.1.7"),
    ])
    func anOriginIsKeptAsBrowsersHaveIt(typed: String, text: String) throws {
        #expect(try FrameOrigin(typed).text == text)
    }

    @Test(arguments: [
        ("*", "means many sites"), ("http://*.local", "means many sites"),
        ("http://ha.local:8123/lovelace/0", "write http://ha.local:8123"),
        ("http://ha.local/", "write http://ha.local"),
        ("https://Ha.local?x", "write https://ha.local"), ("ha.local:8123", "write http://ha.local:8123"),
        ("ha.local:8123/x", "write http://ha.local:8123"), ("", "write it like"), ("http://", "write it like"),
        ("ftp://ha.local", "write it like"), ("http://ha local", "write it like"),
        ("http://[::1]:8123", "write it like"),
        ("http://ha.local:0", "write it like"), ("http://ha.local:+1", "write it like"),
        ("http://ha.local; script-src", "write it like"), ("http://u@ha.local", "write it like"),
        ("http://hä.local", "write it like"), ("http://ha..local", "write it like"),
    ])
    func anythingElseIsRefusedWithTheRightSpelling(typed: String, part: String) {
        do {
            Issue.record("\(try FrameOrigin(typed).text) is taken")
        } catch {
            #expect(error.message.hasPrefix("'\(typed)'") && error.message.contains(part), "\(error.message)")
        }
    }

    @Test func theirFileHasOneALineAndWhatIsNoOriginCountsAsNothing() throws {
        let folder = TemporaryFolder()
        let path = folder.path("state/frames")
        #expect(try FrameOrigin.read(path).isEmpty)
        let origins = try ["http://a:1", "https://b"].map { try FrameOrigin($0) }
        try FrameOrigin.write(origins, to: path)
        #expect(text(of: path) == "http://a:1\nhttps://b\n")
        #expect(try FrameOrigin.read(path) == origins)
        folder.write("\u{FEFF}http://a:1\r\n*; script-src *\n\nhttps://b".utf8, to: "state/frames")
        #expect(try FrameOrigin.read(path) == origins)
        try FrameOrigin.write([], to: path)
        #expect(try FrameOrigin.read(path).isEmpty)
    }
}
