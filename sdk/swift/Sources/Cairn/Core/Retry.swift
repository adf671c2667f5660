import Foundation

/// `again`: later. `held`: later, and rarely, for nothing but an update of the app or the server will mend it.
enum Verdict: String { case done, refused, again, held }

/// What an answer means for the calls it answers, and when to try again.
enum Retry {
    private static let passing: Set = [408, 425, 429]
    private static let longest = 5 * 60_000.0
    private static let longestAsked = 60 * 60_000.0

    /// Only an answer of Cairn's settles a call: the page of a hotel's network, or of a proxy whose server is away, has
    /// any status and none of its fields.
    static func verdict(status: Int, body: JSON?) -> Verdict {
        if status >= 500 || passing.contains(status) { return .again }
        guard let answer = body?.object, answer["status"] != nil else { return .again }
        if (200..<300).contains(status) { return .done }
        // A token or key that was replaced: the calls are right, and the next version of the app knows the new one.
        if status == 401 || answer["msg"]?.text == "Invalid token!" { return .held }
        return status >= 400 ? .refused : .again
    }

    /// Milliseconds until the next try after so many failures in a row: one second, doubled each time up to five
    /// minutes, and of that a half to the whole by chance, so that devices do not return together. Never before the
    /// server asks for.
    static func delay(failures: Int, asked: Double?, chance: Double) -> Double {
        let whole = min(1_000 * pow(2, Double(min(failures - 1, 20))), longest)
        return max(whole / 2 + whole / 2 * chance, min(asked ?? 0, longestAsked)).rounded()
    }

    /// For calls that are held.
    static func heldDelay(chance: Double) -> Double { delay(failures: 20, asked: nil, chance: chance) }

    /// `Retry-After` in milliseconds: seconds, or a date by the server's clock.
    static func asked(_ header: String?, serverNow: Double) -> Double? {
        guard let text = header?.trimmingCharacters(in: .whitespaces) else { return nil }
        if !text.isEmpty, text.utf8.allSatisfy({ (48...57).contains($0) }) { return Double(text).map { $0 * 1_000 } }
        return Moments.httpDate(text).map { max(0, $0 - serverNow) }
    }
}
