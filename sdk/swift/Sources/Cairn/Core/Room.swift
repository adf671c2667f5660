/// Which calls are given up when too many wait.
enum Room {
    struct Waiting {
        var number: Int
        var path: String
        var bytes: Int
    }

    private static let mostCalls = 1_000
    private static let mostBytes = 2 * 1024 * 1024

    /// Kept to the last: without them money, people or the install itself would be missing.
    private static let precious: Set = ["init", "trigger", "capture-payment", "remove-captured-payment", "set-consent"]

    private static func isEvent(_ path: String) -> Bool { path == "capture-event" }

    /// Which calls make room for another of so many bytes, oldest first: events before everything else. Nil: there is no
    /// room, for all that waits is worth more.
    static func make(waiting: [Waiting], path: String, bytes added: Int) -> [Int]? {
        var calls = waiting.count + 1
        var bytes = waiting.reduce(added) { $0 + $1.bytes }
        let order = waiting.filter { isEvent($0.path) }
            + waiting.filter { !isEvent($0.path) && !precious.contains($0.path) }
        var given: [Int] = []
        for call in order {
            if calls <= mostCalls, bytes <= mostBytes { break }
            // A less important call never displaces a more important one.
            if isEvent(path), !isEvent(call.path) { break }
            given.append(call.number)
            calls -= 1
            bytes -= call.bytes
        }
        return calls <= mostCalls && bytes <= mostBytes ? given : nil
    }
}
