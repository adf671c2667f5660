import Foundation

struct Said {
    var path: String
    var body: Fields
}

/// What the app says, as the server reads it.
enum Calls {
    static func event(id: String, name: String, data: Fields, amount: Double?) -> Said {
        let amount: Fields = amount.map { ["amount": .number($0)] } ?? [:]
        return Said(
            path: "capture-event",
            body: ["event_name": .text(name), "event_data": .object(data + amount), "event_id": .text(id)]
        )
    }

    static func payment(_ payment: Cairn.Payment) -> Said {
        var body: Fields = ["payment_id": .text(payment.id), "amount": .number(payment.amount)]
        body["currency"] = payment.currency.map { JSON.text($0) }
        body["type"] = payment.type.map { JSON.text($0.rawValue) }
        body["status"] = payment.status.map { JSON.text($0.rawValue) }
        body["event_data"] = JSON(payment.data)
        return Said(path: "capture-payment", body: body)
    }

    /// The link that a landing page copied, as a click of it says; nil for anything else that somebody had copied.
    static func pastedLink(_ text: String) -> String? {
        let link = text.trimmingCharacters(in: .whitespacesAndNewlines)
        let isLink = link.hasPrefix("https://") || link.hasPrefix("http://")
        let namesClick = link.contains("?cairn_click=") || link.contains("&cairn_click=")
        let isWhole = link.count <= 2_048 && link.rangeOfCharacter(from: .whitespacesAndNewlines) == nil
        return isLink && namesClick && isWhole ? link : nil
    }

    static func removePayment(_ id: String) -> Said {
        Said(path: "remove-captured-payment", body: ["payment_id": .text(id)])
    }

    static func identify(_ user: Cairn.User) -> Said {
        var told: Fields = user.data.mapValues { JSON($0) }
        told["id"] = .text(user.id)
        told["name"] = user.name.map(JSON.text) ?? told["name"]
        told["email"] = user.email.map(JSON.text) ?? told["email"]
        told["phone"] = user.phone.map(JSON.text) ?? told["phone"]
        return Said(path: "trigger", body: ["user_data": .object(told)])
    }

    static func setUser(_ id: String, _ data: Fields) -> Said {
        Said(path: "set-user-data", body: ["user_data": .object(data + ["id": .text(id)])])
    }

    static func pushToken(_ token: String) -> Said {
        Said(path: "update-push-token", body: ["push_token": .text(token)])
    }

    static func integration(_ name: String, _ id: String) -> Said {
        Said(path: "integrations", body: ["integration_info": .object([name: .text(id)])])
    }

    static func link(_ url: String) -> Said {
        Said(path: "handle-deeplink", body: ["deeplink_url": .text(url)])
    }
}
