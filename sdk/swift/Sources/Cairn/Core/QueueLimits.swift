/// The calls that are dropped when too many wait.
enum QueueLimits {
    struct Waiting {
        var number: Int
        var path: String
        var bytes: Int
    }

    private static let maxCalls = 1_000
    private static let maxBytes = 2 * 1024 * 1024

    /// These calls are dropped last, because without them money, users or the install would be missing.
    private static let important: Set = ["init", "trigger", "capture-payment", "remove-captured-payment", "set-consent"]

    private static func isEvent(_ path: String) -> Bool { path == "capture-event" }

    /// The calls to drop for a new one of this size: events first, oldest first. Nil if all waiting calls are more
    /// important.
    static func callsToDrop(waiting: [Waiting], path: String, bytes added: Int) -> [Int]? {
        var calls = waiting.count + 1
        var bytes = waiting.reduce(added) { $0 + $1.bytes }
        let order = waiting.filter { isEvent($0.path) }
            + waiting.filter { !isEvent($0.path) && !important.contains($0.path) }
        var dropped: [Int] = []
        for call in order {
            if calls <= maxCalls, bytes <= maxBytes { break }
            // A less important call never displaces a more important one.
            if isEvent(path), !isEvent(call.path) { break }
            dropped.append(call.number)
            calls -= 1
            bytes -= call.bytes
        }
        return calls <= maxCalls && bytes <= maxBytes ? dropped : nil
    }
}
