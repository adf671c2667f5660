import Foundation

/// `retry`: retry later. `blocked`: retry rarely, because only an update of the app or the server can help.
enum Verdict: String { case done, rejected, retry, blocked }

/// The result of a call by its response, and the time of the next attempt.
enum Retry {
    private static let temporary: Set = [408, 425, 429]
    private static let maxMs = 5 * 60_000.0
    private static let maxRequestedMs = 60 * 60_000.0

    /// Only a response from Cairn settles a call. Captive portals and proxies can respond with any status, but without
    /// Cairn's fields.
    static func verdict(status: Int, body: JSON?) -> Verdict {
        if status >= 500 || temporary.contains(status) { return .retry }
        guard let response = body?.object, response["status"] != nil else { return .retry }
        if (200..<300).contains(status) { return .done }
        // The token or key was replaced. The calls are valid, and the next version of the app has the new one.
        if status == 401 || response["msg"]?.text == "Invalid token!" { return .blocked }
        return status >= 400 ? .rejected : .retry
    }

    /// Milliseconds until the next attempt: one second, doubled with each failure up to five minutes. A random half to
    /// all of it is used, so that devices do not return together. Never earlier than the server requests.
    static func delay(failures: Int, requestedMs: Double?, chance: Double) -> Double {
        let whole = min(1_000 * pow(2, Double(min(failures - 1, 20))), maxMs)
        return max(whole / 2 + whole / 2 * chance, min(requestedMs ?? 0, maxRequestedMs)).rounded()
    }

    /// For blocked calls.
    static func blockedDelay(chance: Double) -> Double { delay(failures: 20, requestedMs: nil, chance: chance) }

    /// `Retry-After` in milliseconds. The header has seconds, or a date by the server's clock.
    static func requestedDelay(_ header: String?, serverNow: Double) -> Double? {
        guard let text = header?.trimmingCharacters(in: .whitespaces) else { return nil }
        if !text.isEmpty, text.utf8.allSatisfy({ (48...57).contains($0) }) { return Double(text).map { $0 * 1_000 } }
        return Clocks.httpDate(text).map { max(0, $0 - serverNow) }
    }
}
