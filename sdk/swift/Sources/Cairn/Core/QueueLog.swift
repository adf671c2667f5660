import Foundation

struct QueuedCall: Equatable {
    /// Its place in the order of calls.
    var number: Int
    var path: String
    var body: Fields
    var made: Moment
}

/// The file that calls wait in: a line for each, and a line once one is settled. A line is a checksum and JSON, so that
/// a line cut off by a full disk or a killed process is recognized anywhere.
enum QueueLog {
    struct Read {
        /// Not settled yet, in their order.
        var calls: [QueuedCall] = []
        /// Lines that are not whole. They were never accepted.
        var damaged = 0
        /// The file ends in the middle of a line: what is appended next needs a new one.
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
              let path = value["path"]?.text, let body = value["body"]?.object, let made = Moment(value["made"])
        else { return nil }
        return QueuedCall(number: Int(number), path: path, body: body, made: made)
    }

    private static let table: [UInt32] = (0..<256).map { byte in
        (0..<8).reduce(UInt32(byte)) { value, _ in value & 1 == 1 ? (value >> 1) ^ 0xedb8_8320 : value >> 1 }
    }

    /// CRC-32 as of zip and PNG, in eight hexadecimal digits.
    private static func checksum<Bytes: Sequence>(_ bytes: Bytes) -> String where Bytes.Element == UInt8 {
        let value = bytes.reduce(UInt32.max) { value, byte in
            (value >> 8) ^ table[Int((value ^ UInt32(byte)) & 255)]
        }
        let digits = String(value ^ UInt32.max, radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }
}
