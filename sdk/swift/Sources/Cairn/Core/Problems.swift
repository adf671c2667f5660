import Foundation

/// Predicts the server's error for a call, so that the app gets it immediately.
enum Problems {
    /// The server accepts 256 KB; the rest is for the fields of every call.
    private static let maxBytes = 250_000
    private static let maxAmount = 1e12
    private static let maxAmountText = "1000000000000"
    private static let maxAdRevenue = 5e6
    private static let server = "^[hH][tT][tT][pP][sS]?://[^\\s/?#]+(/[^\\s?#]*)?$"

    /// Nil if the call is valid.
    static func of(_ call: Call) -> String? {
        if JSON.object(call.body).write().utf8.count > maxBytes {
            return "A call must not be larger than \(maxBytes) bytes."
        }
        let body = call.body
        switch call.path {
        case "capture-event":
            return text("event_name", body["event_name"], 256)
                ?? amount(body["event_data"]?["amount"], atLeast: -maxAmount)
        case "capture-payment":
            return text("payment_id", body["payment_id"], 256) ?? amount(body["amount"], atLeast: 0)
        case "capture-ad-revenue":
            return amount(body["amount"], atLeast: 0, atMost: maxAdRevenue)
                ?? optional("network", body["network"], 128)
                ?? optional("placement", body["placement"], 128)
                ?? optional("ad_unit", body["ad_unit"], 128)
                ?? optional("ad_format", body["ad_format"], 128)
        case "remove-captured-payment":
            return text("payment_id", body["payment_id"], 256)
        case "trigger", "set-user-data":
            return user(body["user_data"])
        case "update-push-token":
            return text("push_token", body["push_token"], 4_096)
        case "integrations":
            let ids = body["integration_info"]?.object ?? [:]
            return ids.compactMap { text("name", .text($0.key), 256) ?? text("id", $0.value, 4_096) }.first
        case "handle-deeplink":
            return text("deeplink_url", body["deeplink_url"], 8_192)
        case "set-consent":
            return body.isEmpty ? "At least one answer is required!" : nil
        default:
            return nil
        }
    }

    /// The reason why these options are invalid.
    static func ofStart(server address: String, token: String) -> String? {
        if address.range(of: server, options: .regularExpression) != nil { return text("token", .text(token), 256) }
        return "start needs the address of your Cairn server, such as https://links.example.com, not \(address)"
    }

    private static func user(_ user: JSON?) -> String? {
        text("user_data.id", user?["id"], 256)
            ?? optional("user_data.name", user?["name"], 512)
            ?? optional("user_data.email", user?["email"], 512)
            ?? optional("user_data.phone", user?["phone"], 128)
    }

    private static func text(_ field: String, _ value: JSON?, _ max: Int) -> String? {
        let isMissing = value == nil || value == .null
        let isBlank = value?.text.map { $0.trimmingCharacters(in: .whitespacesAndNewlines).isEmpty } ?? false
        return isMissing || isBlank ? "\(field) is required!" : optional(field, value, max)
    }

    private static func optional(_ field: String, _ value: JSON?, _ max: Int) -> String? {
        guard let value, value != .null else { return nil }
        guard let text = value.text else { return "\(field) must be a string." }
        return text.utf16.count > max ? "\(field) must not be longer than \(max) characters." : nil
    }

    /// Text that looks like an amount is stored as it is, and not added up.
    private static func amount(_ value: JSON?, atLeast min: Double, atMost max: Double = maxAmount) -> String? {
        guard let amount = value?.number else { return nil }
        if !amount.isFinite { return "amount must be a finite number." }
        if amount < min {
            return min == 0 ? "amount must not be negative." : "amount must not be less than -\(maxAmountText)."
        }
        let maxText = max == maxAmount ? maxAmountText : String(Int(max))
        return amount > max ? "amount must not be greater than \(maxText)." : nil
    }
}
