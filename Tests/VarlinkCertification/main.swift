// varlink-certification server PATH: serves org.varlink.certification.
// varlink-certification client PATH: performs the certification as a client; exits with 0 on success.
import Glibc

let words = CommandLine.arguments.dropFirst()
guard words.count == 2, let mode = words.first, let path = words.last else {
    print("usage: varlink-certification server|client PATH")
    exit(64)
}
do {
    switch mode {
    case "server": try CertificationServer().run(path)
    case "client":
        try CertificationClient.run(path)
        print("certified")
    default: exit(64)
    }
} catch {
    print("failed: \(error)")
    exit(1)
}
