import EggTestSupport
import Foundation
import Testing

/// `script/release` in a repository of its own, with a `script/package` that makes empty packages, and slow tests that
/// pass and leave their names in `.build/log`.
@Suite struct ReleaseScriptTests {
    private let folder = TemporaryFolder()

    init() throws {
        folder.makeFolder("tree/Benchmarks")
        for name in ["script/release", "script/common"] {
            folder.write(try #require(contents(of: "\(BuiltPrograms.sourceTree)/\(name)")), to: "tree/\(name)")
        }
        try folder.writeProgram("echo installed", to: "bin/dpkg-query")
        try folder.writeProgram(
            "for name in eggtimer-web eggtimer; do echo $1 >.build/$name.deb; realpath .build/$name.deb; done",
            to: "tree/script/package")
        for name in [
            "test-page", "test-box", "check-reproducible", "test-home-assistant", "test-cluster", "simulate",
            "soak", "fuzz", "sanitize",
        ] {
            try folder.writeProgram("echo \(name) >>.build/log\n", to: "tree/script/\(name)")
        }
        let files = [
            ".gitignore": ".build/\n",
            "Package.swift": "",
            "Sources/base/Program/Product.swift": "    public static let version = \"0.3.0\"\n",
            "CHANGELOG.md": "# Changes\n\n## 0.3.0, 2024-01-31\n\n- New.\n\n## 0.2.0, 2024-01-01\n\n- Old.\n",
            "README.md": "    sudo apt install ./eggtimer_0.3.0-1_arm64.deb\n",
            "debian/changelog": "eggtimer (0.3.0-1) unstable; urgency=medium\n\n  * New.\n",
            "man/eggd.1": ".Dd January 31, 2024\neggd: version 0.3.0 is listening on /tmp/egg.sock\n",
            "packaging/README.md": "| field | waits for |\n|---|---|\n| `Homepage` | the repository |\n",
        ]
        for (name, text) in files { folder.write(text.utf8, to: "tree/\(name)") }
        let result = try shell(
            """
            git init --quiet && git add . && git commit --quiet --message Code &&
            echo "- eggtimer: 0.3.0 ($(git describe --always --dirty))" >Benchmarks/results.md &&
            git add . && git commit --quiet --message Results
            """)
        try #require(result.status == 0, "\(result)")
    }

    private func shell(_ text: String) throws -> Program.Result {
        let environment = [
            "PATH": "\(folder.path("bin")):/usr/bin:/bin", "HOME": folder.path, "TZ": "UTC",
            "GIT_AUTHOR_NAME": "Cook", "GIT_AUTHOR_EMAIL": "cook@kitchen.example",
            "GIT_COMMITTER_NAME": "Cook", "GIT_COMMITTER_EMAIL": "cook@kitchen.example",
            "GIT_AUTHOR_DATE": "2024-01-31T12:00:00Z", "GIT_COMMITTER_DATE": "2024-01-31T12:00:00Z",
        ]
        return try Program.run(
            "/bin/bash", ["-c", "cd \(folder.path("tree")) && \(text)"], environment: environment)
    }

    private var files: [String] {
        let folder = folder.path("tree/.build/release/0.3.0")
        return ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
    }

    @Test func aCheckMakesNothingAndNamesTheFieldsThatWait() throws {
        let result = try shell("bash script/release 0.3.0")
        #expect(result.status == 0 && result.errors.contains("| `Homepage` | the repository |"), "\(result)")
        #expect(files == [])
    }

    @Test func aTestThatTheCommitHasPassedDoesNotRunAgain() throws {
        let change = "echo '[ -e .build/mended ]' >>script/soak && git commit --quiet --all --message Change"
        let first = try shell("\(change) && bash script/release 0.3.0")
        #expect(first.status == 1 && first.errors.contains("a test failed: script/soak\n"), "\(first)")
        let second = try shell("touch .build/mended && >.build/log && bash script/release 0.3.0 && cat .build/log")
        #expect(second.status == 0 && second.output == "soak\n", "\(second)")
    }

    @Test func aReleaseHasPackagesSourceSumsAndNotes() throws {
        let result = try shell("bash script/release 0.3.0 --make")
        #expect(result.status == 0 && result.errors.contains("git tag --annotate"), "\(result)")
        #expect(files == ["SHA256SUMS", "eggtimer-0.3.0.tar.gz", "eggtimer-web.deb", "eggtimer.deb", "notes.md"])
        let check = try shell(
            """
            cd .build/release/0.3.0 && cat notes.md && sha256sum --check --quiet SHA256SUMS && wc -l <SHA256SUMS &&
            tar -xzOf eggtimer-0.3.0.tar.gz eggtimer-0.3.0/man/eggd.1 | grep -c listening
            """)
        #expect(check.output == "- New.\n\n3\n1\n", "\(check)")
    }

    @Test(arguments: [
        ("touch new", "the tree has changes that are not committed"),
        ("git tag v0.3.0", "the tag v0.3.0 exists already"),
        ("sed -i s/0.3.0/0.2.9/ Sources/*/*/*", "Product.swift has version 0.2.9, not 0.3.0"),
        ("sed -i s/0.3.0/0.2.9/ README.md", "README.md names version 0.2.9, not 0.3.0"),
        ("sed -i s/0.3.0/0.2.9/ man/*", "man/eggd.1 names version 0.2.9, not 0.3.0"),
        (
            "sed -i s/0.3.0/0.2.9/ debian/*",
            "debian/changelog begins with 'eggtimer (0.2.9-1) unstable; urgency=medium', not with 'eggtimer (0.3.0-1) unstable"
        ),
        (
            "sed -i s/unstable/UNRELEASED/ debian/*",
            "debian/changelog begins with 'eggtimer (0.3.0-1) UNRELEASED; urgency=medium', not with"
        ),
        ("sed -i s/0.3.0,/0.3.1,/ CHANGELOG.md", "CHANGELOG.md begins with '## 0.3.1, 2024-01-31'"),
        ("sed -i 's/, 2024-01-31/, not yet released/' CHANGELOG.md", "CHANGELOG.md has 'not yet released' in place"),
        ("sed -i s/-31/-32/ CHANGELOG.md", "CHANGELOG.md has '2024-01-32' in place"),
        ("sed -i s/2024-01-31/9024-01-31/ CHANGELOG.md", "CHANGELOG.md dates version 0.3.0 in the future"),
        ("sed -i /New/d CHANGELOG.md", "CHANGELOG.md lists no changes of version 0.3.0"),
        ("sed -i '/^.Dd/s/31/30/' man/*", "man/eggd.1 is dated January 30, 2024, and was changed on 2024-01-31"),
        ("sed -i /^.Dd/d man/*", "man/eggd.1 has no date"),
        ("sed -i s/0.3.0/0.2.9/ Benchmarks/*", "Benchmarks/results.md measures version 0.2.9, not 0.3.0"),
        ("sed -i 's/)/-dirty)/' Benchmarks/*", "which is no commit before this one"),
        ("echo >>Package.swift", "Package.swift or Sources have changed since"),
        ("echo false >>script/test-page", "a test failed: EGG_WHOLE=yes script/test-page"),
        ("echo false >>script/test-box", "a test failed: script/test-box --machine pi"),
    ])
    func anythingThatIsMissingIsNamed(change: String, complaint: String) throws {
        let commit = "{ git diff --quiet || git commit --all --quiet --message Change; }"
        let result = try shell("\(change) && \(commit) && bash script/release 0.3.0 --make")
        #expect(result.status == 1 && result.errors.contains(complaint), "\(result)")
        #expect(result.errors.contains("release: version 0.3.0 can't be released from this commit: "), "\(result)")
        #expect(files == [])
    }

    @Test(arguments: ["", "0.3", "v0.3.0", "0.3.0 --build", "0.3.0 --make now"])
    func wrongArgumentsAreRefused(words: String) throws {
        let result = try shell("bash script/release \(words)")
        #expect(result.status == 1 && result.errors.hasPrefix("release: usage: "), "\(result)")
    }
}
