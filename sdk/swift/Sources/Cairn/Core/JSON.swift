import Foundation

/// A JSON value. Foundation's objects do not distinguish true from 1 on all platforms.
enum JSON: Equatable {
    case null
    case bool(Bool)
    case number(Double)
    case text(String)
    case list([JSON])
    case object([String: JSON])

    subscript(name: String) -> JSON? {
        if case .object(let fields) = self { return fields[name] }
        return nil
    }

    var text: String? {
        if case .text(let text) = self { return text }
        return nil
    }

    var number: Double? {
        if case .number(let number) = self { return number }
        return nil
    }

    var bool: Bool? {
        if case .bool(let flag) = self { return flag }
        return nil
    }

    var list: [JSON]? {
        if case .list(let list) = self { return list }
        return nil
    }

    var object: [String: JSON]? {
        if case .object(let fields) = self { return fields }
        return nil
    }

    /// Nil for invalid JSON.
    static func read(_ text: String) -> JSON? {
        try? JSONDecoder().decode(JSON.self, from: Data(text.utf8))
    }

    /// Keys are sorted, so that equal values are equal text.
    func write() -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // NaN and infinity are written as null, so that encoding cannot fail.
        guard let data = try? encoder.encode(self) else { return "null" }
        return String(decoding: data, as: UTF8.self)
    }
}

extension JSON: Codable {
    init(from decoder: Decoder) throws {
        let value = try decoder.singleValueContainer()
        if value.decodeNil() {
            self = .null
        } else if let flag = try? value.decode(Bool.self) {
            self = .bool(flag)
        } else if let number = try? value.decode(Double.self) {
            self = .number(number)
        } else if let text = try? value.decode(String.self) {
            self = .text(text)
        } else if let list = try? value.decode([JSON].self) {
            self = .list(list)
        } else {
            self = .object(try value.decode([String: JSON].self))
        }
    }

    func encode(to encoder: Encoder) throws {
        var value = encoder.singleValueContainer()
        switch self {
        case .null: try value.encodeNil()
        case .bool(let flag): try value.encode(flag)
        case .number(let number):
            // Whole numbers have no decimal point, as in other JSON writers.
            if number == number.rounded(), abs(number) < 1e15 {
                try value.encode(Int64(number))
            } else if number.isFinite {
                try value.encode(number)
            } else {
                try value.encodeNil()
            }
        case .text(let text): try value.encode(text)
        case .list(let list): try value.encode(list)
        case .object(let fields): try value.encode(fields)
        }
    }
}

extension JSON {
    /// A copy of the app's value, because the app may change it later.
    init(_ value: Any?) {
        switch value {
        case nil, is NSNull: self = .null
        case let json as JSON: self = json
        case let text as String: self = .text(text)
        case let list as [Any]: self = .list(list.map { JSON($0) })
        case let fields as [String: Any]: self = .object(fields.mapValues { JSON($0) })
        default: self = JSON.scalar(value)
        }
    }

    private static func scalar(_ value: Any?) -> JSON {
        #if canImport(ObjectiveC)
        // In Objective-C, true and 1 are both numbers, and either can be cast to the other.
        if let number = value as? NSNumber {
            let isBool = CFGetTypeID(number) == CFBooleanGetTypeID()
            return isBool ? .bool(number.boolValue) : .number(number.doubleValue)
        }
        #endif
        switch value {
        case let flag as Bool: return .bool(flag)
        case let number as Int: return .number(Double(number))
        case let number as Int64: return .number(Double(number))
        case let number as Double: return .number(number)
        case let number as Float: return .number(Double(number))
        case let number as NSNumber: return .number(number.doubleValue)
        case .some(let other): return .text(String(describing: other))
        case .none: return .null
        }
    }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByFloatLiteral,
    ExpressibleByIntegerLiteral, ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral {
    init(stringLiteral value: String) { self = .text(value) }
    init(booleanLiteral value: Bool) { self = .bool(value) }
    init(floatLiteral value: Double) { self = .number(value) }
    init(integerLiteral value: Int) { self = .number(Double(value)) }
    init(arrayLiteral elements: JSON...) { self = .list(elements) }
    init(dictionaryLiteral elements: (String, JSON)...) {
        self = .object(Dictionary(elements, uniquingKeysWith: { _, last in last }))
    }
}

typealias Fields = [String: JSON]

extension Dictionary where Key == String, Value == JSON {
    /// Values of the second dictionary take precedence.
    static func + (one: Fields, other: Fields) -> Fields {
        one.merging(other) { _, last in last }
    }
}
