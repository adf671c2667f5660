import Foundation

/// The calls that wait for the server, in order, on the disk and in memory. Used on Cairn's queue only.
final class Queue {
    /// `stored`: on the disk. `unsaved`: in memory only, because writing failed. `full`: dropped.
    enum Outcome { case stored, unsaved, full }

    struct Added {
        var outcome: Outcome
        var number: Int
        var dropped: Int
    }

    private final class Entry {
        let call: QueuedCall
        let line: String
        var isSaved: Bool
        var bytes: Int { line.utf8.count }

        init(_ call: QueuedCall, isSaved: Bool) {
            self.call = call
            self.isSaved = isSaved
            line = QueueLog.line(of: call)
        }
    }

    private static let name = "cairn-calls.log"
    private let files: Files
    private let log: Logger
    private var waiting: [Entry] = []
    private var next = 0
    private var fileBytes = 0
    /// The next append starts a new line, because the last one may be incomplete.
    private var isTorn = false

    /// `wall` is the current time, so that numbers in an unreadable file are not used again.
    init(files: Files, wall: Double, log: @escaping Logger) {
        self.files = files
        self.log = log
        do {
            let text = try files.read(Self.name) ?? ""
            let read = QueueLog.read(text)
            if read.damaged > 0 {
                log(.warn, "\(read.damaged) lines of the queue were incomplete; they contain no accepted calls")
            }
            waiting = read.calls.map { Entry($0, isSaved: true) }
            next = read.next
            isTorn = read.isTorn
            fileBytes = text.utf8.count
        } catch {
            log(.error, "the queue could not be read: \(error)")
            next = Int(wall)
            isTorn = true
        }
    }

    /// The first calls that fit. At least one call is always returned.
    func first(calls: Int, bytes: Int) -> [QueuedCall] {
        var found: [QueuedCall] = []
        var sum = 0
        for each in waiting.prefix(calls) {
            sum += each.bytes
            if !found.isEmpty, sum > bytes { break }
            found.append(each.call)
        }
        return found
    }

    /// Returns once the call is on the disk. `dropped` is the number of calls that were removed for it.
    func add(path: String, body: Fields, made: CallTime) -> Added {
        let number = next
        next += 1
        let added = Entry(QueuedCall(number: number, path: path, body: body, made: made), isSaved: false)
        let known = waiting.map { QueueLimits.Waiting(number: $0.call.number, path: $0.call.path, bytes: $0.bytes) }
        guard let dropped = QueueLimits.callsToDrop(waiting: known, path: path, bytes: added.bytes) else {
            return Added(outcome: .full, number: number, dropped: 1)
        }
        waiting.append(added)
        if !dropped.isEmpty { settle(dropped) }
        save()
        return Added(outcome: added.isSaved ? .stored : .unsaved, number: number, dropped: dropped.count)
    }

    /// Removes calls that need not be sent any more.
    func settle(_ numbers: [Int]) {
        let removed = Set(numbers)
        let settled = waiting.filter { removed.contains($0.call.number) }
        waiting.removeAll { removed.contains($0.call.number) }
        written {
            let saved = settled.filter(\.isSaved).map(\.call.number)
            let left = waiting.reduce(0) { $0 + $1.bytes }
            // A file of only settled calls is deleted; a file of mostly settled calls is rewritten.
            if waiting.isEmpty {
                try empty()
            } else if !saved.isEmpty {
                if fileBytes > 2 * left + 64 * 1024 {
                    try rewrite()
                } else {
                    try append(QueueLog.line(settling: saved))
                }
            }
        }
    }

    func clear() {
        waiting = []
        written { try empty() }
    }

    private func save() {
        written {
            let unsaved = waiting.filter { !$0.isSaved }
            if unsaved.isEmpty { return }
            try append(unsaved.map(\.line).joined())
            for each in unsaved { each.isSaved = true }
        }
    }

    private func append(_ text: String) throws {
        let whole = isTorn ? "\n\(text)" : text
        isTorn = true
        try files.append(Self.name, whole)
        isTorn = false
        fileBytes += whole.utf8.count
    }

    private func rewrite() throws {
        let text = waiting.map(\.line).joined()
        try files.replace(Self.name, text)
        isTorn = false
        fileBytes = text.utf8.count
        for each in waiting { each.isSaved = true }
    }

    private func empty() throws {
        try files.remove(Self.name)
        isTorn = false
        fileBytes = 0
    }

    /// After a failed write, the next call writes the unsaved calls again.
    private func written(_ step: () throws -> Void) {
        do {
            try step()
        } catch {
            log(.error, "the queue could not be written: \(error)")
        }
    }
}
