// varlink-certification PATH: performs org.varlink.certification as a client; exits with 0 on success.
//
// Each step sends the values of the previous reply, which the server compares.
import Glibc
import Varlink

struct Failure: Error { let message: String }

func certify(_ path: String) throws {
    typealias C = Certification
    let client = try Client(connectingTo: path)
    let id = try client.call(C.Start.self, Nothing()).client_id
    let bool = try client.call(C.Test01.self, .init(client_id: id)).bool
    let int = try client.call(C.Test02.self, .init(client_id: id, bool: bool)).int
    let float = try client.call(C.Test03.self, .init(client_id: id, int: int)).float
    let string = try client.call(C.Test04.self, .init(client_id: id, float: float)).string
    let four = try client.call(C.Test05.self, .init(client_id: id, string: string))
    let fourAgain = try client.call(
        C.Test06.self, .init(client_id: id, bool: four.bool, int: four.int, float: four.float, string: four.string)
    ).struct
    let map = try client.call(C.Test07.self, .init(client_id: id, struct: fourAgain)).map
    let set = try client.call(C.Test08.self, .init(client_id: id, map: map)).set
    let mytype = try client.call(C.Test09.self, .init(client_id: id, set: set)).mytype
    try client.send(C.Test10.self, .init(client_id: id, mytype: mytype), more: true)
    var replies: [String] = []
    while true {
        let reply = try client.receive(C.Test10.self)
        replies.append(reply.value.string)
        if !reply.continues { break }
    }
    guard replies.count == 10 else { throw Failure(message: "\(replies.count) replies to Test10") }
    try client.send(C.Test11.self, .init(client_id: id, last_more_replies: replies), oneway: true)
    guard try client.call(C.End.self, .init(client_id: id)).all_ok else { throw Failure(message: "not all ok") }
}

let words = CommandLine.arguments.dropFirst()
guard words.count == 1, let path = words.first else {
    print("usage: varlink-certification PATH")
    exit(64)
}
do {
    try certify(path)
    print("certified")
} catch {
    print("failed: \(error)")
    exit(1)
}
