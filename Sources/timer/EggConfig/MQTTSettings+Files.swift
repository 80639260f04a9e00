import EggRequests
import Glibc
import POSIX
import Text

// The files that `[mqtt]` names. eggd doesn't read them, and may not see them; eggmqtt and `eggd --check-config` do.
extension MQTTSettings {
    /// The first line of the password's file, which only its owner may read; nil without such a file.
    public func password() throws(Complaint) -> String? {
        guard let path = passwordFile else { return nil }
        var status = stat()
        if stat(path, &status) == 0, status.st_mode & 0o077 != 0 {
            throw Complaint(
                "'password-file' \(path) can be read by other users; use: chmod 600 \(ShellWord.of(path))")
        }
        do {
            return try SmallFile.firstLine(path)
        } catch {
            throw Complaint("'password-file' can't be read: \(error)")
        }
    }

    /// Why the files can't be used.
    public var fileProblems: [String] {
        var problems: [String] = []
        do throws(Complaint) { _ = try password() } catch { problems.append(error.message) }
        do throws(Complaint) { try checkCertificates() } catch { problems.append(error.message) }
        return problems
    }

    /// Refuses certificates that can't be read.
    public func checkCertificates() throws(Complaint) {
        guard let path = caFile, Glibc.access(path, R_OK) != 0 else { return }
        throw Complaint("'ca-file' can't be read: \(FileError(path))")
    }
}
