/// `keep`: calls wait on the device. `drop`: they are not even kept.
enum Gate: String {
    case send, keep, drop

    /// `released`: `setEnabled(true)` says that sending may begin, whatever was asked.
    init(enabled: Bool, waitForConsent: Bool, consent: Cairn.Consent?, released: Bool) {
        if !enabled {
            self = .drop
        } else {
            self = waitForConsent && consent == nil && !released ? .keep : .send
        }
    }
}

extension Cairn.Consent {
    /// Names by which networks know the one who sees ads.
    private static let advertisingIds = ["gaid", "idfa", "meta_install_referrer"]

    /// The device data for receivers without consent for ads: everything except advertising IDs.
    static func told(_ device: Fields, _ consent: Cairn.Consent?) -> Fields {
        guard let consent else { return device }
        let told = device + consent.fields
        let isRefused = consent.adUserData == false || consent.adStorage == false
        return isRefused ? told.filter { !advertisingIds.contains($0.key) } : told
    }

    /// As the server reads it. Unasked fields are not sent.
    var fields: Fields {
        let all: [String: Bool?] = [
            "eea": eea,
            "ad_user_data": adUserData,
            "ad_personalization": adPersonalization,
            "ad_storage": adStorage,
        ]
        return all.compactMapValues { $0.map(JSON.bool) }
    }
}
