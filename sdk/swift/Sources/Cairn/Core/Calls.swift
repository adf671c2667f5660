import Foundation

struct Call {
    var path: String
    var body: Fields
}

/// Builds calls in the server's format.
enum Calls {
    static func event(id: String, name: String, data: Fields, amount: Double?) -> Call {
        let amount: Fields = amount.map { ["amount": .number($0)] } ?? [:]
        return Call(
            path: "capture-event",
            body: ["event_name": .text(name), "event_data": .object(data + amount), "event_id": .text(id)]
        )
    }

    static func payment(_ payment: Cairn.Payment) -> Call {
        var body: Fields = ["payment_id": .text(payment.id), "amount": .number(payment.amount)]
        body["currency"] = payment.currency.map { JSON.text($0) }
        body["type"] = payment.type.map { JSON.text($0.rawValue) }
        body["status"] = payment.status.map { JSON.text($0.rawValue) }
        body["event_data"] = JSON(payment.data)
        body["store_purchase"] = payment.storePurchase.map { .object(proof($0)) }
        return Call(path: "capture-payment", body: body)
    }

    static func adRevenue(id: String, _ revenue: Cairn.AdRevenue) -> Call {
        var body: Fields = ["amount": .number(revenue.amount), "impression_id": .text(id)]
        body["currency"] = revenue.currency.map { JSON.text($0) }
        body["network"] = revenue.network.map { JSON.text($0) }
        body["placement"] = revenue.placement.map { JSON.text($0) }
        body["ad_unit"] = revenue.adUnit.map { JSON.text($0) }
        body["ad_format"] = revenue.adFormat.map { JSON.text($0) }
        body["precision"] = revenue.precision.map { JSON.text($0) }
        return Call(path: "capture-ad-revenue", body: body)
    }

    private static func proof(_ purchase: Cairn.StorePurchase) -> Fields {
        switch purchase {
        case .signedTransaction(let jws): return ["signed_transaction": .text(jws)]
        case .transactionId(let id): return ["transaction_id": .text(id)]
        }
    }

    /// The link copied by a landing page, recognized by its click ID; nil for any other text.
    static func pastedLink(_ text: String) -> String? {
        let link = text.trimmingCharacters(in: .whitespacesAndNewlines)
        let isLink = link.hasPrefix("https://") || link.hasPrefix("http://")
        let namesClick = link.contains("?cairn_click=") || link.contains("&cairn_click=")
        let isWhole = link.count <= 2_048 && link.rangeOfCharacter(from: .whitespacesAndNewlines) == nil
        return isLink && namesClick && isWhole ? link : nil
    }

    static func removePayment(_ id: String) -> Call {
        Call(path: "remove-captured-payment", body: ["payment_id": .text(id)])
    }

    static func identify(_ user: Cairn.User) -> Call {
        var fields: Fields = user.data.mapValues { JSON($0) }
        fields["id"] = .text(user.id)
        fields["name"] = user.name.map(JSON.text) ?? fields["name"]
        fields["email"] = user.email.map(JSON.text) ?? fields["email"]
        fields["phone"] = user.phone.map(JSON.text) ?? fields["phone"]
        return Call(path: "trigger", body: ["user_data": .object(fields)])
    }

    static func setUser(_ id: String, _ data: Fields) -> Call {
        Call(path: "set-user-data", body: ["user_data": .object(data + ["id": .text(id)])])
    }

    static func pushToken(_ token: String) -> Call {
        Call(path: "update-push-token", body: ["push_token": .text(token)])
    }

    static func integration(_ name: String, _ id: String) -> Call {
        Call(path: "integrations", body: ["integration_info": .object([name: .text(id)])])
    }

    static func link(_ url: String) -> Call {
        Call(path: "handle-deeplink", body: ["deeplink_url": .text(url)])
    }
}
