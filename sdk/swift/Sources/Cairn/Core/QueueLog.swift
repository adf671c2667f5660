import Foundation

struct QueuedCall: Equatable {
    /// The position in the order of calls.
    var number: Int
    var path: String
    var body: Fields
    var made: CallTime
}

/// The file of the queue: a line for each call, and a line when one is settled. A line is a checksum and JSON, so that
/// a line cut off by a full disk or a killed process is detected.
enum QueueLog {
    struct Read {
        /// Unsettled calls, in order.
        var calls: [QueuedCall] = []
        /// The number of incomplete lines. Their calls were never accepted.
        var damaged = 0
        /// The file ends within a line, so the next line needs a line break before it.
        var isTorn = false
        var next = 0
    }

    static func line(of call: QueuedCall) -> String {
        line([
            "kind": "call",
            "number": .number(Double(call.number)),
            "path": .text(call.path),
            "body": .object(call.body),
            "made": call.made.json,
        ])
    }

    static func line(settling numbers: [Int]) -> String {
        line(["kind": "settled", "numbers": .list(numbers.map { .number(Double($0)) })])
    }

    static func read(_ text: String) -> Read {
        var read = Read()
        var waiting: [Int: QueuedCall] = [:]
        for line in text.split(separator: "\n", omittingEmptySubsequences: true) {
            let value = self.value(of: line)
            if let call = queuedCall(in: value) {
                waiting[call.number] = call
                read.next = max(read.next, call.number + 1)
            } else if value?["kind"]?.text == "settled", let numbers = value?["numbers"]?.list {
                for number in numbers.compactMap(\.number) { waiting[Int(number)] = nil }
            } else {
                read.damaged += 1
            }
        }
        read.calls = waiting.values.sorted { $0.number < $1.number }
        read.isTorn = !text.isEmpty && text.utf8.last != UInt8(ascii: "\n")
        return read
    }

    private static func line(_ value: JSON) -> String {
        let json = value.write()
        return "\(checksum(json.utf8)) \(json)\n"
    }

    private static func value(of line: Substring) -> JSON? {
        let bytes = Array(line.utf8)
        guard bytes.count > 9, bytes[8] == UInt8(ascii: " ") else { return nil }
        let json = bytes[9...]
        guard checksum(json) == String(decoding: bytes[..<8], as: UTF8.self) else { return nil }
        return JSON.read(String(decoding: json, as: UTF8.self))
    }

    private static func queuedCall(in value: JSON?) -> QueuedCall? {
        guard let value, value["kind"]?.text == "call", let number = value["number"]?.number,
              let path = value["path"]?.text, let body = value["body"]?.object, let made = CallTime(value["made"])
        else { return nil }
        return QueuedCall(number: Int(number), path: path, body: body, made: made)
    }

    private static let table: [UInt32] = (0..<256).map { byte in
        (0..<8).reduce(UInt32(byte)) { value, _ in value & 1 == 1 ? (value >> 1) ^ 0xedb8_8320 : value >> 1 }
    }

    /// The CRC-32 of zip and PNG, in eight hexadecimal digits.
    private static func checksum<Bytes: Sequence>(_ bytes: Bytes) -> String where Bytes.Element == UInt8 {
        let value = bytes.reduce(UInt32.max) { value, byte in
            (value >> 8) ^ table[Int((value ^ UInt32(byte)) & 255)]
        }
        let digits = String(value ^ UInt32.max, radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }
}
