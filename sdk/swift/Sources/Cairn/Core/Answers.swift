/// The conversion value for Apple, from a response of the server.
struct ConversionValue: Equatable {
    var fine: Int?
    var coarse: String?
    var lock: Bool
}

/// Reads what the server answers.
enum Answers {
    /// The answer of `attribution-data`. Any other response counts as pending, and is requested again.
    static func attribution(_ answer: JSON?) -> Cairn.Attribution {
        guard let data = answer?["data"], data.object != nil else { return .pending(retryAfterMs: nil) }
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

    /// The value for Apple in an answer: within `data`, or beside it in that of `init`. Nil: it has none.
    static func conversionValue(_ answer: JSON?) -> ConversionValue? {
        guard let answer = answer?.object else { return nil }
        let fields = answer + (answer["data"]?.object ?? [:])
        let number = fields["fine_conversion_value"]?.number
        let fine = number.flatMap { $0 == $0.rounded() && (0...63).contains($0) ? Int($0) : nil }
        let word = fields["coarse_conversion_value"]?.text
        let coarse = word.flatMap { ["low", "medium", "high"].contains($0) ? $0 : nil }
        if fine == nil, coarse == nil { return nil }
        return ConversionValue(fine: fine, coarse: coarse, lock: fields["lock_postback"]?.bool == true)
    }

    /// Where a link leads, by the answer of `handle-deeplink`. Nil: nowhere else than it says itself.
    static func deeplink(_ answer: JSON?) -> String? {
        let text = answer?["data"]?["deeplink"]?.text ?? ""
        return text.isEmpty ? nil : text
    }
}

extension Cairn.Decision {
    /// As it is kept, by the names of the vectors.
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
        if let kept = json["campaign"], kept.object != nil {
            func text(_ name: String) -> String { kept[name]?.text ?? "" }
            campaign = Cairn.Campaign(
                id: text("id"), name: text("name"), adSet: text("adSet"), creative: text("creative")
            )
        }
        self.init(source: source, campaign: campaign, deeplink: json["deeplink"]?.text, isGuess: json["isGuess"]?.bool)
    }
}
