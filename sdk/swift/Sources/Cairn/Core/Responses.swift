/// The conversion value for Apple, from a response of the server.
struct ConversionValue: Equatable {
    var fine: Int?
    var coarse: String?
    var lock: Bool
}

/// Reads the server's responses.
enum Responses {
    /// Reads the response of `attribution-data`. Any other response counts as pending, and is requested again.
    static func attribution(_ response: JSON?) -> Cairn.Attribution {
        guard let data = response?["data"], data.object != nil else { return .pending(retryAfterMs: nil) }
        let source = data["attribution_source"]?.text ?? ""
        if source.isEmpty || source == "PENDING" {
            let wait = data["retry_after_ms"]?.number
            return .pending(retryAfterMs: wait.flatMap { $0 >= 0 ? $0 : nil })
        }
        let deeplink = data["deeplink"]?.text ?? ""
        return .decided(
            Cairn.Decision(
                source: source,
                campaign: data["campaign_data"].flatMap(campaign),
                deeplink: deeplink.isEmpty ? nil : deeplink,
                isGuess: data["is_guess"]?.bool
            )
        )
    }

    private static func campaign(_ json: JSON) -> Cairn.Campaign? {
        guard json.object != nil else { return nil }
        func text(_ name: String) -> String { json[name]?.text ?? "" }
        return Cairn.Campaign(
            id: text("id"), name: text("name"), adSet: text("group_name"), creative: text("asset_name")
        )
    }

    /// The conversion value in a response: within `data`, or next to it in the response of `init`. Nil if there is
    /// none.
    static func conversionValue(_ response: JSON?) -> ConversionValue? {
        guard let response = response?.object else { return nil }
        let fields = response + (response["data"]?.object ?? [:])
        let number = fields["fine_conversion_value"]?.number
        let fine = number.flatMap { $0 == $0.rounded() && (0...63).contains($0) ? Int($0) : nil }
        let word = fields["coarse_conversion_value"]?.text
        let coarse = word.flatMap { ["low", "medium", "high"].contains($0) ? $0 : nil }
        if fine == nil, coarse == nil { return nil }
        return ConversionValue(fine: fine, coarse: coarse, lock: fields["lock_postback"]?.bool == true)
    }

    /// The link's destination in the response of `handle-deeplink`; nil if it is the link itself.
    static func deeplink(_ response: JSON?) -> String? {
        let text = response?["data"]?["deeplink"]?.text ?? ""
        return text.isEmpty ? nil : text
    }
}

extension Cairn.Decision {
    /// The stored format, with the keys of the shared vectors.
    var json: JSON {
        let campaign: JSON = self.campaign.map {
            ["id": .text($0.id), "name": .text($0.name), "adSet": .text($0.adSet), "creative": .text($0.creative)]
        } ?? .null
        return [
            "state": "decided",
            "source": .text(source),
            "campaign": campaign,
            "deeplink": deeplink.map(JSON.text) ?? .null,
            "isGuess": isGuess.map(JSON.bool) ?? .null,
        ]
    }

    init?(_ json: JSON?) {
        guard let json, json["state"]?.text == "decided", let source = json["source"]?.text else { return nil }
        var campaign: Cairn.Campaign?
        if let stored = json["campaign"], stored.object != nil {
            func text(_ name: String) -> String { stored[name]?.text ?? "" }
            campaign = Cairn.Campaign(
                id: text("id"), name: text("name"), adSet: text("adSet"), creative: text("creative")
            )
        }
        self.init(source: source, campaign: campaign, deeplink: json["deeplink"]?.text, isGuess: json["isGuess"]?.bool)
    }
}
